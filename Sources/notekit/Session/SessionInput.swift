// SPDX-License-Identifier: MIT
// The thread that reads requests: what wakes it, and what it does then.

internal import Glibc
internal import NoteProgram

/// Reads requests from the standard input.
struct SessionInput: ~Copyable {
    /// A line of so many bytes is read at most.
    static let longestLine = 64 << 20

    private let bell: Bell
    private let requests: SessionRequests
    private var splitter = LineSplitter(limit: SessionInput.longestLine)
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    /// Why the input could not be read on; nil while it could.
    private(set) var failure: Int32?

    init(_ requests: SessionRequests, wakenBy bell: Bell) {
        self.requests = requests
        self.bell = bell
    }

    /// Reads until the end, or until the bell is rung when it `isOver`. Blocks the thread.
    ///
    /// System calls: `poll(2)`, `read(2)`.
    mutating func run(until isOver: () -> Bool) {
        while !isOver() {
            let canBeRead = bell.wait(orFor: requests.hasRoom ? STDIN_FILENO : nil)
            if canBeRead, !readOn() { break }
        }
        requests.end()
    }

    /// Answers whether there may be more.
    private mutating func readOn() -> Bool {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else {
            if count < 0 {
                if [EINTR, EAGAIN].contains(errno) { return true }
                failure = errno
            }
            if let line = splitter.end() { take(line) }
            return false
        }
        let lines = buffer.withUnsafeBytes { splitter.take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        for line in lines { take(line) }
        return true
    }

    private func take(_ line: LineSplitter.Line) {
        switch line {
        case .whole(let bytes):
            // A line of nothing asks for nothing.
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
            requests.put(SessionRequest(bytes), size: bytes.count)
        case .tooLong:
            let refusal = SessionRefusal(
                "line-too-long",
                "A request has at most \(Count.of(Self.longestLine, "byte")). It is not read.")
            requests.put(SessionRequest(refused: refusal), size: 0)
        }
    }
}
