// SPDX-License-Identifier: MIT
// What a client is told whose stream is no row of messages.

internal import NoteProtocol

extension FramingError {
    /// The same as an answer of the protocol.
    var answer: ProtocolError {
        switch reason {
        case .messageTooLarge: ProtocolError(.limit, description)
        default: ProtocolError(.parse, description)
        }
    }
}
