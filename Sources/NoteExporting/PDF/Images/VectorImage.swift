// SPDX-License-Identifier: MIT
// An SVG image, drawn as vectors.

internal import CTypesetting

/// An SVG image; owns librsvg's handle. Files that it refers to are not read.
final class VectorImage {
    private let handle: UnsafeMutablePointer<RsvgHandle>
    /// In pixels.
    let width: Double
    let height: Double

    init?(_ bytes: [UInt8]) {
        let isMarkup = bytes.prefix(512).contains(UInt8(ascii: "<")) || bytes.starts(with: [0x1F, 0x8B])
        guard isMarkup,
            let handle = bytes.withUnsafeBufferPointer({
                rsvg_handle_new_from_data($0.baseAddress, gsize($0.count), nil)
            })
        else { return nil }
        rsvg_handle_set_dpi(handle, 96)
        var (width, height) = (0.0, 0.0)
        if rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) == 0 {
            // Sizes in percent, or none: as large as what it shows of its drawing.
            var viewBox = RsvgRectangle()
            var hasWidth: gboolean = 0
            var hasHeight: gboolean = 0
            var hasBox: gboolean = 0
            var (first, second) = (RsvgLength(), RsvgLength())
            rsvg_handle_get_intrinsic_dimensions(
                handle, &hasWidth, &first, &hasHeight, &second, &hasBox, &viewBox)
            if hasBox != 0 {
                (width, height) = (viewBox.width, viewBox.height)
            } else {
                var ink = RsvgRectangle()
                var logical = RsvgRectangle()
                if rsvg_handle_get_geometry_for_element(handle, nil, &ink, &logical, nil) != 0 {
                    (width, height) = (logical.width, logical.height)
                }
            }
        }
        guard width > 0, height > 0, width.isFinite, height.isFinite else {
            g_object_unref(handle)
            return nil
        }
        self.handle = handle
        self.width = width
        self.height = height
    }

    deinit { g_object_unref(handle) }

    /// Whether it draws anything.
    var isEmpty: Bool {
        var ink = RsvgRectangle()
        var logical = RsvgRectangle()
        var viewport = RsvgRectangle(x: 0, y: 0, width: width, height: height)
        guard rsvg_handle_get_geometry_for_layer(handle, nil, &viewport, &ink, &logical, nil) != 0 else {
            return true
        }
        return ink.width <= 0 || ink.height <= 0
    }

    func draw(on context: OpaquePointer, width: Double, height: Double) {
        var viewport = RsvgRectangle(x: 0, y: 0, width: width, height: height)
        cairo_rectangle(context, 0, 0, width, height)
        cairo_clip(context)
        rsvg_handle_render_document(handle, context, &viewport, nil)
    }
}
