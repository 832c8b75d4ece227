// SPDX-License-Identifier: Apache-2.0

package import PassBarcode

extension BarcodeSymbol {
  /// The target width of wide barcodes with their quiet zone, in points.
  package static let targetWidth = 245.0
  /// Height of a linear barcode with its quiet zone, in points.
  package static let barsBoxHeight = 64.0
  /// Height of the bars in points. They are centred in the box.
  package static let barsHeight = 39.4
  /// Maximum width of a stacked barcode in points, which is what fits on the widest plate.
  static let maxStackedWidth = 272.0

  /// Returns the size on a card in points, with the quiet zone, as a device with three pixels per
  /// point draws it.
  ///
  /// - Parameter ideal: the target size of square codes, 140 or, on semantic boarding passes, 135.
  package func size(ideal: Double = 140) -> (width: Double, height: Double) {
    let module = moduleWidth(ideal: ideal)
    switch family {
    case .bars: return (Self.targetWidth, Self.barsBoxHeight)
    case .square, .stacked:
      return (Double(columnsWithBorder) * module, Double(rowsWithBorder) * module)
    }
  }

  /// Returns the width of a module in points, at three pixels per point.
  ///
  /// - Parameter ideal: the target size of square codes in points.
  package func moduleWidth(ideal: Double = 140) -> Double {
    let count = Double(columnsWithBorder)
    switch family {
    case .bars: return Self.targetWidth / count
    case .square: return Self.modulePixels(count, ideal: ideal, maxWidth: .infinity) / 3
    case .stacked:
      return Self.modulePixels(count, ideal: Self.targetWidth, maxWidth: Self.maxStackedWidth) / 3
    }
  }

  /// Returns the pixels of a module by the device's rule. The exact size is rounded up if the code
  /// is then within 5 points of the ideal, otherwise down if that is within 5 points, otherwise up.
  private static func modulePixels(_ count: Double, ideal: Double, maxWidth: Double) -> Double {
    let exact = ideal * 3 / count
    let (up, down) = (exact.rounded(.up), exact.rounded(.down))
    if abs(up * count / 3 - ideal) <= 5 { return up }
    if abs(down * count / 3 - ideal) <= 5 { return down }
    return up * count / 3 <= maxWidth || down < 1 ? up : down
  }

  /// Returns the box of the modules without the quiet zone, at three pixels per point.
  package func modulesBox(in box: Rect) -> Rect {
    let module = box.width / Double(columnsWithBorder)
    let side = Double(border) * module
    if family == .bars {
      return Rect(
        x: box.x + side, y: box.y + (box.height - Self.barsHeight) / 2,
        width: box.width - 2 * side, height: Self.barsHeight)
    }
    return box.inset(x: side, y: side)
  }

  /// Returns the dark modules in points, with adjacent ones merged, for a device with three pixels
  /// per point.
  func rects(in box: Rect) -> [Rect] {
    let ink = modulesBox(in: box)
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

  /// Returns the dark modules in whole pixels, with adjacent modules and equal rows merged.
  ///
  /// A device has three pixels per point. At a smaller scale, modules get the largest whole number
  /// of pixels that fits, and the code is centred, so that it can still be scanned. Linear barcodes
  /// at three pixels per point, and modules smaller than one pixel, have their edges rounded
  /// instead.
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

  /// Returns the pixels of a module at a scale, or 0 if edges are rounded instead.
  package func wholePixels(in box: Rect, scale: Int) -> Int {
    PixelGrid(self, in: box, scale: scale).module
  }
}

struct PixelRect: Hashable, Sendable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
}

/// Conversion from modules of a symbol to pixels of an image.
private struct PixelGrid {
  private let symbol: BarcodeSymbol
  private let scale: Double
  private let box: Rect
  /// Pixels of a module, or 0 if edges are rounded instead.
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
    // Sizes in thirds of a point are not exact in binary, so a small tolerance is added.
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
      let ink = symbol.modulesBox(in: box)
      return Int(((row == 0 ? ink.y : ink.maxY) * scale).rounded())
    }
    if module > 0 { return y + (row * symbol.rowHeight + symbol.border) * module }
    let part =
      Double(row * symbol.rowHeight + symbol.border) / Double(symbol.rowsWithBorder)
    return Int(((box.y + box.height * part) * scale).rounded())
  }
}
