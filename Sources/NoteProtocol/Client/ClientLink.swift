// SPDX-License-Identifier: MIT
// One connection of a client: messages out, messages in, on a thread that sleeps in between.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles
internal import Synchronization

/// A connected socket, with the thread that reads it.
///
/// What is sent goes out at once where the kernel takes it, on the thread that sends; the rest waits here. The
/// thread ends with the connection, and only it closes the socket.
///
/// System calls: `poll(2)`, `eventfd(2)`, `recv(2)`, `send(2)`.
final class ClientLink: Sendable {
    /// Takes messages, and the reason for the end, in order, on the thread of the link.
    struct Listener: Sendable {
        let take: @Sendable ([UInt8]) -> Void
        let ended: @Sendable (String) -> Void
    }

    private let file: Int32
    private let bell: Int32
    private let state = Mutex(State())
    /// Larger answers are of no daemon that can be trusted to be one.
    private static let largest = 1 << 30

    private struct State {
        var waiting: [UInt8] = []
        var sent = 0
        /// Why the link is to end.
        var ending: String?
        var isClosed = false
    }

    /// Takes a connected socket, which it owns from then on. Nothing is read before `start(_:)`.
    ///
    /// - Throws: `ServiceError` when there is no event to be had; the socket is closed then.
    init(_ file: Int32) throws(ServiceError) {
        self.file = file
        bell = Int32(cn_eventfd())
        guard bell >= 0 else {
            _ = Glibc.close(file)
            throw .system("No event for the socket", call: "eventfd", Int(bell))
        }
    }

    /// Starts the thread. To be called once, by whoever is ready to be told.
    ///
    /// - Throws: `ServiceError` when there is no thread to be had; the socket is closed then, and nobody is told.
    func start(_ listener: Listener) throws(ServiceError) {
        let thread = Workers.start { [self] in
            let reason = talk(listener)
            close()
            listener.ended(reason)
        }
        guard let thread else {
            close()
            throw .system("No thread for the socket", call: "clone", -Int(EAGAIN))
        }
        // It ends with the connection.
        pthread_detach(thread)
    }

    /// Sends a message with its frame. Where the link has ended, its end is told, and nothing is sent.
    func send(_ frame: [UInt8]) {
        let mustRing = state.withLock { state in
            guard !state.isClosed, state.ending == nil else { return false }
            var rest = frame[...]
            if state.waiting.isEmpty {
                let count = frame.withUnsafeBytes { cn_send(file, $0.baseAddress, UInt($0.count)) }
                // What fails here fails for the thread as well, which then tells.
                if count > 0 { rest = rest.dropFirst(count) }
            }
            state.waiting += rest
            return !rest.isEmpty
        }
        if mustRing { ring() }
    }

    /// Ends the link; its listener is told.
    func end(_ reason: String) {
        let mustRing = state.withLock { state in
            if state.ending == nil { state.ending = reason }
            return !state.isClosed
        }
        if mustRing { ring() }
    }

    private func ring() {
        state.withLock { state in
            guard !state.isClosed else { return }
            var one: UInt64 = 1
            // Full it cannot be, and then the thread wakes all the same.
            _ = write(bell, &one, 8)
        }
    }

    // MARK: The thread

    private func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
            _ = Glibc.close(file)
            _ = Glibc.close(bell)
        }
    }

    private func talk(_ listener: Listener) -> String {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var parser = FrameParser(largest: Self.largest)
        while true {
            let (ending, wantsToSend) = state.withLock { ($0.ending, !$0.waiting.isEmpty) }
            if let ending { return ending }
            var events = [
                pollfd(fd: file, events: Int16(POLLIN | (wantsToSend ? POLLOUT : 0)), revents: 0),
                pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&events, 2, -1) >= 0 || errno == EINTR else { return Self.sentence(-Int(errno)) }
            if events[1].revents != 0 { _ = read(bell, buffer.baseAddress, 8) }
            if events[0].revents & Int16(POLLOUT) != 0, let problem = flush() { return problem }
            guard events[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
            let count = cn_receive(file, buffer.baseAddress, UInt(buffer.count))
            if count == 0 { return "The daemon closed the connection." }
            guard count > 0 else {
                if Self.mayGoOn(count) { continue }
                return Self.sentence(count)
            }
            parser.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            do throws(FramingError) {
                while let message = try parser.next() { listener.take(message) }
            } catch {
                return "The daemon does not speak the protocol: \(error)"
            }
        }
    }

    /// Sends on what waits; answers why that is over.
    private func flush() -> String? {
        state.withLock { state in
            let count = state.waiting[state.sent...].withUnsafeBytes {
                cn_send(file, $0.baseAddress, UInt($0.count))
            }
            guard count > 0 else { return Self.mayGoOn(count) ? nil : Self.sentence(count) }
            state.sent += count
            if state.sent == state.waiting.count { (state.waiting, state.sent) = ([], 0) }
            return nil
        }
    }

    private static func mayGoOn(_ answer: Int) -> Bool {
        answer == 0 || answer == -Int(EAGAIN) || answer == -Int(EINTR)
    }

    private static func sentence(_ answer: Int) -> String {
        "The connection failed: \(String(cString: strerror(Int32(-answer))))."
    }
}
