// SPDX-License-Identifier: Apache-2.0

package import PassDrawing

/// Many cards on one sheet, made one row at a time.
package struct ContactSheet {
  /// Cards per row.
  package let columns: Int
  package let rows: Int
  package let width: Double
  package let rowHeight: Double
  private let cardWidth: Double
  private let cardHeight: Double
  private let fonts: FontSet
  private let isDark: Bool

  private static let gap = 24.0
  private static let caption = 26.0

  /// Creates a sheet for a number of cards. It is a little wider than high.
  package init(count: Int, cardWidth: Double, fonts: FontSet, isDark: Bool) {
    let count = max(1, count)
    var columns = 1
    // The factor is the ratio of a card's height to its width, adjusted for the ratio of a screen.
    while Double(columns * columns) < Double(count) * 1.4 { columns += 1 }
    self.columns = min(columns, 24, count)
    rows = (count + self.columns - 1) / self.columns
    self.cardWidth = cardWidth
    self.fonts = fonts
    self.isDark = isDark
    width = Self.gap + Double(self.columns) * (cardWidth + Self.gap)
    cardHeight = CardShape.tallest(width: cardWidth)
    rowHeight = cardHeight + Self.gap + Self.caption
  }

  package var height: Double { Double(rows) * rowHeight + Self.gap }

  /// Lays out a row of cards with their names.
  package func row(_ cards: [(name: String, list: DisplayList)], isLast: Bool) -> DisplayList {
    let height = rowHeight + (isLast ? Self.gap : 0)
    var page = DisplayList(width: width, height: height)
    let ground = Colour(grey: isDark ? 16 : 233)
    page.add(
      .rectangle(Rect(x: 0, y: 0, width: width, height: height), .colour(ground)), role: "page")
    for (index, (name, list)) in cards.enumerated() {
      let x = Self.gap + Double(index) * (cardWidth + Self.gap)
      page.items += list.items.map { $0.moved(x: x, y: Self.gap) }
      let line = fonts.line(name, TextStyle(.regular, 13), within: cardWidth)
      page.items.append(
        DisplayItem(
          .text(
            PlacedText(
              line, at: Point(x, Self.gap + min(list.height, cardHeight) + 18),
              colour: Colour(grey: isDark ? 165 : 90))), role: "name"))
    }
    return page
  }
}
