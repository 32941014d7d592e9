// SPDX-License-Identifier: MIT
// What each mode shows, and which region of Live Preview is open.

import NoteMarkdown
import Testing

@Suite("Live Preview and the other modes")
struct LivePreviewTests {
    private static let text = "---\nk: v\n---\n# a\n\nb\nc\n\n- d\n  - e\n- f\n\n***\ng\n"

    /// What pieces show: the source in brackets, the rest rendered.
    private static func shown(_ pieces: [MarkdownPiece], of bytes: [UInt8]) -> String {
        pieces.map { piece in
            let text = String(decoding: bytes[piece.range], as: UTF8.self)
            if case .source = piece { return "[\(text)]" }
            return "<\(text)>"
        }.joined()
    }

    @Test("Reading renders every region, folds sections, and offers no way to type")
    func reading() {
        let note = DividedNote(Self.text)
        let mode = MarkdownEditingMode.reading
        #expect(!mode.isEditable && mode.foldsSections)
        let pieces = mode.pieces(of: note.map, caret: 20)
        #expect(
            Self.shown(pieces, of: note.bytes)
                == "<# a\n\n><b\nc\n\n><- d\n  - e\n><- f\n\n><***\n><g\n>")
    }

    @Test("Live Preview renders all regions but the one that the cursor is in")
    func livePreview() throws {
        let note = DividedNote(Self.text)
        let mode = MarkdownEditingMode.livePreview
        #expect(mode.isEditable && !mode.foldsSections)
        let caret = try note.place(of: "e\n").lowerBound
        #expect(
            Self.shown(mode.pieces(of: note.map, caret: caret), of: note.bytes)
                == "<# a\n\n><b\nc\n\n>[- d\n  - e\n]<- f\n\n><***\n><g\n>")
        #expect(
            Self.shown(mode.pieces(of: note.map, caret: try note.place(of: "***").lowerBound), of: note.bytes)
                == "<# a\n\n><b\nc\n\n><- d\n  - e\n><- f\n\n>[***\n]<g\n>")
        #expect(!Self.shown(mode.pieces(of: note.map, caret: nil), of: note.bytes).contains("["))
    }

    @Test("Source is the complete source in one field, every break included")
    func source() {
        let note = DividedNote(Self.text)
        let mode = MarkdownEditingMode.source
        #expect(mode.isEditable && !mode.foldsSections)
        #expect(mode.pieces(of: note.map, caret: 20) == [.source(0..<note.bytes.count)])
    }

    @Test("switching between modes changes what is on screen and nothing else")
    func switching() throws {
        let note = try NoteText(bytes: Array("\u{FEFF}# a\r\n\r\nb  \rc\n".utf8))
        let bytes = note.bytes
        let map = MarkdownSourceMap(parsing: note.utf8)
        let before = map.map { $0 }
        for mode in MarkdownEditingMode.allCases + MarkdownEditingMode.allCases.reversed() {
            let pieces = mode.pieces(of: map, caret: 5)
            // Whatever is shown, it is all of the text, and as it is.
            let shown = pieces.flatMap { note.utf8(in: $0.range) }
            #expect(shown == note.utf8)
        }
        #expect(note.bytes == bytes && map.map { $0 } == before && map.isProved)
    }

    @Test("moving the cursor renders the region being left and opens the region being entered")
    func moving() throws {
        let note = DividedNote("a\n\nb\n\nc\n")
        var preview = MarkdownLivePreview(note.map)
        note.bytes.withUnsafeBufferPointer { preview.enter(at: 0, in: $0) }
        #expect(Self.shown(preview.pieces, of: note.bytes) == "[a\n\n]<b\n\n><c\n>")
        note.bytes.withUnsafeBufferPointer { preview.enter(at: 4, in: $0) }
        #expect(Self.shown(preview.pieces, of: note.bytes) == "<a\n\n>[b\n\n]<c\n>")
        note.bytes.withUnsafeBufferPointer { preview.leave(in: $0) }
        #expect(Self.shown(preview.pieces, of: note.bytes) == "<a\n\n><b\n\n><c\n>")
    }

    @Test("a region grows to hold what is typed into it, and is divided when the cursor leaves")
    func growing() throws {
        var note = DividedNote("a\n\nb\n\nc\n")
        var preview = MarkdownLivePreview(note.map)
        note.bytes.withUnsafeBufferPointer { preview.enter(at: 3, in: $0) }
        for (place, typed) in [(4, "\n\n# d\n\n- e\n- f"), (4, " ```")] {
            note.bytes.insert(contentsOf: Array(typed.utf8), at: place)
            note.bytes.withUnsafeBufferPointer {
                _ = preview.update(replacing: place..<place, withCount: typed.utf8.count, in: $0)
            }
        }
        #expect(Self.shown(preview.pieces, of: note.bytes) == "<a\n\n>[b ```\n\n# d\n\n- e\n- f\n\n]<c\n>")
        #expect(!preview.map.isProved)
        note.bytes.withUnsafeBufferPointer { preview.enter(at: 0, in: $0) }
        #expect(
            Self.shown(preview.pieces, of: note.bytes) == "[a\n\n]<b ```\n\n><# d\n\n><- e\n><- f\n\n><c\n>")
        #expect(preview.map.isProved)
    }

    @Test("blocks that are typed at the end of the note stay source until the cursor leaves")
    func typingAtTheEnd() {
        var note = DividedNote("a\n\nb\n")
        var preview = MarkdownLivePreview(note.map)
        note.bytes.withUnsafeBufferPointer { preview.enter(at: note.bytes.count, in: $0) }
        for typed in "\n\n# c\n\n- d\n".utf8 {
            let end = note.bytes.count
            note.bytes.append(typed)
            note.bytes.withUnsafeBufferPointer {
                _ = preview.update(replacing: end..<end, withCount: 1, in: $0)
                // The cursor moved on with the letter, and not out of what is open.
                preview.enter(at: end + 1, in: $0)
            }
        }
        #expect(Self.shown(preview.pieces, of: note.bytes) == "<a\n\n>[b\n\n\n# c\n\n- d\n]")
        #expect(!preview.map.isProved)
        note.bytes.withUnsafeBufferPointer { preview.enter(at: 0, in: $0) }
        #expect(Self.shown(preview.pieces, of: note.bytes) == "[a\n\n]<b\n\n\n><# c\n\n><- d\n>")
    }

    @Test("the cursor in front of the body, or in an empty one, is in the region that is open")
    func edges() {
        var note = DividedNote("---\nk: v\n---\n")
        var preview = MarkdownLivePreview(note.map)
        note.bytes.withUnsafeBufferPointer { preview.enter(at: 0, in: $0) }
        #expect(preview.pieces == [.source(13..<13)])
        note.bytes += Array("# a\n\nb".utf8)
        note.bytes.withUnsafeBufferPointer {
            _ = preview.update(replacing: 13..<13, withCount: 6, in: $0)
            preview.enter(at: 0, in: $0)
        }
        #expect(preview.pieces == [.source(13..<19)] && !preview.map.isProved)
    }

    @Test("an edit from outside that takes away where the open region began opens what stands in its place")
    func takenAway() {
        var note = DividedNote("a\n\nb\n\nc\n\nd\n\ne\n")
        var preview = MarkdownLivePreview(note.map)
        note.bytes.withUnsafeBufferPointer { preview.enter(at: 9, in: $0) }
        #expect(Self.shown(preview.pieces, of: note.bytes) == "<a\n\n><b\n\n><c\n\n>[d\n\n]<e\n>")
        note.bytes.replaceSubrange(3..<10, with: Array("D".utf8))
        note.bytes.withUnsafeBufferPointer { _ = preview.update(replacing: 3..<10, withCount: 1, in: $0) }
        #expect(Self.shown(preview.pieces, of: note.bytes) == "<a\n\n>[D\n\n]<e\n>")
    }

    @Test("tapping rendered content enters the region under the tap, with the cursor near what was touched")
    func tapping() throws {
        let note = DividedNote(Self.text)
        let document = MarkdownDocument(parsing: note.bytes)
        var preview = MarkdownLivePreview(note.map)
        for (words, letters) in [("a", 1), ("b\nc", 2), ("d", 0), ("e", 1), ("g", 1)] {
            let block = try #require(document.blocks.first { $0.text == words })
            let place = MarkdownPosition(block: block.index, offset: letters)
            let caret = document.sourceOffset(of: place)
            note.bytes.withUnsafeBufferPointer { preview.enter(at: caret, in: $0) }
            let open = try #require(preview.openRange)
            #expect(document.blocks(in: open).contains(block.index))
            #expect(document.position(at: caret) == place)
        }
    }

    @Test("the editor has three modes by name, opens in Live Preview, and folds in Reading only")
    func modes() {
        #expect(MarkdownEditingMode.allCases.map(\.rawValue) == ["reading", "live-preview", "source"])
        #expect(MarkdownEditingMode.initial == .livePreview)
        #expect(MarkdownEditingMode.allCases.filter(\.foldsSections) == [.reading])
        #expect(MarkdownEditingMode.allCases.filter { !$0.isEditable } == [.reading])
    }

    @Test("Markdown half typed stays editable and keeps its own region")
    func halfTyped() throws {
        var note = DividedNote("a\n\nb\n\nc\n")
        var preview = MarkdownLivePreview(note.map)
        note.bytes.withUnsafeBufferPointer { preview.enter(at: 3, in: $0) }
        note.bytes.insert(contentsOf: Array("```\n".utf8), at: 3)
        note.bytes.withUnsafeBufferPointer { _ = preview.update(replacing: 3..<3, withCount: 4, in: $0) }
        // For the note all below is code now; on the screen it is what it was until the region is left.
        #expect(preview.map.count == 2)
        #expect(Self.shown(preview.pieces, of: note.bytes) == "<a\n\n>[```\nb\n\n]<c\n>")
        note.bytes.insert(contentsOf: Array("```\n".utf8), at: 9)
        note.bytes.withUnsafeBufferPointer { _ = preview.update(replacing: 9..<9, withCount: 4, in: $0) }
        note.bytes.withUnsafeBufferPointer { preview.leave(in: $0) }
        #expect(Self.shown(preview.pieces, of: note.bytes) == "<a\n\n><```\nb\n```\n\n><c\n>")
    }

    @Test("an edit from outside shows the note as it is, with the same place open")
    func outside() throws {
        var note = DividedNote("a\n\nb\n\nc\n")
        var preview = MarkdownLivePreview(note.map)
        note.bytes.withUnsafeBufferPointer { preview.enter(at: 3, in: $0) }
        note.bytes.replaceSubrange(0..<1, with: Array("x\n\n# y".utf8))
        note.bytes.withUnsafeBufferPointer { _ = preview.update(replacing: 0..<1, withCount: 6, in: $0) }
        #expect(Self.shown(preview.pieces, of: note.bytes) == "<x\n\n><# y\n\n>[b\n\n]<c\n>")
    }

    @Test("a division that was proved is reused, and one that a keystroke repaired is proved first")
    func reuse() {
        var note = DividedNote("a\n\nb\n\nc\n")
        var preview = MarkdownLivePreview(note.map)
        let names = note.map.map(\.id)
        note.bytes.withUnsafeBufferPointer { preview.enter(at: 3, in: $0) }
        #expect(preview.map.isProved && preview.map.map(\.id) == names)
        note.bytes.insert(0x78, at: 3)
        note.bytes.withUnsafeBufferPointer { _ = preview.update(replacing: 3..<3, withCount: 1, in: $0) }
        #expect(!preview.map.isProved)
        note.bytes.withUnsafeBufferPointer { preview.enter(at: 8, in: $0) }
        #expect(preview.map.isProved && preview.map.map(\.id) == names)
    }

    @Test(
        "an edit is written back into the span its region owns and every other character is carried through",
        arguments: [
            ("\u{FEFF}# a\r\n\r\nb  \rc\rd\n\n\te\u{301}\r\n", "b  \nc\nd\n\n", "B  \nc\nnew\nd\n\n"),
            ("a\n\n\n\n\tb\r\n", "\tb\n", ""), ("a\r\n\r\nb", "b", "b\nc"),
            ("- a\r\n- b\r\n", "- b\n", "- \n"),
        ])
    func writingBack(text: String, region: String, new: String) throws {
        let before = Array(text.utf8)
        var note = try NoteText(bytes: before)
        let old = note
        let map = MarkdownSourceMap(parsing: note.utf8)
        let owned = try #require(map.first { note.utf8(in: $0.range) == Array(region.utf8) }).range
        let made = note.writeRegion(owned, new)
        let edit = try #require(made)
        let front = old.utf8(in: 0..<owned.lowerBound)
        #expect(note.utf8 == front + Array(new.utf8) + old.utf8(in: owned.upperBound..<old.count))
        // In the file, every byte outside of the region is as it was.
        let start = old.fileOffset(at: owned.lowerBound)
        let tail = before.count - old.fileOffset(at: owned.upperBound)
        #expect(
            note.bytes.prefix(start) == before.prefix(start) && note.bytes.suffix(tail) == before.suffix(tail)
        )
        #expect(edit.fileOffset >= start && edit.fileOffset + edit.removed.count <= before.count - tail)
        let again = note.writeRegion(owned.lowerBound..<owned.lowerBound + new.utf8.count, new)
        #expect(again == nil)
    }
}
