// SPDX-License-Identifier: MIT
// What one note has to do with a check of links.

internal import NoteFiles
internal import NoteKit
internal import NoteMarkdown

/// What is kept of a note after it was read: what is wrong in it, and what other notes need to know.
struct CheckedNote: Sendable {
    /// A link to a place in another note, which can be judged when that has been read.
    struct Pending: Sendable {
        let path: NotePath
        let file: NotePath
        let subpath: Subpath
        let written: String
        let line: Int
        let range: Range<Int>

        /// What is to be told if the place is not there.
        var finding: LinkFinding {
            let place = written.firstIndex(of: "#").map { written[$0...] } ?? ""
            return LinkFinding(
                .deadLink, path, target: written, line: line, range: range,
                "'\(file)' has no \(subpath.noun) '\(place)'")
        }
    }

    let path: NotePath
    private(set) var anchors: NoteAnchors?
    private(set) var findings: [LinkFinding] = []
    private(set) var pending: [Pending] = []
    private(set) var named = NamedFiles()

    /// Reads a note.
    init(_ path: NotePath, _ bytes: UnsafeBufferPointer<UInt8>, in map: VaultMap) {
        self.path = path
        let tree = MarkdownTree(parsing: bytes)
        let lines = LineNumbers(of: bytes)
        let outline = tree.outline(in: bytes)
        let anchors = NoteAnchors(tree, outline, bytes)
        for link in tree.links(in: bytes) { read(link, bytes, lines, anchors, in: map) }
        for link in tree.linkDefinitions(in: bytes) {
            if let file = map.names.target(of: link, in: bytes, from: path).file { named.insert(file) }
        }
        for value in HTMLAttributes.values(of: ["src", "href"], in: bytes) { named.insert(written: value) }
        readProperties(bytes)
        findDoubles(outline, lines)
        self.anchors = anchors.isEmpty ? nil : anchors
    }

    private mutating func read(
        _ link: MarkdownLink, _ bytes: UnsafeBufferPointer<UInt8>, _ lines: LineNumbers,
        _ anchors: NoteAnchors,
        in map: VaultMap
    ) {
        let style = LinkStyle(link.kind)
        let written = Self.written(link, bytes, style)
        guard link.kind != .url, !Self.isTemplate(written) else { return }
        let found = { [path] (sentence: String) in
            LinkFinding(
                .deadLink, path, target: written, line: lines.line(at: link.range.lowerBound),
                range: link.range,
                sentence)
        }
        switch map.names.target(of: written, written: style, from: path) {
        case .outside: break
        case .missing:
            guard !map.isFolderOrForeign(link.target, from: path) else { break }
            findings.append(found("'\(written)' leads to no file"))
        case .within:
            let subpath = Subpath(Self.place(of: link, bytes, style), style)
            guard !anchors.holds(subpath) else { break }
            findings.append(found("this note has no \(subpath.noun) '\(written)'"))
        case .file(let file):
            named.insert(file)
            guard NotesFolder.isNote(file), link.subpathRange != nil else { break }
            let subpath = Subpath(Self.place(of: link, bytes, style), style)
            if case .start = subpath.place { break }
            let link = Pending(
                path: path, file: file, subpath: subpath, written: written,
                line: lines.line(at: link.range.lowerBound), range: link.range)
            if file != path {
                pending.append(link)
            } else if !anchors.holds(subpath) {
                findings.append(link.finding)
            }
        }
    }

    /// The target with its subpath as far as they count, escapes resolved.
    private static func written(
        _ link: MarkdownLink, _ bytes: UnsafeBufferPointer<UInt8>, _ style: LinkStyle
    ) -> String {
        let subpath = link.subpath(in: bytes) ?? ""
        return VaultNames.counting(of: link.target, written: style)
            + VaultNames.counting(of: subpath, written: style)
    }

    /// The subpath, escapes and percent signs resolved.
    private static func place(
        of link: MarkdownLink, _ bytes: UnsafeBufferPointer<UInt8>, _ style: LinkStyle
    ) -> String {
        let text = link.subpath(in: bytes) ?? ""
        guard style == .path, let decoded = PercentCoding.decoded(Array(text.utf8)) else { return text }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Whether a program is to write the link first.
    private static func isTemplate(_ link: String) -> Bool {
        // Byte by byte: of each link it is asked, and hardly any has such a sign.
        zip(link.utf8, link.utf8.dropFirst()).contains { sign in
            sign == (UInt8(ascii: "{"), UInt8(ascii: "{")) || sign == (UInt8(ascii: "<"), UInt8(ascii: "%"))
                || sign == (UInt8(ascii: "$"), UInt8(ascii: "{"))
        }
    }

    private mutating func readProperties(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard Frontmatter(in: bytes) != nil else { return }
        let properties = NoteProperties(of: Array(bytes))
        findings += properties.problems.map { problem in
            let message = problem.message
            let sentence = message.hasSuffix(".") ? String(message.dropLast()) : message
            return LinkFinding(.brokenProperty, path, line: problem.line, sentence)
        }
        for property in properties.properties {
            switch property.value {
            case .list(let texts): for text in texts { named.insert(written: text) }
            case .text(let text?): named.insert(written: text)
            default: break
            }
        }
    }

    /// A text with one space between two words.
    private static func words(of text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        guard isPlain else { return text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        let words = text.utf8.split(separator: UInt8(ascii: " "))
        return String(decoding: Array(words.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
    }

    /// Headings of one text, as high, and below the same heading. A link leads to the first, whatever it names.
    private mutating func findDoubles(_ outline: [MarkdownHeading], _ lines: LineNumbers) {
        struct Place: Hashable {
            let parent: Int?
            let level: Int
            let text: String
        }
        var open: [(level: Int, index: Int)] = []
        var first: [Place: Int] = [:]
        for (index, heading) in outline.enumerated() {
            while let last = open.last, last.level >= heading.level { open.removeLast() }
            let words = Self.words(of: heading.text)
            let place = Place(
                parent: open.last?.index, level: heading.level, text: FoldedName.folded(Array(words.utf8)))
            open.append((heading.level, index))
            guard !words.isEmpty, let earlier = first[place] else {
                first[place] = index
                continue
            }
            let line = lines.line(at: outline[earlier].range.lowerBound)
            findings.append(
                LinkFinding(
                    .doubledHeading, path, target: heading.text,
                    line: lines.line(at: heading.range.lowerBound), range: heading.range,
                    "the heading '\(words)' stands in line \(line) already, and links lead there"))
        }
    }
}
