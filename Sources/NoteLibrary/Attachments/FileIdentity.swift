// SPDX-License-Identifier: MIT
// Whether two paths are names of one file.

internal import CNoteLinux
internal import NoteFiles

enum FileIdentity {
    /// Whether both paths lead to the same regular file. The second is no symbolic link.
    static func isSame(_ one: NotePath, _ other: NotePath, calls: any FileCalls) throws(FileError) -> Bool {
        let first = try facts(one, 0, calls)
        let second = try facts(other, cn_AT_SYMLINK_NOFOLLOW, calls)
        return first.kind == .file && first.identity == second.identity
    }

    private static func facts(
        _ path: NotePath, _ flags: Int32, _ calls: any FileCalls
    ) throws(FileError) -> FileFacts {
        var facts = FileFacts()
        let answer = path.withCString { calls.statx(cn_AT_FDCWD, $0, flags, &facts) }
        guard answer == 0 else { throw FileError(.find, path, call: "statx", answer: Int(answer)) }
        return facts
    }
}
