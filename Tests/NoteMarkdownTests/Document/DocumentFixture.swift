// SPDX-License-Identifier: MIT
// The examples of the specifications and the notes of the fixtures, for the tests on documents.

import Foundation

/// Reads what lies below `Fixtures`.
enum DocumentFixture {
    /// One example of a specification.
    struct Example: Decodable, Sendable {
        var example: Int
        var section: String
        var markdown: String
        var html: String
    }

    private struct Vector: Decodable { var input: String }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures")

    static func examples(_ name: String) throws -> [Example] {
        try JSONDecoder().decode(
            [Example].self, from: Data(contentsOf: root.appendingPathComponent("spec/\(name).json")))
    }

    /// How many random texts a test takes for each seed: `NOTEKIT_ROUNDS`.
    static let rounds = ProcessInfo.processInfo.environment["NOTEKIT_ROUNDS"].flatMap { Int($0) } ?? 60

    /// The bytes of every note of the small vault, and of every folder that `NOTEKIT_NOTES` names.
    static func notes() throws -> [[UInt8]] {
        let real = ProcessInfo.processInfo.environment["NOTEKIT_NOTES"].map { [URL(fileURLWithPath: $0)] }
        let folders = [root.appendingPathComponent("vault")] + (real ?? [])
        return try folders.flatMap { folder in
            let paths =
                FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return try paths.filter { $0.lowercased().hasSuffix(".md") }.sorted().map {
                try Array(Data(contentsOf: folder.appendingPathComponent($0)))
            }
        }
    }

    /// Every example of the specifications and every vector of the syntax page.
    static func snippets() throws -> [[UInt8]] {
        let vectors = try JSONDecoder().decode(
            [Vector].self, from: Data(contentsOf: root.appendingPathComponent("syntax/vectors.json")))
        let examples = try examples("commonmark-0.31.2") + examples("gfm-0.29-extensions")
        return (examples.map(\.markdown) + vectors.map(\.input)).map { Array($0.utf8) }
    }
}
