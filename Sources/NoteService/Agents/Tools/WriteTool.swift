// SPDX-License-Identifier: MIT
// The tool `write`.

internal import NoteProtocol

/// Writes a whole note.
enum WriteTool: AgentTool {
    static let name = "write"
    static let title = "Write a note"
    static let summary =
        "Writes the whole text of a note. Without base it makes a new note, in a folder that is there already, and is "
        + "refused with exists where there is one. Lines end with one line feed; a note that is there keeps its own. "
        + "With base, the digest that read told, it replaces the text that you read: refused with conflict when the note "
        + "has changed since, with unseen when you have not read all of it. Refused, nothing was written. What is replaced "
        + "stays in the history, or the answer carries a warning. For a small change use edit: it touches less."
    static let isWriting = true

    struct Parameters: ProtocolParameters {
        private static let pathMember = Parameter<String>("path", AgentWords.path)
        private static let textMember = Parameter<String>("text", "The whole text.")
        private static let baseMember = Parameter<String?>(
            "base", AgentWords.base + " None for a new note.")
        static let fields = [pathMember.field, textMember.field, baseMember.field]

        let path: String
        let text: String
        let base: String?

        init(_ given: GivenParameters) throws(ProtocolError) {
            path = try given.value(of: Self.pathMember)
            text = try given.value(of: Self.textMember)
            base = try given.value(of: Self.baseMember)?.lowercased()
        }
    }

    static func carryOut(
        _ parameters: Parameters, in vault: AgentVault
    ) async throws(AgentRefusal) -> ChangeAnswer {
        let path = parameters.path
        if let base = parameters.base { try vault.shown.requireWhole(base, of: path) }
        let written = try await vault.change(path) {
            Service.NoteWrite(vault: $0, path: path, base: parameters.base, text: parameters.text)
        }
        let length = AgentBase.shown(parameters.text.withoutMark).utf8.count
        vault.shown.add(0..<length, of: written.digest, length: length)
        return ChangeAnswer(path: path, written: written)
    }
}
