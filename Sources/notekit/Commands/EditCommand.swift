// SPDX-License-Identifier: MIT
// `notekit edit`: the safe write for scripts and agents.

internal import NoteKit
internal import NoteProgram

/// Edits one note as compare-and-swap.
struct EditCommand: EditingCommand {
    private static let replace = Flag(
        "replace", takes: .text("START:END"), "Put the text in place of these bytes of the file.")
    private static let append = Flag("append", "Put the text behind the last byte of the file.")
    private static let with = Flag("with", takes: .text("TEXT"), "The text. It may be empty.")
    private static let textFrom = Flag(
        "text-from", takes: .choice(["-"]), "Read the text from the standard input.")

    static let declaration = CommandDeclaration(
        "edit", "Edit a note so that nobody's bytes are lost.",
        discussion: [
            "Only the named bytes change: mark, line endings and everything else stay. A newline in TEXT "
                + "takes the line endings of the note. START and END count bytes from the front of the file; "
                + "they may not lie inside a character, a CRLF or the byte order mark. A byte order mark at the front of TEXT "
                + "counts for nothing where TEXT takes the front of the file.",
            "When the note no longer is what the edit was based on (the digest of --base, or what was read "
                + "a moment before), nothing is written, the exit code is 3 and the answer names the digest "
                + "that the note has now. The text of a refused or failed edit is kept in a file that the "
                + "answer names.",
            "FILE must exist: --append makes no new note.", Standstill.discussion,
        ],
        operands: [Operand("FILE", .file, "The note.")],
        groups: [
            .oneOf([replace, append]), .oneOf([with, textFrom]), .optional(.base), .optional(.jsonObject),
        ],
        examples: [
            "notekit edit todo.md --append --with $'- [ ] milk\\n'",
            "notekit edit todo.md --replace 0:4 --text-from - --base \"$digest\" --json < new.txt",
        ])

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let file: NotePath
    private let place: EditPlace
    /// The text; nil when it comes from the standard input.
    private let text: [UInt8]?
    private let base: SHA256Digest?
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        file = try arguments.path(0)
        place =
            try arguments.bytes(of: Self.replace).map { bytes throws(UsageError) in
                guard let place = EditPlace(bytes) else {
                    throw arguments.error("--replace takes two offsets, START:END, the smaller one first.")
                }
                return place
            } ?? .end
        text = arguments.bytes(of: Self.with)
        base = try arguments.digest(of: .base)
        isJSON = arguments.has(.jsonObject)
    }

    func run() throws -> ExitCode {
        let text = if let given = self.text { given } else { try StandardInput.readAll() }
        let answer = Signals.blocked {
            GuardedEdit(file: file, base: base, keeping: text) { note in
                let end = note.text.fileByteCount
                let range = place.range ?? end..<end
                // Before the first character of a file it is a mark, which is no text.
                let mark = range.lowerBound == 0 && text.starts(with: Self.mark) ? Self.mark.count : 0
                return .replace(range, with: Array(text.dropFirst(mark)))
            }.carryOut()
        }
        return answer.deliver(asJSON: isJSON)
    }
}
