// SPDX-License-Identifier: MIT
// One region of a note: lines that mean by themselves what they mean in the note.

/// Some lines of a note's body that parse by themselves into exactly the blocks that the note has there.
public struct MarkdownRegion: Hashable, Sendable, Identifiable {
    /// Names the region as long as no edit touches it.
    public let id: Int
    /// Its bytes: whole lines, the blank ones below its blocks included.
    public let range: Range<Int>

    init(id: Int, range: Range<Int>) {
        self.id = id
        self.range = range
    }
}
