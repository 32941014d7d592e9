// SPDX-License-Identifier: MIT
// The proof that every styled range is one of its text.

extension MarkdownStyles {
    /// The first range that is wrong; nil when all are sound.
    ///
    /// Ranges are sound when they lie in the text, on the boundaries of characters, in document order, outer
    /// before inner, and none reaches out of another.
    ///
    /// - Parameter bytes: The bytes that were styled, UTF-8.
    package func firstFault(in bytes: UnsafeBufferPointer<UInt8>) -> RangeFault? {
        var proof = RangeProof()
        return firstFault(in: bytes, with: &proof)
    }

    /// The same with memory that is used again.
    package func firstFault(in bytes: UnsafeBufferPointer<UInt8>, with proof: inout RangeProof) -> RangeFault?
    {
        var walk = proof.walk(through: ranges.count, of: bytes)
        return ranges.withUnsafeBufferPointer { ranges in
            for style in ranges {
                let start = Int(style.start)
                guard let flaw = walk.next(start, Int(style.end)) else { continue }
                return RangeFault(reason: "a style \(style.kind) \(flaw.sentence)", offset: start)
            }
            return nil
        }
    }
}
