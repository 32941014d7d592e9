// SPDX-License-Identifier: MIT
// Why a stream is no row of messages.

/// Why a stream cannot be read any further.
package struct FramingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        case headerTooLong
        case malformedHeader
        case malformedLength
        case missingLength
        case messageTooLarge(limit: Int)
    }

    /// What is wrong.
    package let reason: Reason

    package init(_ reason: Reason) { self.reason = reason }

    /// A sentence for whoever wrote the client; it shows nothing of what was sent.
    package var description: String {
        switch reason {
        case .headerTooLong: "The header of a message is longer than \(FrameParser.longestHeader) bytes."
        case .malformedHeader: "The header of a message is not lines of 'Name: value' that end in CRLF."
        case .malformedLength: "Content-Length is not one number of bytes."
        case .missingLength: "A message has no Content-Length."
        case .messageTooLarge(let limit): "A message is larger than \(limit) bytes."
        }
    }
}
