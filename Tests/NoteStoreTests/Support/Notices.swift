// SPDX-License-Identifier: MIT
// What a store told, in order.

import Synchronization

/// Words that were heard from any thread.
final class Notices: Sendable {
    private let heard = Mutex<[String]>([])
    var all: [String] { heard.withLock { $0 } }
    func add(_ words: String) { heard.withLock { $0.append(words) } }
}
