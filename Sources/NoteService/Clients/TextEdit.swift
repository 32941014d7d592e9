// SPDX-License-Identifier: MIT
// An edit as a client sends it, in its own unit.

internal import NoteKit

/// A range of a text and what takes its place, as a client sends it.
struct TextEdit: ProtocolParameters {
    private static let startMember = Parameter<Int>("start", "Where the range begins, in the text of now.")
    private static let endMember = Parameter<Int>("end", "Where it ends.")
    private static let textMember = Parameter<String>("text", "What takes its place.")
    static let fields = [startMember.field, endMember.field, textMember.field]

    /// How many a request may hold.
    private static let most = 10_000

    let start: Int
    let end: Int
    let text: String

    /// Refuses more edits than are made at once: nobody else would be served meanwhile.
    static func check(_ edits: [TextEdit]) throws(ProtocolError) {
        guard edits.count <= most else {
            throw ProtocolError(
                .limit, "\(edits.count) edits are in the request; at most \(most) are. Nothing was changed.")
        }
    }

    init(_ given: GivenParameters) throws(ProtocolError) {
        start = try given.value(of: Self.startMember)
        end = try given.value(of: Self.endMember)
        text = try given.value(of: Self.textMember)
        _ = try Self.range(from: start, to: end)
    }

    /// The range between two offsets, which need not be in the text yet.
    static func range(from start: Int, to end: Int) throws(ProtocolError) -> Range<Int> {
        guard start >= 0 else {
            throw ProtocolError(.badEdit, "The edit was refused: its range begins before the text does.")
        }
        guard start <= end else {
            throw ProtocolError(.badEdit, "The edit was refused: its range ends before it begins.")
        }
        return start..<end
    }

    /// The same in UTF-8 offsets.
    func replacement(in text: NoteText?, _ offsets: TextOffsets) throws(ProtocolError) -> TextReplacement {
        guard let text else { return TextReplacement(start..<end, with: Array(self.text.utf8)) }
        let range = try offsets.meant(start, in: text)..<offsets.meant(end, in: text)
        return TextReplacement(range, with: Array(self.text.utf8))
    }
}
