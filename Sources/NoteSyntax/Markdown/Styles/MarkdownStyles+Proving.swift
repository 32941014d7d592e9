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
        var proof = RangeProof(of: bytes)
        return ranges.withUnsafeBufferPointer { ranges in
            for style in ranges {
                if let reason = proof.next(Int(style.start), Int(style.end)) {
                    return RangeFault(reason: "a style \(style.kind) \(reason)", offset: Int(style.start))
                }
            }
            return nil
        }
    }
}
