// SPDX-License-Identifier: MIT
// How a note's shown text and its file's bytes are read out.

extension NoteText {
    /// The bytes of the file: mark, text, and every line ending as it is.
    ///
    /// A note of one leaf without a mark answers without a copy. To write a big note without holding
    /// it twice, see `forEachFileChunk(_:)`.
    public var bytes: [UInt8] {
        let body = 0..<root.summary.bytes
        guard hasByteOrderMark else { return root.bytes(in: body) }
        return [UInt8](unsafeUninitializedCapacity: fileByteCount) { buffer, count in
            forEachFileChunk { chunk in
                count = buffer[count...].update(fromContentsOf: chunk)
            }
        }
    }

    /// Calls `body` with the bytes of the file from first to last, in pieces of at most 4 KB.
    ///
    /// - Parameter body: Gets each piece; it must not keep the pointer.
    public func forEachFileChunk<Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        if hasByteOrderMark {
            try NoteText.mark.withUnsafeBufferPointer { (mark) throws(Failure) in try body(mark) }
        }
        try root.forEachChunk(in: 0..<root.summary.bytes) { (chunk, _) throws(Failure) in try body(chunk) }
    }

    /// The shown text.
    public var text: String { shownString(0..<root.summary.bytes, count: count) }

    /// The UTF-8 of the shown text. A note of one leaf that holds no carriage return answers without
    /// a copy.
    public var utf8: [UInt8] {
        if root.height == 0, root.summary.pairs == 0, root.summary.returns == 0 {
            return root.bytes(in: 0..<root.summary.bytes)
        }
        return shownBytes(0..<root.summary.bytes, count: count)
    }

    /// A part of the shown text.
    ///
    /// - Parameter range: Offsets of the shown text, on scalar boundaries.
    public func text(in range: Range<Int>) -> String {
        shownString(bodyRange(range), count: range.count)
    }

    /// The UTF-8 of a part of the shown text.
    ///
    /// - Parameter range: Offsets of the shown text, on scalar boundaries.
    public func utf8(in range: Range<Int>) -> [UInt8] {
        shownBytes(bodyRange(range), count: range.count)
    }

    private func shownBytes(_ range: Range<Int>, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = copyShown(range, to: buffer)
        }
    }

    private func shownString(_ range: Range<Int>, count: Int) -> String {
        String(unsafeUninitializedCapacity: count) { copyShown(range, to: $0) }
    }

    /// Copies the shown bytes of a range of raw bytes, and answers how many there were.
    private func copyShown(_ range: Range<Int>, to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var end = 0
        root.forEachChunk(in: range) { chunk, summary in
            var start = 0
            if summary.pairs + summary.returns > 0 {
                while true {
                    let next = chunk.firstReturn(from: start)
                    end = buffer[end...].update(fromContentsOf: chunk[start..<next])
                    if next == chunk.count { return }
                    buffer[end] = 0x0A
                    end += 1
                    start = next + 1
                    if start < chunk.count, chunk[start] == 0x0A { start += 1 }
                }
            }
            end = buffer[end...].update(fromContentsOf: chunk)
        }
        return end
    }

    /// The raw bytes behind a range of the shown text.
    func bodyRange(_ range: Range<Int>) -> Range<Int> {
        rawOffset(ofShown: range.lowerBound)..<rawOffset(ofShown: range.upperBound)
    }
}
