// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassDrawing
import PassLocale
import PassModel

private let drawn = Excerpt.drawn

extension FaceCanvas {
  /// Draws fields as a row and reports those that are not shown.
  ///
  /// - Returns: the fields with their positions.
  @discardableResult
  mutating func draw(
    _ fields: [FaceField], as row: FieldRow, label: Colour? = nil, value: Colour? = nil
  ) -> [FittedField] {
    let shown = Array(fields.prefix(row.limit))
    for field in fields.dropFirst(row.limit) { drop(field, limit: row.limit) }
    // On an image, labels are not in capitals.
    let labels = shown.map { field in
      row.showsLabels
        ? face.reader.formatter.uppercased(PassText.firstLine(field.label).text) : ""
    }
    let values = shown.map { PassText.firstLine($0.value).text }
    var fitting = RowFitting(
      row, shown, labels: labels, values: values, fonts: kit.fonts, language: face.language)
    var fitted = fitting.fitted()
    if isRightToLeft, row.kind == .cells {
      // A journey goes from right to left, like its icon.
      for index in fitted.indices {
        fitted[index].x = row.box.x + row.box.maxX - fitted[index].x - fitted[index].width
      }
    }
    for (index, field) in fitted.enumerated() {
      draw(
        field, in: row, isLast: index == fitted.count - 1, count: fitted.count,
        label: label ?? palette.label, value: value ?? palette.foreground)
      read(field.field, showsLabel: row.showsLabels)
      note(field, in: row)
    }
    return fitted
  }

  /// Reports that a field is not drawn.
  mutating func drop(_ field: FaceField, limit: Int) {
    let name = field.label.isEmpty ? field.value : field.label
    let message =
      limit == 0
      ? "\(field.group.rawValue) are not drawn in \(face.style.rawValue)"
      : "\(drawn.quoted(name)) is field \(field.index + 1) of \(field.group.rawValue), "
        + "only \(limit) \(limit == 1 ? "is" : "are") drawn"
    report(PreviewFindings.fieldDropped, message, at: field.location)
  }

  /// Adds a field to the text for screen readers.
  mutating func read(_ field: FaceField, showsLabel: Bool = true) {
    let parts = [showsLabel ? field.label : "", field.value].filter { !$0.isEmpty }
    if !parts.isEmpty { summary.append(parts.joined(separator: ": ")) }
  }

  // MARK: One field

  private mutating func draw(
    _ fitted: FittedField, in row: FieldRow, isLast: Bool, count: Int, label: Colour,
    value: Colour
  ) {
    let field = fitted.field
    let labelHeight = row.showsLabels ? style(.semibold, row.labelSize).lineHeight : 0
    var naturalIsRight = row.naturalIsRight || (row.kind == .cells && count > 1 && isLast)
    if isRightToLeft { naturalIsRight.toggle() }
    func left(_ width: Double) -> Double {
      let free = fitted.width - width
      switch field.alignment {
      case .left: return fitted.x
      case .center: return fitted.x + free / 2
      case .right: return fitted.x + free
      case .natural: return naturalIsRight ? fitted.x + free : fitted.x
      }
    }
    if let line = fitted.label {
      let baseline = row.box.y + line.style.ascender
      draw(
        line, at: Point(left(line.width), baseline), label, role: field.role + "/label",
        place: field.labelPlace)
    }
    let movesUp = row.movesUpWithoutLabel && fitted.label == nil
    var top = row.box.y + (movesUp ? 0 : labelHeight + row.gap)
    let valueStyle = style(row.weight, fitted.rowSize)
    if row.centresValues, !fitted.value.isEmpty {
      top += (row.box.maxY - top - valueStyle.lineHeight * Double(fitted.value.count)) / 2
    }
    for line in fitted.value {
      draw(
        line, at: Point(left(line.width), top + valueStyle.ascender), value,
        role: field.role + "/value", place: field.valuePlace)
      top += valueStyle.lineHeight
    }
  }

  // MARK: Findings

  private mutating func note(_ fitted: FittedField, in row: FieldRow) {
    let field = fitted.field
    reportTruncation(
      field.value, shown: fitted.value.map(\.words).joined(separator: " "),
      isCut: fitted.isCut, at: field.valuePlace)
    if let label = fitted.label {
      reportTruncation(field.label, shown: label.words, isCut: label.isCut, at: field.labelPlace)
    }
    if !fitted.isCut, fitted.size <= row.labelSize, fitted.size < row.size {
      report(
        PreviewFindings.minimumSize,
        "\(drawn.quoted(field.value)) is drawn at \(Self.number(fitted.size)) points in place of "
          + Self.number(row.size), at: field.valuePlace)
    }
  }

  /// Reports text that is cut.
  mutating func reportTruncation(_ text: String, shown: String, isCut: Bool, at place: Place) {
    if isCut {
      report(
        PreviewFindings.textTruncated, "\(drawn.quoted(text)) is cut to \(drawn.quoted(shown))",
        at: place
      )
    } else if !PassText.firstLine(text).isAll {
      report(
        PreviewFindings.textTruncated,
        "\(drawn.quoted(text)) is cut at its line break on the front", at: place)
    }
  }

  /// Returns points with at most one decimal.
  static func number(_ points: Double) -> String {
    let tenths = Int((points * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
