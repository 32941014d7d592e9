// SPDX-License-Identifier: MIT
// How a file that is no note is put where somebody asked for it, in one step.

internal import CNoteLinux
internal import Glibc

extension NoteDisk {
    /// Puts a file at a path that was named for it, whatever file is there. Not for notes: it compares nothing.
    ///
    /// The bytes are written to a file without a name, made durable, and take the name in one step. A file
    /// that is replaced gives its permission bits; a new one has mode 0666, less the umask in either case. A
    /// symbolic link stays a link, its target is replaced.
    ///
    /// After a crash: what was there before, or the whole file. A draft in the folder is removed by `recover`.
    ///
    /// System calls: `openat(2)` with `O_TMPFILE`, `fsync(2)`, `linkat(2)`, `renameat2(2)`.
    ///
    /// - Throws: `FileError`: `.notAFile` for a folder, a pipe or a device; `.missing` when the folder is not
    ///   there, `.notPermitted`, `.noSpace` and the like. What was there is untouched then.
    public func deliver(_ bytes: [UInt8], to path: NotePath) throws(FileError) {
        let location = try NoteLocation(of: path, for: .create, calls: calls)
        var facts = FileFacts()
        let directory = location.directory.number
        let looked = location.name.withCString {
            calls.statx(directory, $0, cn_AT_SYMLINK_NOFOLLOW, &facts)
        }
        let isThere = looked == 0
        if isThere, facts.kind != .file {
            throw FileError(.create, path, call: "statx", code: .notAFile)
        }
        guard isThere || looked == -ENOENT else {
            throw FileError(.create, path, call: "statx", answer: Int(looked))
        }
        var new = NewFile(operation: isThere ? .save : .create, subject: path)
        new.mode = isThere ? facts.permissions & 0o777 : 0o666
        new.replaces = true
        if case .made(let file) = try make(new, holding: bytes, at: location) {
            // What was asked for is there; whether the folder is durable too is the file system's to say.
            _ = makeNamesDurable(location, through: file)
        }
    }
}
