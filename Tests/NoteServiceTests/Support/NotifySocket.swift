// SPDX-License-Identifier: MIT
// What systemd would hear of a daemon.

import CNoteLinux
import Foundation

/// A socket for `NOTIFY_SOCKET` that keeps what comes.
final class NotifySocket {
    struct NotMade: Error {}

    let path: String
    private let file: Int32
    /// Every message so far, in order.
    private(set) var messages: [String] = []

    init(at path: String) throws {
        self.path = path
        _ = unlink(path)
        file = Int32(cn_unix_datagram())
        guard file >= 0, path.withCString({ cn_unix_bind(file, $0, UInt(path.utf8.count)) }) == 0 else {
            throw NotMade()
        }
    }

    deinit { close(file) }

    /// Takes what waits.
    func take() { while receive(Int32(MSG_DONTWAIT)) {} }

    /// Waits for a message that says something; false when none comes for a minute.
    func wait(for word: String) -> Bool {
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        while messages.last?.contains(word) != true { if !receive(0) { return false } }
        return true
    }

    /// The messages that say something, by their places.
    func places(of word: String) -> [Int] { messages.indices.filter { messages[$0].contains(word) } }

    private func receive(_ flags: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(file, &buffer, buffer.count, flags)
        guard count > 0 else { return false }
        messages.append(String(decoding: buffer[..<count], as: UTF8.self))
        return true
    }
}
