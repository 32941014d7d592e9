// SPDX-License-Identifier: MIT
// How often a store said that it mended something.

internal import Synchronization

final class NoticeCount: Sendable {
    private let heard = Atomic(0)
    var count: Int { heard.load(ordering: .relaxed) }
    func add() { heard.add(1, ordering: .relaxed) }
}
