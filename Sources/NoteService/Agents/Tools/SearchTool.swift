// SPDX-License-Identifier: MIT
// The tool `search`.

internal import NoteProtocol

/// Finds a piece of text in the notes.
enum SearchTool: AgentTool {
    static let name = "search"
    static let title = "Search notes"
    static let summary =
        "Finds the notes that hold a piece of text in title or body, with the lines where it stands. The query is one "
        + "literal piece of text, not a list of words; with regex a regular expression (PCRE2). Notes whose title holds "
        + "it come first, then those that changed last. Of each note \(AgentLimit.matches) places are told, and count "
        + "says how many there are. Where next is not null there are more notes: hand it as after, or search for less."

    struct Parameters: ProtocolParameters {
        private static let queryMember = Parameter<String>("query", "The piece of text. Case does not count.")
        private static let regexMember = Parameter<Bool?>(
            "regex", "Whether query is a regular expression.")
        private static let marksMember = Parameter<Bool?>(
            "ignoreMarks", "Whether accents and other marks count for nothing.")
        private static let folderMember = Parameter<String?>("folder", Words.folder)
        private static let afterMember = Parameter<Int?>("after", AgentWords.after)
        static let fields = [
            queryMember.field, regexMember.field, marksMember.field, folderMember.field,
            AgentLimit.hits.parameter.field, afterMember.field,
        ]

        let query: String
        let regex: Bool?
        let ignoreMarks: Bool?
        let folder: String?
        let limit: Int
        let after: Int

        init(_ given: GivenParameters) throws(ProtocolError) {
            query = try given.value(of: Self.queryMember)
            regex = try given.value(of: Self.regexMember)
            ignoreMarks = try given.value(of: Self.marksMember)
            folder = try given.value(of: Self.folderMember).flatMap { $0.isEmpty ? nil : $0 }
            limit = try AgentLimit.hits.value(in: given)
            after = try given.position(of: Self.afterMember)
            guard after <= 10_000 else {
                throw ProtocolError(
                    .invalidParameters,
                    "Nobody reads 10,000 notes. Search for something that fewer notes hold.")
            }
        }
    }

    /// A place in a note.
    struct Match: ProtocolObject {
        static let members: [Member<Match>] = [
            Member("line", "The number of the line, from 1 on.") { $0.match.line ?? 0 },
            Member("text", "The line; of a long one, what is around the place.") { $0.match.excerpt ?? "" },
            Member("start", "Where the place begins, in bytes of the text as read tells it.") {
                $0.match.start
            },
            Member("end", "Where it ends.") { $0.match.end },
        ]

        let match: Service.VaultSearch.Match
    }

    /// A note that holds it.
    struct Hit: ProtocolObject {
        static let members: [Member<Hit>] = [
            Member("path", AgentWords.path) { $0.hit.path },
            Member("title", "Its title.") { $0.hit.title },
            Member("isInTitle", "Whether the title holds it.") { $0.hit.isInTitle },
            Member("count", "In how many places the text holds it.") { $0.hit.count },
            Member("matches", "The first of these places.") { $0.hit.matches.map { Match(match: $0) } },
        ]

        let hit: Service.VaultSearch.Hit
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("results", "The notes.") { $0.results },
            Member("next", AgentWords.next) { $0.next },
        ]

        let results: [Hit]
        let next: Int?
    }

    static func carryOut(
        _ parameters: Parameters, in vault: AgentVault
    ) async throws(AgentRefusal) -> Answer {
        let end = parameters.after + parameters.limit
        let found = try await vault.answer {
            Service.VaultSearch(
                vault: $0, query: parameters.query, regex: parameters.regex,
                ignoreMarks: parameters.ignoreMarks, folder: parameters.folder, limit: end,
                matches: AgentLimit.matches, excerpts: true)
        }
        return Answer(
            results: found.results.dropFirst(parameters.after).map { Hit(hit: $0) },
            next: found.isCut ? end : nil)
    }
}
