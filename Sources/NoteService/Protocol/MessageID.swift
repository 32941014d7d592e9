// SPDX-License-Identifier: MIT
// How an answer is matched with its request.

internal import NoteJSON

/// The name that a client gave to a request.
package enum MessageID: Hashable, ProtocolInput, ProtocolOutput {
    case number(Int)
    case string(String)

    static var shape: Shape { .identifier }

    init(_ value: JSONValue, at place: String) throws(ProtocolError) {
        guard let id = MessageID(value) else {
            throw .mismatch(value, "a whole number or a string", at: place)
        }
        self = id
    }

    init?(_ value: JSONValue) {
        switch value {
        case .whole(let number): self = .number(number)
        case .string(let text): self = .string(text)
        default: return nil
        }
    }

    /// Strings are the same where their characters are: `String` takes two spellings of an accent for one.
    package static func == (one: MessageID, other: MessageID) -> Bool {
        switch (one, other) {
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        default: false
        }
    }

    /// Whether it may have been something else before half a character of it was replaced.
    var isReplaced: Bool {
        if case .string(let text) = self { text.unicodeScalars.contains("\u{FFFD}") } else { false }
    }

    func write(to json: inout JSONWriter) {
        switch self {
        case .number(let number): json.number(number)
        case .string(let text): json.string(text)
        }
    }
}
