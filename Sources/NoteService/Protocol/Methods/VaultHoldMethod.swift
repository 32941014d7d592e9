// SPDX-License-Identifier: MIT
// `vault/hold` and `vault/release`.

internal import NoteKit
internal import NoteProtocol

/// Holds open notes still for a program that writes their files itself.
enum VaultHoldMethod: ServiceMethod {
    static let name = "vault/hold"
    static let summary =
        "Saves the open notes at a path, and holds their edits back until vault/release, so that a program can write "
        + "their files itself without a conflict with what is being typed; the command line works so. Notes that "
        + "are opened meanwhile are held, too. What the daemon itself would write, and other holds of these notes, wait; "
        + "so does this one for those before it, and edits that wait are made before the next begins. Where the notes "
        + "do not stand still within 10 seconds it is refused with busy, and nothing is held. Afterwards their sessions "
        + "are told of what it wrote as of any outside change. A hold ends with its connection, and when edits have "
        + "waited for it for 10 seconds in any case. A client has no more than 64."

    struct Parameters: ProtocolParameters {
        private static let pathMember = Parameter<String>(
            "path",
            "The real path of a note, or of a folder for all notes below it, from the root. It is only compared with "
                + "those of open notes: there need be no vault and no note.")
        static let fields = [pathMember.field]

        let path: NotePath

        init(_ given: GivenParameters) throws(ProtocolError) {
            let text = try given.value(of: Self.pathMember)
            guard let path = NotePath(shown: text), path.isAbsolute else {
                throw ProtocolError(.invalidParameters, "params.path is a path from the root.")
            }
            self.path = path
        }
    }

    /// A note that is not to be written.
    struct Unsaved: ProtocolObject {
        static let members: [Member<Unsaved>] = [
            Member("path", "The note, from the root.") { $0.unsaved.note.description },
            Member(
                "code",
                "conflict; busy where another program is writing the file; not-written where the disk is in the way."
            ) { $0.unsaved.code.word },
            Member("message", "Why, as for a conflict that nobody has resolved yet.") {
                $0.unsaved.error.description
            },
        ]

        let unsaved: VaultHold.Unsaved
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("hold", "The name of the hold, for vault/release.") { $0.number },
            Member("notes", "How many open notes are held still.") { $0.notes.count },
            Member("unsaved", "Those of them whose edits could not be saved: writing them makes a conflict.")
            {
                $0.notes.unsaved.map { Unsaved(unsaved: $0) }
            },
        ]

        let number: Int
        let notes: VaultHold.Notes
    }

    static func lane(_ parameters: Parameters) -> RequestLane { .hold(parameters.path) }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let daemon = client.daemon
        let number = daemon.nextSession()
        let hold = VaultHold(
            of: parameters.path, behind: daemon.gates, clock: daemon.clock,
            whenOver: { [weak client] in client?.holds.remove(number) }, in: { daemon.openVaults })
        // The client has it from the beginning: it is ended with it, however far it has come.
        try client.holds.add(hold, as: number)
        return Answer(number: number, notes: try await hold.take())
    }
}

/// Lets edits through again.
enum VaultReleaseMethod: ServiceMethod {
    static let name = "vault/release"
    static let summary =
        "Ends a hold. When this is answered the sessions have taken in what was written. One that is over already, "
        + "since it took too long, is passed over."
    static let isRepeatable = true

    struct Parameters: ProtocolParameters {
        private static let holdMember = Parameter<Int>("hold", "The hold, as vault/hold named it.")
        static let fields = [holdMember.field]

        let hold: Int

        init(_ given: GivenParameters) throws(ProtocolError) {
            hold = try given.value(of: Self.holdMember)
        }
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("wasHeld", "Whether the notes were held still until now.") { $0.wasHeld }
        ]

        let wasHeld: Bool
    }

    static func lane(_ parameters: Parameters) -> RequestLane { .release(parameters.hold) }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        Answer(wasHeld: await client.holds[parameters.hold]?.release() ?? false)
    }
}
