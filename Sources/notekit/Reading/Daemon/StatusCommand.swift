// SPDX-License-Identifier: MIT
// `notekit status`: what the daemon holds open, and what waits for somebody.

internal import NoteJSON
internal import NoteKit
internal import NoteProgram
internal import NoteProtocol

/// Shows the daemon and its vaults.
struct StatusCommand: Command {
    static let declaration = CommandDeclaration(
        "status", "Show what the daemon holds open, and what waits for somebody.",
        discussion: [
            "Tells whether notekitd runs, with which clients, and of each vault that it holds open how many notes it "
                + "has and how many of them are open, what hinders its watcher, which notes are in conflict, and which "
                + "have edits that are not in their files yet: usually those that somebody is typing in. Notes with "
                + "unsaved edits of a process that was killed are named, too: the edits come back when the note is opened, "
                + "by notekitd when it opens the vault.",
            "With VAULT it tells of this vault only, also where no daemon has it open: then of its conflicts. The exit "
                + "code is 1 when a note is in conflict or not saved, a killed process left edits, or a watcher is hindered.",
            "JSON has daemon (version, process, clients; null where none runs) and vaults (path, isServed, notes, open, "
                + "unsaved, conflicts, degraded), and left: the paths of the notes with edits of killed processes.",
        ],
        operands: [Operand("VAULT", .folder, isOptional: true, "The folder of notes.")],
        groups: [.optional(.jsonObject)], examples: ["notekit status", "notekit status ~/notes --json"])

    private let vault: NotePath?
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        vault = arguments.operands.isEmpty ? nil : try arguments.path(0)
        isJSON = arguments.has(.jsonObject)
    }

    func run() throws -> ExitCode {
        let daemon = try Daemon.running()
        let list = try daemon?.answer(to: Service.VaultList())
        let served = list?.vaults ?? []
        var vaults: [VaultStatus] = []
        if let vault {
            guard let real = vault.realFolder else {
                throw Refusal.missing(vault, "'\(vault)' is no vault: there is no such folder.")
            }
            vaults = [
                VaultStatus(
                    path: real, facts: served.first { NotePath(shown: $0.path) == real },
                    conflicts: try VaultConflicts(of: real, daemon))
            ]
        } else {
            for facts in served {
                guard let path = NotePath(shown: facts.path) else { continue }
                vaults.append(
                    VaultStatus(path: path, facts: facts, conflicts: try VaultConflicts(of: path, daemon)))
            }
        }
        var clients = list?.clients ?? []
        // This command is none of those who are asked for.
        if let own = clients.firstIndex(of: Daemon.name) { clients.remove(at: own) }
        let left = try LeftEdits(in: vault?.realFolder)
        let code: ExitCode = vaults.allSatisfy(\.isFine) && left.notes.isEmpty ? .fine : .found
        guard isJSON else {
            return StandardOutput.write(text(daemon?.facts, clients, vaults) + left.text, then: code)
        }
        return StandardOutput.write(json(daemon?.facts, clients, vaults, left), then: code)
    }

    private func text(
        _ facts: Service.Initialize.ServerInfo?, _ clients: [String], _ vaults: [VaultStatus]
    ) -> String {
        var text = "notekitd does not run.\n"
        if let facts {
            let others =
                clients.isEmpty ? "" : ": " + clients.map { "\(NotePath($0))" }.joined(separator: ", ")
            text =
                "notekitd \(facts.version) runs (process \(facts.process)), with "
                + "\(Count.of(clients.count, "client"))\(others).\n"
        }
        return text + vaults.map(\.text).joined()
    }

    private func json(
        _ facts: Service.Initialize.ServerInfo?, _ clients: [String], _ vaults: [VaultStatus],
        _ left: LeftEdits
    ) -> [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("daemon") { json in
                    guard let facts else { return json.null() }
                    json.object { json in
                        json.field("version", facts.version)
                        json.field("process", facts.process)
                        json.field("clients") { $0.array(clients) { $0.string($1) } }
                    }
                }
                json.field("vaults") { json in
                    json.array(vaults) { json, vault in json.object { vault.write(to: &$0) } }
                }
                json.field("left") { left.write(to: &$0) }
            }
        }
    }
}

/// How one vault stands.
private struct VaultStatus {
    let path: NotePath
    /// What the daemon says; nil where it does not have it open.
    let facts: Service.VaultFacts?
    let conflicts: VaultConflicts

    var isFine: Bool {
        conflicts.rows.isEmpty && (facts.map { $0.unsaved.isEmpty && $0.degraded.isEmpty } ?? true)
    }

    var text: String {
        let held =
            facts.map { "\(Count.of($0.notes, "note")), \(Count.grouped($0.open)) open" }
            ?? "not held open"
        var lines = ["\(path): \(held)"]
        lines += conflicts.rows.map { "conflict  \($0.path)" }
        // Of a note in conflict that is understood.
        let torn = Set(conflicts.rows.map(\.path))
        lines += (facts?.unsaved ?? []).filter { NotePath(shown: $0).map(torn.contains) != true }
            .map { "edited    \($0)" }
        lines += (facts?.degraded ?? []).map { "hindered  \($0.detail)" }
        return lines.map { "\($0)\n" }.joined()
    }

    func write(to json: inout JSONWriter) {
        json.field("path", path.description)
        json.field("isServed", facts != nil)
        json.field("notes", facts?.notes)
        json.field("open", facts?.open)
        json.field("unsaved") { $0.array(facts?.unsaved ?? []) { $0.string($1) } }
        json.field("conflicts") { conflicts.write(to: &$0) }
        json.field("degraded") { json in
            json.array(facts?.degraded ?? []) { json, hindrance in
                json.object { json in
                    json.field("reason", hindrance.reason)
                    json.field("detail", hindrance.detail)
                    json.field("path", hindrance.path)
                }
            }
        }
    }
}
