// SPDX-License-Identifier: Apache-2.0

import PassDrawing

/// Fitting of the fields of a row, in the steps of the device: full size, then wrapped, then all
/// smaller, then long values smaller alone, then cut.
struct RowFitting {
  private let row: FieldRow
  private let fonts: FontSet
  private let style: TextStyle
  private let labelStyle: TextStyle
  private let labels: [String]
  private let values: [String]
  private let fields: [FaceField]
  private var widths: [Double] = []
  private var labelWidths: [Double] = []
  private var valueWidths: [Double] = []
  /// Size of each value in points.
  private var sizes: [Double]
  /// Sizes that are smaller than that of the row, because the value did not fit its box, by index.
  private var sizesAlone: [Int: Double] = [:]
  /// Widths of the values that are wrapped, by index.
  private var wrapped: [Int: Double] = [:]

  /// - Parameter labels: the labels as they are drawn, in capitals if the row has them so.
  init(
    _ row: FieldRow, _ fields: [FaceField], labels: [String], values: [String], fonts: FontSet,
    language: String
  ) {
    self.row = row
    self.fonts = fonts
    self.fields = fields
    self.labels = labels
    self.values = values
    style = TextStyle(row.weight, row.size, language: language)
    labelStyle = TextStyle(.semibold, row.labelSize, language: language)
    sizes = Array(repeating: row.size, count: fields.count)
  }

  /// Returns the fields with sizes and positions.
  mutating func fitted() -> [FittedField] {
    guard !fields.isEmpty else { return [] }
    labelWidths = labels.map { $0.isEmpty ? 0 : fonts.width($0, labelStyle) }
    measureValues(size: row.size)
    if row.kind == .cells {
      fitCells()
    } else {
      wrap()
      shrink()
      narrow()
    }
    shrinkAlone()
    return placed(set())
  }

  private var available: Double {
    row.box.width - Double(fields.count - 1) * row.minGap
  }

  private var excess: Double { widths.reduce(0, +) - available }

  private mutating func measureValues(size: Double) {
    valueWidths = values.map { $0.isEmpty ? 0 : fonts.width($0, style.with(size: size)) }
    widths = zip(labelWidths, valueWidths).map { max($0, $1) }
  }

  // MARK: Steps

  /// Wraps the widest values to two lines while that helps.
  private mutating func wrap() {
    guard row.lines > 1 else { return }
    // Each round reduces the excess. The limit bounds the time in any case.
    for _ in 0..<66 where excess > Self.tolerance {
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
        valueWidths[widest] >= labelWidths[widest], Self.canBreak(values[widest])
      else { return }
      let width = widths[widest] - (excess / Double(fields.count)).rounded(.up)
      // Narrower than a word, wrapping saves nothing.
      guard width > 2 * row.labelSize else { return }
      wrapped[widest] = width
      widths[widest] = width
      valueWidths[widest] = width
      sizes[widest] = sizeForLines(of: values[widest], within: width, from: sizes[widest])
    }
  }

  private func sizeForLines(of text: String, within width: Double, from size: Double) -> Double {
    let room = row.box.height - labelStyle.lineHeight - row.gap
    var size = size
    while size > row.labelSize {
      let style = style.with(size: size)
      if 2 * style.lineHeight <= room + Self.tolerance,
        !fonts.lines(text, style, within: width, atMost: row.lines).isCut
      {
        break
      }
      size -= 1
    }
    return max(size, row.labelSize)
  }

