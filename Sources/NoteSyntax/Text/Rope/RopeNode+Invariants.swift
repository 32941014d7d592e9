// SPDX-License-Identifier: MIT
// What must always hold of a note's tree, as a check that tests run after every step.

extension RopeNode {
    /// The first rule that the tree breaks, as a sentence; nil for a sound tree.
    package func brokenRule(_ shape: RopeShape, isRoot: Bool = true) -> String? {
        switch content {
        case .leaf(let bytes):
            if height != 0 { return "a leaf of height \(height)" }
            if bytes.count > shape.leafCapacity { return "a leaf of \(bytes.count) bytes" }
            if !isRoot, bytes.count < shape.leafMinimum { return "a leaf of only \(bytes.count) bytes" }
            if summary != TextSummary(measuring: bytes) { return "a leaf with a wrong summary" }
            if let first = bytes.first, first & 0xC0 == 0x80 { return "a leaf that starts inside a scalar" }
            return nil
        case .branch(let children):
            if children.count > shape.fanout { return "a branch of \(children.count) children" }
            if children.count < (isRoot ? 2 : shape.fanoutMinimum) {
                return "a branch of only \(children.count) children"
            }
            if children.contains(where: { $0.height + 1 != height }) { return "leaves at unequal depths" }
            if summary != children.reduce(into: TextSummary(), { $0 += $1.summary }) {
                return "a branch with a wrong summary"
            }
            for (left, right) in zip(children, children.dropFirst())
            where left.byte(at: left.summary.bytes - 1) == 0x0D && right.byte(at: 0) == 0x0A {
                return "a CRLF pair across two leaves"
            }
            return children.lazy.compactMap { $0.brokenRule(shape, isRoot: false) }.first
        }
    }
}
