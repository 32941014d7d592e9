// SPDX-License-Identifier: MIT
// How lines of the log wait for a reader who may never read, so that nobody else waits with them.

internal import Dispatch
internal import Synchronization

/// Lines on their way out, written one after the other on a thread of their own.
///
/// At most so many wait. Those beyond are dropped and counted, and the count is told as soon as there is room.
final class LogQueue: Sendable {
    /// How many lines wait at most.
    static let most = 1024
    /// How long the end of the program waits for what is left.
    private static let patience = DispatchTimeInterval.seconds(1)

    private let state: Mutex<State>
    private let thread = DispatchQueue(label: "notekit.log")
    private let write: @Sendable ([UInt8]) -> Void
    private let report: @Sendable (Int) -> [UInt8]

    private struct State {
        var least: ServiceLog.Level
        var lines: [[UInt8]] = []
        var dropped = 0
        var isWriting = false
    }

    /// - Parameters:
    ///   - least: What is less bad need not be added.
    ///   - report: The line that tells how many were dropped.
    ///   - write: Writes a line; may wait for as long as it likes.
    init(
        least: ServiceLog.Level, report: @escaping @Sendable (Int) -> [UInt8],
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        state = Mutex(State(least: least))
        self.report = report
        self.write = write
    }

    var least: ServiceLog.Level { state.withLock { $0.least } }

    func become(least: ServiceLog.Level) { state.withLock { $0.least = least } }

    /// Takes a line, and returns at once.
    func add(_ line: [UInt8]) {
        let mustWrite = state.withLock { state in
            guard state.lines.count < Self.most else {
                state.dropped += 1
                return false
            }
            state.lines.append(line)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustWrite { thread.async { self.drain() } }
    }

    /// Waits until all is written, or for a second.
    func finish() {
        let done = DispatchSemaphore(value: 0)
        thread.async { done.signal() }
        // Whoever has not read by now will not.
        _ = done.wait(timeout: .now() + Self.patience)
    }

    private func drain() {
        while true {
            let (lines, dropped) = state.withLock { state in
                defer { (state.lines, state.dropped) = ([], 0) }
                state.isWriting = !state.lines.isEmpty
                return (state.lines, state.dropped)
            }
            guard !lines.isEmpty else { return }
            for line in lines { write(line) }
            if dropped > 0 { write(report(dropped)) }
        }
    }
}
