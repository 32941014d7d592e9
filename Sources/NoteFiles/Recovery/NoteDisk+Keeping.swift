// SPDX-License-Identifier: MIT
// How bytes are put aside in the state folder so that they outlive a crash.

internal import CNoteLinux
internal import Glibc

extension NoteDisk {
    /// Keeps a text that could not be saved, and answers where.
    ///
    /// The file lies in `stateFolder/kept`, mode 0600, and is durable when this returns. Its name is the
    /// moment, a number and the note's name.
    ///
    /// - Throws: `FileError` when the state folder cannot be written. The note was not touched.
    public func keep(_ bytes: [UInt8], of path: NotePath) throws(FileError) -> NotePath {
        let moment = calls.wallClock().seconds
        let number = Hexadecimal.text(of: calls.uniqueNumber()).prefix(8)
        // Leaves room for the moment and the number in a name of 255 bytes.
        let name = Array("\(moment)-\(number)-".utf8) + path.name.bytes.suffix(200)
        let folder = stateFolder.appending(NotePath("kept"))
        return try keepFile(bytes, named: NotePath(bytes: name), in: folder).location.path
    }

    /// A file of ours in the state folder, open and locked.
    struct KeptFile: ~Copyable {
        let file: OpenFile
        let location: NoteLocation
        /// False when another process had the file locked before this one could.
        let isLocked: Bool
    }

    /// Makes a durable file of ours, folders included.
    func keepFile(
        _ bytes: [UInt8], named name: NotePath, in folder: NotePath
    ) throws(FileError) -> KeptFile {
        let path = folder.appending(name)
        try makeFolder(folder)
        let location = try NoteLocation(of: path, for: .keep, calls: calls)
        let directory = location.directory.number
        let flags = O_RDWR | O_CREAT | O_EXCL | cn_O_NOFOLLOW | cn_O_CLOEXEC
        let number = location.name.withCString { calls.openat(directory, $0, flags, 0o600) }
        guard number >= 0 else { throw FileError(.keep, path, call: "openat", answer: Int(number)) }
        let file = OpenFile(owning: number, calls: calls)
        let isLocked = calls.lockExclusively(file.number) != -EWOULDBLOCK
        do throws(FileError) {
            try write(bytes, to: file, path, .keep)
            try makeDurable(file, path, .keep)
            // The folders too: whoever made them may have been killed before that was durable.
            for name in [path, folder, stateFolder] {
                // The state folder may have been named with a slash at its end.
                let place = try NoteLocation(of: name.folder.appending(name.name), for: .keep, calls: calls)
                guard makeNamesDurable(place, through: file) else {
                    throw FileError(.keep, name, call: "fsync", code: .inputOutput)
                }
            }
        } catch {
            _ = removeName(location.name, location)
            throw error
        }
        return KeptFile(file: file, location: location, isLocked: isLocked)
    }

    /// Makes a folder and those above it, mode 0700, each name durable in the folder above.
    package func makeFolder(_ folder: NotePath) throws(FileError) {
        let number = folder.withCString {
            calls.openat(cn_AT_FDCWD, $0, cn_O_PATH | cn_O_DIRECTORY | cn_O_CLOEXEC, 0)
        }
        if number >= 0 {
            _ = OpenFile(owning: number, calls: calls).close()
            return
        }
        guard number == -ENOENT, folder != folder.folder else {
            throw FileError(.keep, folder, call: "openat", answer: Int(number))
        }
        try makeFolder(folder.folder)
        let result = folder.withCString { calls.mkdirat(cn_AT_FDCWD, $0, 0o700) }
        guard result == 0 || result == -EEXIST else {
            throw FileError(.keep, folder, call: "mkdirat", answer: Int(result))
        }
        let parent = folder.folder.withCString {
            calls.openat(cn_AT_FDCWD, $0, O_RDONLY | cn_O_DIRECTORY | cn_O_CLOEXEC, 0)
        }
        guard parent >= 0 else { throw FileError(.keep, folder, call: "openat", answer: Int(parent)) }
        try makeDurable(OpenFile(owning: parent, calls: calls), folder, .keep)
    }
}
