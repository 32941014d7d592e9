// SPDX-License-Identifier: MIT
// What must hold of any note after any sequence of edits, checked against the slow reference.

import SyntaxProof

@testable import NoteSyntax

/// One run of random edits on one random note.
struct TextProperty {
    /// How the note under test replaces a range; a control arm does it wrongly.
    typealias Replacing = @Sendable (inout NoteText, Range<Int>, [UInt8]) throws -> NoteEdit

    struct Violation: Error, CustomStringConvertible {
        var description: String
    }

    static let replacing: Replacing = { $0.replace($1, with: $2) }

    private var random: SeededGenerator
    private let style: RandomText
    private let replacing: Replacing
    private var note = NoteText()
    private var reference = ReferenceNote(file: [])
    /// The edits made so far, with the file before each.
    private var history: [(edits: [NoteEdit], before: NoteText)] = []

    init(seed: UInt64, replacing: @escaping Replacing = TextProperty.replacing) {
        random = SeededGenerator(seed: seed)
        style = RandomText(using: &random)
        self.replacing = replacing
    }

    /// Runs the sequence.
    ///
    /// - Returns: The first thing found wrong, or nil.
    mutating func violation() -> String? {
        do {
            let file = style.file(using: &random)
            let shape = RopeShape(leafCapacity: 16 + random.below(3) * 16, fanout: 4 + random.below(4))
            note = try NoteText(bytes: file, shape: shape)
            reference = ReferenceNote(file: file)
            try checkState("reading")
            for step in 0..<random.below(8) { try change(step) }
            try checkConversions(offsets: random.oneIn(8) ? nil : 4)
            while let last = history.popLast() { try undo(last.edits, last.before) }
            try require(note.bytes == file, "undoing everything did not bring the file back")
            return nil
        } catch {
            return "\(error)"
        }
    }

    private mutating func change(_ step: Int) throws {
        let before = note
        let fileBefore = reference.file
        switch random.below(10) {
        case 0..<6:
            let range = randomRange()
            let text = style.bytes(
                characters: random.oneIn(12) ? random.below(60) : random.below(5), using: &random)
            let edit = try replacing(&note, range, text)
            reference.replace(range, with: text)
            try checkState("step \(step), \(range) by \(text)")
            try checkEdit(edit, range, fileBefore)
            history.append(([edit], before))
        case 6, 7:
            if let last = history.popLast() {
                try undo(last.edits, last.before)
                let edits = last.edits
                if random.oneIn(2) {
                    try note.apply(edits)
                    try require(note.bytes == fileBefore, "an edit made again was another edit")
                    history.append(last)
                    reference = ReferenceNote(file: note.bytes)
                    try checkState("step \(step), made again")
                }
            }
        default:
            let text = randomWholeText()
            let edits = try note.setText(utf8: text)
            let wanted = ReferenceNote.characters(of: text).flatMap(\.shown)
            try require(note.utf8 == wanted, "step \(step): the whole text handed back is not shown")
            reference = ReferenceNote(file: replay(edits, on: fileBefore))
            try checkState("step \(step), whole text")
            try checkUntouchedLines(before, wanted)
            if wanted == before.utf8 { try require(edits.isEmpty, "an unchanged text was edited") }
            history.append((edits, before))
        }
        try require(before.bytes == fileBefore, "step \(step): an edit changed an old copy")
    }

    private mutating func undo(_ edits: [NoteEdit], _ before: NoteText) throws {
        var other = note
        try note.apply(edits.inverse)
        try require(note == before, "undoing did not bring the note back")
        try other.takeBack(edits)
        try require(other == before, "taking edits back is not the same as their inverse")
        reference = ReferenceNote(file: before.bytes)
        try checkState("undoing")
    }

    // MARK: Checks

    private func checkState(_ what: String) throws {
        let file = reference.file
        try require(note.brokenRule == nil, "\(what): \(note.brokenRule ?? "")")
        try require(note.bytes == file, "\(what): the file is \(note.bytes), not \(file)")
        try require(note.utf8 == reference.shown, "\(what): the shown text is not the reference's")
        let again = try NoteText(bytes: file)
        try require(
            again == note && again.hashValue == note.hashValue, "\(what): read again it is another note")
        try require(again.utf8 == note.utf8, "\(what): read again it shows another text")
        try require(again.lines == note.lines, "\(what): read again its lines end otherwise")
        try require(note.writePlan(base: file) == .nothing, "\(what): an unchanged note would be written")
    }

    /// The edit changes the file where it says and nowhere else.
    private func checkEdit(_ edit: NoteEdit, _ range: Range<Int>, _ before: [UInt8]) throws {
        try require(edit.range == range, "the edit speaks of another range")
        try require(replay([edit], on: before) == reference.file, "the edit does not say what was done")
    }

    private func replay(_ edits: [NoteEdit], on file: [UInt8]) -> [UInt8] {
        var file = file
        for edit in edits {
            file.replaceSubrange(edit.fileOffset..<edit.fileOffset + edit.removed.count, with: edit.inserted)
        }
        return file
    }

