// SPDX-License-Identifier: MIT
// `notekit export`.

internal import NoteExporting
internal import NoteKit
internal import NoteProgram

/// Writes notes as Markdown files or typeset as PDF.
struct ExportCommand: Command {
    /// What a note becomes.
    enum Format: String, CaseIterable {
        case md
        case pdf
    }

    /// The size of the pages.
    enum Paper: String, CaseIterable {
        case letter
        case a4

        var size: NotePDFRenderer.Paper { self == .letter ? .letter : .a4 }
    }

    private static let format = Flag(
        "to", oneOf: Format.self, "What the notes become: a Markdown file or a typeset PDF.")
    private static let output = Flag(
        "output", letter: "o", takes: .text("OUT"),
        "The folder or file to write, - for the standard output; the current folder without this flag.")
    private static let paper = Flag(
        "paper", oneOf: Paper.self, ignoringCase: true, "The size of a PDF's pages; letter without this flag."
    )
    private static let jobs = Flag(
        "jobs", takes: .text("N"), "How many notes are worked on at once; one a processor without this flag.")
    private static let json = Flag("json", "Print one JSON array.")

    static let declaration = CommandDeclaration(
        "export", "Write notes as Markdown files or as PDF.",
        discussion: [
            "What leaves is the title (the file's name), the event date (the property date, where it is a date or "
                + "a date and time), the body without its front matter, and the drawing (the SVG in the attachment "
                + "folder that the property drawing names). In Markdown the body is carried byte for byte, and a "
                + "line tells of a drawing.",
            "OUT is a folder when it is one, when several notes or a folder are exported, or when it ends in a "
                + "slash; it is made then, with those above it. Files in it are called like the notes, safely for every system, and "
                + "numbered where a name is taken: nothing that is there is replaced. Without OUT the files go "
                + "to the current folder, which may not lie in a vault then. The paths of the files are printed.",
            "Else OUT is the file. One that is there is replaced in one step where it is a regular file of one "
                + "name, no link, and does not end in .md; in a vault nothing but a PDF by a PDF. Markdown is "
                + "written neither to a vault nor into a folder that is exported, unless it is hidden there.",
            "What is left out of a file is told on the standard error. A note that cannot be exported is named "
                + "there, the others are exported all the same, and the exit code is the greatest of all: 4 for a "
                + "note that is not UTF-8, 5 for a file that could not be written.",
        ],
        operands: [
            Operand("FILE", .file, isRepeated: true, "A note, or a folder with notes.")
        ],
        groups: [.oneOf([format]), .optional(output), .optional(paper), .optional(jobs), .optional(json)],
        examples: [
            "notekit export journal/may.md --to pdf --paper a4 -o may.pdf",
            "notekit export ~/notes --to md -o ~/export/",
        ])

    private let files: [NotePath]
    private let format: Format
    private let paper: Paper
    private let out: NotePath?
    private let jobs: Int
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        var files: [NotePath] = []
        for index in arguments.operands.indices { files.append(try arguments.path(index)) }
        self.files = files
        format = arguments.choice(of: Self.format, else: .md)
        out = try arguments.bytes(of: Self.output).map { bytes throws(UsageError) in
            guard !bytes.isEmpty else { throw arguments.error("OUT is empty.") }
            return NotePath(bytes: bytes)
        }
        jobs = try arguments.number(of: Self.jobs, in: 1...1024) ?? Workers.processors
        isJSON = arguments.has(Self.json)
        if isJSON, out == ExportTarget.standardOutput {
            throw arguments.error("Give --json or --output -, not both.")
        }
        paper = arguments.choice(of: Self.paper, else: .letter)
        if arguments.has(Self.paper), format != .pdf { throw arguments.error("--paper goes with --to pdf.") }
    }

    func run() throws -> ExitCode {
        let exporter = try NoteExporter(to: format, on: paper.size, for: .ofProcess)
        // The process that typesets starts while the notes are looked for.
        try exporter.prepare()
        let sources = ExportSources(files)
        let target: ExportTarget
        do {
            target = try ExportTarget(out, for: sources, as: format)
        } catch let error as FileError {
            throw Refusal(.notWritten, error.code.description, about: error.path, error.description)
        }
        let run = ExportRun(target: target, exporter: exporter, jobs: jobs)
        return ExportReport(run.outcomes(of: sources.sources)).deliver(
            asJSON: isJSON, telling: !target.isStandardOutput)
    }
}
