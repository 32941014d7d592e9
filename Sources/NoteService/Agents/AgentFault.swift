// SPDX-License-Identifier: MIT
// What is wrong with a message itself, which no agent can mend.

internal import NoteJSON

/// A fault of the Model Context Protocol.
struct AgentFault: Error, Sendable {
    private let number: Int
    private let message: String
    /// The version that was asked for and is not spoken.
    private var unsupported: String?

    init(_ code: ProtocolError.Code, _ message: String) {
        number = code.number
        self.message = message
    }

    init(_ error: ProtocolError) { self.init(error.code, error.description) }

    private init(unsupported version: String) {
        // The number that the protocol has for it.
        number = -32022
        message = "This version of the protocol is not spoken."
        unsupported = String(version.prefix(64))
    }

    static func unsupported(_ version: String) -> AgentFault { AgentFault(unsupported: version) }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("code", number)
            json.field("message", message)
            guard let unsupported else { return }
            json.field("data") { json in
                json.object { json in
                    json.field("supported") { json in json.array(AgentRevision.names) { $0.string($1) } }
                    json.field("requested", unsupported)
                }
            }
        }
    }
}
