// SPDX-License-Identifier: MIT
// How a place is carried between units, shown on texts small enough to count by hand.

import Testing

@testable import NoteSyntax

@Suite("A place in a note")
struct NoteTextOffsetTests {
    let note: NoteText

    init() throws {
        // Shown: a é \n 🌱 漢 \n x; in the file behind a mark, with CRLF and CR.
        note = try NoteText(bytes: Array("\u{FEFF}aé\r\n🌱漢\rx".utf8))
    }

    @Test("is the same place in every unit")
    func everyUnit() throws {
        //          a  é  \n 🌱 漢  \n  x
        let shown = [0, 1, 3, 4, 8, 11, 12, 13]
        let utf16 = [0, 1, 2, 3, 5, 6, 7, 8]
        let file = [3, 4, 6, 8, 12, 15, 16, 17]
        let lines = [0, 0, 0, 1, 1, 1, 2, 2]
        for (index, offset) in shown.enumerated() {
            #expect(note.utf16Offset(at: offset) == utf16[index])
            #expect(note.scalarOffset(at: offset) == index)
            #expect(note.fileOffset(at: offset) == file[index])
            #expect(note.lineIndex(at: offset) == lines[index])
            #expect(try note.offset(utf16: utf16[index]) == offset)
            #expect(try note.offset(scalars: index) == offset)
            #expect(try note.offset(inFile: file[index]) == offset)
        }
        #expect(note.position(at: 11) == TextPosition(line: 1, column: 7))
        #expect(note.position(at: 11, columnsIn: .utf16) == TextPosition(line: 1, column: 3))
        #expect(note.position(at: 11, columnsIn: .scalars) == TextPosition(line: 1, column: 2))
        #expect(try note.offset(of: TextPosition(line: 1, column: 3), columnsIn: .utf16) == 11)
        #expect(try note.range(inFile: 0..<17) == 0..<13)
        #expect(note.isBoundary(3) && !note.isBoundary(2) && !note.isBoundary(14) && !note.isBoundary(-1))
    }

    @Test("that does not exist is refused with its reason")
    func refused() {
        func code(_ work: () throws -> Int) -> NoteTextError.Code? {
            do {
                _ = try work()
                return nil
            } catch {
                return (error as? NoteTextError)?.code
            }
        }
        #expect(code { try note.offset(utf16: 4) } == .insideCharacter)
        #expect(code { try note.offset(utf16: 9) } == .outOfBounds)
        #expect(code { try note.offset(scalars: -1) } == .outOfBounds)
        #expect(code { try note.offset(inFile: 1) } == .insideMark)
        #expect(code { try note.offset(inFile: 7) } == .insideLineEnding)
        #expect(code { try note.offset(inFile: 13) } == .insideCharacter)
        #expect(code { try note.offset(inFile: 18) } == .outOfBounds)
        #expect(
            code { try note.offset(of: TextPosition(line: 3, column: 0)) }
                == .outOfBounds)
        #expect(
            code { try note.offset(of: TextPosition(line: 0, column: 4)) }
                == .outOfBounds)
        #expect(
            code { try note.offset(of: TextPosition(line: 0, column: 2)) }
                == .insideCharacter)
    }

    @Test("is found in a deep tree as in a flat one")
    func deepTree() throws {
        let bytes = Array(String(repeating: "aé\r\n🌱漢\rx\n", count: 200).utf8)
        let deep = try NoteText(bytes: bytes, shape: RopeShape(leafCapacity: 16, fanout: 4))
        let flat = try NoteText(bytes: bytes, shape: RopeShape(leafCapacity: 1 << 20, fanout: 4))
        #expect(deep.root.height > 3 && flat.root.height == 0)
        for scalar in stride(from: 0, through: deep.scalarCount, by: 13) {
            let offset = try deep.offset(scalars: scalar)
            #expect(try flat.offset(scalars: scalar) == offset)
            #expect(deep.fileOffset(at: offset) == flat.fileOffset(at: offset))
            #expect(
                deep.position(at: offset, columnsIn: .utf16) == flat.position(at: offset, columnsIn: .utf16))
        }
    }
}
