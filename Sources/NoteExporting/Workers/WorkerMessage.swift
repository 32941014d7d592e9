// SPDX-License-Identifier: MIT
// What a worker and the program that it works for say to each other.

/// A message: what it is, and the bytes that belong to it.
package struct WorkerMessage: Sendable {
    /// What a message is.
    package enum Kind: UInt8, Sendable {
        // To the worker.

        /// A note to be typeset: a `WorkerRequest`. `bytes` with its text follow, and `bytes` with its drawing
        /// where it has one.
        case note = 0x4E
        /// A drawing to be looked at: a `WorkerRequest`, and then `bytes`.
        case look = 0x4C
        /// The answer to `image`: there is none.
        case none = 0x30
        /// The answer to `image`: it must not be drawn, for the reason in these words.
        case refused = 0x52

        // From the worker.

        /// The first message: `WorkerChannel.edition`.
        case hello = 0x48
        /// The bytes of the image of this name are wanted.
        case image = 0x49
        /// The image of this number goes to the libraries now.
        case begin = 0x42
        /// It came through.
        case end = 0x45
        /// The note is typeset: a `NotePDFReport`.
        case report = 0x44
        /// What is seen of a drawing: a `DrawingLook`.
        case seen = 0x53
        /// No file was made: a `NotePDFError`.
        case failed = 0x46

        // Both ways.

        /// Bytes: of a text, of an image; the next ones of the file.
        case bytes = 0x2A
    }

    package let kind: Kind
    package let payload: [UInt8]

    /// The bytes as text.
    package var text: String { String(decoding: payload, as: UTF8.self) }
}
