// SPDX-License-Identifier: MIT
// What must hold of a note after any sequence of edits of its properties.

import NoteMarkdown
import SyntaxProof

/// Random edits on one random note.
struct PropertyWalk {
    /// How a value is set; a control arm does it wrongly.
    typealias Setting = @Sendable (inout EditedNote, String, String) throws -> Void

    struct Violation: Error, CustomStringConvertible {
        var description: String
    }

    static let setting: Setting = { try $0.set($1, $2) }

    private(set) var note: EditedNote
    private(set) var model: [(key: [UInt8], meaning: RandomFrontmatter.Meaning)]
    private var random: SeededGenerator
    private let setting: Setting
    /// How many edits were refused, each with a reason that is allowed.
    private(set) var refusals = 0

    init(seed: UInt64, setting: @escaping Setting = PropertyWalk.setting) throws {
        random = SeededGenerator(seed: seed)
        let start = RandomFrontmatter(using: &random)
        note = EditedNote(bytes: start.file)
        model = start.model
        self.setting = setting
        try compare("reading")
    }

    /// Starts on a note that somebody wrote; what it says is what is read from it.
    init(seed: UInt64, on file: [UInt8]) {
        random = SeededGenerator(seed: seed)
        note = EditedNote(bytes: file)
        setting = PropertyWalk.setting
        model = note.properties.properties.map { property in
            let text = Array(property.text.utf8)
            let meaning: RandomFrontmatter.Meaning =
                switch property.value {
                // A name may make a list of one value or none, which is text by any other name.
                case .list(let items) where "[-".utf8.contains(file[property.valueRange].first ?? 0):
                    .list(items.map { Array($0.utf8) })
                case .list([]): .nothing(text)
                case .text(nil): .nothing(text)
                default: .text(text)
                }
            return (Array(property.key.utf8), meaning)
        }
    }

    /// Makes edits, and stops at the first thing that is wrong.
    mutating func walk(steps: Int) throws {
        for step in 0..<steps { try change(step) }
    }

    private mutating func change(_ step: Int) throws {
        let index = random.below(model.count + 1)
        let isNew = index == model.count
        let key = isNew ? freshName() : String(decoding: model[index].key, as: UTF8.self)
        let typed = RandomFrontmatter.typed(using: &random)
        let before = note
        let place = before.properties[key]
        let saved = model
        var what = ""
        do throws(PropertyError) {
            switch random.below(10) {
            case 0..<5:
                what = "set \(key.debugDescription) \(typed.debugDescription)"
                try catching { (walk) throws in try walk.setting(&walk.note, key, typed) }
                put(.text(Array(typed.utf8)), at: index, key)
            case 5, 6:
                what = "append \(typed.debugDescription) to \(key.debugDescription)"
                try catching { (walk) throws in try walk.note.append(typed, to: key) }
                put(
                    .list((isNew ? [] : items(of: model[index].meaning)) + [Array(typed.utf8)]), at: index,
                    key)
            case 7:
                what = "remove \(key.debugDescription)"
                try catching { (walk) throws in try walk.note.remove(key) }
                model.remove(at: index)
            default:
                let name = freshName()
                what = "rename \(key.debugDescription) to \(name.debugDescription)"
                try catching { (walk) throws in try walk.note.rename(key, to: name) }
                model[index].key = Array(name.utf8)
            }
        } catch {
            refusals += 1
            model = saved
            try require(note.bytes == before.bytes, "\(what): refused, but the note changed")
            let allowed: [PropertyError.Code] = [.noList, .unsupported, .unprovable, .missing, .badName]
            try require(allowed.contains(error.code), "\(what): \(error)")
            if error.code == .missing { try require(isNew, "\(what): \(error)") }
            return
        }
        try compare("step \(step), \(what), of \(before.text.debugDescription)")
        try checkLines(before, place, "step \(step), \(what)")
    }

    private mutating func catching(
        _ body: (inout PropertyWalk) throws -> Void
    ) throws(PropertyError) {
        do {
            try body(&self)
        } catch let error as PropertyError {
            throw error
        } catch {
            preconditionFailure("\(error) in \(note.text.debugDescription)")
        }
    }

    private mutating func put(_ meaning: RandomFrontmatter.Meaning, at index: Int, _ key: String) {
        if index == model.count {
            model.append((Array(key.utf8), meaning))
        } else {
            model[index].meaning = meaning
        }
    }

    /// A value alone is a list of one where its name says so.
    private func items(of meaning: RandomFrontmatter.Meaning) -> [[UInt8]] {
        switch meaning {
        case .list(let items): items
        case .text(let text): [text]
        case .nothing, .other: []
        }
    }

    private mutating func freshName() -> String {
        while true {
            let name = random.oneIn(3) ? RandomFrontmatter.typed(using: &random) : "n\(random.below(1000))"
            if !name.isEmpty, !model.contains(where: { $0.key.elementsEqual(name.utf8) }) { return name }
        }
    }

    /// Everything reads as the model says.
    private func compare(_ when: String) throws {
        let read = note.properties
        try require(read.problems.isEmpty, "\(when): \(read.problems)")
        try require(
            read.properties.count == model.count, "\(when): \(read.rows), \(note.text.debugDescription)")
        for (property, expected) in zip(read.properties, model) {
            try require(
                Array(property.key.utf8) == expected.key, "\(when): the name \(property.key.debugDescription)"
            )
            let isRight =
                switch (expected.meaning, property.value) {
                case (.other, _): true
                case (.list(let items), .list(let read)): items == read.map { Array($0.utf8) }
                case (.text(let text), _), (.nothing(let text), _): Array(property.text.utf8) == text
                case (.list, _): false
                }
            try require(
                isRight, "\(when): \(property.key.debugDescription) is \(property.text.debugDescription)")
        }
    }

    /// Every line outside the edited property has the bytes that it had.
    private func checkLines(_ before: EditedNote, _ place: NoteProperty?, _ when: String) throws {
        let (old, new) = (Self.lines(before.bytes), Self.lines(note.bytes))
        guard let place else {
            // Lines were put in, and no line went.
            try require(
                Self.isSubsequence(old, of: new), "\(when): a line went, of \(before.text.debugDescription)")
            return
        }
        let above = place.line - 1
        let end = max(place.valueRange.upperBound, place.keyRange.upperBound)
        let last = Self.lines(Array(before.bytes[..<end])).count
        let below = old[last...]
        try require(
            new.prefix(above).elementsEqual(old.prefix(above))
                && new.suffix(below.count).elementsEqual(below),
            "\(when): another line changed: \(before.text.debugDescription) became \(note.text.debugDescription)"
        )
    }

    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        for byte in bytes {
            lines[lines.count - 1].append(byte)
            if byte == 0x0A { lines.append([]) }
        }
        return lines
    }

    private static func isSubsequence(_ lines: [[UInt8]], of others: [[UInt8]]) -> Bool {
        var rest = lines[...]
        for line in others where line == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    private func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
        guard condition else { throw Violation(description: message()) }
    }
}
