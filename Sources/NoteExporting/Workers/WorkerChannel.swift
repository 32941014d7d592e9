// SPDX-License-Identifier: MIT
// How messages go through a socket.

internal import Glibc

/// One end of the socket between a worker and the program that it works for. Closes nothing.
///
/// A message is its kind in a byte, the number of its bytes in eight (the lowest first), and these.
package struct WorkerChannel: Sendable {
    /// Why no message came or went.
    package enum Fault: Error, Equatable {
        /// The other side is gone.
        case closed
        /// The other side was silent for too long.
        case silent
        /// What came is no message, or not one that has its place there.
        case nonsense
        /// A system call failed.
        case failed(Int32)
    }

    /// What a worker says first: two programs of the same edition understand each other.
    package static let edition = Array("notekit-typeset 1".utf8)

    /// The most that a payload from a worker can have; it sends the file in pieces.
    package static let longest = 1 << 30

    private static let headerCount = 9

    let file: Int32
    /// When the other side has been too slow, however often it says something.
    package var deadline: ContinuousClock.Instant?

    /// - Parameter file: A connected stream socket.
    package init(_ file: Int32) { self.file = file }

    /// Sends a message.
    ///
    /// System calls: `send(2)`.
    package func send(_ kind: WorkerMessage.Kind, _ payload: [UInt8] = []) throws(Fault) {
        var header = [kind.rawValue]
        withUnsafeBytes(of: UInt64(payload.count).littleEndian) { header.append(contentsOf: $0) }
        // One call where that costs no copy to speak of.
        guard payload.count > 4096 else { return try put(header + payload) }
        try put(header)
        try put(payload)
    }

    /// Sends words.
    package func send(_ kind: WorkerMessage.Kind, _ text: String) throws(Fault) {
        try send(kind, Array(text.utf8))
    }

    /// Waits for a message.
    ///
    /// System calls: `read(2)`.
    ///
    /// - Parameter longest: The most bytes that may belong to it; more is nonsense.
    package func receive(atMost longest: Int = longest) throws(Fault) -> WorkerMessage {
        let header = try take(Self.headerCount)
        let count = header[1...].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let kind = WorkerMessage.Kind(rawValue: header[0]), count <= UInt64(longest) else {
            throw .nonsense
        }
        return WorkerMessage(kind: kind, payload: try take(Int(count)))
    }

    private func put(_ bytes: [UInt8]) throws(Fault) {
        var sent = 0
        while sent < bytes.count {
            if isTooLate { throw .silent }
            let count = bytes.withUnsafeBytes {
                let rest = UnsafeRawBufferPointer(rebasing: $0[sent...])
                return Glibc.send(file, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw Self.fault(errno)
            }
            sent += count
        }
    }

    private func take(_ count: Int) throws(Fault) -> [UInt8] {
        var fault: Fault?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, fault == nil {
                guard !isTooLate else {
                    fault = .silent
                    return
                }
                let rest = UnsafeMutableRawBufferPointer(
                    UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
                let got = read(file, rest.baseAddress, count - filled)
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    fault = .closed
                } else if errno != EINTR {
                    fault = Self.fault(errno)
                }
            }
        }
        if let fault { throw fault }
        return bytes
    }

    private var isTooLate: Bool { deadline.map { ContinuousClock.now > $0 } ?? false }

    private static func fault(_ number: Int32) -> Fault {
        switch number {
        case EAGAIN: .silent
        case EPIPE, ECONNRESET: .closed
        default: .failed(number)
        }
    }
}
