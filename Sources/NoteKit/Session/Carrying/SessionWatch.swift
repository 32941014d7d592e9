// SPDX-License-Identifier: MIT
// How a session hears that its file may have changed.

final class SessionWatch: Sendable {
    enum Step: Sendable {
        case mayHaveChanged
        case moved(to: NotePath)
    }
    init(_ note: NotePath) {}
    func start(_ saw: @escaping @Sendable (Step) async -> Void) {}
    func barrier() async {}
    func end() async {}
}
