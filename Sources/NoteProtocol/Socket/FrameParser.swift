// SPDX-License-Identifier: MIT
// How bytes from a client are cut into messages: the framing of the Language Server Protocol.

/// Cuts a stream into messages, however the stream is divided.
///
/// A message is a header of lines that end in CRLF, an empty line, and as many bytes as `Content-Length` says.
/// Other headers are passed over. The time is linear in the bytes, and no more memory is taken than came.
package struct FrameParser: Sendable {
    /// The longest header, its empty line included.
    package static let longestHeader = 4096

    /// What came and is not cut off yet.
    private var buffer: [UInt8] = []
    /// Where the next message begins.
    private var start = 0
    /// How far the end of the header was looked for.
    private var searched = 0
    /// How many bytes the body has, once the header was read.
    private var expected: Int?
    private let largest: Int

    /// - Parameter largest: The largest body that is taken.
    package init(largest: Int) { self.largest = largest }

    /// How many bytes are held.
    package var held: Int { buffer.count - start }

    /// Takes what came.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if start > 0, start >= buffer.count / 2 {
            buffer.removeFirst(start)
            searched -= start
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next whole message; nil until more has come.
    ///
    /// - Throws: `FramingError`. Nobody knows then where the next message begins: the stream is over.
    package mutating func next() throws(FramingError) -> [UInt8]? {
        if expected == nil { expected = try header() }
        guard let count = expected, buffer.count - start >= count else { return nil }
        let message = Array(buffer[start..<start + count])
        start += count
        searched = start
        expected = nil
        if start == buffer.count {
            // A large message does not keep its room.
            buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 16)
            (start, searched) = (0, 0)
        }
        return message
    }

    /// Reads a header, if all of it is there, and answers the length of the body.
    private mutating func header() throws(FramingError) -> Int? {
        var end = max(start, searched)
        let ending: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        while end + 4 <= buffer.count, !buffer[end..<end + 4].elementsEqual(ending) {
            // The end of a header whose lines end otherwise would be waited for in vain.
            guard buffer[end] != 0x0A || end > start && buffer[end - 1] == 0x0D else {
                throw FramingError(.malformedHeader)
            }
            end += 1
        }
        searched = end
        guard end + 4 <= buffer.count else {
            if buffer.count - start >= Self.longestHeader { throw FramingError(.headerTooLong) }
            return nil
        }
        guard end + 4 - start <= Self.longestHeader else { throw FramingError(.headerTooLong) }
        let length = try Self.length(in: buffer[start..<end])
        guard length <= largest else { throw FramingError(.messageTooLarge(limit: largest)) }
        start = end + 4
        searched = start
        return length
    }

    private static func length(in header: ArraySlice<UInt8>) throws(FramingError) -> Int {
        var length: Int?
        var rest = header
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0D) ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[end...].dropFirst()
            if !rest.isEmpty || end < header.endIndex {
                guard rest.popFirst() == 0x0A else { throw FramingError(.malformedHeader) }
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].allSatisfy({ 0x21...0x7E ~= $0 })
            else { throw FramingError(.malformedHeader) }
            let name = line[..<colon].map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
            guard name.elementsEqual("content-length".utf8) else { continue }
            // Blanks may stand around it. See: RFC 9110, 5.5.
            var value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
            while value.last == 0x20 || value.last == 0x09 { value.removeLast() }
            guard length == nil, let number = Self.number(value) else { throw FramingError(.malformedLength) }
            length = number
        }
        guard let length else { throw FramingError(.missingLength) }
        return length
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        // Nothing with 19 digits fits any limit.
        guard 1...18 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 & 15) }
    }

    /// A message as it is sent.
    package static func frame(_ body: [UInt8]) -> [UInt8] {
        Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
}
