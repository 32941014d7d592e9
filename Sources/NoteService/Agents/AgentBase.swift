// SPDX-License-Identifier: MIT
// What every change of a note by an agent has in common: it names what was read, and replaces nothing else.

internal import NoteProtocol

/// A note that is to be changed, and what the agent has read of it.
struct AgentBase: Sendable {
    private static let pathMember = Parameter<String>("path", AgentWords.path)
    private static let baseMember = Parameter<String>("base", AgentWords.base)
    static let fields = [pathMember.field, baseMember.field]

    let path: String
    let base: String

    init(path: String, base: String) {
        self.path = path
        // Digits of a digest may come in capitals.
        self.base = base.lowercased()
    }

    init(_ given: GivenParameters) throws(ProtocolError) {
        self.init(
            path: try given.value(of: Self.pathMember), base: try given.value(of: Self.baseMember))
    }

    /// Carries out edits of the text that the agent has read.
    ///
    /// - Parameter known: Which of the edits replace text that the agent named itself, so that it need not have been
    ///   told.
    func change(
        _ edits: [Service.TextEdit], known: Set<Int> = [], in vault: AgentVault
    ) async throws(AgentRefusal) -> ChangeAnswer {
        let ranges = edits.map { $0.start..<max($0.start, $0.end) }
        try vault.shown.require(
            edits.indices.filter { !known.contains($0) }.map { ranges[$0] }, of: base, path)
        let written = try await vault.change(path) {
            Service.NoteWrite(vault: $0, path: path, base: base, edits: edits)
        }
        vault.shown.follow(
            zip(ranges, edits).map { ($0, Self.shown($1.text).utf8.count) }, from: base, to: written.digest)
        return ChangeAnswer(path: path, written: written)
    }

    /// A text as notes show it: each line ends as one line feed.
    static func shown(_ text: String) -> String {
        guard text.utf8.contains(0x0D) else { return text }
        var bytes: [UInt8] = []
        var isAfterReturn = false
        for byte in text.utf8 {
            if byte != 0x0A || !isAfterReturn { bytes.append(byte == 0x0D ? 0x0A : byte) }
            isAfterReturn = byte == 0x0D
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What came of a change.
struct ChangeAnswer: ProtocolObject {
    static let members: [Member<ChangeAnswer>] = [
        Member("path", "The note.") { $0.path },
        Member("status", "saved, or unchanged where the note held that already.") { $0.written.status },
        Member("digest", "The digest of the note now: the base of your next change of it.") {
            $0.written.digest
        },
        Member(
            "warning",
            "Why what the note held before is not in its history, where it could not be kept; null else."
        ) {
            $0.written.warning
        },
    ]

    let path: String
    let written: Service.WriteAnswer
}
