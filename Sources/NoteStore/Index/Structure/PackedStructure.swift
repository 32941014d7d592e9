// SPDX-License-Identifier: MIT
// A note's structure as bytes in one column.

internal import NoteFiles
internal import NoteKit
internal import NoteMarkdown

/// Writes and reads `NoteStructure` as numbers of seven bits a byte and texts behind their length. What is read
/// must have been written by this edition, which `IndexSchema.edition` says.
enum PackedStructure {
    /// The bytes; none for a structure of nothing.
    static func bytes(of structure: NoteStructure) -> [UInt8] {
        guard structure != NoteStructure() else { return [] }
        var writer = Writer()
        writer.list(structure.aliases) { $0.text($1) }
        writer.list(structure.tags) { $0.text($1) }
        writer.list(structure.headings) { writer, heading in
            writer.place(heading.line, heading.range)
            writer.number(heading.level)
            writer.text(heading.text)
        }
        writer.list(structure.links) { writer, link in
            writer.place(link.line, link.range)
            writer.number(kinds.firstIndex(of: link.kind) ?? 0)
            writer.text(link.target)
            writer.number(link.subpath == nil ? 0 : 1)
            if let subpath = link.subpath { writer.text(subpath) }
            writer.number(link.targetRange.lowerBound)
            writer.number(link.targetRange.count)
        }
        writer.list(structure.tasks) { writer, task in
            writer.place(task.line, task.range)
            writer.number(Int(task.status.value))
            writer.number(task.depth)
            writer.text(task.text)
        }
        writer.list(structure.properties) { writer, property in
            writer.number(property.line)
            writer.number(NoteProperty.Kind.allCases.firstIndex(of: property.kind) ?? 0)
            writer.text(property.name)
            writer.text(property.text)
        }
        return writer.bytes
    }

    /// What bytes say; nil where they are none of ours.
    static func structure(_ bytes: [UInt8], of note: NotePath) -> NoteStructure? {
        var structure = NoteStructure()
        if bytes.isEmpty { return structure }
        var reader = Reader(rest: bytes[...])
        structure.aliases = reader.list { $0.text() }
        structure.tags = reader.list { $0.text() }
        structure.headings = reader.list { reader in
            let (line, range) = reader.place()
            let level = reader.number()
            return IndexedHeading(note: note, level: level, text: reader.text(), line: line, range: range)
        }
        structure.links = reader.list { reader in
            let (line, range) = reader.place()
            let kind = reader.choice(of: kinds, else: .url)
            let target = reader.text()
            let subpath = reader.number() == 0 ? nil : reader.text()
            let start = reader.number()
            return IndexedLink(
                note: note, kind: kind, target: target, subpath: subpath, line: line, range: range,
                targetRange: reader.range(from: start))
        }
        structure.tasks = reader.list { reader in
            let (line, range) = reader.place()
            let status = Unicode.Scalar(UInt32(truncatingIfNeeded: reader.number())) ?? " "
            let depth = reader.number()
            return IndexedTask(
                note: note, status: status, text: reader.text(), depth: depth, line: line, range: range)
        }
        structure.properties = reader.list { reader in
            let line = reader.number()
            let kind = reader.choice(of: NoteProperty.Kind.allCases, else: .text)
            let name = reader.text()
            return IndexedProperty(note: note, name: name, kind: kind, text: reader.text(), line: line)
        }
        return reader.isSound && reader.rest.isEmpty ? structure : nil
    }

    private static let kinds: [MarkdownLink.Kind] = [.wikilink, .embed, .link, .image, .url, .reference]

    private struct Writer {
        private(set) var bytes: [UInt8] = []

        mutating func number(_ number: Int) {
            var rest = UInt64(number)
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }

        mutating func text(_ text: String) {
            number(text.utf8.count)
            bytes += text.utf8
        }

        mutating func place(_ line: Int, _ range: Range<Int>) {
            number(line)
            number(range.lowerBound)
            number(range.count)
        }

        mutating func list<Item>(_ items: [Item], _ write: (inout Writer, Item) -> Void) {
            number(items.count)
            for item in items { write(&self, item) }
        }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>
        /// False from the first byte on that makes no sense; all that is read then is zero.
        private(set) var isSound = true

        init(rest: ArraySlice<UInt8>) { self.rest = rest }

        mutating func number() -> Int {
            var (number, shift) = (0, 0)
            while isSound, let byte = rest.popFirst() {
                guard shift < 56 else { break }
                number |= Int(byte & 0x7F) << shift
                if byte < 0x80 { return number }
                shift += 7
            }
            isSound = false
            return 0
        }

        mutating func text() -> String {
            let count = number()
            guard count <= rest.count else {
                isSound = false
                return ""
            }
            defer { rest = rest.dropFirst(count) }
            return String(decoding: rest.prefix(count), as: UTF8.self)
        }

        mutating func range(from start: Int) -> Range<Int> { start..<start + number() }

        mutating func place() -> (line: Int, range: Range<Int>) {
            let line = number()
            let start = number()
            return (line, range(from: start))
        }

        mutating func choice<Choice>(of choices: [Choice], else other: Choice) -> Choice {
            let index = number()
            guard choices.indices.contains(index) else {
                isSound = false
                return other
            }
            return choices[index]
        }

        mutating func list<Item>(_ read: (inout Reader) -> Item) -> [Item] {
            var items: [Item] = []
            // A count that makes no sense is not believed: every item has a byte at least.
            for _ in 0..<min(number(), rest.count) where isSound { items.append(read(&self)) }
            return items
        }
    }
}
