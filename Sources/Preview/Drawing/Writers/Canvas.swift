// SPDX-License-Identifier: Apache-2.0

import CCairo
import PassBarcode

/// A cairo image that display lists are drawn on. Only one thread may use it at a time.
final class Canvas {
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let width: Int
  private let height: Int
  private let scale: Int

  init(width: Int, height: Int, scale: Int) throws(DrawingError) {
    // cairo never returns NULL. If it fails, it returns an object in an error state.
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height)),
      let context = cairo_create(surface)
    else { throw DrawingError(description: "cairo has not enough memory") }
    self.surface = surface
    self.context = context
    self.width = width
    self.height = height
    self.scale = scale
    try check()
    cairo_set_antialias(context, CAIRO_ANTIALIAS_GRAY)
    cairo_scale(context, Double(scale), Double(scale))
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Throws if any earlier call failed. cairo keeps errors in the context, so one check at the end
  /// is enough.
  private func check() throws(DrawingError) {
    for status in [cairo_surface_status(surface), cairo_status(context)]
    where status != CAIRO_STATUS_SUCCESS {
      throw DrawingError(description: "cairo: \(String(cString: cairo_status_to_string(status)))")
    }
  }

  func png() throws(DrawingError) -> [UInt8] {
    let (width, height) = (width, height)
    return try withPixels { words throws(DrawingError) in
      try PNGEncoder.encode(width: width, height: height, words: words, effort: .quick)
    }.get()
  }

  /// Calls `body` with the pixels. They are valid only during the call.
  func withPixels<Value, Fault: Error>(
    _ body: (UnsafeBufferPointer<UInt32>) throws(Fault) -> Value
  ) throws(DrawingError) -> Result<Value, Fault> {
    try check()
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface),
      Int(cairo_image_surface_get_stride(surface)) == width * 4
    else { throw DrawingError(description: "cairo returned no pixels") }
    let count = width * height
    return data.withMemoryRebound(to: UInt32.self, capacity: count) { words in
      let words = UnsafeBufferPointer(start: words, count: count)
      return Result { () throws(Fault) in try body(words) }
    }
  }

  // MARK: - Items

  func draw(_ items: [DisplayItem]) {
    for item in items { draw(item) }
  }

  private func draw(_ item: DisplayItem) {
    switch item.shape {
    case .rectangle(let box, let radius, let paint):
      if radius > 0 {
        add(.rectangle(box, radius: radius))
      } else {
        cairo_rectangle(context, box.x, box.y, box.width, box.height)
      }
      fill(paint)
    case .fill(let path, let isEvenOdd, let paint):
      add(path)
      cairo_set_fill_rule(context, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
      fill(paint)
      cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    case .stroke(let path, let width, let colour):
      add(path)
      cairo_set_line_width(context, width)
      set(colour)
      cairo_stroke(context)
    case .image(let image): draw(image)
    case .text(let text): draw(text)
    case .barcode(let barcode): draw(barcode)
    case .clip(let path, let isEvenOdd, let items):
      cairo_save(context)
      add(path)
      cairo_set_fill_rule(context, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
      cairo_clip(context)
      cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
      draw(items)
      cairo_restore(context)
    case .opacity(let opacity, let items):
      cairo_save(context)
      // A group allocates the clipped area, so it is limited to the items. A whole page would be
      // large for a small mark.
      if let box = DisplayItem.bounds(of: items)?.inset(x: -2, y: -2) {
        cairo_rectangle(context, box.x, box.y, box.width, box.height)
        cairo_clip(context)
      }
      cairo_push_group(context)
      draw(items)
      cairo_pop_group_to_source(context)
      cairo_paint_with_alpha(context, opacity)
      cairo_restore(context)
    case .group(let items): draw(items)
    }
  }

  // MARK: - Areas

  private func add(_ path: Path, scale: Double = 1, x: Double = 0, y: Double = 0) {
    for step in path.steps {
      switch step {
      case .move(let to): cairo_move_to(context, to.x * scale + x, to.y * scale + y)
      case .line(let to): cairo_line_to(context, to.x * scale + x, to.y * scale + y)
      case .curve(let first, let second, let to):
        cairo_curve_to(
          context, first.x * scale + x, first.y * scale + y, second.x * scale + x,
          second.y * scale + y, to.x * scale + x, to.y * scale + y)
      case .close: cairo_close_path(context)
      }
    }
  }

  private func set(_ colour: Colour) {
    cairo_set_source_rgba(
      context, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255,
      colour.alpha)
  }

  private func fill(_ paint: Paint) {
    switch paint {
    case .colour(let colour):
      set(colour)
      cairo_fill(context)
    case .gradient(let from, let to, let stops):
      guard let pattern = cairo_pattern_create_linear(from.x, from.y, to.x, to.y) else { return }
      defer { cairo_pattern_destroy(pattern) }
      for stop in stops {
        let colour = stop.colour
        cairo_pattern_add_color_stop_rgba(
          pattern, stop.offset, Double(colour.red) / 255, Double(colour.green) / 255,
          Double(colour.blue) / 255, colour.alpha)
      }
      cairo_set_source(context, pattern)
      cairo_fill(context)
    }
  }

  // MARK: - Text

  private func draw(_ text: PlacedText) {
    for glyph in text.line.glyphs where !glyph.face.isColoured {
      add(
        glyph.face.outline(of: glyph.number).path, scale: glyph.face.scale * text.line.style.size,
        x: text.origin.x + glyph.position.x, y: text.origin.y + glyph.position.y)
    }
    set(text.colour)
    cairo_fill(context)
    for image in text.images { draw(image) }
  }

  // MARK: - Images and barcodes

  private func draw(_ image: PlacedImage) {
    let drawn = image.drawn
    let pixels = Double(scale)
    // Aligned to whole pixels, because cairo would blur the image otherwise.
    let (left, top) = ((drawn.x * pixels).rounded(), (drawn.y * pixels).rounded())
    let width = max(1, (drawn.maxX * pixels).rounded() - left)
    let height = max(1, (drawn.maxY * pixels).rounded() - top)
    guard drawn.width > 0, drawn.height > 0, width < 8192, height < 8192 else { return }
    let rendered = PlacedPixels.render(
      image.picture, seen: image.visibleSource, width: Int(width), height: Int(height),
      blur: image.blur * pixels)
    cairo_save(context)
    defer { cairo_restore(context) }
    if image.radius > 0 || image.blur > 0 {
      add(.rectangle(image.visible, radius: image.radius))
      cairo_clip(context)
    }
    cairo_identity_matrix(context)
    rendered.words.withUnsafeBufferPointer { words in
      // The cast to mutable is safe, because cairo only reads from a source surface.
      guard let start = words.baseAddress,
        let source = UnsafeMutableRawPointer(mutating: start).withMemoryRebound(
          to: UInt8.self, capacity: words.count * 4,
          {
            cairo_image_surface_create_for_data(
              $0, CAIRO_FORMAT_ARGB32, Int32(rendered.width), Int32(rendered.height),
              Int32(rendered.width * 4))
          })
      else { return }
      cairo_set_source_surface(context, source, left, top)
      cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
      cairo_rectangle(context, left, top, width, height)
      cairo_fill(context)
      // Replaces the source, because the pixels are valid only in this closure (use after free).
      cairo_set_source_rgba(context, 0, 0, 0, 1)
      cairo_surface_finish(source)
      cairo_surface_destroy(source)
    }
  }

  private func draw(_ barcode: PlacedBarcode) {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_identity_matrix(context)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
    for rect in barcode.symbol.pixelRects(in: barcode.box, scale: scale) {
      cairo_rectangle(
        context, Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
    }
    set(barcode.colour)
    cairo_fill(context)
  }
}
