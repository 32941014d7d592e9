// SPDX-License-Identifier: MIT
// `vault/backlinks`.

internal import NoteKit
internal import NoteStore

/// Lists the links that lead to a note.
enum VaultBacklinksMethod: ServiceMethod {
    static let name = "vault/backlinks"
    static let summary =
        "Lists the links of the vault that lead to a note, as notekit links --back does: each is followed as Obsidian "
        + "follows it. All that happened on the disk before the request counts; what sessions have not saved does not."
    static let isRepeatable = true
    static let isCancellable = true
    static let hasLargeAnswer = true

    /// A link.
    struct Link: ProtocolObject {
        static let members: [Member<Link>] = [
            Member("path", "The note that has it.") { $0.link.note.description },
            Member("kind", "wikilink, embed, link, image or reference.") { $0.link.kind.rawValue },
            Member("target", "What it names, as it is written there.") { $0.link.target },
            Member("sub", "The part of the target from its # on, else null.") { $0.link.subpath },
            Member("line", "The number of its line, from 1 on.") { $0.link.line },
        ]

        let link: IndexedLink
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("links", "The links, by note and place.") { $0.links.map { Link(link: $0) } },
            Member("clock", Words.clock) { $0.clock },
            Member("degraded", "In what the watcher and the index are hindered; empty when all is well.") {
                $0.degraded
            },
        ]

        let links: [IndexedLink]
        let clock: String
        let degraded: [Degradation]
    }

    // It asks the index as a search does, and not the note.
    static func lane(_ parameters: NoteParameters) -> RequestLane { .vault(parameters.vault) }

    static func carryOut(
        _ parameters: NoteParameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let (vault, place) = try await parameters.place(for: client)
        guard place.isThere else {
            throw ProtocolError(.missing, "There is no note '\(place.path)' in the vault.")
        }
        try await vault.settle()
        let log = vault.log
        let index = try await vault.index.current()
        let degraded = vault.hindrances(of: log) + vault.index.degraded
        let found = await VaultSearchMethod.searching.runCancellable { isCancelled in
            Result { () throws(FileError) -> [IndexedLink] in
                if isCancelled() { return [] }
                let links = try index.backlinks(to: place.path, among: try VaultNames(of: vault.path))
                // A folder of the vault may be a link that leaves it.
                return links.filter { VaultPlace.isInside($0.note, of: vault.path) }
            }
        }
        do throws(FileError) {
            return Answer(links: try found.get(), clock: log.clock, degraded: degraded)
        } catch {
            throw ProtocolError(error)
        }
    }
}
