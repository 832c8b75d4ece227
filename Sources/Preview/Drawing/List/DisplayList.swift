// SPDX-License-Identifier: Apache-2.0

package import PassBarcode

/// A page as a list of shapes from back to front. Layout makes it, and the writers draw it.
///
/// All lengths are points, and y grows downward from the top left corner. Areas without a shape are
/// transparent.
package struct DisplayList: Sendable {
  package var width: Double
  package var height: Double
  /// The shapes from back to front.
  package var items: [DisplayItem] = []
  /// Short text for screen readers: the description of the pass.
  package var title = ""
  /// Long text for screen readers, in reading order, with one line per field.
  package var summary: [String] = []
  /// The language of the text as a BCP 47 tag, or nil if unknown.
  package var language: String?
  /// The time zone of the times, or nil if there are none.
  package var timeZone: String?

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Adds a shape in front of the others.
  package mutating func add(_ shape: DisplayItem.Shape, role: String = "") {
    items.append(DisplayItem(shape, role: role))
  }
}

/// A shape on a page.
package struct DisplayItem: Sendable {
  /// Name for tests and other tools, such as `header.label.0`, or empty.
  package var role: String
  package var shape: Shape

  package init(_ shape: Shape, role: String = "") {
    self.shape = shape
    self.role = role
  }

  /// The kinds of shapes.
  package indirect enum Shape: Sendable {
    /// A rectangle with rounded corners.
    case rectangle(Rect, radius: Double = 0, Paint)
    /// A filled area, by the even-odd rule if `isEvenOdd`.
    case fill(Path, isEvenOdd: Bool = false, Paint)
    /// A line along the middle of a path.
    case stroke(Path, width: Double, Colour)
    /// An image in a box.
    case image(PlacedImage)
    case text(PlacedText)
    case barcode(PlacedBarcode)
    /// Items clipped to an area.
    case clip(Path, isEvenOdd: Bool = false, [DisplayItem])
    /// Items drawn together and then blended with an opacity.
    case opacity(Double, [DisplayItem])
    /// Items that belong together, such as label and value of a field.
    case group([DisplayItem])
  }
}

extension DisplayItem {
  /// Returns a box around the items, or nil if nothing is drawn.
  static func bounds(of items: [DisplayItem]) -> Rect? {
    items.reduce(nil) { known, item in
      guard let box = item.bounds else { return known }
      return known?.union(box) ?? box
    }
  }

  private var bounds: Rect? {
    switch shape {
    case .rectangle(let box, _, _): box
    case .fill(let path, _, _), .clip(let path, _, _): path.bounds
    case .stroke(let path, let width, _): path.bounds?.inset(x: -width, y: -width)
    case .image(let image): image.drawn
    case .text(let text): text.ink
    case .barcode(let barcode): barcode.box
    case .opacity(_, let items), .group(let items): Self.bounds(of: items)
    }
  }
}

/// One line of text on a page.
package struct PlacedText: Sendable {
  package var line: TextLine
  /// Left end of the baseline, for every direction of text.
  package var origin: Point
  package var colour: Colour

  package init(_ line: TextLine, at origin: Point, colour: Colour) {
    self.line = line
    self.origin = origin
    self.colour = colour
  }

  /// Box of the glyphs on the page, or nil if they draw nothing.
  package var ink: Rect? { line.ink?.moved(x: origin.x, y: origin.y) }

  /// The images of glyphs in colour.
  var images: [PlacedImage] {
    line.glyphs.compactMap { glyph in
      guard glyph.face.isColoured, let image = glyph.face.image(of: glyph.number) else {
        return nil
      }
      let scale = glyph.face.scale * line.style.size
      let box = Rect(
        x: origin.x + glyph.position.x + image.box.x * scale,
        y: origin.y + glyph.position.y + image.box.y * scale, width: image.box.width * scale,
        height: image.box.height * scale)
      return PlacedImage(image.picture, in: box, fit: .stretched)
    }
  }
}

/// An image in a box on a page.
package struct PlacedImage: Sendable {
  /// How an image fills its box.
  package enum Fit: Sendable, Hashable {
    /// The whole image, as large as fits. `x` and `y` position it: 0 is left or top, 1 is right or
    /// bottom.
    case whole(x: Double, y: Double)
    /// Covers the box. What does not fit is cut off evenly.
    case cover
    /// Stretched to the box without keeping its proportions.
    case stretched
  }

  package var picture: Picture
  /// Box that `fit` applies to.
  package var box: Rect
  package var fit: Fit
  /// Corner radius of the visible part.
  package var radius: Double
  /// Sigma of a Gaussian blur in points, 0 for none.
  package var blur: Double

  package init(
    _ picture: Picture, in box: Rect, fit: Fit, radius: Double = 0, blur: Double = 0
  ) {
    self.picture = picture
    self.box = box
    self.fit = fit
    self.radius = radius
    self.blur = blur
  }

  /// Box of the whole image, which for `cover` is larger than `box`.
  package var extent: Rect {
    let (width, height) = (Double(picture.widthInPixels), Double(picture.heightInPixels))
    let scale: Double
    let (x, y): (Double, Double)
    switch fit {
    case .stretched: return box
    case .cover:
      scale = max(box.width / width, box.height / height)
      (x, y) = (0.5, 0.5)
    case .whole(let alongX, let alongY):
      scale = min(box.width / width, box.height / height)
      (x, y) = (alongX, alongY)
    }
    return Rect(
      x: box.x + (box.width - width * scale) * x, y: box.y + (box.height - height * scale) * y,
      width: width * scale, height: height * scale)
  }

  /// Visible part on the page.
  package var visible: Rect { fit == .cover ? box : extent }

  /// Box whose pixels are drawn. A blur needs the surroundings of the visible part, or its edges
  /// would be uneven.
  var drawn: Rect {
    blur > 0 && fit == .cover ? box.inset(x: -1.5 * blur, y: -1.5 * blur) : visible
  }

  /// The part of the image that fills `drawn`, in pixels of the file.
  var visibleSource: Rect {
    var whole = self
    whole.box = fit == .cover ? drawn : box
    let extent = whole.extent
    let drawn = drawn
    let across = Double(picture.widthInPixels) / max(extent.width, 1e-9)
    let down = Double(picture.heightInPixels) / max(extent.height, 1e-9)
    return Rect(
      x: (drawn.x - extent.x) * across, y: (drawn.y - extent.y) * down,
      width: drawn.width * across, height: drawn.height * down)
  }
}

/// A barcode on a page.
package struct PlacedBarcode: Sendable {
  package var symbol: BarcodeSymbol
  /// Box at three pixels per point, with the quiet zone.
  package var box: Rect
  package var colour: Colour

  package init(_ symbol: BarcodeSymbol, in box: Rect, colour: Colour = .black) {
    self.symbol = symbol
    self.box = box
    self.colour = colour
  }

  /// Box of the modules without the quiet zone, at three pixels per point.
  package var ink: Rect { symbol.modulesBox(in: box) }

  /// The dark modules in points, with adjacent ones merged.
  var pointRects: [Rect] { symbol.rects(in: box) }
}
