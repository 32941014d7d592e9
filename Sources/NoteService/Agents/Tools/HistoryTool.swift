// SPDX-License-Identifier: MIT
// The tools `history` and `restore_version`.

internal import NoteProtocol

/// Lists what a note held before.
enum HistoryTool: AgentTool {
    static let name = "history"
    static let title = "List old versions"
    static let summary =
        "Lists what a note held before, the newest first; also of a note that was deleted. read_version shows one, "
        + "restore_version puts one back."

    struct Parameters: ProtocolParameters {
        static let fields = AgentRows.fields(of: .versions)

        let rows: AgentRows

        init(_ given: GivenParameters) throws(ProtocolError) { rows = try AgentRows(given, .versions) }
    }

    /// A version.
    struct Row: ProtocolObject {
        static let members: [Member<Row>] = [
            Member("id", "Its name.") { $0.version.id },
            Member("title", "The title that the note had.") { $0.version.title },
            Member("edited", "When its text was last edited, as ISO 8601; null where nobody knows.") {
                $0.version.edited
            },
            Member("captured", "When it was put aside.") { $0.version.captured },
            Member("reason", "Why it is kept.") { $0.version.reason },
        ]

        let version: Service.NoteHistory.Version
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("versions", "The versions.") { $0.part.rows },
            Member("next", AgentWords.next) { $0.part.next },
        ]

        let part: AgentPart<Row>
    }

    static func carryOut(
        _ parameters: Parameters, in vault: AgentVault
    ) async throws(AgentRefusal) -> Answer {
        let history = try await vault.answer { Service.NoteHistory(vault: $0, path: parameters.rows.path) }
        return Answer(
            part: parameters.rows.part(of: history.versions.map { Row(version: $0) }))
    }
}

/// Puts a version back.
enum RestoreVersionTool: AgentTool {
    static let name = "restore_version"
    static let title = "Put an old version back"
    static let summary =
        "Puts an old version of a note back, byte for byte. Needs as base the digest of what the note holds now, all of "
        + "which you have read; no base where the note is not there any more. What is replaced becomes a version itself. "
        + "Refused with conflict when the note holds something else by now."
    static let isWriting = true

    struct Parameters: ProtocolParameters {
        private static let pathMember = Parameter<String>("path", AgentWords.path)
        private static let versionMember = Parameter<String>(
            "version", "The id of the version, as history told it.")
        private static let baseMember = Parameter<String?>(
            "base", AgentWords.base + " None where there is no note.")
        static let fields = [pathMember.field, versionMember.field, baseMember.field]

        let path: String
        let version: String
        let base: String?

        init(_ given: GivenParameters) throws(ProtocolError) {
            path = try given.value(of: Self.pathMember)
            version = try given.value(of: Self.versionMember)
            base = try given.value(of: Self.baseMember)?.lowercased()
        }
    }

    static func carryOut(
        _ parameters: Parameters, in vault: AgentVault
    ) async throws(AgentRefusal) -> ChangeAnswer {
        if let base = parameters.base { try vault.shown.requireWhole(base, of: parameters.path) }
        let written = try await vault.change(parameters.path) {
            Service.NoteRestore(
                vault: $0, path: parameters.path, version: parameters.version,
                base: parameters.base ?? "missing")
        }
        return ChangeAnswer(path: parameters.path, written: written)
    }
}
