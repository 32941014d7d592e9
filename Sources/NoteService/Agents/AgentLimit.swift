// SPDX-License-Identifier: MIT
// How much of everything an agent is told at once.

/// A limit that an agent may set, up to a point.
struct AgentLimit: Sendable {
    private let usual: Int
    private let most: Int
    let parameter: Parameter<Int?>

    private init(_ usual: Int, _ most: Int, of what: String) {
        self.usual = usual
        self.most = most
        parameter = Parameter<Int?>(
            "limit", "How many \(what) are told at most: \(usual) without it, never more than \(most).")
    }

    static let text = AgentLimit(65_536, 1_048_576, of: "bytes of text")
    static let notes = AgentLimit(200, 1_000, of: "notes")
    static let hits = AgentLimit(20, 100, of: "notes")
    static let rows = AgentLimit(200, 1_000, of: "rows")
    static let versions = AgentLimit(50, 500, of: "versions")
    /// How many bytes of one value or line are told.
    static let value = 2_000
    /// How many things that are wrong with a front matter are told.
    static let problems = 20
    /// How many places of one note a search tells.
    static let matches = 5

    /// What an agent set.
    func value(in given: GivenParameters) throws(ProtocolError) -> Int {
        let limit = try given.value(of: parameter) ?? usual
        guard limit > 0 else { throw ProtocolError(.invalidParameters, "arguments.limit is 1 or more.") }
        return min(limit, most)
    }
}

extension GivenParameters {
    /// A number that says where a list goes on; 0 where it begins.
    func position(of parameter: Parameter<Int?>) throws(ProtocolError) -> Int {
        let position = try value(of: parameter) ?? 0
        guard 0...(1 << 40) ~= position else {
            throw ProtocolError(.invalidParameters, "arguments.\(parameter.name) is no place in it.")
        }
        return position
    }
}

/// What parameters and answers of several tools say.
enum AgentWords {
    static let path = "The note, relative to the vault, ending in .md: folder/name.md."
    static let digest = "The digest of the whole note: hand it as base to whatever changes the note."
    static let base = "The digest of what you read, as read or the last change of the note told it."
    static let next = "Hand it as after to be told more; null when this is all."
    static let after = "Where a list goes on: next of the answer before."
    static let text = "The value, without quotes and escapes."
}
