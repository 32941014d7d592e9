// SPDX-License-Identifier: MIT
// An image of pixels, as cairo holds it.

internal import CTypesetting
internal import Glibc

/// An image of pixels; owns cairo's surface.
final class PixelImage {
    /// The most pixels that are taken into memory.
    private static let limit = 100_000_000

    /// Whether a JPEG or PNG file says of itself that it has more pixels than are taken.
    static func isTooLarge(_ bytes: [UInt8]) -> Bool {
        if let photo = JPEGFacts(bytes) { return photo.width * photo.height > limit }
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 else { return false }
        let (width, height) = (bytes[16..<20], bytes[20..<24])
        func number(_ bytes: ArraySlice<UInt8>) -> Double { bytes.reduce(0) { $0 * 256 + Double($1) } }
        return number(width) * number(height) > Double(limit)
    }

    private let surface: OpaquePointer
    /// In pixels, as it is stored.
    private let pixelWidth: Double
    private let pixelHeight: Double
    private let orientation: Int

    /// Takes a surface over.
    ///
    /// - Parameter photo: What a JPEG file says that the surface carries.
    private init?(_ surface: OpaquePointer?, photo: JPEGFacts? = nil) {
        guard let surface else { return nil }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            cairo_image_surface_get_width(surface) > 0, cairo_image_surface_get_height(surface) > 0
        else {
            cairo_surface_destroy(surface)
            return nil
        }
        self.surface = surface
        pixelWidth = Double(photo?.width ?? Int(cairo_image_surface_get_width(surface)))
        pixelHeight = Double(photo?.height ?? Int(cairo_image_surface_get_height(surface)))
        orientation = photo?.orientation ?? 1
    }

    deinit { cairo_surface_destroy(surface) }

    /// A JPEG file, which is embedded as it is: the one pixel of the surface stands for all of them, and takes
    /// no memory for what nobody looks at.
    convenience init?(photo: JPEGFacts, _ bytes: [UInt8]) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1) else { return nil }
        guard let copy = malloc(bytes.count) else {
            cairo_surface_destroy(surface)
            return nil
        }
        bytes.withUnsafeBytes {
            copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count)
        }
        let status = cairo_surface_set_mime_data(
            surface, "image/jpeg", copy.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), { free($0) },
            copy)
        guard status == CAIRO_STATUS_SUCCESS else {
            free(copy)
            cairo_surface_destroy(surface)
            return nil
        }
        self.init(surface, photo: photo)
    }

    convenience init?(png bytes: [UInt8]) {
        guard bytes.count >= 24 else { return nil }
        func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(16), number(20))
        guard width > 0, height > 0, width < 1 << 20, height < 1 << 20, width * height <= Self.limit else {
            return nil
        }
        let surface = bytes.withUnsafeBytes { source in
            var rest = source
            return withUnsafeMutablePointer(to: &rest) { rest in
                cairo_image_surface_create_from_png_stream(
                    { closure, target, count in
                        guard let rest = closure?.assumingMemoryBound(to: UnsafeRawBufferPointer.self),
                            let target, Int(count) <= rest.pointee.count, let start = rest.pointee.baseAddress
                        else { return CAIRO_STATUS_READ_ERROR }
                        UnsafeMutableRawPointer(target).copyMemory(from: start, byteCount: Int(count))
                        rest.pointee = UnsafeRawBufferPointer(rebasing: rest.pointee.dropFirst(Int(count)))
                        return CAIRO_STATUS_SUCCESS
                    }, rest)
            }
        }
        self.init(surface)
    }

    /// Whatever else the system can read: GIF, WebP and the like.
    convenience init?(other bytes: [UInt8]) {
        guard let library = ImageLibraries.pixels, let loader = library.gdk_pixbuf_loader_new() else {
            return nil
        }
        defer { g_object_unref(loader) }
        let isTaken = bytes.withUnsafeBufferPointer {
            library.gdk_pixbuf_loader_write(loader, $0.baseAddress, gsize($0.count), nil)
        }
        let isClosed = library.gdk_pixbuf_loader_close(loader, nil)
        guard isTaken != 0, isClosed != 0, let pixels = library.gdk_pixbuf_loader_get_pixbuf(loader) else {
            return nil
        }
        self.init(Self.surface(of: pixels, library))
    }

    private static func surface(of pixels: OpaquePointer, _ library: CTypesettingPixels) -> OpaquePointer? {
        let width = Int(library.gdk_pixbuf_get_width(pixels))
        let height = Int(library.gdk_pixbuf_get_height(pixels))
        let channels = Int(library.gdk_pixbuf_get_n_channels(pixels))
        guard width * height <= limit, channels >= 3, let source = library.gdk_pixbuf_read_pixels(pixels),
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        else { return nil }
        // None of a surface that has an error, which `init` finds.
        guard let target = cairo_image_surface_get_data(surface) else { return surface }
        let sourceStride = Int(library.gdk_pixbuf_get_rowstride(pixels))
        let stride = Int(cairo_image_surface_get_stride(surface))
        for row in 0..<height {
            for column in 0..<width {
                let pixel = source + row * sourceStride + column * channels
                let alpha = channels == 4 ? UInt32(pixel[3]) : 255
                func part(_ value: UInt8) -> UInt32 { (UInt32(value) * alpha + 127) / 255 }
                let word = alpha << 24 | part(pixel[0]) << 16 | part(pixel[1]) << 8 | part(pixel[2])
                UnsafeMutableRawPointer(target + row * stride + column * 4).storeBytes(
                    of: word, as: UInt32.self)
            }
        }
        cairo_surface_mark_dirty(surface)
        return surface
    }

    private var isTurned: Bool { orientation >= 5 }

    /// In pixels, as it lies when it is upright.
    var shownWidth: Double { isTurned ? pixelHeight : pixelWidth }
    var shownHeight: Double { isTurned ? pixelWidth : pixelHeight }

    func draw(on context: OpaquePointer, width: Double, height: Double) {
        cairo_scale(context, width / shownWidth, height / shownHeight)
        var matrix = turn
        cairo_transform(context, &matrix)
        let columns = Double(cairo_image_surface_get_width(surface))
        let rows = Double(cairo_image_surface_get_height(surface))
        cairo_scale(context, pixelWidth / columns, pixelHeight / rows)
        cairo_set_source_surface(context, surface, 0, 0)
        cairo_rectangle(context, 0, 0, columns, rows)
        cairo_fill(context)
    }

    /// From pixels as stored to pixels as shown.
    private var turn: cairo_matrix_t {
        let (width, height) = (pixelWidth, pixelHeight)
        return switch orientation {
        case 2: cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: 1, x0: width, y0: 0)
        case 3: cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: -1, x0: width, y0: height)
        case 4: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: -1, x0: 0, y0: height)
        case 5: cairo_matrix_t(xx: 0, yx: 1, xy: 1, yy: 0, x0: 0, y0: 0)
        case 6: cairo_matrix_t(xx: 0, yx: 1, xy: -1, yy: 0, x0: height, y0: 0)
        case 7: cairo_matrix_t(xx: 0, yx: -1, xy: -1, yy: 0, x0: height, y0: width)
        case 8: cairo_matrix_t(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: width)
        default: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
        }
    }
}
