// SPDX-License-Identifier: Apache-2.0

package import PassBarcode

extension BarcodeSymbol {
  /// The width in points of the box wide codes strive for.
  package static let wide = 245.0
  /// The height in points of the box of bars.
  package static let barsBoxHeight = 64.0
  /// How high bars are within their box, in points; the rest is even above and below.
  package static let barsHeight = 39.4
  /// The most a stacked code may be wide: what the widest plate leaves it.
  static let widestStacked = 272.0

  /// The size in points of the box a symbol has on a card, its border included, as the device
  /// draws it at three pixels a point.
  ///
  /// - Parameter ideal: what square codes strive for; 140, on semantic boarding passes 135.
  package func size(ideal: Double = 140) -> (width: Double, height: Double) {
    let module = moduleWidth(ideal: ideal)
    switch family {
    case .bars: return (Self.wide, Self.barsBoxHeight)
    case .square, .stacked:
      return (Double(columnsWithBorder) * module, Double(rowsWithBorder) * module)
    }
  }

  /// The width in points of one module at three pixels a point.
  ///
  /// - Parameter ideal: what square codes strive for.
  package func moduleWidth(ideal: Double = 140) -> Double {
    let count = Double(columnsWithBorder)
    switch family {
    case .bars: return Self.wide / count
    case .square: return Self.modulePixels(count, ideal: ideal, most: .infinity) / 3
    case .stacked:
      return Self.modulePixels(count, ideal: Self.wide, most: Self.widestStacked) / 3
    }
  }

  /// The device's rule for the pixels of a module: the next larger whole number when the code
  /// then is within 5 points of the ideal, else the next smaller when it then is, else the larger.
  private static func modulePixels(_ count: Double, ideal: Double, most: Double) -> Double {
    let exact = ideal * 3 / count
    let (up, down) = (exact.rounded(.up), exact.rounded(.down))
    if abs(up * count / 3 - ideal) <= 5 { return up }
    if abs(down * count / 3 - ideal) <= 5 { return down }
    return up * count / 3 <= most || down < 1 ? up : down
  }

  /// What the dark modules and those between them cover in their box, at three pixels a point.
  package func ink(in box: Rect) -> Rect {
    let module = box.width / Double(columnsWithBorder)
    let side = Double(border) * module
    if family == .bars {
      return Rect(
        x: box.x + side, y: box.y + (box.height - Self.barsHeight) / 2,
        width: box.width - 2 * side, height: Self.barsHeight)
    }
    return box.inset(x: side, y: side)
  }

  /// The dark modules in points, adjoining ones merged, as wide as at three pixels a point.
  func rects(in box: Rect) -> [Rect] {
    let ink = ink(in: box)
    let module = ink.width / Double(columns)
    let height = ink.height / Double(rows.count)
    var rects: [Rect] = []
    var row = 0
    while row < rows.count {
      var next = row + 1
      while next < rows.count, rows[next] == rows[row] { next += 1 }
      for run in rows[row] {
        rects.append(
          Rect(
            x: ink.x + Double(run.lowerBound) * module, y: ink.y + Double(row) * height,
            width: Double(run.count) * module, height: Double(next - row) * height))
      }
      row = next
    }
    return rects
  }

  /// The dark modules as rectangles of whole pixels: adjoining ones are merged, and rows alike.
  ///
  /// The device's picture has three pixels a point. With fewer, modules get the largest whole
  /// number of pixels that fits the box, in its middle, so that the code can still be read; bars
  /// of three pixels a point, and modules that have no room for one pixel, round their edges.
  func pixelRects(in box: Rect, scale: Int) -> [PixelRect] {
    let grid = PixelGrid(self, in: box, scale: scale)
    var rects: [PixelRect] = []
    var row = 0
    while row < rows.count {
      var next = row + 1
      while next < rows.count, rows[next] == rows[row] { next += 1 }
      let (top, bottom) = (grid.top(ofRow: row), grid.top(ofRow: next))
      for run in rows[row] {
        let left = grid.left(ofColumn: run.lowerBound)
        let right = grid.left(ofColumn: run.upperBound)
        if right > left, bottom > top {
          rects.append(PixelRect(x: left, y: top, width: right - left, height: bottom - top))
        }
      }
      row = next
    }
    return rects
  }

  /// How many whole pixels a module has at a scale; 0 where edges are rounded instead.
  package func wholePixels(in box: Rect, scale: Int) -> Int {
    PixelGrid(self, in: box, scale: scale).module
  }
}

/// A rectangle of whole pixels.
struct PixelRect: Hashable, Sendable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
}

/// Where the modules of a symbol lie among the pixels of a picture.
private struct PixelGrid {
  private let symbol: BarcodeSymbol
  private let scale: Double
  private let box: Rect
  /// Pixels of a module; 0 where edges are rounded.
  let module: Int
  private let x: Int
  private let y: Int

  init(_ symbol: BarcodeSymbol, in box: Rect, scale: Int) {
    self.symbol = symbol
    self.scale = Double(scale)
    self.box = box
    let (width, height) = (box.width * self.scale, box.height * self.scale)
    let (columns, rows) = (Double(symbol.columnsWithBorder), Double(symbol.rowsWithBorder))
    let isBars = symbol.family == .bars
    let fits = isBars ? width / columns : min(width / columns, height / rows)
    // A box of thirds is not a whole number in binary.
    module = isBars && scale == 3 ? 0 : max(0, Int(min(fits + 1e-6, 10_000)))
    let pixels = Double(module)
    x = Int((box.x * self.scale + (width - columns * pixels) / 2 + 1e-6).rounded(.down))
    y = Int((box.y * self.scale + (height - rows * pixels) / 2 + 1e-6).rounded(.down))
  }

  func left(ofColumn column: Int) -> Int {
    if module > 0 { return x + (column + symbol.border) * module }
    let part = Double(column + symbol.border) / Double(symbol.columnsWithBorder)
    return Int(((box.x + box.width * part) * scale).rounded())
  }

  func top(ofRow row: Int) -> Int {
    if symbol.family == .bars {
      let ink = symbol.ink(in: box)
      return Int(((row == 0 ? ink.y : ink.maxY) * scale).rounded())
    }
    if module > 0 { return y + (row * symbol.rowHeight + symbol.border) * module }
    let part =
      Double(row * symbol.rowHeight + symbol.border) / Double(symbol.rowsWithBorder)
    return Int(((box.y + box.height * part) * scale).rounded())
  }
}
