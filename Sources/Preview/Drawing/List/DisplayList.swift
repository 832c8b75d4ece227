// SPDX-License-Identifier: Apache-2.0

package import PassBarcode

/// A page as what is drawn on it, from behind to in front: what layout hands to the writers.
///
/// All lengths are points, y grows downward from the top left corner. What no item covers stays
/// transparent.
package struct DisplayList: Sendable {
  /// The width of the page.
  package var width: Double
  /// The height of the page.
  package var height: Double
  /// What is drawn, the first behind all others.
  package var items: [DisplayItem] = []
  /// What the page shows in a few words, for those who do not see it: the pass's description.
  package var title = ""
  /// The same at length, in the order it is read; a line for each field.
  package var summary: [String] = []
  /// The language of the words as a BCP 47 tag; nil when nobody knows.
  package var language: String?
  /// The time zone of the times; nil when there are none.
  package var timeZone: String?

  /// A page with nothing on it.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Draws something in front of what is there.
  package mutating func add(_ shape: DisplayItem.Shape, role: String = "") {
    items.append(DisplayItem(shape, role: role))
  }
}

/// Something on a page.
package struct DisplayItem: Sendable {
  /// What it is to the pass, as `header.label.0`: a name for tests and other tools; may be empty.
  package var role: String
  /// What is drawn.
  package var shape: Shape

  /// Something with its role.
  package init(_ shape: Shape, role: String = "") {
    self.shape = shape
    self.role = role
  }

  /// What can be drawn.
  package indirect enum Shape: Sendable {
    /// A rectangle, with round corners where the radius is not 0.
    case rectangle(Rect, radius: Double = 0, Paint)
    /// An area; with `isEvenOdd` what lies in an even number of its lines is outside.
    case fill(Path, isEvenOdd: Bool = false, Paint)
    /// A line of a width, along the middle of it.
    case stroke(Path, width: Double, Colour)
    /// A picture in a box.
    case image(PlacedImage)
    /// One line of text.
    case text(PlacedText)
    /// The modules of a barcode.
    case barcode(PlacedBarcode)
    /// Items of which only what lies in an area is seen.
    case clip(Path, isEvenOdd: Bool = false, [DisplayItem])
    /// Items drawn together, then put on the page as one that lets through what is behind.
    case opacity(Double, [DisplayItem])
    /// Items that belong together, as label and value of a field.
    case group([DisplayItem])
  }
}

extension DisplayItem {
  /// What items cover at most; nil for nothing.
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
  /// The shaped line.
  package var line: TextLine
  /// Where it begins: its left end on the baseline, whatever its direction.
  package var origin: Point
  /// What it is drawn with.
  package var colour: Colour

  /// A line at a place.
  package init(_ line: TextLine, at origin: Point, colour: Colour) {
    self.line = line
    self.origin = origin
    self.colour = colour
  }

  /// What its glyphs cover on the page; nil when they cover nothing.
  package var ink: Rect? { line.ink?.moved(x: origin.x, y: origin.y) }
}

/// A picture in a box on a page.
package struct PlacedImage: Sendable {
  /// How a picture comes into its box.
  package enum Fit: Sendable, Hashable {
    /// Whole, as large as it fits, at one side or in the middle of what is left; 0 is left or top,
    /// 1 right or bottom.
    case whole(x: Double, y: Double)
    /// The whole box is covered, what hangs over is cut off evenly.
    case cover
    /// Drawn out to the box, whatever becomes of its proportions.
    case stretched
  }

  /// The pixels.
  package var picture: Picture
  /// Where it may be.
  package var box: Rect
  /// How it comes there.
  package var fit: Fit
  /// The radius of the corners of what is drawn.
  package var radius: Double
  /// The sigma of a Gaussian blur; 0 draws it sharp.
  package var blur: Double

  /// A picture in a box.
  package init(
    _ picture: Picture, in box: Rect, fit: Fit, radius: Double = 0, blur: Double = 0
  ) {
    self.picture = picture
    self.box = box
    self.fit = fit
    self.radius = radius
    self.blur = blur
  }

  /// Where the whole picture would lie, which for `cover` reaches out of the box.
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

  /// What is seen of it.
  package var visible: Rect { fit == .cover ? box : extent }

  /// Where its pixels are drawn: a blur needs what lies around the box, to be even at its edges.
  var drawn: Rect {
    blur > 0 && fit == .cover ? box.inset(x: -1.5 * blur, y: -1.5 * blur) : visible
  }

  /// The part of the picture that is drawn there, in the picture's own pixels.
  var seen: Rect {
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

/// The modules of a barcode on a page.
package struct PlacedBarcode: Sendable {
  /// The modules.
  package var symbol: BarcodeSymbol
  /// The box that is theirs at three pixels a point, with the empty border around them.
  package var box: Rect
  /// What the modules are drawn with.
  package var colour: Colour

  /// A symbol in its box.
  package init(_ symbol: BarcodeSymbol, in box: Rect, colour: Colour = .black) {
    self.symbol = symbol
    self.box = box
    self.colour = colour
  }

  /// What the dark modules cover, and those between them, at three pixels a point.
  package var ink: Rect { symbol.ink(in: box) }

  /// The dark modules in points, adjoining ones merged.
  var pointRects: [Rect] { symbol.rects(in: box) }
}
