// SPDX-License-Identifier: MIT
// The numbered examples of the specifications, and the vectors of the syntax page, as data.

import Foundation

/// One example of a specification.
struct SpecificationExample: Decodable, Sendable {
    var example: Int
    var section: String
    var markdown: String
    var html: String

    static func all(in name: String) throws -> [SpecificationExample] {
        try JSONDecoder().decode([SpecificationExample].self, from: Fixture.data("spec/\(name).json"))
    }
}

/// One vector of the syntax page.
struct SyntaxVector: Decodable, Sendable {
    struct Span: Decodable, Hashable, Sendable {
        var kind: String
        var start: Int
        var end: Int
    }

    var section: String
    var input: String
    var ranges: [Span]

    static func all(in name: String) throws -> [SyntaxVector] {
        try JSONDecoder().decode([SyntaxVector].self, from: Fixture.data("syntax/\(name).json"))
    }
}

/// The files below `Fixtures`.
enum Fixture {
    static func data(_ path: String, from file: String = #filePath) throws -> Data {
        let root = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try Data(contentsOf: root.appendingPathComponent("Fixtures").appendingPathComponent(path))
    }
}
