// SPDX-License-Identifier: MIT
// `notekit links`, with the links that lead to a note.

internal import CNoteLinux
internal import NoteJSON
internal import NoteKit
internal import NoteProgram
internal import NoteStore

/// The links of notes as `LinksView` shows them; or those of other notes that lead to one.
struct LinksCommand: Command {
    private static let back = Flag("back", "List the links of the vault that lead to the note instead.")

    static var declaration: CommandDeclaration {
        let links = ViewCommand<LinksView>.declaration
        return CommandDeclaration(
            links.name, links.summary,
            discussion: links.discussion + [
                "With --back PATH is a note, or another file of the vault, and each row names a note that links "
                    + "to it, as Obsidian finds the file of a link. The index of the vault is brought up to date "
                    + "first; see 'notekit search'."
            ],
            operands: links.operands, groups: [.optional(back)] + links.groups,
            examples: links.examples + ["notekit links --back todo.md"])
    }

    private let path: NotePath
    private let isJSON: Bool
    private let isBack: Bool
    private let forward: ViewCommand<LinksView>

    init(_ arguments: Arguments) throws(UsageError) {
        path = try arguments.path(0)
        isJSON = arguments.has(Self.json)
        isBack = arguments.has(Self.back)
        forward = try ViewCommand<LinksView>(arguments)
    }

    private static var json: Flag { Flag("json", "") }

    func run() throws -> ExitCode {
        guard isBack else { return try forward.run() }
        let place = try NotePlace(of: path)
        let index = try VaultIndexing.index(of: place.vault)
        let names = try VaultNames(of: place.vault)
        guard names.contains(place.path) else {
            throw Refusal.missing(
                path, "'\(place.path)' is no file of the vault '\(place.vault)'.")
        }
        let links = try index.backlinks(to: place.path, among: names)
        return StandardOutput.write(isJSON ? Self.array(of: links) : Self.lines(for: links))
    }

    private static func array(of links: [IndexedLink]) -> [UInt8] {
        JSONWriter.document { json in
            json.array(links) { json, link in
                json.object { json in
                    json.field("path", link.note.description)
                    json.field("kind", link.kind.rawValue)
                    json.field("target", link.target)
                    json.field("sub", link.subpath)
                    json.field("line", link.line)
                    json.field("start", link.range.lowerBound)
                    json.field("end", link.range.upperBound)
                }
            }
        }
    }

    private static func lines(for links: [IndexedLink]) -> [UInt8] {
        NoteRows.aligned(
            links.map { link in
                [
                    "\(link.note):\(link.line):", link.kind.rawValue,
                    Excerpt.line(link.target + (link.subpath ?? "")),
                ]
            })
    }
}
