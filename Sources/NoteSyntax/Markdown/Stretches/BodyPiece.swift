// SPDX-License-Identifier: MIT
// One place where the body of a note may be cut, by its tree alone.

/// The lines from a block's first one to the next block: the least that a cut could leave alone.
///
/// Blocks are those that lie in nothing, and the items of their lists.
package struct BodyPiece: Hashable, Sendable {
    /// The number of its first node.
    package let node: Int
    /// Where its first line starts.
    package let start: Int
    /// Whether its first block is an item that follows another one of the same list.
    package let isInsideList: Bool

    package init(node: Int, start: Int, isInsideList: Bool) {
        self.node = node
        self.start = start
        self.isInsideList = isInsideList
    }
}
