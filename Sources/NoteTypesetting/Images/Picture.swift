// SPDX-License-Identifier: MIT
// An image as it stands on a page.

internal import CTypesetting
internal import NoteExporting

/// An image and the size that it is drawn in.
struct Picture {
    enum Source {
        case pixels(PixelImage)
        case vectors(VectorImage)
    }

    private let source: Source
    /// As `ImageWatch` counts.
    let number: Int
    /// In points, at its natural size: a pixel is 1/96 inch.
    var width: Double
    var height: Double

    /// Reads an image by what its first bytes say it is.
    ///
    /// - Parameters:
    ///   - number: Its number in the note, as `watch` counts.
    ///   - watch: Told before the image goes to a library.
    /// - Throws: `ImageFault`, why it cannot be drawn.
    init(_ bytes: [UInt8], number: Int, watchedBy watch: (any ImageWatch)?) throws(ImageFault) {
        try watch?.beginReading(number)
        defer { watch?.end() }
        self.number = number
        if bytes.starts(with: [0xFF, 0xD8]) {
            // A broken one is left alone: half of a photo would pass for the whole.
            guard let photo = JPEGFacts(bytes) else { throw .unreadable }
            // Programs disagree which way the numbers of a printer's colours count.
            let image = photo.components == 4 ? PixelImage(other: bytes) : PixelImage(photo: photo, bytes)
            (source, width, height) = try Self.pixels(image)
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            (source, width, height) = try Self.pixels(PixelImage(png: bytes))
        } else if VectorImage.mayBeSVG(bytes) {
            let image = try VectorImage.read(bytes)
            (source, width, height) = Self.sized(.vectors(image), image.width, image.height)
        } else {
            (source, width, height) = try Self.pixels(PixelImage(other: bytes))
        }
    }

    /// Whether it shows nothing.
    var isEmpty: Bool { if case .vectors(let image) = source { image.isEmpty } else { false } }

    private static func pixels(_ image: PixelImage?) throws(ImageFault) -> (Source, Double, Double) {
        guard let image else { throw .unreadable }
        return sized(.pixels(image), image.shownWidth, image.shownHeight)
    }

    /// - Parameters:
    ///   - columns: The width in pixels.
    ///   - rows: The height in pixels.
    private static func sized(
        _ source: Source, _ columns: Double, _ rows: Double
    ) -> (Source, Double, Double) {
        (source, columns * 0.75, rows * 0.75)
    }

    /// Makes it as wide as a note wants it, in pixels, but no larger than it is.
    mutating func scale(toPixels wanted: Int) { fit(width: Double(wanted) * 0.75, height: .infinity) }

    /// Makes it smaller where it is larger than a space.
    mutating func fit(width space: Double, height: Double) {
        let scale = min(1, space / self.width, height / self.height)
        self.width *= scale
        self.height *= scale
    }

    func draw(on context: OpaquePointer, left: Double, top: Double) {
        cairo_save(context)
        cairo_translate(context, left, top)
        switch source {
        case .pixels(let image): image.draw(on: context, width: width, height: height)
        case .vectors(let image): image.draw(on: context, width: width, height: height)
        }
        cairo_restore(context)
    }
}
