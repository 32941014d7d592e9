// SPDX-License-Identifier: MIT
// The one way to an SVG image: on a deep stack.

internal import NoteExporting

extension VectorImage {
    /// Reads an image.
    ///
    /// - Throws: `ImageFault`, why there is none.
    static func read(_ bytes: [UInt8]) throws(ImageFault) -> VectorImage {
        guard mayBeSVG(bytes) else { throw .unreadable }
        guard let image = RoomyThread.run({ VectorImage(bytes) }) else { throw .untried }
        guard let image else { throw .unreadable }
        return image
    }

    /// Whether any program would take this for an SVG image, GdkPixbuf included: it looks for these words at
    /// the start of a file, and then asks librsvg.
    static func mayBeSVG(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0x1F, 0x8B]) { return true }
        // Behind a byte order mark, in two bytes or four as well.
        let blank: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x09, 0x0A, 0x0D, 0x20]
        if bytes.first(where: { !blank.contains($0) }) == UInt8(ascii: "<") { return true }
        let start = bytes.prefix(8192)
        return ["<svg", "<!DOCTYPE svg"].contains { word in
            let word = Array(word.utf8)
            return start.indices.contains { start[$0] == word[0] && start[$0...].starts(with: word) }
        }
    }
}
