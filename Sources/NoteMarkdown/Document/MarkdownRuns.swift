// SPDX-License-Identifier: MIT
// The runs of a block or of a cell as a collection.

/// The runs of a block or of a cell, in order.
public struct MarkdownRuns: RandomAccessCollection, Sendable {
    let storage: DocumentStorage
    let first: Int
    let end: Int
    let textStart: UInt32

    /// 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { end - first }

    /// The run with this number.
    public subscript(index: Int) -> MarkdownRun {
        precondition(index >= 0 && index < endIndex, "run \(index) is not among \(endIndex)")
        return MarkdownRun(storage: storage, packed: storage.runs[first + index], textBase: textStart)
    }
}
