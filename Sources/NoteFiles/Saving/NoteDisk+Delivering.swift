// SPDX-License-Identifier: MIT
// How a file that is no note is put where somebody asked for it, over nothing but what they looked at.

internal import CNoteLinux
internal import Glibc

extension NoteDisk {
    /// The file that has a name, links not followed; nil where nothing has it.
    ///
    /// System calls: those of `read`.
    ///
    /// - Throws: `FileError`: `.linkLoop` for a symbolic link, wherever it leads; else as `read` does.
    public func occupant(of path: NotePath) throws(FileError) -> NoteSnapshot? {
        let location = try NoteLocation(of: path, for: .create, followingLinks: false, calls: calls)
        let file: OpenFile
        do throws(FileError) {
            file = try openForReading(location, .create)
        } catch {
            guard error.systemError == ENOENT else { throw error }
            return nil
        }
        let (bytes, facts) = try readSettled(file, path, .create)
        return NoteSnapshot(bytes: bytes, facts: facts, created: recordedCreation(of: file) ?? facts.born)
    }

    /// Puts a file at a path that was named for it: at a free name, or over the file that was looked at.
    ///
    /// The bytes are written to a file without a name and made durable. A new one has mode 0666 less the
    /// umask, and is linked to the name in one step that fails where the name is taken. Over a file that is
    /// there it goes as with `replace`: the names are exchanged, and what came out is compared with `present`;
    /// the properties stay. Nothing is ever rewritten where it is, and no symbolic link is followed: a link, a
    /// file with several hard links, and other bytes than those of `present` are a conflict.
    ///
    /// After a crash: what was there before, or the whole file. A hidden file that is left in the folder is
    /// removed by `recover`.
    ///
    /// System calls: `openat(2)` with `O_TMPFILE`, `fsync(2)`, `linkat(2)`, `renameat2(2)` with
    /// `RENAME_EXCHANGE`, `fcntl(2)` with `F_SETLEASE`.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - path: The file; its folder must be there.
    ///   - present: What `occupant` answered.
    /// - Throws: `FileError`: `.notAFile` for a folder, a pipe or a device; `.missing` when the folder is not
    ///   there, `.notPermitted`, `.noSpace` and the like. What was there is untouched then.
    public func deliver(
        _ bytes: [UInt8], to path: NotePath, over present: NoteSnapshot?
    ) throws(FileError) -> SaveOutcome {
        let operation: FileError.Operation = present == nil ? .create : .save
        let location = try NoteLocation(of: path, for: operation, followingLinks: false, calls: calls)
        if let present {
            return try replace(location, with: bytes, base: present.bytes, mayRewrite: false)
        }
        switch try make(NewFile(operation: .create, subject: path, mode: 0o666), holding: bytes, at: location)
        {
        case .nameTaken: return .conflict(SaveConflict(reason: .exists, kept: []))
        case .made(let file):
            let durable = makeNamesDurable(location, through: file)
            return .saved(SaveReceipt(proof: .proven, method: .created, durable: durable, lost: []))
        }
    }
}
