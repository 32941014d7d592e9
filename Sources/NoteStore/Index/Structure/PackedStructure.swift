// SPDX-License-Identifier: MIT
// A note's structure as bytes in one column.

internal import CZstd
internal import NoteFiles
internal import NoteKit
internal import NoteMarkdown

/// Writes and reads `NoteStructure`, but for the texts of tasks, as numbers of seven bits a byte and texts behind their length. What is read
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
            writer.signed(link.targetRange.lowerBound - link.range.lowerBound)
            writer.number(link.targetRange.count)
        }
        writer.list(structure.definitionKeys) { $0.text($1) }
        writer.list(structure.tasks) { writer, task in
            writer.place(task.line, task.range)
            writer.number(Int(task.status.value))
            writer.number(task.depth)
            // Tasks are many and their texts are long: those are read in the note when they are asked for.
            writer.number(max(0, task.textRange.lowerBound - task.range.lowerBound))
            writer.number(task.textRange.count)
        }
        writer.list(structure.properties) { writer, property in
            writer.number(property.line)
            writer.number(NoteProperty.Kind.allCases.firstIndex(of: property.kind) ?? 0)
            writer.text(property.name)
            writer.text(property.text)
        }
        return compressed(writer.bytes)
    }

    /// Compressed, as zstd does it at its quickest.
    private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) { buffer, count in
            let made = ZSTD_compress(buffer.baseAddress, buffer.count, bytes, bytes.count, 1)
            count = ZSTD_isError(made) == 0 ? made : 0
        }
    }

    /// The bytes that were compressed; nil where these are none.
    private static func decompressed(_ bytes: [UInt8]) -> [UInt8]? {
        let size = ZSTD_getFrameContentSize(bytes, bytes.count)
        // A note of 64 MB has no larger structure than this; the rest is damage.
        guard size < 1 << 31 else { return nil }
        let found = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
            let made = ZSTD_decompress(buffer.baseAddress, buffer.count, bytes, bytes.count)
            count = ZSTD_isError(made) == 0 ? made : 0
        }
        return found.isEmpty ? nil : found
    }

    /// What bytes say; nil where they are none of ours.
    static func structure(_ bytes: [UInt8], of note: NotePath) -> NoteStructure? {
        var structure = NoteStructure()
        if bytes.isEmpty { return structure }
        guard let bytes = decompressed(bytes) else { return nil }
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
            let start = reader.offset(range.lowerBound &+ reader.signed())
            return IndexedLink(
                note: note, kind: kind, target: target, subpath: subpath, line: line, range: range,
                targetRange: reader.range(from: start))
        }
        structure.definitionKeys = reader.list { $0.text() }
        structure.tasks = reader.list { reader in
            let (line, range) = reader.place()
            let status = Unicode.Scalar(UInt32(truncatingIfNeeded: reader.number())) ?? " "
            let depth = reader.number()
            let start = reader.offset(range.lowerBound &+ reader.number())
            return IndexedTask(
                note: note, status: status, text: "", textRange: reader.range(from: start), depth: depth,
                line: line, range: range)
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
        private var last = (line: 0, start: 0)

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

        /// Small numbers of either sign are small: the sign is the lowest bit.
        mutating func signed(_ value: Int) { number(value << 1 ^ value >> 63) }

        /// How far a place is behind the one before in its list, which takes fewer bytes than where it is.
        mutating func place(_ line: Int, _ range: Range<Int>) {
            signed(line - last.line)
            signed(range.lowerBound - last.start)
            number(range.count)
            last = (line, range.lowerBound)
        }

        mutating func list<Item>(_ items: [Item], _ write: (inout Writer, Item) -> Void) {
            number(items.count)
            last = (0, 0)
            for item in items { write(&self, item) }
        }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>
        /// False from the first byte on that makes no sense; all that is read then is zero.
        private(set) var isSound = true
        private var last = (line: 0, start: 0)

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

        mutating func signed() -> Int {
            let bits = number()
            return bits >> 1 ^ -(bits & 1)
        }

        /// An offset that may be one; zero for any other.
        mutating func offset(_ offset: Int) -> Int {
            if 0..<1 << 56 ~= offset { return offset }
            isSound = false
            return 0
        }

        mutating func range(from start: Int) -> Range<Int> { start..<start + number() }

        mutating func place() -> (line: Int, range: Range<Int>) {
            let line = offset(last.line &+ signed())
            let start = offset(last.start &+ signed())
            last = (line, start)
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
            last = (0, 0)
            // A count that makes no sense is not believed: every item has a byte at least.
            for _ in 0..<min(number(), rest.count) where isSound { items.append(read(&self)) }
            return items
        }
    }
}
