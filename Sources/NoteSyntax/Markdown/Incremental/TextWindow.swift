// SPDX-License-Identifier: MIT
// The part of a text that a parse can see: all of it, or what lies around an edit.

/// A part of a text, read with the positions of the whole.
package struct TextWindow {
    /// The bytes; only those from `start` to `end` are there.
    package let text: UnsafePointer<UInt8>
    package let start: Int
    package let end: Int
    /// Where the whole text ends.
    package let textEnd: Int

    /// The whole of a text.
    package init(whole bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafePointer<UInt8>) {
        self.text = text
        start = 0
        end = bytes.count
        textEnd = bytes.count
    }

    /// A part of a text that starts at `start`.
    package init(
        _ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafePointer<UInt8>, from start: Int, of textEnd: Int
    ) {
        // SAFETY: read from `start` to `end` only; a parse that would go further is given up.
        self.text = text - start
        self.start = start
        end = start + bytes.count
        self.textEnd = textEnd
    }

    var isWhole: Bool { start == 0 && end == textEnd }

    /// The whole text.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: end) }
}
