// SPDX-License-Identifier: MIT
// `notekit doctor`.

internal import NoteJSON
internal import NoteKit
internal import NoteLibrary
internal import NoteProgram

/// Says what can be promised for a vault where it lies, and what hinders it.
struct DoctorCommand: Command {
    private static let json = Flag.jsonObject

    static let declaration = CommandDeclaration(
        "doctor", "Find out what can be promised for a vault where it lies.",
        discussion: [
            "Tries what the file system of the vault can (files without a name, exchange, leases, locks, extended "
                + "attributes, the exactness of its times, fsync, ...), whether all folders can be watched, whether "
                + "what is remembered beside the vault is sound, private and in the right place, whether there is "
                + "room, and what crashes and other tools have left. One line each: good, limited or bad, what was "
                + "found, what that means, and how to lift it.",
            "It makes small hidden files in the top folder of the vault and removes them again; of a look that was "
                + "killed the next one removes them. No note and no other file is touched. A damaged store is "
                + "mended, as on every other opening.",
            "Exits with 0 when all is good, with 1 when something is limited or bad, and with 2 when the vault "
                + "cannot be looked at. --json prints vault, verdict, and findings with topic, verdict, value, meaning "
                + "and remedy; the last two are null where there is nothing to say.",
        ],
        operands: [Operand("VAULT", .folder, "The folder of notes.")],
        groups: [.optional(json)], examples: ["notekit doctor ~/notes", "notekit doctor --json ."])

    private let vault: NotePath
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        vault = try arguments.path(0)
        isJSON = arguments.has(Self.json)
    }

    func run() throws -> ExitCode {
        // A signal must not leave files of the trial.
        let findings = try Signals.blocked {
            Result { () throws(FileError) in try VaultHealth(of: vault).look() }
        }.get()
        let verdict = findings.map(\.verdict).max() ?? .good
        return StandardOutput.write(
            isJSON ? json(findings, verdict) : Array(text(findings).utf8),
            then: verdict == .good ? .fine : .found)
    }

    private func text(_ findings: [HealthFinding]) -> String {
        findings.map { finding in
            let verdict = finding.verdict.rawValue.padded(to: 7)
            var line = "\(verdict)  \(finding.topic.padded(to: 17))  \(finding.value)"
            if let meaning = finding.meaning { line += ": \(meaning)" }
            if let remedy = finding.remedy { line += ". To lift it: \(remedy)" }
            return line + "\n"
        }.joined()
    }

    private func json(_ findings: [HealthFinding], _ verdict: HealthFinding.Verdict) -> [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("vault", vault.description)
                json.field("verdict", verdict.rawValue)
                json.field("findings") { json in
                    json.array(findings) { json, finding in
                        json.object { json in
                            json.field("topic", finding.topic)
                            json.field("verdict", finding.verdict.rawValue)
                            json.field("value", finding.value)
                            json.field("meaning", finding.meaning)
                            json.field("remedy", finding.remedy)
                        }
                    }
                }
            }
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - utf8.count))
    }
}
