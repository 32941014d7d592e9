// SPDX-License-Identifier: MIT
// How a text that is not in its note is put aside in the state folder, and found there again.

internal import CNoteLinux

extension NoteDisk {
    /// Keeps a version as a plain file, and answers where.
    ///
    /// The file lies in `stateFolder/versions/NOTE`, mode 0600; `NOTE` is the note's name and the first
    /// digits of the digest of its path, which is written out in the file `path` there. Bytes that are
    /// kept already are not kept twice: then the file that holds them is answered. (Two processes that
    /// keep the same bytes in the same instant may make a file each.)
    ///
    /// Durable when this returns. After a crash before that the file is there, whole, or not there.
    ///
    /// System calls: `openat(2)` with `O_TMPFILE`, `fsync(2)`, `linkat(2)`.
    ///
    /// - Throws: `FileError` when the state folder cannot be written. The note was not touched.
    public func keep(_ version: NoteVersion) throws(FileError) -> NotePath {
        let note = try version.note.fromRoot(for: .keep)
        let folder = versionFolder(of: note)
        try makeFolder(folder)
        try record(note, in: folder)
        var name = VersionName(version.moment, version.reason, SHA256Digest(of: version.bytes))
        let ending = Array("-\(name.digest).md".utf8)
        let present = try names(in: folder) {
            $0.bytes.suffix(ending.count).elementsEqual(ending) || HiddenName.isDraft($0)
        }
        if present.contains(where: HiddenName.isDraft) { removeDrafts(in: folder) }
        for same in present where VersionName(same) != nil {
            let path = folder.appending(same)
            if try holds(path, version.bytes) { return path }
        }
        while true {
            let path = folder.appending(name.path)
            if try keep(version.bytes, at: path) { return path }
            // Another program kept the same bytes at the same moment, or a person has edited the file.
            if try holds(path, version.bytes) { return path }
            guard let next = name.next else { throw FileError(.keep, path, call: "linkat", code: .exists) }
            name = next
        }
    }

    /// Keeps bytes as a version of this moment.
    public func keep(
        _ bytes: [UInt8], of note: NotePath, because reason: NoteVersion.Reason
    ) throws(FileError) -> NotePath {
        try keep(NoteVersion(of: note, bytes, because: reason, at: calls.wallClock()))
    }

    /// The versions of a note that are kept, the oldest first. Read one with `read(_:)`.
    ///
    /// - Parameter note: The path under which they were kept. The note itself need not be there.
    /// - Throws: `FileError` when they cannot be listed.
    public func keptVersions(of note: NotePath) throws(FileError) -> [KeptVersion] {
        let folder = try versionFolder(of: note.fromRoot(for: .list))
        do throws(FileError) {
            return try names(in: folder) { VersionName($0) != nil }.compactMap {
                KeptVersion(folder.appending($0))
            }
        } catch {
            if error.code == .missing { return [] }
            throw error
        }
    }

    private func versionFolder(of note: NotePath) -> NotePath {
        let digest = SHA256Digest(of: note.bytes).description.prefix(16)
        // A name of 255 bytes has to take the digest too.
        let name = NotePath(bytes: Array(note.name.bytes.prefix(200)) + Array("-\(digest)".utf8))
        return stateFolder.appending(NotePath("versions")).appending(name)
    }

    /// Writes down which note a folder of versions belongs to.
    private func record(_ note: NotePath, in folder: NotePath) throws(FileError) {
        let location = try NoteLocation(of: folder.appending(NotePath("path")), for: .keep, calls: calls)
        var facts = FileFacts()
        let looked = location.name.withCString {
            calls.statx(location.directory.number, $0, cn_AT_SYMLINK_NOFOLLOW, &facts)
        }
        guard looked != 0 else { return }
        // Its name becomes durable with that of the version.
        let new = NewFile(operation: .keep, subject: location.path)
        _ = try make(new, holding: note.bytes + [UInt8(ascii: "\n")], at: location)
    }

    /// Makes a durable file of ours, folders included; false when the name is taken.
    private func keep(_ bytes: [UInt8], at path: NotePath) throws(FileError) -> Bool {
        let location = try NoteLocation(of: path, for: .keep, calls: calls)
        let new = NewFile(operation: .keep, subject: path)
        guard case .made(let file) = try make(new, holding: bytes, at: location) else { return false }
        try makeVersionDurable(path, through: file)
        return true
    }

    /// Whether a file holds these bytes; durably, if so: whoever kept them may have been killed.
    private func holds(_ path: NotePath, _ bytes: [UInt8]) throws(FileError) -> Bool {
        let location = try NoteLocation(of: path, for: .keep, calls: calls)
        let file: OpenFile
        do throws(FileError) {
            file = try openForReading(location, .keep)
        } catch {
            // Somebody has cleared it away, or put something else there.
            if error.code == .missing || error.code == .notAFile { return false }
            throw error
        }
        let size = try facts(of: file, path, .keep).size
        guard size == bytes.count, try readAll(file, expecting: size, path, .keep) == bytes else {
            return false
        }
        try makeDurable(file, path, .keep)
        try makeVersionDurable(path, through: file)
        return true
    }

    private func makeVersionDurable(_ path: NotePath, through file: borrowing OpenFile) throws(FileError) {
        let folder = path.folder
        try makeNamesDurable([path, folder, folder.folder, stateFolder], through: file, .keep)
    }
}
