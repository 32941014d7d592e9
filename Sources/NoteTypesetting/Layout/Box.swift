// SPDX-License-Identifier: MIT
// The smallest piece of a page that is never divided: a line, a row, an image, a space.

/// A piece of a page, with what holds it to its neighbours.
struct Box {
    enum Content {
        case space
        case rule
        /// A line of a text.
        case line(SetText, Int)
        case row(TableRow, lines: Range<Int>)
        case picture(Picture)
    }

    /// A name that links may lead to.
    struct Mark {
        var name: String
    }

    /// What the box is to who cannot see the page: a structure element of PDF.
    enum Role: Equatable {
        case none, paragraph, table, figure
        case heading(Int)

        var tag: String? {
            switch self {
            case .none: nil
            case .paragraph: "P"
            case .table: "Table"
            case .figure: "Figure"
            case .heading(let level): "H\(level)"
            }
        }
    }

    struct OutlineEntry {
        var title: String
        var level: Int
    }

    var content: Content
    /// Where the content may be, from the left end of the page.
    var left: Double
    var right: Double
    var height: Double
    /// From its upper end to the baseline of its first line.
    var baseline = 0.0
    /// The space above it, which falls away at the top of a page.
    var gap = 0.0
    /// Whether no page may end before it.
    var isGlued = false
    /// The number of the innermost frame, -1 for none.
    var frame: Int32 = -1
    var marker: Marker?
    var marks: [Mark] = []
    var outline: OutlineEntry?
    var role = Role.none
    /// The number of the block's text that it is part of: what has the same number is one element.
    var group = 0
    /// What is repeated above it where it begins a page.
    var head: TableRow?
}

/// What stands in front of a list item.
struct Marker {
    enum Kind {
        case text(SetText)
        /// A task's box with the sign of its status; nil for an empty one.
        case box(SetText?)
        /// The box of a task that is done.
        case tickedBox
    }

    var kind: Kind
    /// The edge that it ends at: its right end, or its left end in text from right to left.
    var edge: Double
    var isRightToLeft: Bool
    var size: Double
}
