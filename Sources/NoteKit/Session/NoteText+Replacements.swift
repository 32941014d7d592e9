// SPDX-License-Identifier: MIT
// How several edits of one text are made together.

extension NoteText {
    /// Makes edits that speak of this text, all of them or none.
    ///
    /// - Parameter replacements: None overlap; of two insertions at one place the first comes first.
    /// - Returns: The edits in the order in which they were made: from the end.
    /// - Throws: `SessionError` with code `.badEdit`: two overlap, a range is not in the text or cuts a character,
    ///   or a text is not UTF-8. The text is as it was.
    package mutating func make(_ replacements: [TextReplacement]) throws(SessionError) -> [NoteEdit] {
        var next = self
        var edits: [NoteEdit] = []
        var start = Int.max
        // From the end, so that one does not move the next.
        for replacement in replacements.fromTheEnd {
            guard replacement.range.upperBound <= start else {
                throw SessionError(.badEdit, "The edits were refused: two of them overlap.")
            }
            start = replacement.range.lowerBound
            do throws(NoteTextError) {
                edits.append(try next.replace(checking: replacement.range, with: replacement.utf8))
            } catch {
                throw SessionError(.badEdit, "The edit was refused: \(error)")
            }
        }
        self = next
        return edits
    }
}

extension [TextReplacement] {
    /// The last one first. Of two at one place the first is the last to be made, and so comes to stand in front.
    var fromTheEnd: [TextReplacement] {
        indices.sorted {
            let (one, other) = (self[$0].range, self[$1].range)
            return (one.lowerBound, one.upperBound, $0) > (other.lowerBound, other.upperBound, $1)
        }.map { self[$0] }
    }
}
