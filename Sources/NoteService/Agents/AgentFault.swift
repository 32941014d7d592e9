// SPDX-License-Identifier: MIT
// What is wrong with a message itself, which no agent can mend.

internal import NoteJSON

/// A fault of the Model Context Protocol.
struct AgentFault: Error, Sendable {
    private let number: Int
    private let message: String
    /// The version that was asked for and is not spoken.
    private var unsupported: String?
    /// The address that leads to no note.
    private var address: String?

    init(_ code: ProtocolError.Code, _ message: String) { self.init(code.number, message) }

    private init(_ number: Int, _ message: String) {
        self.number = number
        self.message = message
    }

    /// The service did not answer.
    init(_ refusal: AgentRefusal) { self.init(.internalError, refusal.message) }

    init(_ error: ProtocolError) { self.init(error.code, error.description) }

    /// There is no such resource. The number is that of the revision that is spoken.
    static func noResource(_ address: String, _ isStateless: Bool) -> AgentFault {
        let number = isStateless ? ProtocolError.Code.invalidParameters.number : -32002
        var fault = AgentFault(number, "There is no such note in the vault.")
        fault.address = String(address.prefix(4_096))
        return fault
    }

    /// A version that is not spoken. The protocol has a number for it.
    static func unsupported(_ version: String) -> AgentFault {
        var fault = AgentFault(-32022, "This version of the protocol is not spoken.")
        fault.unsupported = String(version.prefix(64))
        return fault
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("code", number)
            json.field("message", message)
            if let address { json.field("data") { $0.object { $0.field("uri", address) } } }
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
