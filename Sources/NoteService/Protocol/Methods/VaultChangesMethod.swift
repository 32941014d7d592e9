// SPDX-License-Identifier: MIT
// `vault/changes`.

internal import NoteKit

/// What happened in a vault since a moment.
enum VaultChangesMethod: ServiceMethod {
    static let name = "vault/changes"
    static let summary =
        "Tells what happened in a vault since a clock. All that happened on the disk before the request is in the "
        + "answer. Without since, and where it is not known any more, every note is told as created."
    static let isRepeatable = true
    static let isCancellable = true
    static let hasLargeAnswer = true

    struct Parameters: ProtocolParameters {
        private static let vaultMember = Parameter<String>("vault", Words.vault)
        private static let sinceMember = Parameter<String?>("since", "The clock of an earlier answer.")
        static let fields = [vaultMember.field, sinceMember.field]

        let vault: String
        let since: String?

        init(_ given: GivenParameters) throws(ProtocolError) {
            vault = try given.value(of: Self.vaultMember)
            since = try given.value(of: Self.sinceMember)
        }
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("clock", Words.clock) { $0.clock },
            Member("degraded", Words.degraded) { $0.degraded },
            Member("isFresh", "Whether these are all notes, whatever was known before.") { $0.isFresh },
            Member("changes", "What happened, one after the other.") { $0.changes },
        ]

        let clock: String
        let degraded: [Degradation]
        let isFresh: Bool
        let changes: [VaultChange]
    }

    static func lane(_ parameters: Parameters) -> RequestLane { .vault(parameters.vault) }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let vault = try client.vault(parameters.vault)
        try await vault.settle()
        let log = vault.log
        let degraded = vault.hindrances(of: log)
        if let since = parameters.since.flatMap({ log.number(of: $0) }),
            let changes = log.changes(since: since)
        {
            return Answer(
                clock: log.clock, degraded: degraded, isFresh: false, changes: changes.map { VaultChange($0) }
            )
        }
        let notes = try await vault.allNotes()
        return Answer(
            clock: log.clock, degraded: degraded, isFresh: true,
            changes: notes.map { VaultChange(.created, $0) })
    }
}
