// SPDX-License-Identifier: MIT
// The tool `links`.

internal import NoteKit
internal import NoteProtocol

/// Lists the links of a note.
enum LinksTool: AgentTool {
    static let name = "links"
    static let title = "List links"
    static let summary =
        "Lists the links of a note: wikilinks, embeds, links and images of Markdown, bare addresses. The target of a "
        + "wikilink is the title of a note, or a path without .md. backlinks lists the links that lead to a note."

    /// A link.
    struct Row: ProtocolObject {
        static let members: [Member<Row>] = [
            Member("kind", "wikilink, embed, link, image, url or reference.") { $0.kind },
            Member("target", "Where it leads.") { $0.target },
            Member("sub", "The part of the target from its # on, else null.") { $0.sub },
            Member("line", "The number of its line, from 1 on.") { $0.line },
        ]

        let kind: String
        let target: String
        let sub: String?
        let line: Int
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("links", "The links, in the order of the note.") { $0.part.rows },
            Member("next", AgentWords.next) { $0.part.next },
        ]

        let part: AgentPart<Row>
    }

    static func carryOut(
        _ parameters: AgentRows, in vault: AgentVault
    ) async throws(AgentRefusal) -> Answer {
        let note = AgentNote(parameters.path, try await vault.text(of: parameters.path))
        let rows = note.look { tree, lines, bytes in
            tree.links(in: bytes).map { link in
                Row(
                    kind: link.kind.rawValue,
                    target: AgentNote.excerpt(link.target),
                    sub: link.subpath(in: bytes).map { AgentNote.excerpt($0) },
                    line: lines.line(at: link.range.lowerBound))
            }
        }
        return Answer(part: parameters.part(of: rows))
    }
}
