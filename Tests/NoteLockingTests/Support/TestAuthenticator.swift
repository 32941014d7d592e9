// SPDX-License-Identifier: MIT
// A device whose owner is a test.

import Synchronization

@testable import NoteLocking

/// Answers a prompt when the test does, and counts how many are up.
final class TestAuthenticator: DeviceAuthenticator {
    private struct State {
        var purposes: [AuthenticationPurpose] = []
        var waiting: CheckedContinuation<AuthenticationError?, Never>?
        var overlapped = false
    }

    private let state = Mutex(State())

    /// What it was asked for, in order.
    var purposes: [AuthenticationPurpose] { state.withLock { $0.purposes } }
    /// Whether there were ever two prompts at the same time.
    var overlapped: Bool { state.withLock { $0.overlapped } }

    func authenticate(for purpose: AuthenticationPurpose) async throws(AuthenticationError) {
        let failure: AuthenticationError? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.purposes.append(purpose)
                    state.overlapped = state.overlapped || state.waiting != nil
                    state.waiting = continuation
                }
            }
        } onCancel: {
            _ = answer(AuthenticationError(.cancelled))
        }
        if let failure { throw failure }
    }

    /// Answers the prompt that is up; false when there is none.
    func answer(_ failure: AuthenticationError?) -> Bool {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: failure)
        return waiting != nil
    }
}
