// SPDX-License-Identifier: Apache-2.0

import CHarfBuzz
import Synchronization

/// An opened font file. It owns objects of HarfBuzz, which are immutable, so any thread can use it.
final class FontFace: Sendable {
  /// Name of the file without its folder.
  let name: String
  /// Factor for sizes in points. Inter is drawn smaller, so that its capitals are as high as those
  /// of San Francisco.
  let scale: Double
  /// Whether letters get the spacing of San Francisco.
  let isSpaced: Bool
  /// Whether the glyphs are images in colour, as of emoji.
  let isColoured: Bool
  let unitsPerEm: Double
  private nonisolated(unsafe) let font: OpaquePointer
  private let outlines = Mutex<[UInt32: GlyphOutline]>([:])
  private let images = Mutex<[UInt32: GlyphImage?]>([:])

  /// Maps a font file. Returns nil if it is not a font with glyphs, or not with PNG images if
  /// `isColoured`.
  ///
  /// - Parameter weight: weight of a variable font on the scale of CSS.
  init?(
    path: String, index: Int = 0, scale: Double = 1, isSpaced: Bool = false, weight: Float? = nil,
    isColoured: Bool = false
  ) {
    guard let blob = hb_blob_create_from_file_or_fail(path) else { return nil }
    defer { hb_blob_destroy(blob) }
    guard hb_face_count(blob) > UInt32(clamping: index),
      let face = hb_face_create(blob, UInt32(clamping: index))
    else { return nil }
    defer { hb_face_destroy(face) }
    let unitsPerEm = hb_face_get_upem(face)
    guard hb_face_get_glyph_count(face) > 0, unitsPerEm > 0,
      !isColoured || hb_ot_color_has_png(face) != 0, let font = hb_font_create(face)
    else { return nil }
    hb_font_set_scale(font, Int32(clamping: unitsPerEm), Int32(clamping: unitsPerEm))
    if let weight {
      var variation = hb_variation_t(tag: Self.tag("wght"), value: weight)
      hb_font_set_variations(font, &variation, 1)
    }
    hb_font_make_immutable(font)
    self.font = font
    self.unitsPerEm = Double(unitsPerEm)
    self.scale = scale
    self.isSpaced = isSpaced
    self.isColoured = isColoured
    name = path.split(separator: "/").last.map(String.init) ?? path
  }

  deinit { hb_font_destroy(font) }

  /// Returns whether the font has a glyph for a character.
  func has(_ character: Unicode.Scalar) -> Bool {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(font, character.value, &glyph) != 0 && glyph != 0
  }

  /// A glyph with its position, in font units.
  struct Shaped {
    let glyph: UInt32
    /// Index of its first character in the text.
    let cluster: Int
    let advance: Double
    let x: Double
    let y: Double
  }

