// SPDX-License-Identifier: MIT
// What stands between a client and a daemon in a test: it loses what it is told to lose, and is cut when it is told to.

import CNoteLinux
import Foundation
import NoteProtocol
import Synchronization

@testable import NoteService

/// A connection that carries bytes between two sockets.
final class Relay: Sendable {
    /// What is lost from now on.
    enum Loss: Sendable { case nothing, questions, answers }

    private let loss = Mutex(Loss.nothing)
    private let inner: Int32
    private let outer: Int32
    /// The end of the client.
    let client: Int32

    init(to loop: SocketLoop) throws(ServiceError) {
        outer = try loop.connect(peer: getpid())
        var pair: [Int32] = [-1, -1]
        guard cn_unix_pair(&pair) == 0 else { throw ServiceError(.system, "No pair of sockets.") }
        (inner, client) = (pair[0], pair[1])
        for file in [inner, outer] { _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK) }
        for (from, to, lost) in [(inner, outer, Loss.questions), (outer, inner, Loss.answers)] {
            Thread { [self] in carry(from, to, unless: lost) }.start()
        }
    }

    deinit { for file in [inner, outer] { close(file) } }

    private func carry(_ from: Int32, _ to: Int32, unless lost: Loss) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(from, &buffer, buffer.count, 0)
            guard count > 0 else { return cut() }
            if loss.withLock({ $0 }) == lost { continue }
            guard send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return cut() }
        }
    }

    /// Loses what comes from now on.
    func lose(_ what: Loss) { loss.withLock { $0 = what } }

    /// Ends both sides.
    func cut() { for file in [inner, outer] { shutdown(file, Int32(SHUT_RDWR)) } }
}
