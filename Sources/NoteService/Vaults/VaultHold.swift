// SPDX-License-Identifier: MIT
// How a program writes files of notes itself without running into what others are typing in them.

internal import NoteKit
internal import Synchronization

/// The open notes of one file or folder, held still for one client until it is done.
///
/// What was typed in them is in their files when the hold begins, and edits wait until it ends: when the client lets
/// go, is gone, or took too long. So a client that stands still delays others, and hinders nobody for good.
final class VaultHold: Sendable {
    /// How long a hold lasts at most. What is typed after it meets what the client writes as an outside change.
    static let longest = Duration.seconds(10)

    /// A note that is not to be written: it has edits that could not be saved.
    struct Unsaved: Sendable {
        /// The note, from the root.
        let note: NotePath
        let error: SessionError

        var code: ProtocolError.Code {
            error.cause?.code == .busy ? .busy : ProtocolError(error).code
        }
    }

    /// What could not be saved, by path.
    let unsaved: [Unsaved]
    /// How many notes are held still.
    let count: Int
    /// Nil once it is over.
    private let held: Mutex<[(vault: ServedVault, notes: [HeldNote])]?>
    private let alarm: Mutex<Task<Void, Never>?>

    /// Saves the open notes at a path, or below it, and holds back their edits.
    ///
    /// - Parameters:
    ///   - path: A file or a folder, from the root. It is compared and not looked at.
    ///   - vaults: The vaults that are open.
    ///   - clock: For the longest time.
    init(of path: NotePath, in vaults: [ServedVault], clock: any Clock<Duration>) async throws(ProtocolError)
    {
        var held: [(vault: ServedVault, notes: [HeldNote])] = []
        var unsaved: [Unsaved] = []
        for vault in vaults where path.contains(vault.path) || vault.path.contains(path) {
            let (notes, problems) = await vault.notes.hold { path.contains(vault.path.appending($0)) }
            guard !notes.isEmpty else { continue }
            held.append((vault, notes))
            unsaved += problems.map { note, error in
                Unsaved(note: vault.path.appending(note), error: error)
            }
            do throws(ProtocolError) {
                // A save puts another file in the place of the note, and the watcher has to know that one: else
                // it takes a rename of it for a deletion.
                try await vault.settle()
            } catch {
                for (vault, notes) in held { await vault.notes.goOn(notes) }
                throw error
            }
        }
        self.unsaved = unsaved.sorted { $0.note < $1.note }
        count = held.reduce(0) { $0 + $1.notes.count }
        self.held = Mutex(held)
        alarm = Mutex(nil)
        guard count > 0 else { return }
        let task = Task(executorPreference: TaskLanes.shared) { [weak self] in
            do {
                try await clock.sleep(for: Self.longest)
            } catch {
                return
            }
            await self?.end()
        }
        alarm.withLock { $0 = task }
    }

    /// Has the notes take in what happened to their files, and lets edits through. Once: after that it does nothing.
    ///
    /// - Returns: Whether they were held still until now.
    @discardableResult
    func end() async -> Bool {
        alarm.withLock { $0 }?.cancel()
        let held = self.held.withLock { held -> [(vault: ServedVault, notes: [HeldNote])]? in
            defer { held = nil }
            return held
        }
        for (vault, notes) in held ?? [] { await vault.notes.goOn(notes) }
        return held != nil
    }
}

extension NotePath {
    /// Whether a path is this one or lies below it. Both are real paths from the root.
    fileprivate func contains(_ path: NotePath) -> Bool { path == self || path.relative(to: self) != nil }
}
