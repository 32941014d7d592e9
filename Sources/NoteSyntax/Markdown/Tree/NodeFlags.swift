// SPDX-License-Identifier: MIT
// Yes-or-no facts of a node, in one byte.

/// Yes-or-no facts of a node.
@usableFromInline
package struct NodeFlags: OptionSet, Hashable, BitwiseCopyable, Sendable {
    @usableFromInline package let rawValue: UInt8
    @usableFromInline package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The block was opened by its own first line: a parse can start again there.
    static let fresh = NodeFlags(rawValue: 1)
    /// A blank line stands before the block.
    static let afterBlank = NodeFlags(rawValue: 2)
    /// Counts for its list being loose.
    static let loosens = NodeFlags(rawValue: 4)
    /// Heading: underlined. Code block: its closing fence is there. Image or link: a reference.
    package static let special = NodeFlags(rawValue: 8)
    /// Table cell: aligned left, right, or both for centred.
    package static let left = NodeFlags(rawValue: 16)
    package static let right = NodeFlags(rawValue: 32)
    /// Block: the line before it is empty but for the prefixes of containers.
    static let afterEmpty = NodeFlags(rawValue: 64)
    /// Inline item: not a node (yet).
    static let placeholder = NodeFlags(rawValue: 64)
    /// Tag: stands right after a delimiter or another tag, so it depends on what that becomes.
    static let provisional = NodeFlags(rawValue: 128)
}
