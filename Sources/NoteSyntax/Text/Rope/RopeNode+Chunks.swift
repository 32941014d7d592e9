// SPDX-License-Identifier: MIT
// How the bytes of a tree are walked through, leaf by leaf, without a copy.

extension RopeNode {
    /// Calls `body` with the raw bytes of a range, leaf by leaf.
    func forEachChunk<Failure: Error>(
        in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>, TextSummary) throws(Failure) -> Void
    ) throws(Failure) {
        if range.isEmpty { return }
        switch content {
        case .leaf(let bytes):
            let whole = range.count == bytes.count
            try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in
                let part = UnsafeBufferPointer(rebasing: buffer[range])
                try body(part, whole ? summary : TextSummary(measuring: part))
            }
        case .branch(let children):
            var start = 0
            for index in children.indices {
                let end = start + children[index].summary.bytes
                let part = range.clamped(to: start..<end)
                if !part.isEmpty {
                    try children[index].forEachChunk(
                        in: part.lowerBound - start..<part.upperBound - start, body)
                }
                start = end
                if start >= range.upperBound { break }
            }
        }
    }

    /// Calls `body` with the raw bytes of every leaf, the last leaf first.
    func forEachChunkFromEnd<Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>, TextSummary) throws(Failure) -> Void
    ) throws(Failure) {
        switch content {
        case .leaf(let bytes):
            try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try body(buffer, summary) }
        case .branch(let children):
            for index in children.indices.reversed() { try children[index].forEachChunkFromEnd(body) }
        }
    }

    /// A copy of the raw bytes of a range.
    func bytes(in range: Range<Int>) -> [UInt8] {
        if range.isEmpty { return [] }
        if case .leaf(let bytes) = content {
            return range.count == bytes.count ? bytes : Array(bytes[range])
        }
        return [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            forEachChunk(in: range) { chunk, _ in
                count = buffer[count...].update(fromContentsOf: chunk)
            }
        }
    }
}
