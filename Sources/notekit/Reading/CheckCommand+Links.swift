// SPDX-License-Identifier: MIT
// `notekit check --links`.

internal import NoteKit
internal import NoteLibrary
internal import NoteProgram

extension CheckCommand {
    private static let links = Flag(
        "links", "Look for what leads nowhere instead: links, headings, properties, attachments, names.")

    static let linkGroups: [FlagGroup] = [.optional(links)]
    static let linkExamples = ["notekit check --links --format json ~/notes"]
    static let linkDiscussion = [
        "With --links it proves nothing of that, but reads every note once and reports deadLink (no such file, "
            + "heading or block; '[[note#heading]]' is followed as Obsidian does), doubledHeading (the same text "
            + "as high and below the same heading as one before, so that no link reaches it), brokenProperty, "
            + "conflictCopy (as sync and merge tools name them), orphanedAttachment (a picture, sound, film or "
            + "document, or a file in the attachment folder, that no note, canvas or base names) and ambiguous (names "
            + "that differ in case or in the form of accents only). Addresses, links out of the vault, to "
            + "folders, to hidden files, and those that a template has yet to write are not followed.",
        "With --format json the findings stand in 'findings', by path and place: path, kind, target, line, "
            + "start, end, message. The target is the link as written, the text of the heading, or the path of "
            + "the other file; what does not apply is null. Any finding makes the exit code 1.",
    ]

    static func work(_ arguments: Arguments) -> @Sendable (Self) throws -> CheckResult {
        guard arguments.has(links) else { return { try $0.proof() } }
        return { try $0.findings() }
    }

    private func findings() throws -> CheckResult {
        var bar = ProgressBar(of: "Checking")
        defer { bar.erase() }
        let report = try LinkCheck(vault: vault, jobs: jobs).run(progress: { bar.show($0, of: $1) })
        let findings = report.findings.map {
            CheckFinding(
                path: $0.path, kind: $0.kind.description, target: $0.target, line: $0.line, range: $0.range,
                message: $0.message)
        }
        return CheckResult(
            VaultCheck.Report(of: vault, reading: report.reading, seconds: report.seconds),
            findings: findings,
            isStrict: isStrict)
    }
}
