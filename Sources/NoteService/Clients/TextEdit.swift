// SPDX-License-Identifier: MIT
// An edit as a client sends it, in its own unit.

internal import NoteKit

/// A range of a text and what takes its place, as a client sends it.
struct TextEdit: ProtocolParameters {
    private static let startMember = Parameter<Int>("start", "Where the range begins, in the text of now.")
    private static let endMember = Parameter<Int>("end", "Where it ends.")
    private static let textMember = Parameter<String>("text", "What takes its place.")
    static let fields = [startMember.field, endMember.field, textMember.field]

    let start: Int
    let end: Int
    let text: String

    init(_ given: GivenParameters) throws(ProtocolError) {
        start = try given.value(of: Self.startMember)
        end = try given.value(of: Self.endMember)
        text = try given.value(of: Self.textMember)
        guard 0 <= start, start <= end else {
            throw ProtocolError(.badEdit, "The edit was refused: its range ends before it begins.")
        }
    }

    /// The same in UTF-8 offsets.
    func replacement(in text: NoteText?, _ offsets: TextOffsets) throws(ProtocolError) -> TextReplacement {
        guard let text else { return TextReplacement(start..<end, with: Array(self.text.utf8)) }
        let range = try offsets.meant(start, in: text)..<offsets.meant(end, in: text)
        return TextReplacement(range, with: Array(self.text.utf8))
    }
}
