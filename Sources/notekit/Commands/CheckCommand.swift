// SPDX-License-Identifier: MIT
// `notekit check`.

internal import NoteKit
internal import NoteProgram

/// Proves that opening every note of a vault would change nothing, or looks for what leads nowhere in it.
struct CheckCommand: Command {
    /// The languages of the report.
    enum Format: String, CaseIterable {
        case text
        case json
        case junit
        case github
    }

    private static let format = Flag(
        "format", oneOf: Format.self, "The form of the report; text without this flag.")
    private static let jobs = Flag(
        "jobs", takes: .text("N"), "How many threads work; one a processor without this flag.")
    private static let strict = Flag(
        "strict", "Notes that are not UTF-8, and what could not be looked at, make the check fail.")

    static let declaration = CommandDeclaration(
        "check", "Prove that opening every note of a vault would change nothing.",
        discussion: [
            "Opens every note, hands its text back unchanged and proves that nothing would be written; "
                + "proves in memory that an edit changes its own line only and can be undone; parses and styles "
                + "it and proves that every range is right; and proves "
                + "afterwards that no file and no folder of the vault moved. It never writes.",
            "Notes are the files whose names end in .md; hidden files and folders are left alone. "
                + "Notes that are not UTF-8 are listed with the first bad byte and a guess at the "
                + "encoding; they are never rewritten.",
        ] + linkDiscussion,
        operands: [Operand("VAULT", .folder, "The folder of notes.")],
        groups: [.optional(format), .optional(jobs), .optional(strict)] + linkGroups,
        examples: ["notekit check ~/notes", "notekit check --format github --strict ."] + linkExamples)

    #if NOTEKIT_CORE
    private static let linkGroups: [FlagGroup] = []
    private static let linkExamples: [String] = []
    private static let linkDiscussion: [String] = []
    #endif

    let vault: NotePath
    let jobs: Int?
    let isStrict: Bool
    private let format: Format
    private let work: @Sendable (Self) throws -> CheckResult

    init(_ arguments: Arguments) throws(UsageError) {
        vault = try arguments.path(0)
        format = arguments.choice(of: Self.format, else: .text)
        jobs = try arguments.number(of: Self.jobs, in: 1...1024)
        isStrict = arguments.has(Self.strict)
        work = Self.work(arguments)
    }

    #if NOTEKIT_CORE
    private static func work(_: Arguments) -> @Sendable (Self) throws -> CheckResult {
        { try $0.proof() }
    }
    #endif

    /// What the no-op check says.
    func proof() throws -> CheckResult {
        var bar = ProgressBar(of: "Checking")
        defer { bar.erase() }
        let report = try VaultCheck(vault: vault, jobs: jobs).run(
            progress: { bar.show($0.done, of: $0.total) })
        return CheckResult(report, isStrict: isStrict)
    }

    func run() throws -> ExitCode {
        // Nothing is written, so an interrupt ends it wherever it is.
        Signals.whenAsked { number in
            ProgressBar.wipe()
            Signals.end(by: number)
        }
        let result = try work(self)
        return StandardOutput.write(text(of: result), then: result.exitCode)
    }

    private func text(of result: CheckResult) -> [UInt8] {
        switch format {
        case .text: Array(result.text.utf8)
        case .json: result.json
        case .junit: Array(result.junit.utf8)
        case .github: Array(result.github(GitHubPaths(vault: vault)).utf8)
        }
    }
}
