// SPDX-License-Identifier: MIT
// How files and folders of ours are made in the state folder so that they outlive a crash.

internal import CNoteLinux
internal import Glibc

extension NoteDisk {
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
            try makeNamesDurable([path, folder, stateFolder], through: file, .keep)
        } catch {
            _ = removeName(location.name, location)
            throw error
        }
        return KeptFile(file: file, location: location, isLocked: isLocked)
    }

    /// Makes names durable, each in the folder it is in.
    ///
    /// The folders' own names too: whoever made them may have been killed before that was durable.
    func makeNamesDurable(
        _ names: [NotePath], through file: borrowing OpenFile, _ operation: FileError.Operation
    ) throws(FileError) {
        for name in names {
            // The state folder may have been named with a slash at its end.
            let path = name.folder.appending(name.name)
            let place = try NoteLocation(of: path, for: operation, calls: calls)
            guard makeNamesDurable(place, through: file) else {
                throw FileError(operation, name, call: "fsync", code: .inputOutput)
            }
        }
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
