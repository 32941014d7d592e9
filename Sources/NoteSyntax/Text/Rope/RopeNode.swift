// SPDX-License-Identifier: MIT
// One node of the tree that holds a note's raw bytes.

/// A node of a note's tree: a leaf of raw bytes, or a branch of nodes one level lower.
///
/// Nodes are values whose bytes and children lie in arrays, so the array's own copy on write is
/// the tree's: two versions of a note share every node that neither has changed, and a node held
/// by one version only is changed in place. The summaries of a branch's children lie side by side
/// in one array, so a search touches one block of memory a level.
///
/// A leaf never ends inside a CRLF pair or a UTF-8 scalar. All leaves are at the same depth.
package struct RopeNode: Sendable {
    package enum Content: Sendable {
        case leaf([UInt8])
        case branch([RopeNode])
    }

    /// What the bytes below this node amount to.
    package internal(set) var summary: TextSummary
    /// How many levels lie below this node; a leaf has none.
    package internal(set) var height: UInt8
    /// The bytes or the children.
    package internal(set) var content: Content

    /// A leaf without bytes, the tree of an empty note.
    static let empty = RopeNode(leaf: [])

    init(leaf bytes: [UInt8]) {
        summary = TextSummary(measuring: bytes)
        height = 0
        content = .leaf(bytes)
    }

    /// A branch, or the child itself where there is only one.
    init(branch children: [RopeNode]) {
        precondition(!children.isEmpty, "a branch without children")
        if children.count == 1 {
            self = children[0]
        } else {
            summary = children.reduce(into: TextSummary()) { $0 += $1.summary }
            height = children[0].height + 1
            content = .branch(children)
        }
    }

    /// The children of a branch; none for a leaf.
    var children: [RopeNode] {
        switch content {
        case .leaf: []
        case .branch(let children): children
        }
    }

    /// Whether this node is big enough to stand below another.
    func isFilled(_ shape: RopeShape) -> Bool {
        switch content {
        case .leaf(let bytes): bytes.count >= shape.leafMinimum
        case .branch(let children): children.count >= shape.fanoutMinimum
        }
    }
}
