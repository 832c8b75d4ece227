// SPDX-License-Identifier: Apache-2.0

import PassDrawing

/// The rows of the classic styles, as measured on a card 358 points wide. On larger cards they are
/// further down, as `CardShape.y` says.
enum ClassicRows {
  /// Returns a box between the side margins of 15 points.
  ///
  /// - Parameters:
  ///   - y: the top edge on a small card.
  ///   - width: the width of the card.
  ///   - aside: the width of a thumbnail next to the box, with its margin.
  private static func box(
    _ y: Double, _ height: Double, _ width: Double, aside: Double = 0
  ) -> Rect {
    Rect(x: 15, y: CardShape.y(y, width: width), width: width - aside - 30, height: height)
  }

  /// Returns the vertical middle of the header.
  static func headerMiddle(_ width: Double) -> Double { CardShape.y(30, width: width) }

  /// Returns the row at the right of the header, next to the logo.
  static func header(_ width: Double) -> FieldRow {
    FieldRow(
      kind: .header,
      box: Rect(x: width - 130, y: headerMiddle(width) - 20, width: 115, height: 40), limit: 3,
      minGap: 16, weight: .regular, size: 21, gap: -3, naturalIsRight: true)
  }

  // MARK: Boarding passes

  static func boardingPrimary(_ width: Double) -> FieldRow {
    FieldRow(
      kind: .cells, box: box(68, 60, width), limit: 2, minGap: 38, weight: .light, size: 40,
      gap: -3, centresValues: true)
  }

  /// On boarding passes the auxiliary fields are above the secondary ones.
  static func boardingAuxiliary(_ width: Double) -> FieldRow {
    FieldRow(
      kind: .justified, box: box(137, 40, width), limit: 5, minGap: 10, weight: .regular, size: 17,
      gap: -2)
  }

  static func boardingSecondary(_ width: Double) -> FieldRow {
    FieldRow(
      kind: .justified, box: box(192, 40, width), limit: 4, minGap: 10, weight: .regular, size: 17,
      gap: -2)
  }

  // MARK: Generic passes

  /// - Parameter thumbnail: the width that the thumbnail takes, with its margin.
  static func genericPrimary(_ width: Double, thumbnail: Double) -> FieldRow {
    FieldRow(
      kind: .left, box: box(76, 88, width, aside: thumbnail), limit: 1, weight: .regular, size: 30,
      lines: 2, movesUpWithoutLabel: true)
  }

  static func genericSecondary(_ width: Double) -> FieldRow {
    FieldRow(
      kind: .justified, box: box(174, 40, width), limit: 4, minGap: 12, weight: .light, size: 20,
      gap: -2)
  }

  static func genericAuxiliary(_ width: Double) -> FieldRow {
    FieldRow(
      kind: .justified, box: box(218, 40, width), limit: 4, minGap: 12, weight: .light, size: 16,
      gap: -2)
  }

  // MARK: Event tickets

  static func eventPrimary(_ width: Double, thumbnail: Double) -> FieldRow {
    FieldRow(
      kind: .left, box: box(68, 46, width, aside: thumbnail), limit: 1, weight: .regular, size: 20,
      gap: -2, lines: 2)
  }

  static func eventSecondary(_ width: Double, thumbnail: Double) -> FieldRow {
    FieldRow(
      kind: .justified, box: box(120, 44, width, aside: thumbnail), limit: 4, weight: .regular,
      size: 16, gap: -2)
  }

  static func eventAuxiliary(_ width: Double) -> FieldRow {
    FieldRow(
      kind: .justified, box: box(168, 52, width), limit: 4, minGap: 16, weight: .regular, size: 14,
      gap: -1, lines: 2)
  }

  static func eventAuxiliarySecondRow(_ width: Double) -> FieldRow {
    FieldRow(
      kind: .justified, box: box(224, 46, width), limit: 4, minGap: 16, weight: .regular, size: 20,
      labelSize: 10)
  }

  /// Returns a row below the strip of a ticket: 0 secondary fields, 1 auxiliary fields, 2 their
  /// second row.
  static func eventBelowStrip(_ row: Int, _ width: Double) -> FieldRow {
    FieldRow(
      kind: .justified, box: box(166 + 48 * Double(row), 46, width), limit: 4, minGap: 16,
      weight: .regular, size: 20, labelSize: 10)
  }

  // MARK: On strips

  /// Returns the row of the large value on a strip. Its label is in another place or not shown.
  static func onStrip(_ width: Double) -> FieldRow {
    FieldRow(
      kind: .left, box: box(73, 74, width), limit: 1, weight: .light, size: 66,
      showsLabels: false, centresValues: true)
  }

  /// Returns the box of the label below that value, on coupons and store cards.
  static func labelOnStrip(_ width: Double) -> Rect { box(141, 46, width) }

  /// Returns the row for secondary fields followed by auxiliary fields.
  static func belowStrip(_ width: Double, isStoreCard: Bool) -> FieldRow {
    FieldRow(
      kind: .justified, box: box(212, 46, width), limit: 4, minGap: 16, weight: .light, size: 26,
      gap: isStoreCard ? 2 : -4)
  }
}
