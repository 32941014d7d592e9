// SPDX-License-Identifier: MIT
// The rules of a note's text once more: slow, over a plain list of characters, and easy to believe.

@testable import NoteSyntax

/// A note as a list of characters, each with the bytes it has in the file.
struct ReferenceNote: Equatable {
    struct Character: Equatable {
        var raw: [UInt8]
        var isBreak: Bool { raw == [0x0A] || raw == [0x0D] || raw == [0x0D, 0x0A] }
        var shown: [UInt8] { isBreak ? [0x0A] : raw }
        var utf16Count: Int { raw.count == 4 ? 2 : 1 }
    }

    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    var hasMark: Bool
    var characters: [Character]

    init(file: [UInt8]) {
        hasMark = file.starts(with: ReferenceNote.mark)
        characters = ReferenceNote.characters(of: hasMark ? Array(file.dropFirst(3)) : file)
    }

    var file: [UInt8] { (hasMark ? ReferenceNote.mark : []) + characters.flatMap(\.raw) }
    var shown: [UInt8] { characters.flatMap(\.shown) }

    static func characters(of bytes: [UInt8]) -> [Character] {
        var result: [Character] = []
        var index = 0
        while index < bytes.count {
            var end = index + 1
            if bytes[index] == 0x0D, end < bytes.count, bytes[end] == 0x0A {
                end += 1
            } else {
                while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
            }
            result.append(Character(raw: Array(bytes[index..<end])))
            index = end
        }
        return result
    }

    /// How many characters lie before an offset of the shown text; nil inside a character.
    func index(at offset: Int) -> Int? {
        var reached = 0
        for (index, character) in characters.enumerated() {
            if reached == offset { return index }
            reached += character.shown.count
        }
        return reached == offset ? characters.count : nil
    }

    mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        guard let start = index(at: range.lowerBound), let end = index(at: range.upperBound) else {
            preconditionFailure("the test asked for a range inside a character")
        }
        var removed = characters[start..<end].filter(\.isBreak).map(\.raw)
        let typedInto = characters[end...].first(where: \.isBreak) ?? characters.last(where: \.isBreak)
        var pieces = ReferenceNote.characters(of: text).map { character in
            guard character.isBreak else { return character.raw }
            return removed.isEmpty ? typedInto?.raw ?? [0x0A] : removed.removeFirst()
        }
        // What was asked for, said before any byte is put between.
        let wanted =
            shown[..<range.lowerBound] + pieces.flatMap { Character(raw: $0).shown }
            + shown[range.upperBound...]
        pieces = characters[..<start].map(\.raw) + pieces + characters[end...].map(\.raw)
        var body: [UInt8] = []
        for piece in pieces {
            if body.last == 0x0D, piece == [0x0A] { body.append(0x0D) }
            body += piece
        }
        if !hasMark, body.starts(with: ReferenceNote.mark) { hasMark = true }
        characters = ReferenceNote.characters(of: body)
        precondition(shown == Array(wanted), "the reference itself is wrong")
    }
}
