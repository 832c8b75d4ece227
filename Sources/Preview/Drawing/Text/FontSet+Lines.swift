// SPDX-License-Identifier: Apache-2.0

extension FontSet {
  /// Sets text on one line of any length. Line breaks become spaces.
  package func line(_ text: String, _ style: TextStyle) -> TextLine {
    line(text, style, within: .infinity)
  }

  /// Sets text on one line of a maximum width and cuts it with an ellipsis. Line breaks become
  /// spaces.
  package func line(_ text: String, _ style: TextStyle, within width: Double) -> TextLine {
    let (scalars, isCut) = DrawnText.cleaned(text)
    return line(
      scalars.map { $0 == "\n" ? " " : $0 }, style, within: width, isContinued: isCut)
  }

  /// Returns the width of text on one line, in points.
  package func width(_ text: String, _ style: TextStyle) -> Double {
    let scalars = DrawnText.cleaned(text).scalars.map { $0 == "\n" ? " " : $0 }
    return width(of: shape(scalars, style), style)
  }

  /// Sets text in lines of a maximum width. If there are more than `limit`, the last one ends with
  /// an ellipsis. Line breaks in the text are kept.
  package func lines(
    _ text: String, _ style: TextStyle, within width: Double, atMost limit: Int
  ) -> TextBlock {
    let (scalars, isCut) = DrawnText.cleaned(text)
    // The first strong character of a paragraph decides the direction of all its lines.
    var lines: [TextLine] = []
    var rest = scalars[...]
    while lines.count < limit {
      let end = rest.firstIndex(of: "\n") ?? rest.endIndex
      let paragraph = rest[..<end]
      var style = style
      if style.direction == .natural {
        let isRightToLeft = BidiLevels(
          paragraph.prefix(1024).map(\.value), direction: .natural
        ).isRightToLeft
        style.direction = isRightToLeft ? .rightToLeft : .leftToRight
      }
      let isLast = end == rest.endIndex
      lines += self.lines(
        paragraph, style, within: width, atMost: limit - lines.count,
        isContinued: isLast ? isCut : true)
      if isLast { break }
      rest = rest[(end + 1)...]
    }
    return TextBlock(lines: lines)
  }

  // MARK: - Breaking

  /// Breaks one paragraph into lines.
  ///
  /// - Parameter isContinued: whether text follows, so that the last allowed line needs an
  ///   ellipsis.
  private func lines(
    _ paragraph: ArraySlice<Unicode.Scalar>, _ style: TextStyle, within width: Double,
    atMost limit: Int, isContinued: Bool
  ) -> [TextLine] {
    var lines: [TextLine] = []
    var rest = paragraph
    while true {
      if lines.count == limit - 1 {
        // Text may follow this paragraph, so the ellipsis depends on the caller.
        lines.append(line(Array(rest), style, within: width, isContinued: isContinued))
        return lines
      }
      let count = countThatFits(of: rest, style, within: width)
      if count == rest.count {
        lines.append(line(Array(rest), style, within: .infinity, isContinued: false))
        return lines
      }
      let part = LineBreaks.firstLine(of: rest, atMost: count)
      let words = part.reversed().drop { $0 == " " }.reversed()
      lines.append(line(Array(words), style, within: .infinity, isContinued: false))
      rest = rest[part.endIndex...].drop { $0 == " " }
      if rest.isEmpty { return lines }
    }
  }

  /// Returns how many characters fit into a width, all of them or up to a possible cut. It shapes
  /// only as much text as needed, so that long text stays cheap.
  private func countThatFits(
    of text: ArraySlice<Unicode.Scalar>, _ style: TextStyle, within width: Double
  ) -> Int {
    var window = min(text.count, 48 + Int(min(max(0, width) / max(style.size, 1), 4096) * 4))
    while true {
      let shaped = shape(Array(text.prefix(window)), style)
      if self.width(of: shaped, style) <= width + Self.slack {
        if window == text.count { return window }
        window = min(text.count, window * 2)
        continue
      }
      let spacing = Self.spacing(style)
      var (em, gaps) = (0.0, 0)
      for (index, advance) in shaped.advances.enumerated() {
        em += advance.em
        gaps += advance.gaps
        let used = em * style.size + Double(max(0, gaps - 1)) * spacing
        if used > width + Self.slack { return index }
      }
      // Only rounding made the total too long.
      return window - 1
    }
  }

  /// Tolerance for rounding, far below a pixel.
  private static let slack = 1e-6

