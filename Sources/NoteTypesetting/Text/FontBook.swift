// SPDX-License-Identifier: MIT
// Which fonts of the system a note is set in, each loaded once.

internal import CTypesetting
internal import NoteExporting

/// The fonts of one rendering; owns them.
final class FontBook {
    /// A font of the system in one size.
    struct Font {
        let pango: UnsafeMutablePointer<PangoFont>
        let cairo: OpaquePointer
        let harfBuzz: OpaquePointer
        /// In points, both positive.
        let ascent: Double
        let descent: Double
    }

    /// A face that text asks for, and the font that has most of its characters.
    private struct Entry {
        let face: Face
        let description: OpaquePointer
        let font: Int
    }

    private let map: UnsafeMutablePointer<PangoFontMap>
    let context: OpaquePointer
    private let options: NotePDFRenderer.Options
    private(set) var fonts: [Font] = []
    private var numbers: [UnsafeMutablePointer<PangoFont>: Int] = [:]
    private var entries: [Entry] = []
    private var faces: [Face: Int] = [:]

    init(_ options: NotePDFRenderer.Options) throws(NotePDFError) {
        self.options = options
        guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
            throw NotePDFError.noFonts
        }
        if let file = options.fontConfiguration {
            let configuration = FcConfigCreate()
            FcConfigParseAndLoad(configuration, file, FcBool(1))
            FcConfigBuildFonts(configuration)
            CTypesettingUseConfiguration(map, configuration)
            FcConfigDestroy(configuration)
        }
        guard CTypesettingHasFonts(map), let context = pango_font_map_create_context(map) else {
            g_object_unref(map)
            throw NotePDFError.noFonts
        }
        self.map = map
        self.context = context
        let cairoOptions = cairo_font_options_create()
        cairo_font_options_set_hint_style(cairoOptions, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(cairoOptions, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, cairoOptions)
        cairo_font_options_destroy(cairoOptions)
        pango_cairo_context_set_resolution(context, 72)
        pango_context_set_round_glyph_positions(context, 0)
        pango_context_set_language(context, pango_language_from_string(options.language))
    }

    deinit {
        for entry in entries { pango_font_description_free(entry.description) }
        for font in fonts {
            cairo_scaled_font_destroy(font.cairo)
            g_object_unref(font.pango)
        }
        g_object_unref(UnsafeMutableRawPointer(context))
        g_object_unref(map)
    }

    /// The number of a face; made where it is asked for first.
    func number(of face: Face) throws(NotePDFError) -> Int {
        if let known = faces[face] { return known }
        guard let description = pango_font_description_new() else {
            throw NotePDFError(.noMemory, "No memory for a font.")
        }
        let families =
            face.family == .text ? options.textFonts + ["sans-serif"] : options.codeFonts + ["monospace"]
        pango_font_description_set_family(description, families.joined(separator: ","))
        pango_font_description_set_absolute_size(description, face.size * Double(CTypesettingScale))
        pango_font_description_set_weight(description, face.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        pango_font_description_set_style(description, face.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        guard let loaded = pango_font_map_load_font(map, context, description) else {
            pango_font_description_free(description)
            throw NotePDFError.noFonts
        }
        defer { g_object_unref(loaded) }
        guard let font = number(of: loaded) else {
            pango_font_description_free(description)
            throw NotePDFError.noFonts
        }
        entries.append(Entry(face: face, description: description, font: font))
        faces[face] = entries.count - 1
        return entries.count - 1
    }

    /// The number of a font that Pango chose; nil where it cannot be drawn with.
    func number(of pango: UnsafeMutablePointer<PangoFont>) -> Int? {
        if let known = numbers[pango] { return known }
        guard let cairo = CTypesettingScaledFont(pango),
            cairo_scaled_font_status(cairo) == CAIRO_STATUS_SUCCESS,
            let harfBuzz = pango_font_get_hb_font(pango)
        else { return nil }
        let drawn =
            CTypesettingHasOutlines(harfBuzz)
            ? Self.withoutProgram(cairo) : cairo_scaled_font_reference(cairo)
        guard let drawn else { return nil }
        var extents = cairo_font_extents_t()
        cairo_scaled_font_extents(drawn, &extents)
        g_object_ref(pango)
        fonts.append(
            Font(
                pango: pango, cairo: drawn, harfBuzz: harfBuzz, ascent: extents.ascent,
                descent: extents.descent))
        numbers[pango] = fonts.count - 1
        return fonts.count - 1
    }

    /// The same font as one that cairo draws from its outlines and not from its file.
    ///
    /// When cairo 1.16 takes glyphs out of a file of PostScript outlines (CFF) it can lose a subroutine, and the
    /// glyph is blank: U+5982 of Noto Sans CJK is one. A font with a synthetic look is taken by its outlines;
    /// the bit that says so here stands for no look. May go when that version is gone.
    private static func withoutProgram(_ font: OpaquePointer) -> OpaquePointer? {
        let face = cairo_scaled_font_get_font_face(font)
        cairo_ft_font_face_set_synthesize(face, 1 << 7)
        var matrix = cairo_matrix_t()
        var transformation = cairo_matrix_t()
        cairo_scaled_font_get_font_matrix(font, &matrix)
        cairo_scaled_font_get_ctm(font, &transformation)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_scaled_font_get_font_options(font, options)
        // Something that makes no difference in a PDF file, or cairo would give the font it has.
        cairo_font_options_set_subpixel_order(options, CAIRO_SUBPIXEL_ORDER_VBGR)
        guard let made = cairo_scaled_font_create(face, &matrix, &transformation, options) else { return nil }
        guard cairo_scaled_font_status(made) == CAIRO_STATUS_SUCCESS else {
            cairo_scaled_font_destroy(made)
            return nil
        }
        return made
    }

    func face(_ number: Int) -> Face { entries[number].face }

    func description(ofFace number: Int) -> OpaquePointer { entries[number].description }

    /// The font that has most characters of a face.
    func font(ofFace number: Int) -> Int { entries[number].font }
}
