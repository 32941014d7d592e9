// SPDX-License-Identifier: MIT
// `notekit text` and `notekit preview`: what a note says, whole or as a list shows it.

internal import NoteKit
internal import NoteMarkdown
internal import NoteProgram

/// What such a command prints.
protocol PlainTextForm: Sendable {
    static var name: String { get }
    static var summary: String { get }
    static var discussion: [String] { get }
    /// The text without the newline at its end.
    static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String
    /// Whether a newline comes when there is no text, too.
    static var isAlwaysLine: Bool { get }
}

/// The whole text.
enum WholeTextForm: PlainTextForm {
    static let name = "text"
    static let summary = "Print what a note says, without its signs."
    static let discussion = [
        "Blocks stand on lines of their own, the cells of a table with tabs between them. Frontmatter and "
            + "comments are left out; HTML stands as it is written."
    ]
    static let isAlwaysLine = false

    static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        MarkdownDocument(parsing: bytes).plainText
    }
}

/// The line that lists show.
enum PreviewForm: PlainTextForm {
    static let name = "preview"
    static let summary = "Print the line that a list shows of a note."
    static let discussion = [
        "The beginning of the note without signs, with white space collapsed, in fewer than "
            + "\(MarkdownPreview.limit) characters. Only the beginning of the note is parsed for it."
    ]
    static let isAlwaysLine = true

    static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        MarkdownPreview.plainPreview(of: bytes)
    }
}

/// Prints the text of a note in one form.
struct PlainTextCommand<Form: PlainTextForm>: Command {
    static var declaration: CommandDeclaration {
        CommandDeclaration(
            Form.name, Form.summary, discussion: Form.discussion,
            operands: [Operand("FILE", .file, "The note.")], examples: ["notekit \(Form.name) todo.md"])
    }

    private let path: NotePath

    init(_ arguments: Arguments) throws(UsageError) { path = try arguments.path(0) }

    func run() throws -> ExitCode {
        let bytes = try OpenNote(at: path).base
        let text = bytes.withUnsafeBufferPointer { Form.text(of: $0) }
        return StandardOutput.write(text.isEmpty && !Form.isAlwaysLine ? "" : text + "\n")
    }
}
