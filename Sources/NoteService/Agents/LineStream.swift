// SPDX-License-Identifier: MIT
// Messages as lines of two streams.

internal import Glibc
internal import Synchronization

/// Reads lines from one stream and writes lines to another. Both may block, and may be of any kind.
final class LineStream: Sendable {
    /// A line of the input.
    enum Line: Sendable {
        case whole([UInt8])
        /// It was passed over.
        case tooLong
    }

    /// The longest line that is taken, in bytes.
    static let longest = 32 << 20

    private let input: Int32
    private let output: Int32
    private let state = Mutex(State())

    private struct State {
        var buffer: [UInt8] = []
        var hasEnded = false
    }

    init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// The next line that is not empty; nil at the end. The last one need not end with a line feed. To be called by
    /// one thread.
    func next() -> Line? {
        var (buffer, hasEnded) = state.withLock { ($0.buffer, $0.hasEnded) }
        defer { state.withLock { $0 = State(buffer: buffer, hasEnded: hasEnded) } }
        var searched = 0
        var isTooLong = false
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                let line = Array(buffer[..<end])
                buffer.removeFirst(end + 1)
                searched = 0
                if isTooLong || line.count > Self.longest { return .tooLong }
                if Self.isEmpty(line) { continue }
                return .whole(line)
            }
            searched = buffer.count
            if searched > Self.longest {
                (isTooLong, searched) = (true, 0)
                buffer = []
            }
            if !hasEnded, let more = read() {
                buffer += more
                continue
            }
            // A terminal would be read on behind its end.
            hasEnded = true
            defer { buffer = [] }
            if isTooLong { return .tooLong }
            return Self.isEmpty(buffer) ? nil : .whole(buffer)
        }
    }

    private static func isEmpty(_ line: [UInt8]) -> Bool {
        line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }

    private func read() -> [UInt8]? {
        while true {
            var answer = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, count in
                answer = Glibc.read(input, bytes.baseAddress, bytes.count)
                count = max(0, answer)
            }
            if answer > 0 { return bytes }
            guard answer < 0, Self.wait(input, POLLIN) else { return nil }
        }
    }

    /// Writes a message and a line feed. Where nobody reads any more the input is about to end, too.
    func write(_ message: [UInt8]) {
        var rest = (message + [0x0A])[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            guard count > 0 || Self.wait(output, POLLOUT) else { return }
            rest = rest.dropFirst(max(0, count))
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
