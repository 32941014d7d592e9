// SPDX-License-Identifier: MIT
// One place of a note at which a file is placed.

/// A file placed in the writing: a block of its own, by the parse.
public struct InlineAttachment: Hashable, Sendable {
    /// What is placed.
    public let marker: InlineAttachmentMarker
    /// The marker's bytes in the file, UTF-8, byte order mark and front matter counted.
    public let range: Range<Int>
    /// Whether it lies in a list item, a quote, a callout or a footnote. Such a one is shown, and left where it is.
    public let isInside: Bool
}
