// SPDX-License-Identifier: MIT
// What a daemon that did not start has left in its log.

internal import Glibc
internal import NoteKit

/// The end of a log, as far as it was written since.
struct LogExcerpt {
    /// How much is shown at most.
    private static let (bytes, lines) = (4096, 10)

    private let path: NotePath
    /// How long the log was before.
    private let before: Int

    /// - Parameters:
    ///   - path: The log.
    ///   - file: The same, open.
    init(of path: NotePath, in file: Int32) {
        self.path = path
        var facts = stat()
        before = fstat(file, &facts) == 0 ? Int(facts.st_size) : 0
    }

    /// The last lines in a sentence of their own; empty where nothing was written.
    ///
    /// System calls: `open(2)`, `fstat(2)`, `pread(2)`.
    var end: String {
        let lines = written.split(separator: 0x0A).suffix(Self.lines).map { "\n  \(Excerpt.line($0))" }
        return lines.isEmpty ? "" : " The end of its log, '\(path)':\(lines.joined())"
    }

    private var written: [UInt8] {
        let file = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
        guard file >= 0 else { return [] }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { return [] }
        // One that was full is another by now.
        let size = Int(facts.st_size)
        let first = max(size < before ? 0 : before, size - Self.bytes)
        var bytes = [UInt8](repeating: 0, count: Self.bytes)
        let count = pread(file, &bytes, bytes.count, first)
        return Array(bytes.prefix(max(0, count)))
    }
}
