// SPDX-License-Identifier: MIT
// Which files are open in this process, so that two handles on one file are one session.

internal import Synchronization

/// The sessions of this process, by the file that they hold open.
final class SessionRegistry: Sendable {
    static let shared = SessionRegistry()

    private struct Entry {
        let core: SessionCore
        var place: SessionPlace
        var handles = 1
        var isClosing = false
        /// Those who want to open the file again as soon as it is closed.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// The session of a file, made where there is none. Each call is to be matched by one of `letGo`.
    func core(at place: SessionPlace, options: SessionOptions) async -> SessionCore {
        while true {
            let core = entries.withLock { entries -> SessionCore? in
                if let (key, found) = entries.first(where: { $0.value.place.isSame(as: place) }) {
                    if found.isClosing { return nil }
                    entries[key]?.handles += 1
                    return found.core
                }
                let core = SessionCore(at: place.path, options: options)
                entries[ObjectIdentifier(core)] = Entry(core: core, place: place)
                return core
            }
            if let core { return core }
            // What is still being written there has to be on the disk before it is read again.
            await waitUntilClosed(place)
        }
    }

    private func waitUntilClosed(_ place: SessionPlace) async {
        await withCheckedContinuation { continuation in
            let isClosed = entries.withLock { entries in
                let closing = entries.first { $0.value.isClosing && $0.value.place.isSame(as: place) }
                guard let key = closing?.key else { return true }
                entries[key]?.waiting.append(continuation)
                return false
            }
            if isClosed { continuation.resume() }
        }
    }

    /// Gives a session back: the last handle closes it, any other has its edits saved.
    func letGo(of core: SessionCore) async throws(SessionError) {
        let key = ObjectIdentifier(core)
        let isLast = entries.withLock { entries in
            entries[key]?.handles -= 1
            let isLast = entries[key]?.handles == 0
            if isLast { entries[key]?.isClosing = true }
            return isLast
        }
        guard isLast else {
            if let problem = await core.problemOfSaving() { throw problem.error }
            return
        }
        do throws(SessionError) {
            try await core.close()
        } catch {
            remove(key)
            throw error
        }
        remove(key)
    }

    private func remove(_ key: ObjectIdentifier) {
        let waiting = entries.withLock { $0.removeValue(forKey: key)?.waiting ?? [] }
        for continuation in waiting { continuation.resume() }
    }

    /// Gives a session back that nobody listens to any more. It still saves, as closing does; what cannot be
    /// saved stays in the journal.
    func forget(_ core: SessionCore) async {
        do throws(SessionError) {
            try await letGo(of: core)
        } catch {
            // The next opening finds it in the journal, and says so.
        }
    }

    /// The file of a session has another path now.
    ///
    /// - Returns: False where another session has that path: its file was replaced then, and this one's is
    ///   gone.
    func move(_ core: SessionCore, to place: SessionPlace) -> Bool {
        let key = ObjectIdentifier(core)
        return entries.withLock { entries in
            let isTaken = entries.contains { $0.key != key && $0.value.place.isSame(as: place) }
            if !isTaken { entries[key]?.place = place }
            return !isTaken
        }
    }

    /// All sessions that are open.
    var all: [SessionCore] { entries.withLock { $0.values.map(\.core) } }
}
