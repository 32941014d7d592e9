// SPDX-License-Identifier: MIT
// The ways in which a session gets to know what another program did.

import NoteKit
import Testing

/// How a session comes upon an outside change.
enum Noticing: CaseIterable {
    /// The watcher tells it.
    case told
    /// Nothing is told; somebody asks it to look.
    case asked
    /// Nothing is told; its next save is the first thing that touches the disk.
    case saving

    /// Options with the watcher on or off, as it is meant.
    func options(_ options: SessionOptions) -> SessionOptions {
        var options = options
        options.isWatching = self == .told
        return options
    }

    /// Waits until a session fulfils a condition that an outside change leads to.
    func wait(for session: NoteSession, until condition: @Sendable (SessionSnapshot) -> Bool) async throws {
        switch self {
        case .told: try await eventually("the change was told") { condition(await session.snapshot) }
        case .asked: try await session.look()
        case .saving:
            do throws(SessionError) {
                try await session.save()
            } catch {
                #expect(error.code == .conflict)
            }
        }
        #expect(condition(await session.snapshot))
    }
}
