// SPDX-License-Identifier: MIT
// How far a long command has come, for a person who watches.

internal import CNoteLinux
internal import Glibc
internal import NoteProgram

/// A bar on the standard error, when that is a terminal. Drawn at most ten times a second, not at all
/// in the first fifth of a second, and gone without a trace at the end.
struct ProgressBar {
    private let title: String
    private let isShown: Bool
    private var nextDraw: ContinuousClock.Instant
    private var isDrawn = false

    /// - Parameter title: What is going on, in one word.
    init(of title: String) {
        self.title = title
        let terminal = getenv("TERM").map { String(cString: $0) }
        isShown = isatty(STDERR_FILENO) == 1 && terminal != nil && terminal != "dumb"
        nextDraw = .now + .milliseconds(200)
    }

    /// Draws the bar when it is time.
    mutating func show(_ done: Int, of total: Int) {
        guard isShown, ContinuousClock.now >= nextDraw else { return }
        nextDraw = .now + .milliseconds(100)
        isDrawn = true
        let width = Int(cn_terminal_width(STDERR_FILENO))
        StandardError.write("\r" + Self.line(title, done, total, width: width > 0 ? width : 80) + "\u{1B}[K")
    }

    /// Wipes off a bar that another thread may have drawn, before the program ends.
    static func wipe() {
        if isatty(STDERR_FILENO) == 1 { StandardError.write("\r\u{1B}[K") }
    }

    /// Wipes the bar off.
    mutating func erase() {
        guard isDrawn else { return }
        StandardError.write("\r\u{1B}[K")
        isDrawn = false
    }

    /// A line that leaves the last column free, so that no terminal wraps it.
    static func line(_ title: String, _ done: Int, _ total: Int, width: Int) -> String {
        let count = "\(Count.grouped(done)) of \(Count.of(total, "note"))"
        let room = width - 1 - title.utf8.count - count.utf8.count - 4
        guard room >= 4 else { return String(count.prefix(max(0, width - 1))) }
        let size = min(room, 40)
        let filled = total > 0 ? min(size, size * done / total) : size
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: size - filled)
        return "\(title) [\(bar)] \(count)"
    }
}
