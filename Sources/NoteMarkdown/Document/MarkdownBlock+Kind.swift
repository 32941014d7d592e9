// SPDX-License-Identifier: MIT
// What a block can be, with what only that kind of block has.

extension MarkdownBlock {
    /// What a block is.
    public enum Kind: Sendable {
        case paragraph
        case heading(level: Int)
        case listItem(ListItem)
        case blockQuote
        case callout(Callout)
        /// Code, with the first word behind its fence.
        case codeBlock(language: String?)
        case thematicBreak
        case table(MarkdownTable)
        /// A file placed in the writing: its name, or the UUID of its record.
        case attachment(name: String)
        /// HTML, which is shown as it is written.
        case html
        case math
        case footnote(label: String)
    }

    /// An item of a list.
    public struct ListItem: Hashable, Sendable {
        /// Its number, as its list counts from the number of its first item; nil for a bullet.
        public let ordinal: Int?
        /// In how many items it is nested.
        public let depth: Int
        /// The character in its box; nil for an item that is no task.
        public let task: Character?
        /// Whether its list stands without blank lines.
        public let isTight: Bool
        /// The number of the block that is the first item of its list: equal for the items of one list.
        public let list: Int
    }

    /// The head of a callout.
    public struct Callout: Hashable, Sendable {
        /// Whether it can be folded, and how it starts.
        public enum Fold: String, Sendable {
            /// It cannot be folded.
            case none = ""
            /// It starts unfolded.
            case open = "+"
            /// It starts folded.
            case closed = "-"
        }

        /// Its type as it is written.
        public let type: String
        /// What stands behind a bar after the type.
        public let metadata: String?
        /// Its title without signs; nil where none is written.
        public let title: String?
        /// The sign behind its type.
        public let fold: Fold
    }

    /// What it is.
    public var kind: Kind {
        let packed = packed
        switch packed.kind {
        case .paragraph: return .paragraph
        case .heading: return .heading(level: Int(packed.level))
        case .listItem: return .listItem(item(packed))
        case .blockQuote: return .blockQuote
        case .callout: return .callout(callout(packed))
        case .codeBlock: return .codeBlock(language: packed.hasName ? storage.string(packed.name) : nil)
        case .thematicBreak: return .thematicBreak
        case .table: return .table(MarkdownTable(storage: storage, block: packed))
        case .attachment: return .attachment(name: storage.string(packed.name))
        case .html: return .html
        case .math: return .math
        case .footnote: return .footnote(label: storage.string(packed.name))
        }
    }

    /// Whether it is a thematic break.
    public var isThematicBreak: Bool { packed.kind == .thematicBreak }

    private func item(_ packed: PackedBlock) -> ListItem {
        ListItem(
            ordinal: packed.isNumbered ? Int(packed.first) : nil, depth: Int(packed.depth),
            task: packed.third == 0 ? nil : Unicode.Scalar(packed.third).map(Character.init),
            isTight: packed.isTight, list: Int(packed.second))
    }

    private func callout(_ packed: PackedBlock) -> Callout {
        Callout(
            type: storage.string(packed.name),
            metadata: packed.hasMetadata ? storage.string(packed.metadata) : nil,
            title: packed.endRun > packed.firstRun ? text : nil,
            fold: packed.fold == UInt8(ascii: "+")
                ? .open : packed.fold == UInt8(ascii: "-") ? .closed : .none)
    }
}
