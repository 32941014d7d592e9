// SPDX-License-Identifier: MIT
// The door to Pango, cairo, HarfBuzz, librsvg and GdkPixbuf, with the macros and variadic functions of GLib that are needed.
//
// No system library target with their names in pkgConfig: their flags hold -pthread, for which the
// package manager prints a warning at every build. The flags of cairo and HarfBuzz, which are clean, lead
// to GLib and FreeType as well; to the headers of these three lead the links beside this file.
#pragma once

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <fontconfig/fontconfig.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <hb.h>
#include <librsvg/rsvg.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

/// PANGO_PIXELS and its like work in whole units; this is how many are in a point of ours.
static const int CTypesettingScale = PANGO_SCALE;

/// PANGO_GLYPH_UNKNOWN_FLAG, PANGO_GLYPH_EMPTY: macros with casts.
static const unsigned int CTypesettingUnknownGlyph = PANGO_GLYPH_UNKNOWN_FLAG;
static const unsigned int CTypesettingEmptyGlyph = PANGO_GLYPH_EMPTY;

/// PANGO_FC_FONT_MAP is a macro.
static inline void CTypesettingUseConfiguration(PangoFontMap *map, FcConfig *configuration) {
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), configuration);
}

/// PANGO_CAIRO_FONT is a macro; NULL where the font is broken.
static inline cairo_scaled_font_t *CTypesettingScaledFont(PangoFont *font) {
    return pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font));
}

/// Whether there is any font; without one Pango ends the process.
static inline _Bool CTypesettingHasFonts(PangoFontMap *map) {
    PangoFontFamily **families = NULL;
    int count = 0;
    pango_font_map_list_families(map, &families, &count);
    g_free(families);
    return count > 0;
}

/// The bits of PangoGlyphVisAttr and PangoLogAttr, of which Swift sees none.
static inline _Bool CTypesettingIsColor(const PangoGlyphInfo *glyph) { return glyph->attr.is_color; }
static inline _Bool CTypesettingCanBreak(const PangoLogAttr *attribute) { return attribute->is_line_break; }
static inline _Bool CTypesettingIsCursorPosition(const PangoLogAttr *attribute) {
    return attribute->is_cursor_position;
}

/// Whether a font has PostScript outlines: HB_TAG is a macro.
static inline _Bool CTypesettingHasOutlines(hb_font_t *font) {
    hb_blob_t *table = hb_face_reference_table(hb_font_get_face(font), HB_TAG('C', 'F', 'F', ' '));
    _Bool hasOutlines = hb_blob_get_length(table) > 0;
    hb_blob_destroy(table);
    return hasOutlines;
}

/// The functions of librsvg and GdkPixbuf that are used. They are not linked: the two bring a dozen libraries, and
/// loading those takes longer than most commands. Each has the name and the type that its header gives it.
#define CTypesettingVectorFunctions(each)          \
    each(rsvg_handle_new_from_data)                \
    each(rsvg_handle_set_dpi)                      \
    each(rsvg_handle_get_intrinsic_size_in_pixels) \
    each(rsvg_handle_get_intrinsic_dimensions)     \
    each(rsvg_handle_get_geometry_for_element)     \
    each(rsvg_handle_get_geometry_for_layer)       \
    each(rsvg_handle_render_document)
#define CTypesettingPixelFunctions(each) \
    each(gdk_pixbuf_loader_new)          \
    each(gdk_pixbuf_loader_write)        \
    each(gdk_pixbuf_loader_close)        \
    each(gdk_pixbuf_loader_get_pixbuf)   \
    each(gdk_pixbuf_get_width)           \
    each(gdk_pixbuf_get_height)          \
    each(gdk_pixbuf_get_n_channels)      \
    each(gdk_pixbuf_get_rowstride)       \
    each(gdk_pixbuf_read_pixels)

#define CTypesettingField(name) __typeof__(&name) name;
typedef struct { CTypesettingVectorFunctions(CTypesettingField) } CTypesettingVectors;
typedef struct { CTypesettingPixelFunctions(CTypesettingField) } CTypesettingPixels;
#undef CTypesettingField

/// Opens librsvg, or GdkPixbuf; false where the system has none. See `man 3 dlopen`.
_Bool CTypesettingOpenVectors(CTypesettingVectors *functions);
_Bool CTypesettingOpenPixels(CTypesettingPixels *functions);
