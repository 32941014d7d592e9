// SPDX-License-Identifier: MIT
// In which line of a text a byte is, counting from 1.

/// The lines of a text, numbered from 1.
public struct LineNumbers: Sendable {
    private let starts: [Int]

    /// Numbers the lines of a text; LF, CRLF and a CR alone end one.
    public init(of bytes: UnsafeBufferPointer<UInt8>) {
        var starts = [0]
        if let text = bytes.baseAddress {
            var position = 0
            while position < bytes.count {
                position = text.lineEnd(from: position, to: bytes.count)
                guard position < bytes.count else { break }
                let isPair = text[position] == Byte.carriageReturn && position + 1 < bytes.count
                position += isPair && text[position + 1] == Byte.newline ? 2 : 1
                starts.append(position)
            }
        }
        self.starts = starts
    }

    /// The number of the line that holds the byte at `offset`.
    public func line(at offset: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// Where a line starts; `nil` where there is none of this number.
    public func start(ofLine line: Int) -> Int? { starts.indices.contains(line - 1) ? starts[line - 1] : nil }
}
