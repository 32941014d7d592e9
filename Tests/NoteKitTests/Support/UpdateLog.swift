// SPDX-License-Identifier: MIT
// Everything that a session told.

import NoteKit
import Synchronization

/// Listens to a handle from its making on, and remembers.
final class UpdateLog: Sendable {
    private let seen = Mutex<[SessionUpdate]>([])
    private let listening = Mutex<Task<Void, Never>?>(nil)

    init(_ session: NoteSession) {
        let updates = session.updates
        let task = Task { [weak self] in
            for await update in updates { self?.seen.withLock { $0.append(update) } }
        }
        listening.withLock { $0 = task }
    }

    /// What was told so far.
    var all: [SessionUpdate] { seen.withLock { $0 } }

    /// The changes of the text among them.
    var changes: [NoteChange] {
        all.compactMap { if case .change(let change) = $0 { change } else { nil } }
    }

    /// Whether a conflict was among them.
    var hasConflict: Bool { all.contains { if case .conflict = $0 { true } else { false } } }

    /// Waits until the session is closed; then everything was told.
    func end() async { await listening.withLock { $0 }?.value }
}
