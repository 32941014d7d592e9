// SPDX-License-Identifier: MIT
// Which clients hear of a vault.

internal import Synchronization

/// The clients that opened a vault.
final class ClientAudience: Sendable {
    private struct Listener {
        weak var client: ServedClient?
    }

    private let listeners = Mutex<[ObjectIdentifier: Listener]>([:])

    func join(_ client: ServedClient) {
        listeners.withLock { $0[ObjectIdentifier(client)] = Listener(client: client) }
    }

    func leave(_ client: ServedClient) {
        _ = listeners.withLock { $0.removeValue(forKey: ObjectIdentifier(client)) }
    }

    var isEmpty: Bool { all.isEmpty }

    func tell(_ news: some ServiceNotification) { for client in all { client.tell(news) } }

    func tellOfChanges(of vault: String) { for client in all { client.haveTold(.vault(vault)) } }

    private var all: [ServedClient] { listeners.withLock { $0.values.compactMap(\.client) } }
}
