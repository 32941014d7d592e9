// SPDX-License-Identifier: MIT
// How lines get out when the reader takes its time, without holding up what makes them.

internal import Dispatch
internal import Synchronization

/// Lines on their way to the standard output, written by a thread of their own.
///
/// Each line is written as soon as those before it are. Who makes lines faster than they are read waits,
/// until nobody cares any more whether they are read.
final class OutputQueue: Sendable {
    private struct State {
        var lines: [UInt8] = []
        var isWriting = false
        /// The number of the error that ended all writing; zero while there was none.
        var failure: Int32 = 0
        var isPatient = true
        var waiter: CheckedContinuation<Void, Never>?
    }

    /// As many bytes wait at most before `put` waits as well.
    private static let most = 16 << 20

    private let state = Mutex(State())
    private let thread = DispatchQueue(label: "notekit.output")
    private let allIsWritten: @Sendable () -> Void

    /// - Parameter allIsWritten: Called when `isBusy` has become false.
    init(allIsWritten: @escaping @Sendable () -> Void) { self.allIsWritten = allIsWritten }

    /// Whether something is not written yet.
    var isBusy: Bool { state.withLock { $0.isWriting } }

    /// The number of the error that ended all writing; zero while there was none.
    var failure: Int32 { state.withLock { $0.failure } }

    /// Writes a line, a moment later. After a failure it is dropped.
    func put(_ line: [UInt8]) async {
        let isBegun = state.withLock { state in
            guard state.failure == 0 else { return true }
            state.lines += line
            defer { state.isWriting = true }
            return state.isWriting
        }
        if !isBegun { thread.async { self.write() } }
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                guard state.isPatient, state.lines.count > Self.most else { return false }
                state.waiter = continuation
                return true
            }
            if !mustWait { continuation.resume() }
        }
    }

    /// From now on nobody waits for the reader.
    func losePatience() {
        let waiter = state.withLock { state in
            state.isPatient = false
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    private func write() {
        while true {
            let (lines, waiter) = state.withLock { state in
                if state.lines.isEmpty { state.isWriting = false }
                defer { (state.lines, state.waiter) = ([], nil) }
                return (state.lines, state.waiter)
            }
            waiter?.resume()
            if lines.isEmpty { break }
            let failure = StandardOutput.put(lines)
            if failure != 0 {
                state.withLock { state in
                    state.failure = failure
                    state.lines = []
                }
            }
        }
        allIsWritten()
    }
}
