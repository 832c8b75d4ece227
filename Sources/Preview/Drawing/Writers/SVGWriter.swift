// SPDX-License-Identifier: Apache-2.0

/// A writer of display lists as SVG. The bytes are reproducible.
package struct SVGWriter: Sendable {
  /// The form of text in the document.
  package enum TextForm: String, Sendable, CaseIterable {
    /// Outlines, which look the same everywhere. The text is in an attribute.
    case outlines
    /// Text elements, which can be selected and searched. The viewer's fonts draw them.
    case live
  }

  /// The form of images in the document.
  package enum ImageForm: Sendable {
    /// Embedded as PNG.
    case embedded
    /// Only the digest of the file, for documents that tests compare. PNG bytes depend on the
    /// version of zlib.
    case digests
  }

  package var text: TextForm
  package var images: ImageForm

  package init(text: TextForm = .outlines, images: ImageForm = .embedded) {
    self.text = text
    self.images = images
  }

  /// Returns the page as an SVG document, or as an `svg` element for HTML.
  ///
  /// - Parameter idPrefix: prefix of each id, which must be unique for each page in an HTML
  ///   document. Characters other than ASCII letters, digits and hyphens are dropped.
  package func bytes(
    of list: DisplayList, isElement: Bool = false, idPrefix: String = ""
  ) throws(DrawingError) -> [UInt8] {
    var page = SVGPage(
      self, idPrefix: idPrefix.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    try page.write(list, isElement: isElement)
    return page.out
  }
}

/// An SVG document that is being written.
private struct SVGPage {
  var out: [UInt8] = []
  private let writer: SVGWriter
  private let prefix: String
  private var ids = 0

  init(_ writer: SVGWriter, idPrefix: String) {
    self.writer = writer
    prefix = idPrefix
    out.reserveCapacity(64 << 10)
  }

  // MARK: - Pieces of text

  private mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { out.append(contentsOf: $0) }
  }

  /// Adds ` name="12.5"`.
  private mutating func add(_ name: StaticString, _ number: Double) {
    add(" ")
    add(name)
    add("=\"")
    DecimalText.append(number, to: &out)
    add("\"")
  }

  /// Adds ` name="words"`, escaped.
  private mutating func add(_ name: StaticString, words: String) {
    add(" ")
    add(name)
    add("=\"")
    MarkupText.append(words, to: &out)
    add("\"")
  }

  private mutating func add(box: Rect) {
    add("x", box.x)
    add("y", box.y)
    add("width", box.width)
    add("height", box.height)
  }

  /// Adds ` fill="#rrggbb"`, and the opacity if it is below 1.
  private mutating func add(_ name: StaticString, opacity: StaticString, _ colour: Colour) {
    add(name, words: colour.hex)
    if colour.alpha < 1 { add(opacity, colour.alpha) }
  }

  private mutating func newID() -> String {
    ids += 1
    return "\(prefix)p\(ids)"
  }

  // MARK: - The document

  mutating func write(_ list: DisplayList, isElement: Bool) throws(DrawingError) {
    add("<svg")
    if !isElement { add(" xmlns=\"http://www.w3.org/2000/svg\"") }
    add("width", list.width)
    add("height", list.height)
    add(" viewBox=\"0 0 ")
    DecimalText.append(list.width, to: &out)
    add(" ")
    DecimalText.append(list.height, to: &out)
    add("\" role=\"img\"")
    if let language = list.language, MarkupText.isLanguage(language) {
      add("lang", words: language)
    }
    let (title, summary) = ("\(prefix)title", "\(prefix)summary")
    add("aria-labelledby", words: list.summary.isEmpty ? title : "\(title) \(summary)")
    add("><title")
    add("id", words: title)
    add(">")
    MarkupText.append(list.title, to: &out)
    add("</title>")
    if !list.summary.isEmpty {
      add("<desc")
      add("id", words: summary)
      add(">")
      MarkupText.append(list.summary.joined(separator: "\n"), to: &out)
      add("</desc>")
    }
    add("\n")
    try write(list.items)
    add("</svg>\n")
  }

  private mutating func write(_ items: [DisplayItem]) throws(DrawingError) {
    for item in items { try write(item) }
  }

  private mutating func write(_ item: DisplayItem) throws(DrawingError) {
    switch item.shape {
    case .rectangle(let box, let radius, let paint):
      let fill = self.fill(for: paint)
      add("<rect")
      add(role: item)
      add(box: box)
      if radius > 0 { add("rx", min(radius, box.width / 2, box.height / 2)) }
      add(fill)
      add("/>\n")
    case .fill(let path, let isEvenOdd, let paint):
      let fill = self.fill(for: paint)
      add("<path")
      add(role: item)
      if isEvenOdd { add(" fill-rule=\"evenodd\"") }
      add(fill)
      add(path: path)
      add("/>\n")
    case .stroke(let path, let width, let colour):
      add("<path")
      add(role: item)
      add(" fill=\"none\"")
      add("stroke", opacity: "stroke-opacity", colour)
      add("stroke-width", width)
      add(path: path)
      add("/>\n")
    case .image(let image): try write(image, item)
    case .text(let text): try write(text, item)
    case .barcode(let barcode): write(barcode, item)
    case .clip(let path, let isEvenOdd, let items):
      let id = write(clip: path, isEvenOdd: isEvenOdd)
      add("<g")
      add(role: item)
      add("clip-path", words: "url(#\(id))")
      add(">\n")
      try write(items)
      add("</g>\n")
    case .opacity(let opacity, let items):
      add("<g")
      add(role: item)
      add("opacity", opacity)
      add(">\n")
      try write(items)
      add("</g>\n")
    case .group(let items):
      add("<g")
      add(role: item)
      add(">\n")
      try write(items)
      add("</g>\n")
    }
  }

  private mutating func add(role item: DisplayItem) {
    if !item.role.isEmpty { add("data-role", words: item.role) }
  }

  // MARK: - Areas

  private enum Fill {
    case colour(Colour)
    case reference(String)
  }

  /// Returns the fill. A gradient is written here, before the element that uses it.
  private mutating func fill(for paint: Paint) -> Fill {
    switch paint {
    case .colour(let colour): return .colour(colour)
    case .gradient(let from, let to, let stops):
      let id = newID()
      add("<linearGradient")
      add("id", words: id)
      add(" gradientUnits=\"userSpaceOnUse\"")
      add("x1", from.x)
      add("y1", from.y)
      add("x2", to.x)
      add("y2", to.y)
      add(">")
      for stop in stops {
        add("<stop")
        add("offset", stop.offset)
        add("stop-color", opacity: "stop-opacity", stop.colour)
        add("/>")
      }
      add("</linearGradient>\n")
      return .reference(id)
    }
  }

  private mutating func add(_ fill: Fill) {
    switch fill {
    case .colour(let colour): add("fill", opacity: "fill-opacity", colour)
    case .reference(let id): add("fill", words: "url(#\(id))")
    }
  }

  private mutating func write(clip path: Path, isEvenOdd: Bool) -> String {
    let id = newID()
    add("<clipPath")
    add("id", words: id)
    add("><path")
    if isEvenOdd { add(" clip-rule=\"evenodd\"") }
    add(path: path)
    add("/></clipPath>\n")
    return id
  }

  private mutating func add(path: Path) {
    add(" d=\"")
    for step in path.steps { add(step: step, scale: 1, x: 0, y: 0) }
    add("\"")
  }

  private mutating func add(step: Path.Step, scale: Double, x: Double, y: Double) {
    func point(_ point: Point, _ separator: UInt8? = nil) {
      if let separator { out.append(separator) }
      DecimalText.append(point.x * scale + x, to: &out)
      out.append(UInt8(ascii: " "))
      DecimalText.append(point.y * scale + y, to: &out)
    }
    switch step {
    case .move(let to): point(to, UInt8(ascii: "M"))
    case .line(let to): point(to, UInt8(ascii: "L"))
    case .curve(let first, let second, let to):
      point(first, UInt8(ascii: "C"))
      point(second, UInt8(ascii: " "))
      point(to, UInt8(ascii: " "))
    case .close: add("Z")
    }
  }

  // MARK: - Text

  private mutating func write(_ text: PlacedText, _ item: DisplayItem) throws(DrawingError) {
    if writer.text == .live {
      writeLive(text, item)
      return
    }
    guard text.line.ink != nil else { return }
    add("<path")
    add(role: item)
    // Not an accessible name, because the title and description of the document already have the
    // text.
    add("data-words", words: text.line.words)
    add("fill", opacity: "fill-opacity", text.colour)
    add(" d=\"")
    for glyph in text.line.glyphs where !glyph.face.isColoured {
      let scale = glyph.face.scale * text.line.style.size
      for step in glyph.face.outline(of: glyph.number).path.steps {
        add(
          step: step, scale: scale, x: text.origin.x + glyph.position.x,
          y: text.origin.y + glyph.position.y)
      }
    }
    add("\"/>\n")
    for image in text.images { try write(image, item) }
  }

  private mutating func writeLive(_ text: PlacedText, _ item: DisplayItem) {
    let line = text.line
    if line.words.isEmpty { return }
    add("<text")
    add(role: item)
    // With direction rtl, x is the right end.
    add("x", line.isRightToLeft ? text.origin.x + line.width : text.origin.x)
    add("y", text.origin.y)
    add(" font-family=\"-apple-system, Inter, system-ui, sans-serif\"")
    add("font-size", line.style.size)
    add("font-weight", Self.number(of: line.style.weight))
    add("fill", opacity: "fill-opacity", text.colour)
    if line.isRightToLeft { add(" direction=\"rtl\"") }
    if let language = line.style.language, MarkupText.isLanguage(language) {
      add("lang", words: language)
    }
    if line.width > 0 {
      add("textLength", line.width)
      add(" lengthAdjust=\"spacingAndGlyphs\"")
    }
    add(">")
    MarkupText.append(line.words, to: &out)
    add("</text>\n")
  }

  /// Returns the weight as a number of CSS.
  private static func number(of weight: FontWeight) -> Double {
    switch weight {
    case .light: Double(FontFiles.lightWeight)
    case .regular: 400
    case .medium: 500
    case .semibold: 600
    case .bold: 700
    case .heavy: 800
    }
  }

  // MARK: - Images and barcodes

  /// Maximum pixels per point of embedded images.
  private static let imageScale = 3.0
  private static let blurredScale = 0.5

  private mutating func write(_ image: PlacedImage, _ item: DisplayItem) throws(DrawingError) {
    let drawn = image.drawn
    guard drawn.width > 0, drawn.height > 0 else { return }
    var clip: String?
    if image.radius > 0 || image.blur > 0 {
      clip = write(clip: .rectangle(image.visible, radius: image.radius), isEvenOdd: false)
    }
    add("<image")
    add(role: item)
    add(box: drawn)
    add(" preserveAspectRatio=\"none\"")
    if let clip { add("clip-path", words: "url(#\(clip))") }
    switch writer.images {
    case .digests: add("data-digest", words: image.picture.digest)
    case .embedded:
      let seen = image.visibleSource
      // No more pixels than the image has or the largest scale shows.
      let most = image.blur > 0 ? Self.blurredScale : Self.imageScale
      let width = min(seen.width, drawn.width * most).rounded(.up)
      let height = min(seen.height, drawn.height * most).rounded(.up)
      let perPoint = width / drawn.width
      add(" href=\"data:image/png;base64,")
      out += try PlacedPixels.base64(
        image.picture, seen: seen, width: max(1, Int(width)), height: max(1, Int(height)),
        blur: image.blur * perPoint)
      add("\"")
    }
    add("/>\n")
  }

  private mutating func write(_ barcode: PlacedBarcode, _ item: DisplayItem) {
    add("<path")
    add(role: item)
    add(" shape-rendering=\"crispEdges\"")
    add("fill", opacity: "fill-opacity", barcode.colour)
    add(" d=\"")
    for rect in barcode.pointRects {
      add("M")
      DecimalText.append(rect.x, to: &out)
      add(" ")
      DecimalText.append(rect.y, to: &out)
      add("H")
      DecimalText.append(rect.maxX, to: &out)
      add("V")
      DecimalText.append(rect.maxY, to: &out)
      add("H")
      DecimalText.append(rect.x, to: &out)
      add("Z")
    }
    add("\"/>\n")
  }
}
