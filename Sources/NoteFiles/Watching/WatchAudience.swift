// SPDX-License-Identifier: MIT
// Who is told what a watcher finds.

internal import Synchronization

/// The readers of one watcher: those of all batches, and those of one note each.
final class WatchAudience: Sendable {
    private struct Listener {
        let identifier: ObjectIdentifier
        weak var trail: NoteTrail?
    }

    private struct State {
        var mailboxes: [Int: Mailbox<FolderBatch>] = [:]
        var nextNumber = 0
        var trails: [NotePath: [Listener]] = [:]
        var degraded: [WatchDegradation] = []
        var hasEnded = false
    }

    private let state = Mutex(State())

    var degraded: [WatchDegradation] { state.withLock { $0.degraded } }

    func add(_ mailbox: Mailbox<FolderBatch>) -> Int {
        let (number, hasEnded) = state.withLock { state in
            state.nextNumber += 1
            state.mailboxes[state.nextNumber] = mailbox
            return (state.nextNumber, state.hasEnded)
        }
        if hasEnded { mailbox.close() }
        return number
    }

    func remove(_ number: Int) { _ = state.withLock { $0.mailboxes.removeValue(forKey: number) } }

    func add(_ trail: NoteTrail) {
        let hasEnded = state.withLock { state in
            let listener = Listener(identifier: ObjectIdentifier(trail), trail: trail)
            state.trails[trail.path, default: []].append(listener)
            return state.hasEnded
        }
        if hasEnded { trail.end() }
    }

    func remove(_ trail: ObjectIdentifier, from path: NotePath) {
        state.withLock { state in
            state.trails[path]?.removeAll { $0.identifier == trail }
            if state.trails[path]?.isEmpty == true { state.trails[path] = nil }
        }
    }

    /// Tells a batch to all, on the watcher's thread.
    func tell(_ batch: FolderBatch) {
        let (mailboxes, steps) = state.withLock { state in
            state.degraded = batch.degraded
            return (Array(state.mailboxes.values), Self.steps(of: batch.changes, &state.trails))
        }
        for mailbox in mailboxes { mailbox.put(batch) }
        for (trail, step) in steps { trail.put(step) }
    }

    /// Begins, perhaps anew.
    func begin() { state.withLock { $0.hasEnded = false } }

    /// Tells all that nothing more comes.
    func end() {
        let (mailboxes, trails) = state.withLock { state in
            state.hasEnded = true
            return (Array(state.mailboxes.values), state.trails.values.joined().compactMap(\.trail))
        }
        for mailbox in mailboxes { mailbox.close() }
        for trail in trails { trail.end() }
    }

    private static func steps(
        of changes: [FolderScan.Change], _ trails: inout [NotePath: [Listener]]
    ) -> [(NoteTrail, NoteTrail.Step)] {
        guard !trails.isEmpty else { return [] }
        var steps: [(NoteTrail, NoteTrail.Step)] = []
        var moved: [(to: NotePath, listeners: [Listener])] = []
        func tell(_ path: NotePath, _ step: NoteTrail.Step) {
            for listener in trails[path] ?? [] {
                if let trail = listener.trail { steps.append((trail, step)) }
            }
        }
        // Moved trails take their new places after all are told: a path that one leaves may be another's.
        for change in changes {
            switch change {
            case .created(let path): tell(path, .created)
            case .changed(let path): tell(path, .changed)
            case .removed(let path): tell(path, .removed)
            case .moved(let from, let to):
                tell(to, .created)
                tell(from, .moved(to: to))
                if let listeners = trails.removeValue(forKey: from) { moved.append((to, listeners)) }
            }
        }
        for (path, listeners) in moved { trails[path, default: []] += listeners }
        return steps
    }
}
