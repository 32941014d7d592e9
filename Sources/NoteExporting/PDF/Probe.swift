internal import CTypesetting
internal import CCairo
internal import CHarfBuzz
public func probe() -> Int {
  let m = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT)
  let d = pango_font_description_from_string("Noto Sans 11")
  let c = pango_font_map_create_context(m)
  let f = pango_font_map_load_font(m, c, d)
  let s = CTypesettingScaledFont(f)
  let hb = pango_font_get_hb_font(f)
  _ = cairo_pdf_surface_create_for_stream(nil, nil, 100, 100)
  let h = rsvg_handle_new()
  return s == nil ? 0 : Int(hb_font_get_scale_x(hb)) + (h == nil ? 0 : 1)
}
func hb_font_get_scale_x(_ f: OpaquePointer?) -> Int32 { var x: Int32 = 0, y: Int32 = 0; hb_font_get_scale(f, &x, &y); return x }
