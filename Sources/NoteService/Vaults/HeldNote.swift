// SPDX-License-Identifier: MIT
// A note that clients have open, held by the daemon itself.

internal import NoteKit
internal import Synchronization

/// A note of a vault that is open, however many clients share it.
///
/// The daemon has a handle of its own on the session. So the edits of a client that is gone stay in it until they
/// are saved or somebody resolves their conflict.
final class HeldNote: Sendable {
    let session: NoteSession
    let updates: SessionUpdates
    /// Through which all edits of clients go.
    let gate: EditGate
    let state: Mutex<State>
    /// What it takes of the notes that may be open.
    private let share: NoteAllowance.Share

    struct State {
        /// Where the note is now, below the vault.
        var path: NotePath
        /// How many clients and requests need it.
        var users = 0
        /// Whether edits of a killed process came back when it was opened.
        var hasRecovered = false
        /// Whether its conflict is in the store.
        var isConflictKnown = false
        /// Whether it was opened and is followed.
        var isOpened = false
        /// Whether somebody is following its updates at the moment, and has to look once more.
        var isFollowed = false
        var mustFollow = false
        /// Those who wait until that is done.
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// Whether it was given up; a client that comes now opens it anew.
        var isClosed = false
    }

    init(_ place: VaultPlace, options: SessionOptions, share: NoteAllowance.Share, gate: EditGate) {
        self.share = share
        self.gate = gate
        session = NoteSession(at: place.file, options: options)
        // An edit is no news for the daemon itself, and must cost nothing here.
        updates = session.updatesButChanges
        state = Mutex(State(path: place.path))
    }

    /// Where the note is now, below the vault.
    var path: NotePath { state.withLock { $0.path } }
}
