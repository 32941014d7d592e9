// SPDX-License-Identifier: MIT
// An image as it stands on a page.

internal import CTypesetting

/// An image and the size that it is drawn in.
struct Picture {
    enum Source {
        case pixels(PixelImage)
        case vectors(VectorImage)
    }

    var source: Source
    /// In points, at its natural size: a pixel is 1/96 inch.
    var width: Double
    var height: Double

    /// Reads an image by what its first bytes say it is.
    ///
    /// - Throws: `ImageFault`, why it cannot be drawn.
    init(_ bytes: [UInt8]) throws(ImageFault) {
        if bytes.starts(with: [0xFF, 0xD8]) {
            // A broken one is left alone: half of a photo would pass for the whole.
            guard let photo = JPEGFacts(bytes) else { throw .unreadable }
            // Programs disagree which way the numbers of a printer's colours count.
            let image = photo.components == 4 ? PixelImage(other: bytes) : PixelImage(photo: photo, bytes)
            try self.init(pixels: image)
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            try self.init(pixels: PixelImage(png: bytes))
        } else if VectorImage.mayBeSVG(bytes) {
            let image = try VectorImage.tried(bytes)
            self.init(.vectors(image), image.width, image.height)
        } else {
            try self.init(pixels: PixelImage(other: bytes))
        }
    }

    private init(pixels image: PixelImage?) throws(ImageFault) {
        guard let image else { throw .unreadable }
        self.init(.pixels(image), image.shownWidth, image.shownHeight)
    }

    /// - Parameters:
    ///   - columns: The width in pixels.
    ///   - rows: The height in pixels.
    private init(_ source: Source, _ columns: Double, _ rows: Double) {
        self.source = source
        (width, height) = (columns * 0.75, rows * 0.75)
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
