// SPDX-License-Identifier: MIT
// Glyphs in colour as images that stay sharp in print.

internal import CTypesetting

/// Images of glyphs in colour; owns cairo's surfaces.
final class EmojiCache {
    private struct Key: Hashable {
        var font: Int32
        var glyphs: [UInt]
    }

    struct Image {
        let surface: OpaquePointer
        /// In points, of a glyph that stands at the origin.
        let left: Double
        let top: Double
        /// In pixels.
        let width: Double
        let height: Double
    }

    /// How many pixels a point has in the image.
    static let scale = 8.0
    private var images: [Key: Image] = [:]

    deinit { for image in images.values { cairo_surface_destroy(image.surface) } }

    /// The image of glyphs that stand at the origin; nil where there is no memory for it.
    func image(of glyphs: [cairo_glyph_t], font number: Int32, _ font: OpaquePointer) -> Image? {
        let key = Key(font: number, glyphs: glyphs.map(\.index))
        if let known = images[key] { return known }
        var extents = cairo_text_extents_t()
        cairo_scaled_font_glyph_extents(font, glyphs, Int32(glyphs.count), &extents)
        let (left, top) = (extents.x_bearing - 0.5, extents.y_bearing - 0.5)
        let width = Int32(((extents.width + 1) * Self.scale).rounded(.up))
        let height = Int32(((extents.height + 1) * Self.scale).rounded(.up))
        guard width > 0, height > 0, width < 4096, height < 4096,
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height),
            let context = cairo_create(surface)
        else { return nil }
        cairo_scale(context, Self.scale, Self.scale)
        cairo_translate(context, -left, -top)
        cairo_set_font_face(context, cairo_scaled_font_get_font_face(font))
        var matrix = cairo_matrix_t()
        cairo_scaled_font_get_font_matrix(font, &matrix)
        cairo_set_font_matrix(context, &matrix)
        cairo_show_glyphs(context, glyphs, Int32(glyphs.count))
        cairo_destroy(context)
        let image = Image(
            surface: surface, left: left, top: top, width: Double(width), height: Double(height))
        images[key] = image
        return image
    }
}
