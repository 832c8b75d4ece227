// SPDX-License-Identifier: Apache-2.0

import PassBarcode
import PassJSON
import PassModel

/// A writer of display lists as JSON, for tests and other tools.
package enum ListWriter {
  /// Returns the page as a JSON object with size, text and items in drawing order. Boxes are in
  /// points, and each item is on a separate line.
  ///
  /// - Parameter side: the side of the pass, such as `front`.
  package static func bytes(of list: DisplayList, side: String? = nil) -> [UInt8] {
    var writer = ListJSON()
    writer.write(list, side: side)
    return writer.out
  }
}

/// A JSON writer. Members are in the order of the calls.
private struct ListJSON {
  var out: [UInt8] = []
  private var needsComma = false

  // MARK: - JSON

  private mutating func key(_ name: StaticString) {
    if needsComma { out.append(UInt8(ascii: ",")) }
    needsComma = true
    out.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { out.append(contentsOf: $0) }
    out += "\":".utf8
  }

  private mutating func member(_ name: StaticString, _ number: Double) {
    key(name)
    DecimalText.append(number, to: &out)
  }

  private mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    JSONWriter.writeString(text, to: &out)
  }

  private mutating func member(_ name: StaticString, _ isTrue: Bool) {
    key(name)
    out += (isTrue ? "true" : "false").utf8
  }

  private mutating func member(_ name: StaticString, _ box: Rect?) {
    key(name)
    guard let box else {
      out += "null".utf8
      return
    }
    array([box.x, box.y, box.width, box.height])
  }

  private mutating func array(_ numbers: [Double]) {
    out.append(UInt8(ascii: "["))
    for (index, number) in numbers.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      DecimalText.append(number, to: &out)
    }
    out.append(UInt8(ascii: "]"))
  }

  private mutating func open() {
    out.append(UInt8(ascii: "{"))
    needsComma = false
  }

  private mutating func close() {
    out.append(UInt8(ascii: "}"))
    needsComma = true
  }

  // MARK: - The page

  mutating func write(_ list: DisplayList, side: String?) {
    open()
    member("version", 1)
    if let side { member("side", side) }
    member("width", list.width)
    member("height", list.height)
    member("title", DrawnText.cleanText(of: list.title))
    if let language = list.language { member("language", language) }
    if let timeZone = list.timeZone { member("timeZone", timeZone) }
    key("summary")
    out.append(UInt8(ascii: "["))
    for (index, line) in list.summary.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      JSONWriter.writeString(DrawnText.cleanText(of: line), to: &out)
    }
    out.append(UInt8(ascii: "]"))
    write(list.items)
    close()
    out.append(UInt8(ascii: "\n"))
  }

  private mutating func write(_ items: [DisplayItem]) {
    key("items")
    out.append(UInt8(ascii: "["))
    var isFirst = true
    write(items, role: "", opacity: 1, &isFirst)
    out += "]".utf8
  }

  /// Writes items in drawing order. Items in a group inherit its role, if they have none, and its
  /// opacity.
  private mutating func write(
    _ items: [DisplayItem], role: String, opacity: Double, _ isFirst: inout Bool
  ) {
    for item in items {
      let role = item.role.isEmpty ? role : item.role
      switch item.shape {
      case .opacity(let own, let inner):
        write(inner, role: role, opacity: opacity * own, &isFirst)
        continue
      case .group(let inner):
        write(inner, role: role, opacity: opacity, &isFirst)
        continue
      default: break
      }
      out += (isFirst ? "\n" : ",\n").utf8
      isFirst = false
      open()
      write(item, role: role)
      if opacity < 1 { member("opacity", opacity) }
      close()
      if case .clip(_, _, let inner) = item.shape {
        write(inner, role: "", opacity: opacity, &isFirst)
      }
    }
  }

  private mutating func write(_ item: DisplayItem, role: String) {
    switch item.shape {
    case .rectangle(let box, let radius, let paint):
      head("rectangle", role)
      member("box", box)
      if radius > 0 { member("radius", radius) }
      write(paint)
    case .fill(let path, _, let paint):
      head("area", role)
      member("box", path.bounds)
      write(paint)
    case .stroke(let path, let width, let colour):
      head("line", role)
      member("box", path.bounds)
      member("lineWidth", width)
      write(.colour(colour))
    case .image(let image): write(image, role)
    case .text(let text): write(text, role)
    case .barcode(let barcode): write(barcode, role)
    case .clip(let path, _, _):
      head("clip", role)
      member("box", path.bounds)
    case .opacity, .group: break
    }
  }

  private mutating func head(_ kind: String, _ role: String) {
    member("kind", kind)
    if !role.isEmpty { member("role", DrawnText.cleanText(of: role)) }
  }

  private mutating func write(_ paint: Paint) {
    switch paint {
    case .colour(let colour):
      member("colour", colour.hex)
      if colour.alpha < 1 { member("alpha", colour.alpha) }
    case .gradient(let from, let to, let stops):
      key("gradient")
      array([from.x, from.y, to.x, to.y])
      member("colours", stops.map(\.colour.hex).joined(separator: " "))
    }
  }

  private mutating func write(_ text: PlacedText, _ role: String) {
    let line = text.line
    head("text", role)
    member("text", line.words)
    // The box of the visible glyphs, not of the line.
    member("box", text.ink)
    member("size", line.style.size)
    member("weight", line.style.weight.rawValue)
    member("x", text.origin.x)
    member("baseline", text.origin.y)
    member("width", line.width)
    write(.colour(text.colour))
    member("rightToLeft", line.isRightToLeft)
    member("cut", line.isCut)
    if !line.missing.isEmpty {
      member(
        "missing",
        line.missing.map { "U+" + String($0.value, radix: 16, uppercase: true) }
          .joined(separator: " "))
    }
  }

  private mutating func write(_ image: PlacedImage, _ role: String) {
    head("image", role)
    member("box", image.box)
    member("extent", image.extent)
    member("visible", image.visible)
    member("widthInPixels", Double(image.picture.widthInPixels))
    member("heightInPixels", Double(image.picture.heightInPixels))
    member("digest", image.picture.digest)
    if image.blur > 0 { member("blur", image.blur) }
  }

  private mutating func write(_ barcode: PlacedBarcode, _ role: String) {
    head("barcode", role)
    member("format", barcode.symbol.format.rawValue)
    member("box", barcode.box)
    member("ink", barcode.ink)
    member("modules", Double(barcode.symbol.columns))
    member("rows", Double(barcode.symbol.rows.count))
  }
}
