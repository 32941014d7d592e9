// SPDX-License-Identifier: MIT
// The tool `backlinks`.

internal import NoteProtocol

/// Lists the links to a note.
enum BacklinksTool: AgentTool {
    static let name = "backlinks"
    static let title = "List links to a note"
    static let summary =
        "Lists the links in other notes, and in the note itself, that lead to a note, each with the note that has it and "
        + "its line. Links are followed as Obsidian follows them, so a note of the same title in another folder has its "
        + "own. The note has to be there; for links to one that is not, search for '[[TITLE'."

    /// A link.
    struct Row: ProtocolObject {
        static let members: [Member<Row>] = [
            Member("path", "The note that has the link.") { $0.link.path },
            Member("kind", "wikilink, embed, link, image or reference.") { $0.link.kind },
            Member("target", "What it names, as it is written there.") { AgentNote.excerpt($0.link.target) },
            Member("sub", "The part of the target from its # on, else null.") {
                $0.link.sub.map { AgentNote.excerpt($0) }
            },
            Member("line", "The number of its line, from 1 on.") { $0.link.line },
        ]

        let link: Service.VaultBacklinks.Link
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("links", "The links, by note and place.") { $0.part.rows },
            Member("next", AgentWords.next) { $0.part.next },
        ]

        let part: AgentPart<Row>
    }

    static func carryOut(
        _ parameters: AgentRows, in vault: AgentVault
    ) async throws(AgentRefusal) -> Answer {
        let found = try await vault.answer { Service.VaultBacklinks(vault: $0, path: parameters.path) }
        return Answer(part: parameters.part(of: found.links.map { Row(link: $0) }))
    }
}
