// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// Integers and numbers in the grammar of JSON, with the decimal and grouping signs of the column.
extension CellReader {
  /// - Parameter isNumber: whether it is a JSON number, which has no other signs.
  func integer(
    _ text: String, _ bytes: Bytes, _ range: Range<Int>, _ origin: Origin, isNumber: Bool
  ) -> Outcome {
    if Self.isInteger(bytes, range) {
      return .success(Cell(.number(text), text: text, origin: origin))
    }
    let grouping = isNumber ? nil : column.grouping
    if let grouping, let plain = grouping.removed(from: bytes, range, decimal: nil) {
      let spelling = String(decoding: plain, as: UTF8.self)
      return .success(Cell(.number(spelling), text: text, origin: origin))
    }
    if Self.looksScientific(bytes, range) { return scientific(text, origin) }
    let form = grouping.map { ", digits in groups of three with \(quoted($0.text))" } ?? ""
    return reject(
      CellFindings.integer, text, "an integer" + form, origin,
      help: NumberAdvice(column, isNumber: isNumber).help(for: bytes, range))
  }

  /// - Parameter isNumber: whether it is a JSON number, which has no other signs.
  func number(
    _ text: String, _ bytes: Bytes, _ range: Range<Int>, _ origin: Origin, isNumber: Bool
  ) -> Outcome {
    // JSON allows it, but a spreadsheet wrote it, and the other digits are lost.
    if !isNumber, Self.looksScientific(bytes, range) { return scientific(text, origin) }
    let form = isNumber ? NumberForm() : NumberForm(column.decimal, column.grouping)
    if let spelling = form.spelling(bytes, range) {
      guard JSONReader.isFinite(spelling) else {
        return reject(CellFindings.number, text, "a number of at most 1.8e308", origin)
      }
      return .success(Cell(.number(spelling), text: text, origin: origin))
    }
    let groups = form.grouping.map { " and groups of three with \(quoted($0.text))" } ?? ""
    let sign = Character(UnicodeScalar(column.decimal))
    return reject(
      CellFindings.number, text, "a number with the decimal sign \(sign)" + groups, origin,
      help: NumberAdvice(column, isNumber: isNumber).help(for: bytes, range))
  }

  static func isInteger(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    let end = range.upperBound
    if start < end, bytes[start] == UInt8(ascii: "-") { start += 1 }
    guard start < end else { return false }
    if bytes[start] == UInt8(ascii: "0") { return start + 1 == end }
    while start < end {
      guard bytes[start].isDigit else { return false }
      start += 1
    }
    return true
  }
}

/// The signs that numbers are written with.
struct NumberForm: Equatable {
  var decimal = UInt8(ascii: ".")
  var grouping: GroupingSign?

  init(_ decimal: UInt8 = UInt8(ascii: "."), _ grouping: GroupingSign? = nil) {
    self.decimal = decimal
    self.grouping = grouping
  }

  /// Returns the number in JSON's spelling, or nil if it is not a number in this form.
  func spelling(_ bytes: CellReader.Bytes, _ range: Range<Int>) -> String? {
    if Self.isNumber(bytes, range, point: decimal) { return plain(bytes[range]) }
    guard let number = grouping?.removed(from: bytes, range, decimal: decimal),
      number.withUnsafeBufferPointer({ Self.isNumber($0, 0..<$0.count, point: decimal) })
    else { return nil }
    return plain(number)
  }

