// SPDX-License-Identifier: MIT
// Random edits of the properties of random notes, and a reader that is not ours beside them.

import Foundation
import NoteMarkdown
import Testing

@Suite("Any sequence of edits of properties")
struct PropertyWalkTests {
    static let steps = environment("NOTEKIT_PROPERTY_STEPS").flatMap { Int($0) } ?? 3000
    static let seed = environment("NOTEKIT_PROPERTY_SEED").flatMap { UInt64($0) } ?? 1
    /// How many edits each note gets.
    static let length = 10

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    @Test("changes the addressed property, and no byte of any other line")
    func walks() throws {
        let notes = (Self.steps + Self.length - 1) / Self.length
        var refusals = 0
        for index in 0..<UInt64(notes) {
            do {
                var walk = try PropertyWalk(seed: Self.seed &+ index)
                try walk.walk(steps: Self.length)
                refusals += walk.refusals
            } catch {
                Issue.record("NOTEKIT_PROPERTY_SEED=\(Self.seed &+ index) NOTEKIT_PROPERTY_STEPS=1: \(error)")
                return
            }
        }
        print("Properties: \(notes) notes of \(Self.length) edits, \(refusals) refused, seed \(Self.seed)")
        // Most edits can be made, or nothing is proved.
        #expect(refusals * 2 < notes * Self.length)
    }

    @Test("changes nothing else in notes that people wrote")
    func realNotes() throws {
        let folder = Self.environment("NOTEKIT_NOTES") ?? "\(Self.repository)/Fixtures"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var count = 0
        for file in files.sorted() where file.hasSuffix(".md") {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
            let read = NoteProperties(of: bytes)
            guard !read.properties.isEmpty, read.problems.isEmpty,
                String(validating: bytes, as: UTF8.self) != nil
            else { continue }
            count += 1
            for seed in 0..<UInt64(max(10, Self.steps / 1000)) {
                do {
                    var walk = PropertyWalk(seed: Self.seed &+ seed, on: bytes)
                    try walk.walk(steps: Self.length)
                } catch {
                    Issue.record("\(file), NOTEKIT_PROPERTY_SEED=\(Self.seed &+ seed): \(error)")
                }
            }
        }
        print("Properties: \(count) notes of \(folder)")
        #expect(count > 5)
    }

    private static var repository: String {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder.path
    }

    @Test("is found when a writer puts every text there without quotes")
    func control() {
        let careless: PropertyWalk.Setting = { note, key, text in
            guard let place = note.properties[key] else { return try note.set(key, text) }
            var bytes = note.bytes
            bytes.replaceSubrange(
                place.valueRange,
                with: place.valueRange.isEmpty ? [0x20] + Array(text.utf8) : Array(text.utf8))
            note = EditedNote(bytes: bytes)
        }
        let found = (UInt64(0)..<50).contains { seed in
            do {
                var walk = try PropertyWalk(seed: seed, setting: careless)
                try walk.walk(steps: Self.length)
                return false
            } catch {
                return error is PropertyWalk.Violation
            }
        }
        #expect(found)
    }

    @Test("reads the same to PyYAML")
    func witness() throws {
        var walks: [PropertyWalk] = []
        for seed in 0..<UInt64(max(100, Self.steps / 100)) as Range<UInt64> {
            var walk = try PropertyWalk(seed: Self.seed &+ seed)
            try walk.walk(steps: 5)
            // PyYAML takes no tab before the end of a line.
            if !Self.frontmatter(of: walk.note.bytes).utf8.contains(0x09) { walks.append(walk) }
        }
        let answers = try Self.readByPython(walks.map { Self.frontmatter(of: $0.note.bytes) })
        try #require(answers.count == walks.count)
        for (walk, answer) in zip(walks, answers) {
            // The order of names is not JSON's to keep.
            let read = try #require(answer as? [String: Any], "\(walk.note.text.debugDescription)")
            #expect(read.count == walk.model.count)
            for (key, meaning) in walk.model {
                let value = read[String(decoding: key, as: UTF8.self)]
                let isSame =
                    switch meaning {
                    case .text(let text), .nothing(let text):
                        (value as? String).map { Array($0.utf8) == text } ?? false
                    case .list(let items):
                        (value as? [String]).map { $0.map { Array($0.utf8) } == items } ?? false
                    case .other: value != nil
                    }
                #expect(
                    isSame,
                    "\(String(decoding: key, as: UTF8.self)): \(String(describing: value)) of \(walk.note.text.debugDescription)"
                )
            }
        }
    }

    private static func frontmatter(of file: [UInt8]) -> String {
        let range = file.withUnsafeBufferPointer { Frontmatter(in: $0)?.text ?? 0..<0 }
        return String(decoding: file[range], as: UTF8.self)
    }

    /// Has PyYAML read YAML texts, every scalar as text.
    private static func readByPython(_ texts: [String]) throws -> [Any] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "notekit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appendingPathComponent("in"), folder.appendingPathComponent("out"))
        try JSONSerialization.data(withJSONObject: texts).write(to: input)
        let program = """
            import json, sys, yaml
            texts = json.load(open(sys.argv[1]))
            json.dump([yaml.load(text, yaml.BaseLoader) or {} for text in texts], open(sys.argv[2], "w"))
            """
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = ["-c", program, input.path, output.path]
        try python.run()
        python.waitUntilExit()
        try #require(python.terminationStatus == 0)
        let answers = try JSONSerialization.jsonObject(with: Data(contentsOf: output))
        return try #require(answers as? [Any])
    }
}
