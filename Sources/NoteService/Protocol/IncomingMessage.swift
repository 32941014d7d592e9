// SPDX-License-Identifier: MIT
// What a client says, in the words of JSON-RPC 2.0.

internal import NoteJSON

/// One message of a client.
enum IncomingMessage {
    /// It wants an answer.
    case request(MessageID, method: String, JSONObject)
    /// It wants none, and gets none.
    case notification(method: String, JSONObject)
    /// An answer; the daemon asks nothing, so there is nothing to do with it.
    case answer

    /// A message that is refused, with the request it is the answer to where that is known.
    struct Refusal: Error {
        let id: MessageID?
        let error: ProtocolError
    }

    /// A message, or why it is none.
    static func reading(_ bytes: [UInt8]) -> Result<IncomingMessage, Refusal> {
        Result { () throws(Refusal) in try IncomingMessage(parsing: bytes) }
    }

    /// The same of JSON that was read.
    static func reading(_ value: JSONValue) -> Result<IncomingMessage, Refusal> {
        Result { () throws(Refusal) in try IncomingMessage(value) }
    }

    /// Reads a message.
    ///
    /// Batches are refused: messages can be sent one behind the other just as well. Parameters go by name.
    init(parsing bytes: [UInt8]) throws(Refusal) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw Self.refusal(of: bytes, error)
        }
        try self.init(value)
    }

    private init(_ value: JSONValue) throws(Refusal) {
        guard case .object(let message) = value else {
            let isBatch = if case .array = value { true } else { false }
            throw Self.invalid(
                nil, isBatch ? "Batches are not taken; send one message after the other." : "No object.")
        }
        let id = message["id"].flatMap { MessageID($0) }
        guard message["jsonrpc"] == .string("2.0") else { throw Self.invalid(id, "jsonrpc is not \"2.0\".") }
        guard let name = message["method"] else {
            guard message["result"] != nil || message["error"] != nil else {
                throw Self.invalid(id, "There is no method.")
            }
            self = .answer
            return
        }
        guard case .string(let method) = name else { throw Self.invalid(id, "method is no string.") }
        let parameters: JSONObject
        switch message["params"] {
        case nil: parameters = JSONObject(members: [])
        case .object(let object): parameters = object
        default:
            // A notification gets no answer.
            guard let id else {
                self = .answer
                return
            }
            throw Refusal(
                id: id, error: ProtocolError(.invalidParameters, "Parameters go by name, in an object."))
        }
        guard message["id"] != nil else {
            self = .notification(method: method, parameters)
            return
        }
        guard let id else { throw Self.invalid(nil, "id is neither a whole number nor a string.") }
        self = .request(id, method: method, parameters)
    }

    /// Why a message is none. Half a character is the one fault that honest programs send, where they cut their strings
    /// between any two UTF-16 units: then the request can be told which it is.
    private static func refusal(of bytes: [UInt8], _ reason: JSONError) -> Refusal {
        do throws(JSONError) {
            guard case .object(let message) = try JSONValue(replacingHalfPairsOf: bytes),
                let id = message["id"].flatMap({ MessageID($0) }), !id.isReplaced
            else { return Refusal(id: nil, error: ProtocolError(.parse, reason.description)) }
            return Refusal(id: id, error: ProtocolError(.invalidParameters, reason.description))
        } catch {
            return Refusal(id: nil, error: ProtocolError(.parse, reason.description))
        }
    }

    private static func invalid(_ id: MessageID?, _ reason: String) -> Refusal {
        Refusal(id: id, error: ProtocolError(.invalidRequest, "No JSON-RPC 2.0 message: \(reason)"))
    }
}