  private func plain(_ bytes: some Collection<UInt8>) -> String {
    guard decimal != UInt8(ascii: ".") else { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes.map { $0 == decimal ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
  }

  /// Checks JSON's grammar of numbers, with another sign for the decimal point.
  private static func isNumber(
    _ bytes: CellReader.Bytes, _ range: Range<Int>, point: UInt8
  ) -> Bool {
    var index = range.lowerBound
    let end = range.upperBound
    func byte() -> UInt8 { index < end ? bytes[index] : 0 }
    func skipDigits() -> Int {
      let start = index
      while byte().isDigit { index += 1 }
      return index - start
    }
    if byte() == UInt8(ascii: "-") { index += 1 }
    let startsWithZero = byte() == UInt8(ascii: "0")
    let whole = skipDigits()
    guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
    if byte() == point {
      index += 1
      guard skipDigits() > 0 else { return false }
    }
    if byte() | 0x20 == UInt8(ascii: "e") {
      index += 1
      if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { index += 1 }
      guard skipDigits() > 0 else { return false }
    }
    return index == end
  }
}

/// Suggests a change of a column's declaration for a number that it cannot read.
///
/// 1.250 is 1250 in one file and 1.25 in another. If a cell can be read in several ways, the help
/// names the value of each, so that the user can choose the right one.
struct NumberAdvice {
  private let column: Column
  private let isNumber: Bool

  init(_ column: Column, isNumber: Bool) {
    self.column = column
    self.isNumber = isNumber
  }

  /// Returns help for a value, or nil if no declaration would read it.
  func help(for bytes: CellReader.Bytes, _ range: Range<Int>) -> String? {
    // The grouping of the column is right for other cells, so this one has a typing error.
    guard isNumber || column.grouping == nil else {
      let isOfDigits = !bytes[range].contains(where: \.isLetter)
      return isOfDigits ? "write three digits in each group, or no groups at all" : nil
    }
    var readings = wholeReadings(bytes, range)
    for (form, change) in forms {
      guard let spelling = form.spelling(bytes, range) else { continue }
      let value = Self.shortened(spelling)
      if !readings.contains(where: { $0.value == value }) { readings.append((value, change)) }
    }
    guard let first = readings.first else { return nil }
    if readings.count > 1 {
      return readings.map { "for \($0.value) \($0.change)" }.joined(separator: ", ")
    }
    let isWhole = column.type == .number || !first.value.contains(where: { $0 == "." })
    return (isWhole ? "" : "write a whole number, or ") + first.change + " in template.json"
  }

  /// Returns the values of an integer with each grouping sign.
  private func wholeReadings(
    _ bytes: CellReader.Bytes, _ range: Range<Int>
  ) -> [(value: String, change: String)] {
    guard column.type == .integer, !isNumber else { return [] }
    return GroupingSign.allCases.compactMap { sign in
      sign.removed(from: bytes, range, decimal: nil).map {
        (String(decoding: $0, as: UTF8.self), "add " + Self.options(nil, sign))
      }
    }
  }

  /// Other forms and how to declare them, those with the smallest change first.
  private var forms: [(NumberForm, String)] {
    let (point, comma) = (UInt8(ascii: "."), UInt8(ascii: ","))
    if isNumber { return [(NumberForm(), "declare \"type\": \"number\"")] }
    if column.type == .integer {
      return [point, comma].flatMap { decimal in
        Self.groupings(beside: decimal).map { grouping in
          let options = Self.options(decimal == point ? nil : decimal, grouping)
          return (
            NumberForm(decimal, grouping),
            "declare \"type\": \"number\"" + (options.isEmpty ? "" : " with " + options)
          )
        }
      }
    }
    let other = column.decimal == point ? comma : point
    let verb = other == comma ? "add " : "set "
    let sameSign = Self.groupings(beside: column.decimal).compactMap { sign in
      sign.map { (NumberForm(column.decimal, $0), "add " + Self.options(nil, $0)) }
    }
    let otherSign = Self.groupings(beside: other).map { grouping in
      (NumberForm(other, grouping), verb + Self.options(other, grouping))
    }
    return sameSign + otherSign
  }

  private static func groupings(beside decimal: UInt8) -> [GroupingSign?] {
    [nil] + GroupingSign.allCases.filter { !$0.isDecimal(decimal) }.map(Optional.some)
  }

  private static func options(_ decimal: UInt8?, _ grouping: GroupingSign?) -> String {
    var options: [String] = []
    if let decimal { options.append("\"decimal\": \"\(Character(UnicodeScalar(decimal)))\"") }
    if let grouping { options.append("\"grouping\": \"\(grouping.text)\"") }
    return options.joined(separator: " and ")
  }

  /// Removes zeros at the end of the decimals. They would hide that 1.250 is not 1250.
  private static func shortened(_ spelling: String) -> String {
    guard spelling.contains("."), !spelling.contains(where: { $0 == "e" || $0 == "E" }) else {
      return spelling
    }
    var text = spelling
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }
}
