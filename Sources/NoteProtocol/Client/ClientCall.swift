// SPDX-License-Identifier: MIT
// A request that waits for its answer, and what becomes of it when the connection goes.

internal import NoteJSON

/// A request of a client.
struct ClientCall: Sendable {
    typealias Outcome = Result<JSONValue, NoteClientError>

    /// The name that is sent.
    let name: String
    let isRepeatable: Bool
    /// Whether it belongs to the making of a connection: it is sent before all others, and never again.
    let isGreeting: Bool
    /// Makes its parameters for a connection; nil while that cannot take it yet.
    let parameters: @Sendable (_ connection: Int) throws(NoteClientError) -> [UInt8]?
    /// Called with the answer before anything that comes behind it is looked at, on the thread of the link.
    let arrived: (@Sendable (JSONValue, _ connection: Int) -> Void)?
    /// What it is asked for after a lost connection; nil where it is no edit of a session.
    let edit: SentEdit?
    /// Whether its connection was lost, and the next one tells what became of it.
    var isLost = false
    /// The connection that it was sent over; nil where it was not.
    var sentOver: Int?
    let continuation: CheckedContinuation<Outcome, Never>

    /// The message, with its frame.
    static func message(_ id: Int, _ name: String, _ parameters: [UInt8]) -> [UInt8] {
        var json = JSONWriter()
        json.string(name)
        let start = Array("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":".utf8)
        let body = start + json.bytes + Array(",\"params\":".utf8) + parameters + [UInt8(ascii: "}")]
        return FrameParser.frame(body)
    }

    /// The message, with its frame, that takes a call back.
    static func cancellation(of id: Int) -> [UInt8] {
        FrameParser.frame(
            Array("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":\(id)}}".utf8))
    }

    /// What is told where it was or was not sent.
    func failure(_ code: NoteClientError.Code, _ reason: String) -> NoteClientError {
        sentOver == nil
            ? NoteClientError(code, "\(reason) '\(name)' was not sent, and nothing was done.")
            : .unknown(code, name, reason)
    }
}
