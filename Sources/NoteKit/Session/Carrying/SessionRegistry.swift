// SPDX-License-Identifier: MIT
// Which files are open in this process, so that two handles on one file are one session.

internal import Synchronization

/// The sessions of this process, by the file that they hold open.
final class SessionRegistry: Sendable {
    static let shared = SessionRegistry()

    private struct Entry {
        let core: SessionCore
        var place: SessionPlace
        var handles: Int
        var isClosing = false
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// The session of a file, made where there is none. Each call is to be matched by one of `letGo`.
    func core(at place: SessionPlace, options: SessionOptions) async -> SessionCore {
        while true {
            let (core, isClosing) = entries.withLock { entries -> (SessionCore, Bool) in
                if let (key, found) = entries.first(where: { $0.value.place.isSame(as: place) }) {
                    if !found.isClosing { entries[key]?.handles += 1 }
                    return (found.core, found.isClosing)
                }
                let core = SessionCore(at: place.path, options: options)
                entries[ObjectIdentifier(core)] = Entry(core: core, place: place, handles: 1)
                return (core, false)
            }
            guard isClosing else { return core }
            // What is still being written there has to be on the disk before it is read again.
            await core.waitUntilClosed()
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
        guard isLast else { return try await core.save() }
        do throws(SessionError) {
            try await core.close()
        } catch {
            _ = entries.withLock { $0.removeValue(forKey: key) }
            throw error
        }
        _ = entries.withLock { $0.removeValue(forKey: key) }
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
    func move(_ core: SessionCore, to place: SessionPlace) {
        entries.withLock { $0[ObjectIdentifier(core)]?.place = place }
    }

    /// All sessions that are open.
    var all: [SessionCore] { entries.withLock { $0.values.map(\.core) } }
}
