// SPDX-License-Identifier: Apache-2.0

/// The header of a table, for the cells of its rows.
package final class TableHeader: Sendable {
  /// The byte between two cells.
  let delimiter: UInt8
  /// The names of the columns; none for the header itself.
  let names: [String]
  /// The sheet of the table, if it is in a workbook.
  package let sheet: SheetPlace?

  /// The header of a table.
  package init(delimiter: UInt8, names: [String], sheet: SheetPlace? = nil) {
    self.delimiter = delimiter
    self.names = names
    self.sheet = sheet
  }
}

/// The place of a table in a workbook.
package struct SheetPlace: Hashable, Sendable {
  package let name: String
  /// The number of the table's first column in the sheet, from 1.
  package let firstColumn: Int

  package init(name: String, firstColumn: Int) {
    self.name = name
    self.firstColumn = firstColumn
  }
}

extension SourceExcerpt {
  /// The cell at a place of a row of CSV, with its header; nothing else of the row.
  static func ofCell(_ bytes: [UInt8], at offset: Int, _ header: TableHeader) -> SourceExcerpt? {
    guard let (column, cell) = cell(bytes, at: offset, header.delimiter) else { return nil }
    let label = column < header.names.count ? header.names[column] : nil
    var content = cell
    let quote = UInt8(ascii: "\"")
    if content.count >= 2, bytes[content.lowerBound] == quote,
      bytes[content.upperBound - 1] == quote
    {
      content = content.lowerBound + 1..<content.upperBound - 1
    }
    return ofValue(bytes, content, at: offset, label: label)
  }

  /// The member at a place of a row of JSON: its value with its name, or the name alone where the
  /// place is the name.
  static func ofMember(_ bytes: [UInt8], at offset: Int) -> SourceExcerpt? {
    guard offset < bytes.count else { return nil }
    var end = offset
    let isString = bytes[offset] == UInt8(ascii: "\"")
    if isString {
      guard let close = stringEnd(bytes, from: offset) else { return nil }
      end = close
    } else {
      while end < bytes.count, isScalar(bytes[end]) { end += 1 }
    }
    guard end > offset else { return nil }
    let content = isString ? offset + 1..<end - 1 : offset..<end
    if isString, next(bytes, from: end) == UInt8(ascii: ":") {
      return ofValue(bytes, content, at: offset, label: nil)
    }
    guard let name = name(bytes, before: offset) else { return nil }
    return ofValue(bytes, content, at: offset, label: name)
  }

  private static func ofValue(
    _ bytes: [UInt8], _ content: Range<Int>, at offset: Int, label: String?
  ) -> SourceExcerpt? {
    guard !bytes[content].contains(0) else { return nil }
    if let label, SecretMask.isSecret(name: label) {
      let mask = content.isEmpty ? [] : SecretMask.replacement
      return SourceExcerpt(
        label: label, text: mask, marked: 0..<mask.count, isCut: (false, false), isCell: true)
    }
    // Inside of the cell the place is what is wrong; at its start it is the whole cell.
    let isInside = offset > content.lowerBound && offset < content.upperBound
    let start = isInside ? max(content.lowerBound, offset - reach.before) : content.lowerBound
    let end = min(content.upperBound, max(start, offset) + reach.after)
    let secrets = SecretMask.secrets(in: bytes[start..<end])
    let place = isInside ? offset..<offset + 1 : start..<end
    let masked = SecretMask.masked(bytes, start..<end, secrets, marking: place)
    return SourceExcerpt(
      label: label, text: masked.text, marked: masked.marked,
      isCut: (start > content.lowerBound, end < content.upperBound), isCell: true)
  }

  /// The number of the cell at a place, from 0, and where it is, its quotes included; nil where the
  /// quotes are wrong, since such a cell holds others, and behind the last cell.
  static func cell(
    _ bytes: [UInt8], at offset: Int, _ delimiter: UInt8
  ) -> (column: Int, cell: Range<Int>)? {
    var column = 0
    var start = 0
    while true {
      guard let end = cellEnd(bytes, from: start, delimiter) else { return nil }
      if offset <= end {
        let isBehind = offset == bytes.count && start < end
        return isBehind ? nil : (column, start..<end)
      }
      guard end < bytes.count else { return nil }
      start = end + 1
      column += 1
    }
  }

  /// The end of the cell that begins at a place; nil where its quotes are wrong.
  private static func cellEnd(_ bytes: [UInt8], from start: Int, _ delimiter: UInt8) -> Int? {
    let quote = UInt8(ascii: "\"")
    guard start < bytes.count, bytes[start] == quote else {
      return bytes[start...].firstIndex(of: delimiter) ?? bytes.count
    }
    var end = start + 1
    while end < bytes.count {
      if bytes[end] != quote {
        end += 1
      } else if end + 1 < bytes.count, bytes[end + 1] == quote {
        end += 2
      } else {
        let next = end + 1
        return next == bytes.count || bytes[next] == delimiter ? next : nil
      }
    }
    return nil
  }

  /// The end of the string that begins at a place, behind its quote; nil without one.
  private static func stringEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    var end = start + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return end < bytes.count ? end + 1 : nil
  }

  private static func isScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func next(_ bytes: [UInt8], from start: Int) -> UInt8? {
    bytes[start...].first { $0 > 0x20 }
  }

  /// The name of the member whose value begins at a place.
  private static func name(_ bytes: [UInt8], before offset: Int) -> String? {
    var end = offset - 1
    func skipBlanks() { while end >= 0, bytes[end] <= 0x20 { end -= 1 } }
    skipBlanks()
    guard end > 0, bytes[end] == UInt8(ascii: ":") else { return nil }
    end -= 1
    skipBlanks()
    guard end > 0, bytes[end] == UInt8(ascii: "\"") else { return nil }
    guard let start = bytes[..<end].lastIndex(of: UInt8(ascii: "\"")) else { return nil }
    return String(decoding: bytes[start + 1..<end], as: UTF8.self)
  }
}