  /// Shapes a run of one script and direction. The glyphs are ordered from left to right. Returns
  /// nil if memory runs out.
  func shape(
    _ text: [UInt32], _ range: Range<Int>, script: UInt32, isRightToLeft: Bool, language: String?
  ) -> [Shaped]? {
    guard let buffer = hb_buffer_create() else { return nil }
    defer { hb_buffer_destroy(buffer) }
    text.withUnsafeBufferPointer {
      hb_buffer_add_utf32(
        buffer, $0.baseAddress, Int32(clamping: text.count), UInt32(clamping: range.lowerBound),
        Int32(clamping: range.count))
    }
    hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, hb_script_t(rawValue: script))
    if let language { hb_buffer_set_language(buffer, hb_language_from_string(language, -1)) }
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
    if isSpaced {
      // San Francisco has no ligatures and does not join signs to arrows and crosses.
      var features = Self.switchedOff
      hb_shape(font, buffer, &features, UInt32(features.count))
    } else {
      hb_shape(font, buffer, nil, 0)
    }
    guard hb_buffer_allocation_successful(buffer) != 0 else { return nil }
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let places = hb_buffer_get_glyph_positions(buffer, &count)
    else { return [] }
    return (0..<Int(count)).map {
      Shaped(
        glyph: infos[$0].codepoint, cluster: Int(infos[$0].cluster),
        advance: Double(places[$0].x_advance), x: Double(places[$0].x_offset),
        y: Double(places[$0].y_offset))
    }
  }

  private static let switchedOff: [hb_feature_t] = ["calt", "liga", "dlig"].map {
    (name: StaticString) in
    hb_feature_t(tag: tag(name), value: 0, start: 0, end: UInt32.max)
  }

  /// Returns a name of four letters as OpenType numbers it.
  private static func tag(_ name: StaticString) -> UInt32 {
    name.withUTF8Buffer { $0.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
  }

  /// Returns the box of what a glyph draws, in em from the left end of the baseline, or nil if it
  /// draws nothing.
  func ink(of glyph: UInt32) -> Rect? {
    isColoured ? image(of: glyph)?.box : outline(of: glyph).ink
  }

  /// Returns the image of a glyph, from the cache if possible, or nil if it has none.
  func image(of glyph: UInt32) -> GlyphImage? {
    if let known = images.withLock({ $0[glyph] }) { return known }
    let image = decodedImage(of: glyph)
    images.withLock { $0[glyph] = .some(image) }
    return image
  }

  private func decodedImage(of glyph: UInt32) -> GlyphImage? {
    // HarfBuzz returns an empty blob, and never NULL, for a glyph without an image.
    guard let blob = hb_ot_color_glyph_reference_png(font, glyph) else { return nil }
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    var extents = hb_glyph_extents_t()
    guard let data = hb_blob_get_data(blob, &length), length > 0,
      hb_font_get_glyph_extents(font, glyph, &extents) != 0
    else { return nil }
    let png = [UInt8](UnsafeRawBufferPointer(start: data, count: Int(length)))
    guard case .success(let picture) = PictureReader().read(png) else { return nil }
    // Extents have y upward, so the height is negative.
    let box = Rect(
      x: Double(extents.x_bearing) / unitsPerEm, y: -Double(extents.y_bearing) / unitsPerEm,
      width: Double(extents.width) / unitsPerEm, height: -Double(extents.height) / unitsPerEm)
    return box.width > 0 && box.height > 0 ? GlyphImage(picture: picture, box: box) : nil
  }

  /// Returns the outline of a glyph in em, from the cache if possible.
  func outline(of glyph: UInt32) -> GlyphOutline {
    if let known = outlines.withLock({ $0[glyph] }) { return known }
    let outline = GlyphOutline(OutlinePen.draw(glyph, of: font, unitsPerEm: unitsPerEm))
    return outlines.withLock {
      $0[glyph] = outline
      return outline
    }
  }
}

/// The image of a glyph in colour.
struct GlyphImage: Sendable {
  let picture: Picture
  /// Box in em, y downward from the baseline.
  let box: Rect
}

/// A collector for an outline. HarfBuzz calls back for each step.
private final class OutlinePen {
  var path = Path()
  private let unit: Double

  private init(unitsPerEm: Double) { unit = 1 / unitsPerEm }

  private func point(_ x: Float, _ y: Float) -> Point { Point(Double(x) * unit, -Double(y) * unit) }

  private static func pen(_ data: UnsafeMutableRawPointer?) -> OutlinePen? {
    data.map { Unmanaged<OutlinePen>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Callbacks for HarfBuzz. They are immutable, so any thread can use them.
  private nonisolated(unsafe) static let calls: OpaquePointer? = {
    guard let calls = hb_draw_funcs_create() else { return nil }
    hb_draw_funcs_set_move_to_func(
      calls,
      { _, data, _, x, y, _ in
        guard let pen = OutlinePen.pen(data) else { return }
        let to = pen.point(x, y)
        pen.path.move(to.x, to.y)
      }, nil, nil)
    hb_draw_funcs_set_line_to_func(
      calls,
      { _, data, _, x, y, _ in
        guard let pen = OutlinePen.pen(data) else { return }
        let to = pen.point(x, y)
        pen.path.line(to.x, to.y)
      }, nil, nil)
    // Without a callback for quadratic curves, HarfBuzz sends them as cubic ones.
    hb_draw_funcs_set_cubic_to_func(
      calls,
      { _, data, _, x1, y1, x2, y2, x, y, _ in
        guard let pen = OutlinePen.pen(data) else { return }
        pen.path.curve(pen.point(x1, y1), pen.point(x2, y2), to: pen.point(x, y))
      }, nil, nil)
    hb_draw_funcs_set_close_path_func(
      calls, { _, data, _, _ in OutlinePen.pen(data)?.path.close() }, nil, nil)
    hb_draw_funcs_make_immutable(calls)
    return calls
  }()

  static func draw(_ glyph: UInt32, of font: OpaquePointer, unitsPerEm: Double) -> Path {
    let pen = OutlinePen(unitsPerEm: unitsPerEm)
    guard let calls else { return pen.path }
    withExtendedLifetime(pen) {
      passc_hb_draw(font, glyph, calls, Unmanaged.passUnretained(pen).toOpaque())
    }
    return pen.path
  }
}
