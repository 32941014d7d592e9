// SPDX-License-Identifier: MIT
// Going through the nodes of a tree as they lie in memory, for other modules of this package.

extension MarkdownTree {
    /// Gives all nodes in order, those of one chunk at a time.
    ///
    /// - Parameter body: Takes nodes, and the place in the text that their positions count from.
    package func forEachChunk(_ body: (UnsafeBufferPointer<PackedNode>, UInt32) -> Void) {
        for chunk in chunks {
            chunk.nodes.withUnsafeBufferPointer { body($0, UInt32(truncatingIfNeeded: chunk.base)) }
        }
    }

    /// The number that the definitions of a label carry as their data; nil where it is not defined.
    ///
    /// - Parameter label: The bytes of the label, without brackets, in the text of the tree.
    package func labelNumber(_ label: Range<Int>, in text: UnsafePointer<UInt8>) -> UInt32? {
        labels.number(of: text, label)
    }
}
