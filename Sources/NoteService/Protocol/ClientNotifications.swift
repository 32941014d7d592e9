// SPDX-License-Identifier: MIT
// What a client says without wanting an answer, apart from the methods.

internal import NoteJSON

/// A notification of a client, as it is documented.
struct ClientNotificationEntry: Sendable {
    let name: String
    let summary: String
    let parameters: [Field]
}

/// Takes a request back, as in the Language Server Protocol.
enum CancelRequest {
    static let name = "$/cancelRequest"
    static let entry = ClientNotificationEntry(
        name: name,
        summary:
            "Takes a request back that is not answered yet. It is answered with cancelled, and has changed nothing then; "
            + "or as if nothing had been said, where it was too late. See what can be cancelled.",
        parameters: Parameters.fields)

    struct Parameters: ProtocolParameters {
        private static let idMember = Parameter<MessageID>("id", "The id of the request.")
        static let fields = [idMember.field]

        let id: MessageID

        init(_ given: GivenParameters) throws(ProtocolError) { id = try given.value(of: Self.idMember) }
    }

    /// Does it, for a client.
    static func carryOut(_ parameters: JSONObject, for client: ServedClient) throws(ProtocolError) {
        let given = try GivenParameters(parameters, declared: Parameters.fields, at: "params")
        client.requests.takeBack(try Parameters(given).id)
    }
}

/// The client leaves.
enum ExitNotification {
    static let name = "exit"
    static let entry = ClientNotificationEntry(
        name: name,
        summary:
            "Ends the connection, once what was asked before is answered. The daemon goes on for its other clients.",
        parameters: [])
}
