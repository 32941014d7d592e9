// SPDX-License-Identifier: MIT
// An SVG image, drawn as vectors.

internal import CTypesetting

/// An SVG image that can be drawn; owns librsvg's handle. Files that it refers to are not read.
final class VectorImage {
    private let library: CTypesettingVectors
    private let handle: UnsafeMutablePointer<RsvgHandle>
    /// In pixels.
    let width: Double
    let height: Double

    /// Reads an image, on a thread with room for it: see `VectorImage.read`. Nil where it is none, or where there
    /// is no librsvg.
    init?(_ bytes: [UInt8]) {
        guard let library = ImageLibraries.vectors,
            let handle = bytes.withUnsafeBufferPointer({
                library.rsvg_handle_new_from_data($0.baseAddress, gsize($0.count), nil)
            })
        else { return nil }
        library.rsvg_handle_set_dpi(handle, 96)
        guard let (width, height) = Self.size(of: handle, library) else {
            g_object_unref(handle)
            return nil
        }
        self.library = library
        self.handle = handle
        self.width = width
        self.height = height
        guard canBeDrawn else { return nil }
    }

    deinit { g_object_unref(handle) }

    /// The natural size in pixels; nil where there is none.
    private static func size(
        of handle: UnsafeMutablePointer<RsvgHandle>, _ library: CTypesettingVectors
    ) -> (width: Double, height: Double)? {
        var (width, height) = (0.0, 0.0)
        if library.rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) == 0 {
            // Sizes in percent, or none: as large as what it shows of its drawing.
            var viewBox = RsvgRectangle()
            var hasWidth: gboolean = 0
            var hasHeight: gboolean = 0
            var hasBox: gboolean = 0
            var (first, second) = (RsvgLength(), RsvgLength())
            library.rsvg_handle_get_intrinsic_dimensions(
                handle, &hasWidth, &first, &hasHeight, &second, &hasBox, &viewBox)
            if hasBox != 0 {
                (width, height) = (viewBox.width, viewBox.height)
            } else {
                var ink = RsvgRectangle()
                var logical = RsvgRectangle()
                if library.rsvg_handle_get_geometry_for_element(handle, nil, &ink, &logical, nil) != 0 {
                    (width, height) = (logical.width, logical.height)
                }
            }
        }
        guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
        return (width, height)
    }

    /// Whether librsvg comes to the end of it. Where it gives up, at an image of images of images, it leaves
    /// the page such that nothing more can be seen on it; so that is tried where nothing can be spoilt.
    private var canBeDrawn: Bool {
        guard let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil) else {
            return false
        }
        defer { cairo_surface_destroy(surface) }
        guard let context = cairo_create(surface) else { return false }
        defer { cairo_destroy(context) }
        return render(on: context, width: width, height: height)
            && cairo_status(context) == CAIRO_STATUS_SUCCESS
    }

    /// Whether it draws nothing.
    var isEmpty: Bool { RoomyThread.run { hasNoInk } ?? true }

    private var hasNoInk: Bool {
        var ink = RsvgRectangle()
        var logical = RsvgRectangle()
        var viewport = RsvgRectangle(x: 0, y: 0, width: width, height: height)
        guard library.rsvg_handle_get_geometry_for_layer(handle, nil, &viewport, &ink, &logical, nil) != 0
        else { return true }
        return ink.width <= 0 || ink.height <= 0
    }

    func draw(on context: OpaquePointer, width: Double, height: Double) {
        cairo_rectangle(context, 0, 0, width, height)
        cairo_clip(context)
        // It was drawn before, when it was read.
        _ = RoomyThread.run { render(on: context, width: width, height: height) }
    }

    private func render(on context: OpaquePointer, width: Double, height: Double) -> Bool {
        var viewport = RsvgRectangle(x: 0, y: 0, width: width, height: height)
        return library.rsvg_handle_render_document(handle, context, &viewport, nil) != 0
    }
}
