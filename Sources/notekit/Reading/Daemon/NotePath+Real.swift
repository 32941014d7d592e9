// SPDX-License-Identifier: MIT
// What a path that was typed is to the daemon, which knows real paths only.

internal import Glibc
internal import NoteKit

extension NotePath {
    /// The real path of a file or a folder, or of one that could be made; nil where its folder is not there.
    ///
    /// System calls: those of `realpath(3)`.
    var real: NotePath? { resolved ?? folder.resolved?.appending(name) }

    /// The real path of a folder; nil for what is none.
    var realFolder: NotePath? {
        var facts = stat()
        guard withCString({ stat($0, &facts) }) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return nil }
        return resolved
    }

    private var resolved: NotePath? {
        guard let resolved = withCString({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return NotePath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
    }

    /// The path below a folder; nil where it is not below it. Both are real paths.
    func below(_ folder: NotePath) -> NotePath? {
        let start = folder.appending(NotePath("")).bytes
        guard bytes.count > start.count, bytes.starts(with: start) else { return nil }
        return NotePath(bytes: Array(bytes.dropFirst(start.count)))
    }
}
