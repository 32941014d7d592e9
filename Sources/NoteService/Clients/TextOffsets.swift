// SPDX-License-Identifier: MIT
// The unit in which a client counts text, and how it becomes ours.

internal import NoteKit

/// What a client counts text in.
enum TextOffsets: String, ProtocolWord {
    case utf8 = "utf-8"
    case utf16 = "utf-16"

    /// An offset in the shown text of a note, in the client's unit.
    func told(_ offset: Int, in text: NoteText) -> Int {
        self == .utf8 ? offset : text.utf16Offset(at: offset)
    }

    /// An offset of the client, in UTF-8.
    func meant(_ offset: Int, in text: NoteText) throws(ProtocolError) -> Int {
        guard self == .utf16 else { return offset }
        do throws(NoteTextError) {
            return try text.offset(utf16: offset)
        } catch {
            throw ProtocolError(.badEdit, "The edit was refused: \(error)")
        }
    }
}
