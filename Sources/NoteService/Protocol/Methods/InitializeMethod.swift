// SPDX-License-Identifier: MIT
// `initialize` and `shutdown`: how a client comes, and how the daemon ends.

internal import Glibc
internal import NoteKit

/// The first request: who the client is, and what both sides speak.
enum InitializeMethod: ServiceMethod {
    /// The version of the protocol that is spoken.
    static let version = 1

    static let name = "initialize"
    static let summary =
        "Comes first, once for each connection. Both sides then speak the lower of their two versions."

    /// Who a client is.
    struct ClientInfo: ProtocolParameters {
        private static let nameMember = Parameter<String>(
            "name", "What the client calls itself, for the log.")
        private static let versionMember = Parameter<String?>("version", "Its version.")
        static let fields = [nameMember.field, versionMember.field]

        let name: String

        init(_ given: GivenParameters) throws(ProtocolError) {
            name = try given.value(of: Self.nameMember)
            _ = try given.value(of: Self.versionMember)
        }
    }

    struct Parameters: ProtocolParameters {
        private static let protocolVersion = Parameter<Int>(
            "protocolVersion", "The highest version that the client speaks; this is version 1.")
        private static let clientInfo = Parameter<ClientInfo?>("clientInfo", "Who the client is.")
        private static let offsetUnits = Parameter<[String]?>(
            "offsets", "The units in which the client can count text, the best first: utf-8, utf-16.")
        static let fields = [protocolVersion.field, clientInfo.field, offsetUnits.field]

        let version: Int
        let client: ClientInfo?
        let offsets: [String]?

        init(_ given: GivenParameters) throws(ProtocolError) {
            version = try given.value(of: Self.protocolVersion)
            client = try given.value(of: Self.clientInfo)
            offsets = try given.value(of: Self.offsetUnits)
        }
    }

    struct ServerInfo: ProtocolObject {
        static let members: [Member<ServerInfo>] = [
            Member("name", "notekitd") { _ in "notekitd" },
            Member("version", "The version of the daemon.") { _ in NoteKitVersion.text },
            Member("process", "Its process.") { _ in Int(getpid()) },
        ]
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("protocolVersion", "The version that is spoken from now on.") { $0.version },
            Member("serverInfo", "Who answers.") { _ in ServerInfo() },
            Member("offsets", "The unit in which text is counted from now on.") { $0.offsets },
            Member("methods", "The methods that there are.") { _ in MethodTable.methods.map(\.name) },
            Member("largestMessage", "The largest message that is taken, in bytes.") { $0.largestMessage },
        ]

        let version: Int
        let offsets: TextOffsets
        let largestMessage: Int
    }

    static func lane(_ parameters: Parameters) -> RequestLane { .daemon }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        guard parameters.version >= 1 else {
            throw ProtocolError(
                .invalidParameters, "Version \(parameters.version) is not spoken; version 1 is.")
        }
        let known = (parameters.offsets ?? []).compactMap { TextOffsets(rawValue: $0) }
        guard let offsets = parameters.offsets == nil ? .utf8 : known.first else {
            throw ProtocolError(.invalidParameters, "Text is counted in utf-8 or utf-16, nothing else.")
        }
        guard client.introduce(parameters.client?.name ?? "a client", offsets: offsets) else {
            throw ProtocolError(.invalidRequest, "initialize comes once.")
        }
        return Answer(
            version: min(parameters.version, version), offsets: offsets,
            largestMessage: client.daemon.limits.message)
    }
}

/// Saves everything and ends the daemon.
enum ShutdownMethod: ServiceMethod {
    static let name = "shutdown"
    static let isTakenAtTheEnd = true
    static let summary =
        "Saves everything and ends the daemon, for all its clients. A client that only wants to leave closes its "
        + "connection."

    /// A note that could not be saved.
    struct Unsaved: ProtocolObject {
        static let members: [Member<Unsaved>] = [
            Member("path", "The note, from the root.") { $0.path },
            Member("message", "Why. Its edits are in the journal, and come back when it is opened.") {
                $0.message
            },
        ]

        let path: String
        let message: String
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("unsaved", "The notes that could not be saved; usually none.") { $0.unsaved }
        ]

        let unsaved: [Unsaved]
    }

    static func lane(_ parameters: NoParameters) -> RequestLane { .daemon }

    static func carryOut(
        _ parameters: NoParameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        client.unanswered.waitForEnd(true)
        defer { client.unanswered.waitForEnd(false) }
        let problems = await client.daemon.end()
        return Answer(unsaved: problems.map { Unsaved(path: $0.note.description, message: $0.reason) })
    }
    static func answered(_ answer: Answer, to client: ServedClient) { client.daemon.requestEnd() }
}
