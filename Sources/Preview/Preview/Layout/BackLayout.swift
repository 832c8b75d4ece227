// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassDrawing
import PassModel

/// Layout of the back: the page of details. It has the look of the system and not the colours of
/// the pass.
package enum BackLayout {
  /// A link on the back.
  package struct Link: Sendable, Hashable {
    /// Text of the link.
    package let text: String
    /// Address of the link.
    package let address: String
  }

  /// Maximum lines of a string, which bounds the height.
  private static let linesOfText = 400
  /// Maximum height of the page in points.
  private static let heightLimit = 16_000.0

  private struct Appearance {
    let page: Colour
    let group: Colour
    let line: Colour
    let label: Colour
    let text: Colour
    let link: Colour

    static let light = Appearance(
      page: Colour(red: 0xF2, green: 0xF2, blue: 0xF7), group: .white,
      line: Colour(red: 0xC6, green: 0xC6, blue: 0xC8),
      label: Colour(red: 0x6C, green: 0x6C, blue: 0x70), text: .black,
      link: Colour(red: 0x00, green: 0x64, blue: 0xD1))
    static let dark = Appearance(
      page: .black, group: Colour(red: 0x1C, green: 0x1C, blue: 0x1E),
      line: Colour(red: 0x38, green: 0x38, blue: 0x3A),
      label: Colour(red: 0x98, green: 0x98, blue: 0x9D), text: .white,
      link: Colour(red: 0x40, green: 0x9C, blue: 0xFF))
  }

  /// Lays out the back.
  package static func back(
    of face: PassFace, kit: PreviewKit, report: inout Report
  ) -> DisplayList {
    let palette = FacePalette(face, hasStrip: false, hasBackgroundImage: false)
    var canvas = FaceCanvas(face, kit, palette: palette, report: report)
    let look = face.settings.isDark ? Appearance.dark : .light
    var y = 16.0
    let groups = [canvas.group(.back), canvas.group(.additionalInfo)].filter { !$0.isEmpty }
    for fields in groups {
      y = draw(fields, from: y, on: &canvas, look) + 16
      if y > heightLimit { break }
    }
    if groups.isEmpty { y = 100 }
    let height = min(max(y, 100), heightLimit)
    report = canvas.report
    var list = DisplayList(width: canvas.width, height: height)
    let page = Rect(x: 0, y: 0, width: canvas.width, height: height)
    list.add(.rectangle(page, .colour(look.page)), role: "page")
    list.items += canvas.items
    list.title = face.title
    list.summary = canvas.summary
    list.language = face.language
    list.timeZone = face.timeZone
    return list
  }

  /// Draws a group of fields. Returns its bottom edge.
  private static func draw(
    _ fields: [FaceField], from top: Double, on canvas: inout FaceCanvas, _ look: Appearance
  ) -> Double {
    var y = top
    let place = canvas.items.count
    let inside = Rect(x: 31, y: 0, width: canvas.width - 62, height: 0)
    for (index, field) in fields.enumerated() where y < heightLimit {
      if index > 0 {
        canvas.items.append(
          DisplayItem(
            .rectangle(
              Rect(x: 31, y: y, width: canvas.width - 47, height: 0.33), .colour(look.line))))
      }
      y += 10
      y = draw(
        lines(
          of: BackText(runs: [.init(text: field.label)]), canvas, canvas.style(.regular, 13),
          inside.width),
        from: y, x: inside.x, width: inside.width, colours: (look.label, look.link),
        role: field.role + "/label", place: field.labelPlace, on: &canvas)
      y = draw(
        lines(of: text(of: field), canvas, canvas.style(.regular, 17), inside.width), from: y,
        x: inside.x, width: inside.width, colours: (look.text, look.link),
        role: field.role + "/value", place: field.valuePlace, on: &canvas)
      y += 10
      read(field, on: &canvas)
    }
    let box = Rect(x: 16, y: top, width: canvas.width - 32, height: y - top)
    canvas.items.insert(
      DisplayItem(.rectangle(box, radius: 10, .colour(look.group)), role: "group"), at: place)
    return y
  }

  private static func read(_ field: FaceField, on canvas: inout FaceCanvas) {
    let words = text(of: field).plain
    canvas.summary.append(field.label.isEmpty ? words : "\(field.label): \(words)")
  }

  /// Returns the text of a field on the back with its links.
  static func text(of field: FaceField) -> BackText {
    if let attributed = field.attributedValue { return .markup(attributed) }
    return .detected(in: field.value, detectors: field.detectors)
  }

  /// Returns the links of the back in reading order.
  package static func links(of face: PassFace) -> [Link] {
    [FieldGroup.back, .additionalInfo].flatMap { face.fields[$0] ?? [] }.flatMap { field in
      text(of: field).runs.compactMap { run in
        run.link.map { Link(text: run.text, address: $0) }
      }
    }
  }

  // MARK: Lines

  /// A part of a line.
  private struct Piece {
    let line: TextLine
    /// Distance from the left end of the line.
    let x: Double
    let isLink: Bool
  }

  /// Breaks text into lines and splits each at the start and end of links.
  private static func lines(
    of text: BackText, _ canvas: FaceCanvas, _ style: TextStyle, _ width: Double
  ) -> [[Piece]] {
    let plain = Array(text.plain)
    guard !plain.isEmpty else { return [] }
    let block = canvas.kit.fonts.lines(
      String(plain), style, within: width, atMost: linesOfText)
    guard text.runs.contains(where: { $0.link != nil }) else {
      return block.lines.map { [Piece(line: $0, x: 0, isLink: false)] }
    }
    let links = text.runs.flatMap { run in run.text.map { _ in run.link != nil } }
    var place = 0
    return block.lines.map { line in
      let words = Array(line.words)
      while place < plain.count, plain[place].isWhitespace, plain[place] != words.first {
        place += 1
      }
      defer { place += words.count }
      let flags = links[min(place, links.count)..<min(place + words.count, links.count)]
      // Pieces of a line with two directions would be in the wrong order, so such a line is not
      // split.
      guard !line.isRightToLeft, !line.isCut, flags.count == words.count, flags.contains(true),
        words.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value < 0x590 || $0.value > 0x8FF } })
      else {
        return [Piece(line: line, x: 0, isLink: flags.allSatisfy { $0 } && !flags.isEmpty)]
      }
      return pieces(words, Array(flags), canvas, style)
    }
  }

  private static func pieces(
    _ words: [Character], _ flags: [Bool], _ canvas: FaceCanvas, _ style: TextStyle
  ) -> [Piece] {
    var pieces: [Piece] = []
    var start = 0
    var x = 0.0
    while start < words.count {
      let end = flags[start...].firstIndex { $0 != flags[start] } ?? words.count
      let line = canvas.kit.fonts.line(String(words[start..<end]), style)
      pieces.append(Piece(line: line, x: x, isLink: flags[start]))
      x += line.width
      start = end
    }
    return pieces
  }

  private static func draw(
    _ lines: [[Piece]], from top: Double, x: Double, width: Double,
    colours: (text: Colour, link: Colour), role: String, place: Place,
    on canvas: inout FaceCanvas
  ) -> Double {
    var y = top
    for pieces in lines where y < heightLimit {
      guard let style = pieces.first?.line.style else { continue }
      for piece in pieces {
        let left = piece.line.isRightToLeft ? x + width - piece.line.width : x + piece.x
        canvas.draw(
          piece.line, at: Point(left, y + style.ascender),
          piece.isLink ? colours.link : colours.text, role: role, place: place)
      }
      y += style.lineHeight
    }
    return y
  }
}