  private static func canBreak(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0 == " " || $0 == "-" || $0.value >= 0x2E80 }
  }

  /// Shrinks all values of the row to one size.
  private mutating func shrink() {
    guard excess > Self.tolerance, wrapped.isEmpty else { return }
    let values = widths.indices.filter { valueWidths[$0] > labelWidths[$0] }
    let sum = values.reduce(0) { $0 + valueWidths[$1] }
    guard sum > 0 else { return }
    let factor = (available - (widths.reduce(0, +) - sum)) / sum
    let size = max(row.labelSize, (max(0, factor) * row.size).rounded(.down))
    set(size: min(size, row.size))
  }

  private mutating func set(size: Double) {
    sizes = Array(repeating: size, count: fields.count)
    measureValues(size: size)
  }

  /// Narrows fields until the row fits. Labels give way before values.
  private mutating func narrow() {
    guard excess > 0 else { return }
    // Text in Inter is a little longer or shorter than in San Francisco. A row that is too wide by
    // less than that fits on a device, so values shrink a little and no label is cut.
    if excess < available * Self.widthError { narrow(downTo: labelWidths) }
    // A label keeps its first letters.
    let letters = 3 * row.labelSize
    narrow(downTo: zip(valueWidths, labelWidths).map { max($0, min($1, letters)) })
    narrow(downTo: widths.map { _ in 0 })
  }

  /// Narrows the widest fields to a common width, but none below its limit.
  private mutating func narrow(downTo limits: [Double]) {
    let (full, room) = (widths, available)
    func narrowed(to level: Double) -> [Double] {
      zip(full, limits).map { width, limit in max(min(width, level), min(width, limit)) }
    }
    var (low, high) = (0.0, full.max() ?? 0)
    // Enough halvings for a width far below a pixel.
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if narrowed(to: middle).reduce(0, +) > room { high = middle } else { low = middle }
    }
    widths = narrowed(to: low)
  }

  /// Shrinks each value that does not fit its box, without the others. A value that does not fit in
  /// the smallest size is cut there.
  private mutating func shrinkAlone() {
    for index in values.indices where !values[index].isEmpty {
      // Widths of wrapped values are those of their boxes, so only their lines show what fits.
      if wrapped[index] == nil, valueWidths[index] <= widths[index] + Self.tolerance { continue }
      if !fits(index, size: sizes[index]) { sizesAlone[index] = sizeAlone(of: index) }
    }
  }

  /// Returns the largest size in which a value fits its box, in tenths of a point.
  private func sizeAlone(of index: Int) -> Double {
    var low = (sizes[index] * Self.smallestPart * 10).rounded(.up)
    var high = (sizes[index] * 10).rounded(.down)
    // Only short text fits, so the search below does not shape long text again and again.
    guard fits(index, size: low / 10) else { return low / 10 }
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if fits(index, size: middle / 10) { low = middle } else { high = middle }
    }
    return low / 10
  }

  private func fits(_ index: Int, size: Double) -> Bool {
    let style = style.with(size: size)
    let width = widths[index] + Self.tolerance
    guard let within = wrapped[index] else { return fonts.width(values[index], style) <= width }
    return !fonts.lines(values[index], style, within: min(within, width), atMost: row.lines).isCut
  }

  /// Sets cells of equal width with one size that fits the widest value.
  private mutating func fitCells() {
    let cell = available / Double(fields.count)
    let size = valueWidths.reduce(row.size) { size, width in
      width > cell ? min(size, (row.size * cell / width).rounded(.down)) : size
    }
    sizes = Array(repeating: max(row.labelSize, size), count: fields.count)
    widths = Array(repeating: cell, count: fields.count)
  }

  /// How far the width of a row may differ from that on a device, as a part of the row.
  private static let widthError = 0.04

  /// Smallest size of a value that shrinks alone, as a part of the size of the row. It is inferred.
  private static let smallestPart = 0.6

  /// Tolerance for rounding in sums of widths, in points.
  private static let tolerance = 0.01

  // MARK: Result

  private func set() -> [FittedField] {
    fields.indices.map { index in
      let width = widths[index] + Self.tolerance
      let size = sizesAlone[index] ?? sizes[index]
      let style = style.with(size: size)
      let value: [TextLine] =
        if values[index].isEmpty {
          []
        } else if let within = wrapped[index] {
          fonts.lines(
            values[index], style, within: min(within, width), atMost: row.lines
          ).lines
        } else {
          [fonts.line(values[index], style, within: width)]
        }
      return FittedField(
        field: fields[index],
        label: labels[index].isEmpty
          ? nil : fonts.line(labels[index], labelStyle, within: width), value: value,
        size: size, rowSize: wrapped[index] == nil ? sizes[index] : size, width: widths[index])
    }
  }

  private func placed(_ fitted: [FittedField]) -> [FittedField] {
    var fitted = fitted
    let sum = widths.reduce(0, +)
    var gap = row.minGap
    if row.kind == .justified, fields.count > 1 {
      gap = max(0, (row.box.width - sum) / Double(fields.count - 1))
    }
    var x = row.kind == .header ? row.box.maxX : row.box.x
    for index in fitted.indices {
      if row.kind == .header {
        x -= widths[index]
        fitted[index].x = x
        x -= gap
      } else {
        fitted[index].x = x
        x += widths[index] + gap
      }
    }
    return fitted
  }
}
