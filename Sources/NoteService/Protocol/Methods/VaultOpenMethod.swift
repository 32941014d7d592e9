// SPDX-License-Identifier: MIT
// `vault/open` and `vault/list`.

internal import NoteKit

/// Opens a folder of notes.
enum VaultOpenMethod: ServiceMethod {
    static let name = "vault/open"
    static let summary =
        "Opens a folder of notes, and has the client told what changes in it. Answers when all of it was looked at, "
        + "and what a killed daemon left unsaved is back. A vault that no client has open any more, no configuration names "
        + "and of which no note is open is let go after a while."
    static let isRepeatable = true
    static let isCancellable = true

    struct Parameters: ProtocolParameters {
        private static let pathMember = Parameter<String>("path", "The folder, from the root.")
        static let fields = [pathMember.field]

        let path: String

        init(_ given: GivenParameters) throws(ProtocolError) {
            path = try given.value(of: Self.pathMember)
        }
    }

    static func lane(_ parameters: Parameters) -> RequestLane { .daemon }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> VaultFacts {
        try await client.daemon.open(parameters.path, for: client)
    }
}

/// The vaults that are open.
enum VaultListMethod: ServiceMethod {
    static let name = "vault/list"
    static let summary = "Lists the vaults that are open, by whomever."
    static let isRepeatable = true

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("vaults", "The vaults, by path.") { $0.vaults },
            Member(
                "clients", "What the clients call themselves, this one included, in the order of their names."
            ) {
                $0.clients
            },
        ]

        let vaults: [VaultFacts]
        let clients: [String]
    }

    static func lane(_ parameters: NoParameters) -> RequestLane { .daemon }

    static func carryOut(
        _ parameters: NoParameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        var vaults: [VaultFacts] = []
        for vault in client.daemon.openVaults { vaults.append(try await VaultFacts(vault)) }
        return Answer(vaults: vaults, clients: client.daemon.clientNames)
    }
}

/// What a client is told of an open vault.
struct VaultFacts: ProtocolObject {
    static let members: [Member<VaultFacts>] = [
        Member("vault", "The name of the vault in requests; the same for the same path.") { $0.id },
        Member("path", "Its real path.") { $0.path },
        Member("notes", "How many notes it has.") { $0.notes },
        Member("open", "How many of them are open.") { $0.open },
        Member("unsaved", "The open notes whose text holds something that their files do not, by path.") {
            $0.unsaved
        },
        Member("clock", Words.clock) { $0.clock },
        Member("degraded", Words.degraded) { $0.degraded },
    ]

    let id: String
    let path: String
    let notes: Int
    let open: Int
    let unsaved: [String]
    let clock: String
    let degraded: [Degradation]
    /// The number of the last change that the clock stands for.
    let count: Int

    init(_ vault: ServedVault) async throws(ProtocolError) {
        // The log first: what happens meanwhile is told once too often rather than never.
        let log = vault.log
        id = vault.id
        path = vault.path.description
        notes = try await vault.allNotes().count
        open = await vault.notes.count
        unsaved = await vault.notes.unsaved().map(\.description)
        clock = log.clock
        degraded = vault.hindrances(of: log)
        count = log.count
    }
}
