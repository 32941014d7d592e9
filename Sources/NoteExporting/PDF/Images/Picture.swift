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

    /// Reads an image by what its first bytes say it is; nil where it cannot be read.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8]) {
            // A broken one is left alone: half of a photo would pass for the whole.
            guard let photo = JPEGFacts(bytes), let image = PixelImage(photo: photo, bytes) else {
                return nil
            }
            source = .pixels(image)
            (width, height) = (image.shownWidth * 0.75, image.shownHeight * 0.75)
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            guard let image = PixelImage(png: bytes) else { return nil }
            source = .pixels(image)
            (width, height) = (image.shownWidth * 0.75, image.shownHeight * 0.75)
        } else if let image = VectorImage(bytes) {
            source = .vectors(image)
            (width, height) = (image.width * 0.75, image.height * 0.75)
        } else if let image = PixelImage(other: bytes) {
            source = .pixels(image)
            (width, height) = (image.shownWidth * 0.75, image.shownHeight * 0.75)
        } else {
            return nil
        }
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