  // MARK: - One line

  private func line(
    _ text: [Unicode.Scalar], _ style: TextStyle, within width: Double, isContinued: Bool
  ) -> TextLine {
    if width == .infinity {
      return placed(shape(text, style), text, style, isCut: isContinued)
    }
    let count = countThatFits(of: text[...], style, within: width)
    if count == text.count, !isContinued {
      return placed(shape(text, style), text, style, isCut: false)
    }
    // Next to the ellipsis, letters may join differently than measured, so the final width is
    // checked.
    let ellipsis: Unicode.Scalar = "\u{2026}"
    let room = width - self.width(of: shape([ellipsis], style), style)
    var keep = countThatFits(of: text[...], style, within: max(0, room))
    while true {
      keep = LineBreaks.wholeCharacters(of: text, atMost: keep)
      while keep > 0, text[keep - 1] == " " { keep -= 1 }
      var part = Array(text[..<keep])
      part.append(ellipsis)
      part = DrawnText.balanced(part)
      let shaped = shape(part, style)
      if keep == 0 || self.width(of: shaped, style) <= width + Self.slack {
        return placed(shaped, part, style, isCut: true)
      }
      keep -= 1
    }
  }

  /// Returns the width of shaped text at the size of a style. There is no spacing after the last
  /// letter.
  private func width(of shaped: ShapedText, _ style: TextStyle) -> Double {
    max(
      0, shaped.width * style.size + Double(max(0, shaped.gaps - 1)) * Self.spacing(style))
  }

  private func placed(
    _ shaped: ShapedText, _ text: [Unicode.Scalar], _ style: TextStyle, isCut: Bool
  ) -> TextLine {
    let spacing = Self.spacing(style)
    var box = InkBox()
    var glyphs: [TextLine.Glyph] = []
    glyphs.reserveCapacity(shaped.glyphs.count)
    for glyph in shaped.glyphs {
      let place = Point(glyph.x * style.size + Double(glyph.gaps) * spacing, glyph.y * style.size)
      let scale = glyph.face.scale * style.size
      guard let ink = glyph.face.ink(of: glyph.number) else { continue }
      box.extend(
        Rect(
          x: place.x + ink.x * scale, y: place.y + ink.y * scale, width: ink.width * scale,
          height: ink.height * scale))
      glyphs.append(TextLine.Glyph(face: glyph.face, number: glyph.number, position: place))
    }
    var words = String.UnicodeScalarView()
    words.append(contentsOf: text)
    return TextLine(
      words: String(words), style: style, width: width(of: shaped, style), ink: box.rect,
      isRightToLeft: shaped.isRightToLeft, isCut: isCut, missing: shaped.missing,
      hasMonochromeEmoji: shaped.hasMonochromeEmoji, glyphs: glyphs)
  }

  /// Returns the spacing after each letter of Inter, in points, that makes its lines as long as
  /// those of San Francisco.
  static func spacing(_ style: TextStyle) -> Double {
    let fitted =
      switch style.weight {
      case .light: fittedForLight
      case .semibold: fittedForSemibold
      case .regular, .medium, .bold, .heavy: Self.fitted
      }
    let size = style.size
    guard let upper = fitted.firstIndex(where: { $0.size >= size }) else {
      return size * (fitted.last?.em ?? 0)
    }
    if upper == 0 { return size * fitted[0].em }
    let (low, high) = (fitted[upper - 1], fitted[upper])
    let part = (size - low.size) / (high.size - low.size)
    return size * (low.em + part * (high.em - low.em))
  }

  /// Spacing in em at sizes in points, fitted to text measured on a device. Interpolated linearly.
  private static let fitted: [(size: Double, em: Double)] = [
    (11, 0.030), (14, 0.010), (16, -0.006), (21, -0.018), (26, -0.02),
  ]
  /// The same for semibold letters, fitted to labels of 11 points. The other values keep the
  /// distance to those of regular letters.
  private static let fittedForSemibold: [(size: Double, em: Double)] = [
    (11, 0.035), (14, 0.015), (16, -0.001), (21, -0.013), (26, -0.015),
  ]
  /// The same for light letters, which are narrower in San Francisco. The last value comes from one
  /// name that a device shrank.
  private static let fittedForLight: [(size: Double, em: Double)] = [
    (11, 0.0133), (13, 0.0055), (16, -0.0077), (25, -0.0317), (40, -0.0317), (66, -0.0467),
  ]
}