    /// Whole lines that agree at both ends keep their bytes, endings included.
    private func checkUntouchedLines(_ before: NoteText, _ shown: [UInt8]) throws {
        let old = before.utf8
        let shorter = min(old.count, shown.count)
        var same = 0
        while same < shorter, old[same] == shown[same] { same += 1 }
        let lines = before.lines
        let front = lines.last { $0.rangeWithEnding.upperBound <= same && $0.ending != .none }
        let frontEnd = before.fileOffset(at: front?.rangeWithEnding.upperBound ?? 0)
        if before.hasByteOrderMark == note.hasByteOrderMark {
            try require(
                note.bytes.starts(with: before.bytes[..<frontEnd]),
                "bytes of lines before the first change moved")
        }
        var sameAtEnd = 0
        while sameAtEnd < shorter - same,
            old[old.count - sameAtEnd - 1] == shown[shown.count - sameAtEnd - 1]
        { sameAtEnd += 1 }
        if let back = lines.first(where: { $0.range.lowerBound > old.count - sameAtEnd }) {
            let bytes = before.bytes[before.fileOffset(at: back.range.lowerBound)...]
            try require(
                note.bytes.suffix(bytes.count) == bytes, "bytes of lines after the last change moved")
        }
    }

    /// Every unit agrees with a count over the reference's characters.
    private mutating func checkConversions(offsets: Int?) throws {
        let characters = reference.characters
        let chosen = offsets.map { count in Set((0..<count).map { _ in random.below(characters.count + 1) }) }
        var (shown, utf16, file, line) = (0, 0, reference.hasMark ? 3 : 0, 0)
        var lineStart = (shown: 0, utf16: 0, scalar: 0)
        for index in 0...characters.count {
            if chosen?.contains(index) ?? true {
                let column = TextPosition(line: line, column: shown - lineStart.shown)
                let column16 = TextPosition(line: line, column: utf16 - lineStart.utf16)
                let columnScalars = TextPosition(line: line, column: index - lineStart.scalar)
                try require(
                    note.utf16Offset(at: shown) == utf16 && note.scalarOffset(at: shown) == index
                        && note.fileOffset(at: shown) == file && note.lineIndex(at: shown) == line
                        && note.position(at: shown) == column
                        && note.position(at: shown, columnsIn: .utf16) == column16
                        && note.position(at: shown, columnsIn: .scalars) == columnScalars,
                    "offset \(shown) is carried to a wrong place")
                let fromScalars = try note.offset(scalars: index)
                try require(
                    try note.offset(utf16: utf16) == shown && fromScalars == shown
                        && note.offset(inFile: file) == shown && note.offset(of: column) == shown
                        && note.offset(of: column16, columnsIn: .utf16) == shown
                        && note.offset(of: columnScalars, columnsIn: .scalars) == shown,
                    "a place at offset \(shown) is carried to a wrong offset")
                try require(note.line(at: line) == note.lines[line], "line \(line) is told in two ways")
            }
            guard index < characters.count else { break }
            let character = characters[index]
            for inner in 1..<max(1, character.raw.count) where chosen == nil {
                let code: NoteTextError.Code = character.isBreak ? .insideLineEnding : .insideCharacter
                try require(
                    refusal { try note.offset(inFile: file + inner) } == code,
                    "the inside of a character was let through")
            }
            shown += character.shown.count
            utf16 += character.utf16Count
            file += character.raw.count
            if character.isBreak {
                line += 1
                lineStart = (shown, utf16, index + 1)
            }
        }
        try require(
            note.count == shown && note.utf16Count == utf16 && note.scalarCount == characters.count
                && note.fileByteCount == file && note.lineCount == line + 1, "a total is wrong")
    }

    private func refusal(_ work: () throws -> Int) -> NoteTextError.Code? {
        do {
            _ = try work()
            return nil
        } catch {
            return (error as? NoteTextError)?.code
        }
    }

    private func require(_ holds: @autoclosure () throws -> Bool, _ what: @autoclosure () -> String) throws {
        if try !holds() { throw Violation(description: what()) }
    }

    // MARK: Random changes

    private mutating func randomOffset() -> Int {
        let index = random.below(reference.characters.count + 1)
        return reference.characters[..<index].reduce(0) { $0 + $1.shown.count }
    }

    private mutating func randomRange() -> Range<Int> {
        let start = randomOffset()
        let end = random.oneIn(3) ? start : randomOffset()
        return min(start, end)..<max(start, end)
    }

    /// The shown text with a few changes, or another text altogether.
    private mutating func randomWholeText() -> [UInt8] {
        if random.oneIn(5) { return style.bytes(characters: random.below(40), using: &random) }
        var characters = ReferenceNote.characters(of: reference.shown).map(\.raw)
        for _ in 0..<random.below(4) {
            let place = random.below(characters.count + 1)
            if random.oneIn(2), place < characters.count { characters.remove(at: place) }
            if random.oneIn(2) {
                characters.insert(
                    style.bytes(characters: 1, using: &random), at: min(place, characters.count))
            }
        }
        return characters.flatMap(\.self)
    }
}
