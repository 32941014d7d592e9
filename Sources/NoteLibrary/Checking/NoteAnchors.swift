// SPDX-License-Identifier: MIT
// The places in a note that a link can lead to.

internal import NoteKit

/// The headings, the blocks with an id and the anchors of a note.
struct NoteAnchors: Sendable {
    private var headings: [(mark: AnchorMark, level: Int)] = []
    private var blocks: [AnchorMark] = []
    private var others: [AnchorMark] = []

    /// Reads a note.
    init(_ tree: MarkdownTree, _ outline: [MarkdownHeading], _ bytes: UnsafeBufferPointer<UInt8>) {
        for heading in outline {
            let mark = AnchorMark(heading.text)
            headings.append((mark, heading.level))
            // A link may carry what the heading does not show: the target of a link in it.
            let raw = AnchorMark(String(decoding: bytes[heading.range], as: UTF8.self))
            if raw != mark { others.append(raw) }
        }
        blocks = tree.blockIDs(in: bytes).map { AnchorMark($0.name) }
        others += HTMLAttributes.values(of: ["id", "name"], in: bytes).map { AnchorMark($0) }
    }

    /// Whether there is nothing that a link could lead to.
    var isEmpty: Bool { headings.isEmpty && blocks.isEmpty && others.isEmpty }

    /// Whether a subpath leads to a place here.
    func holds(_ subpath: Subpath) -> Bool {
        switch subpath.place {
        case .start: true
        case .block(let id): blocks.contains(id)
        case .headings(let marks): holds(marks) || holds(subpath.repeated)
        }
    }

    /// Each heading must stand behind the one before it, and deeper.
    private func holds(_ marks: [AnchorMark]) -> Bool {
        var rest = marks[...]
        var level = 0
        for heading in headings where heading.mark == rest.first && heading.level > level {
            level = heading.level
            rest = rest.dropFirst()
            if rest.isEmpty { return true }
        }
        return marks.count == 1 && others.contains(marks[0])
    }

    /// Addresses of web pages number the second heading of a text, `#usage-1`.
    private func holds(_ repeated: (mark: AnchorMark, number: Int)?) -> Bool {
        guard let repeated else { return false }
        return headings.count { $0.mark == repeated.mark } > repeated.number
    }
}

/// The part of a link behind the file's name.
struct Subpath: Sendable {
    enum Place: Sendable {
        /// The note as a whole.
        case start
        case block(AnchorMark)
        /// A heading, with those above it that are named.
        case headings([AnchorMark])
    }

    let place: Place
    /// What it may mean besides: a heading, and how many of its text come before it.
    let repeated: (mark: AnchorMark, number: Int)?

    /// Reads a subpath from its `#` on, escapes and percent signs resolved.
    init(_ text: String, _ style: LinkStyle) {
        let parts = text.split(separator: "#").filter { $0.contains { !$0.isWhitespace } }
        repeated = style == .path && parts.count == 1 ? Self.repeated(parts[0]) : nil
        guard let last = parts.last else {
            place = .start
            return
        }
        place = last.first == "^" ? .block(AnchorMark(last)) : .headings(parts.map { AnchorMark($0) })
    }

    /// What it names, for a person.
    var noun: String { if case .block = place { "block" } else { "heading" } }

    private static func repeated(_ part: Substring) -> (AnchorMark, Int)? {
        guard let hyphen = part.lastIndex(of: "-"), let number = Int(part[part.index(after: hyphen)...]),
            number > 0
        else { return nil }
        return (AnchorMark(part[..<hyphen]), number)
    }
}
