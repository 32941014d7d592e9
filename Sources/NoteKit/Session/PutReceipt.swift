// SPDX-License-Identifier: MIT
// What is known of a whole text that was put in the place of another.

/// What came of putting a whole text into an open note.
package struct PutReceipt: Sendable {
    /// Whether the file held that text already, so that nothing was written.
    package let isUnchanged: Bool
    /// Why what it replaced could not be kept; nil where it was, or nobody keeps such texts.
    package let unkept: FileError?
}
