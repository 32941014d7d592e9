// SPDX-License-Identifier: MIT
// What every method of the protocol can do.

internal import NoteKit

/// A method: declared once, carried out for a client.
protocol ServiceMethod: Sendable {
    associatedtype Parameters: ProtocolParameters
    associatedtype Answer: ProtocolOutput

    /// The name that is sent.
    static var name: String { get }
    /// What it is for, for the documentation.
    static var summary: String { get }
    /// Whether a request that may have been carried out can be sent again: it then does nothing more.
    static var isRepeatable: Bool { get }
    /// Whether it is carried out while the daemon ends, too.
    static var isTakenAtTheEnd: Bool { get }
    /// Whether it is ended, when the client takes it back, while it is carried out: it changes nothing, and takes long
    /// in a large vault. Any other is either not begun or done.
    static var isCancellable: Bool { get }
    /// Whether an answer may be as large as a note, or a list of all notes.
    static var hasLargeAnswer: Bool { get }
    /// What its requests wait for: those of one lane are answered in order, others when they are done.
    static func lane(_ parameters: Parameters) -> RequestLane
    /// Does it.
    static func carryOut(_ parameters: Parameters, for client: ServedClient) async throws(ProtocolError)
        -> Answer
    /// The answer is on its way.
    static func answered(_ answer: Answer, to client: ServedClient)
    /// A notification was refused, of which the client gets no answer.
    static func missed(_ parameters: Parameters, by client: ServedClient) async
}

extension ServiceMethod {
    static var isRepeatable: Bool { false }
    static var isTakenAtTheEnd: Bool { false }
    static var isCancellable: Bool { false }
    static func answered(_ answer: Answer, to client: ServedClient) {}
    static func missed(_ parameters: Parameters, by client: ServedClient) async {}
    static var hasLargeAnswer: Bool { false }
}

/// News that clients are sent without asking.
protocol ServiceNotification: ProtocolObject {
    static var name: String { get }
    static var summary: String { get }
}

/// What requests of one client are put in a row for.
enum RequestLane: Hashable, Sendable {
    /// A session.
    case session(Int)
    /// A note that is named by its path.
    case note(vault: String, path: String)
    /// A vault.
    case vault(String)
    /// What concerns the whole daemon.
    case daemon
    /// A hold of notes: it waits for those of other clients.
    case hold(NotePath)
    /// The end of a hold: no other waits before it.
    case release(Int)
}
