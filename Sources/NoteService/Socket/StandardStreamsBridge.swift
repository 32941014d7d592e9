// SPDX-License-Identifier: MIT
// How a client that started the daemon talks to it: over the standard streams, like any other client.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles
internal import NoteProtocol

/// Carries bytes between the standard streams and one end of a socket pair, whose other end the loop has.
///
/// So the standard streams stay as they are, blocking or not and files or pipes, and the client has the same
/// limits as one at the socket.
struct StandardStreamsBridge: Sendable {
    private let own: Int32

    /// - Parameter own: The end that the loop does not have.
    init(_ own: Int32) { self.own = own }

    /// Begins to carry; `ended` is called once, when the daemon has said its last word.
    func start(input: Int32, output: Int32, ended: @escaping @Sendable () -> Void) throws(ServiceError) {
        let own = own
        let reader = Workers.start {
            Self.carry(from: input, to: own)
            // The daemon answers what it was asked, and then closes its end.
            _ = cn_shut_writing(own)
        }
        let writer = Workers.start {
            Self.carry(from: own, to: output)
            ended()
        }
        guard let reader, let writer else {
            throw .system("No threads for the standard streams", call: "clone", -Int(EAGAIN))
        }
        // They end with the process.
        pthread_detach(reader)
        pthread_detach(writer)
    }

    /// Reads and writes until one side ends.
    private static func carry(from source: Int32, to target: Int32) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(source, buffer.baseAddress, buffer.count)
            if count < 0, wait(source, POLLIN) { continue }
            guard count > 0 else { return }
            var rest = UnsafeRawBufferPointer(buffer)[..<count]
            while !rest.isEmpty {
                let sent = write(target, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if sent > 0 { rest = rest.dropFirst(sent) } else if !wait(target, POLLOUT) { return }
            }
        }
    }

    /// Waits after a call that failed; false where it failed for good.
    private static func wait(_ file: Int32, _ events: Int32) -> Bool {
        if errno == EINTR { return true }
        guard errno == EAGAIN else { return false }
        var ready = pollfd(fd: file, events: Int16(events), revents: 0)
        _ = poll(&ready, 1, -1)
        return true
    }
}
