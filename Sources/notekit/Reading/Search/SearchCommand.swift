// SPDX-License-Identifier: MIT
// `notekit search`.

internal import Glibc
internal import NoteJSON
internal import NoteKit
internal import NoteProgram
internal import NoteStore

/// Finds the notes of a vault that hold a piece of text.
struct SearchCommand: Command {
    private static let json = Flag("json", "Print one JSON array.")
    private static let regex = Flag("regex", "QUERY is a regular expression (PCRE2).")
    private static let folder = Flag(
        "in", takes: .text("FOLDER"), "Only notes in this folder of the vault and those below it.")
    private static let ignoreMarks = Flag(
        "ignore-marks", "Accents and other marks do not count.")

    static let declaration = CommandDeclaration(
        "search", "Find the notes of a vault that hold a piece of text.",
        discussion: [
            "QUERY is one piece of text, spaces and signs included, of any length. Case does not count, and "
                + "neither does how an accent is written. The title of a note and all text of its file are searched, "
                + "frontmatter included.",
            "Notes whose title holds QUERY come first, then those that changed last. A line shows a line of a note: "
                + "its path, its number and its text; a path alone stands for a note that holds QUERY in its "
                + "title only. With --json the matches are given in bytes of the file.",
            "With --regex QUERY is a regular expression: ^ and $ stand at lines, and (?-i) makes case count. Where it "
                + "matches without a character the line is found once, so '^$' finds the empty lines.",
            "Refused with exit code 2 are a QUERY that is empty, not UTF-8, nothing but marks that do not count, no "
                + "regular expression, or one that takes too many steps on a note, and a FOLDER that is not there.",
            "An index of the vault is kept below the state folder, and brought up to date first. It only makes "
                + "searches fast: without it every note is read. Notes that are not UTF-8 are left out. The exit "
                + "code is 0 whether or not something is found.",
            ServedSearch.discussion,
        ],
        operands: [
            Operand("VAULT", .folder, "The folder of notes."), Operand("QUERY", .word, "What to look for."),
        ],
        groups: [.optional(json), .optional(regex), .optional(folder), .optional(ignoreMarks)],
        examples: [
            "notekit search ~/notes 'garden plan'", "notekit search ~/notes budget --json",
            "notekit search ~/notes --regex '^- \\[ \\] .*2026' --in Projects",
        ])

    private let vault: NotePath
    private let query: SearchQuery
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        vault = try arguments.path(0)
        isJSON = arguments.has(Self.json)
        var options: SearchQuery.Options = []
        if arguments.has(Self.regex) { options.insert(.regularExpression) }
        if arguments.has(Self.ignoreMarks) { options.insert(.ignoringMarks) }
        var folder: NotePath?
        if let bytes = arguments.bytes(of: Self.folder) {
            folder = NotePath(bytes: bytes)
            guard let path = VaultPath(NotePath(bytes: bytes)) else {
                throw arguments.error("--in takes a folder below the vault, not '\(NotePath(bytes: bytes))'.")
            }
            folder = path.path
        }
        do throws(SearchError) {
            query = try SearchQuery(bytes: arguments.operands[1], options: options, in: folder)
        } catch {
            throw arguments.error(error.description)
        }
    }

    func run() throws -> ExitCode {
        if let folder = query.folder, !isFolder(folder) {
            throw Refusal.missing(folder, "'\(folder)' is no folder of the vault '\(vault)'.")
        }
        return isJSON ? try writeArray() : try writeLines()
    }

    /// Makes something of each hit, whoever names the notes that are read for them.
    private func forEachHit<Made: Sendable>(
        making make: @Sendable (SearchHit, UnsafeBufferPointer<UInt8>) -> Made, use: (Made) -> Bool
    ) throws {
        if let served = ServedSearch.hits(of: query, in: vault) {
            served.tell()
            try query.forEachHit(among: served.notes, of: vault, making: make, use: use)
        } else {
            try VaultIndexing.index(of: vault).forEachHit(of: query, making: make, use: use)
        }
    }

    private func isFolder(_ folder: NotePath) -> Bool {
        var facts = stat()
        return vault.appending(folder).withCString { stat($0, &facts) } == 0
            && facts.st_mode & S_IFMT == S_IFDIR
    }

    /// One value, so nothing is printed of a search that fails on its way.
    private func writeArray() throws -> ExitCode {
        var array: [UInt8] = [UInt8(ascii: "[")]
        try forEachHit { hit, _ in
            JSONWriter.elements([hit]) { json, hit in
                json.object { json in
                    json.field("path", hit.path.description)
                    json.field("title", hit.title)
                    json.field("matches") { json in
                        json.array(hit.matches) { json, match in
                            json.object { json in
                                json.field("start", match.lowerBound)
                                json.field("end", match.upperBound)
                            }
                        }
                    }
                }
            }
        } use: { element in
            if array.count > 1 { array.append(UInt8(ascii: ",")) }
            array += element
            return true
        }
        return StandardOutput.write(array + Array("]\n".utf8))
    }

    private func writeLines() throws -> ExitCode {
        var output = OutputStream()
        var failure: OutputStream.Broken?
        try forEachHit { hit, bytes in
            FoundLines(hit, in: bytes).text
        } use: { text in
            do throws(OutputStream.Broken) {
                try output.write(text)
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
        try output.flush()
        return .fine
    }
}
