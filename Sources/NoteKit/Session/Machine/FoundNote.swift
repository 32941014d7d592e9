// SPDX-License-Identifier: MIT
// What one look at the disk found in a note's place.

/// What the file of a note holds.
enum FoundNote: Hashable, Sendable {
    /// There is no file.
    case absent
    /// Text.
    case text(NoteText)
    /// Bytes that are not UTF-8.
    case unreadable([UInt8], UnreadableText)

    /// Reads what a file holds.
    init(_ bytes: [UInt8]) {
        do throws(UnreadableText) {
            self = .text(try NoteText(bytes: bytes))
        } catch {
            self = .unreadable(bytes, error)
        }
    }

    /// The bytes of the file; nil where there is none.
    var bytes: [UInt8]? {
        switch self {
        case .absent: nil
        case .text(let text): text.bytes
        case .unreadable(let bytes, _): bytes
        }
    }

    /// Whether the file holds exactly this text.
    func holds(_ text: NoteText) -> Bool {
        guard case .text(let found) = self else { return false }
        return found == text
    }
}
