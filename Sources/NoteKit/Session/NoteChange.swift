// SPDX-License-Identifier: MIT
// One change of the shown text, as a view or a second client follows it.

/// A replacement in the shown text of an open note.
public struct NoteChange: Hashable, Sendable {
    /// What was replaced, in UTF-8 bytes of the shown text before the change.
    public let range: Range<Int>
    /// The UTF-8 of what stands there now.
    public let utf8: [UInt8]
    /// The revision that the change made.
    public let revision: Int
    /// Whether another program made it on the disk.
    public let isOutside: Bool

    /// What stands there now.
    public var text: String { String(decoding: utf8, as: UTF8.self) }
}
