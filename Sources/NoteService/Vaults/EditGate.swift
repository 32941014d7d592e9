// SPDX-License-Identifier: MIT
// How the edits of an open note wait while the daemon itself writes the note.

internal import Synchronization

/// A gate through which the edits of one open note go.
///
/// While it is closed they wait, so that the note has no unsaved edits under which its file would change. None is
/// lost: behind the gate an edit of an older revision is moved along, as always.
final class EditGate: Sendable {
    private let state = Mutex(State())

    private struct State {
        var editing = 0
        var closers = 0
        /// Edits that wait for the gate.
        var edits: [CheckedContinuation<Void, Never>] = []
        /// Those who close it, and wait for the edits that were through already.
        var closing: [CheckedContinuation<Void, Never>] = []
    }

    /// Makes an edit, once the gate is open.
    func pass<Result, Failure: Error>(
        _ edit: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        while !state.withLock({ Self.enter(&$0) }) {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if state.closers > 0 { state.edits.append(continuation) }
                    return state.closers == 0
                }
                if isOpen { continuation.resume() }
            }
        }
        defer { leave() }
        return try await edit()
    }

    /// Waits until nobody holds it closed, for whoever closes it next.
    func waitUntilOpen() async { await pass {} }

    /// Closes the gate, and returns when no edit is on its way any more. To be matched by `open()`.
    func close() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.closers += 1
                if state.editing > 0 { state.closing.append(continuation) }
                return state.editing == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Opens it again.
    func open() {
        let edits = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.closers -= 1
            guard state.closers == 0 else { return [] }
            defer { state.edits = [] }
            return state.edits
        }
        for edit in edits { edit.resume() }
    }

    private static func enter(_ state: inout State) -> Bool {
        guard state.closers == 0 else { return false }
        state.editing += 1
        return true
    }

    private func leave() {
        let closing = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.editing -= 1
            guard state.editing == 0 else { return [] }
            defer { state.closing = [] }
            return state.closing
        }
        for closer in closing { closer.resume() }
    }
}
