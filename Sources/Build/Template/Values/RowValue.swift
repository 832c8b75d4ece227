// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The value of one column in a row that a program has in memory.
///
/// ```swift
/// let row: [String: RowValue] = [
///   "serial": "A-17", "points": 240, "discount": .decimal("12.50"), "isMember": true,
///   "until": .date(1_956_528_000), "photo": .image(bytes),
/// ]
/// ```
///
/// A value is read as its column's type, the way a value of JSON data is: text for a column of
/// integers is taken when it spells one.
public enum RowValue: Sendable, Hashable {
  /// Text, read as the column's type: for a column of dates in its format.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A number in JSON's spelling, such as `12.50`, whose digits stay as they are.
  case decimal(String)
  /// True or false.
  case boolean(Bool)
  /// A moment, in seconds since 1970. In a column of text it stands as ISO 8601.
  case date(Int64, offsetInMinutes: Int? = nil)
  /// A JSON text, an array or an object, for a column of type json.
  case json(String)
  /// The bytes of an image, for a column of type file.
  case image([UInt8])
  /// Nothing: an empty cell.
  case empty

  /// Text.
  public init(_ text: String) { self = .string(text) }

  /// A whole number of any size.
  public init(_ number: some BinaryInteger) {
    self = Int64(exactly: number).map { .integer($0) } ?? .decimal("\(number)")
  }

  /// True or false.
  public init(_ value: Bool) { self = .boolean(value) }

  /// A number that is held as one; a whole one is written without a decimal point. Infinity and
  /// what is no number are values that columns refuse.
  public init(_ number: Double) { self.init(spelling: number) }

  init(spelling number: some BinaryFloatingPoint & CustomStringConvertible) {
    let isWhole = number == number.rounded() && number.magnitude < 1e15
    self = .decimal(isWhole ? "\(Int64(number))" : number.description)
  }
}

extension RowValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self.init(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Nothing.
  public init(nilLiteral: ()) { self = .empty }
}

extension RowValue {
  /// Farther from UTC than any clock: 100 hours cannot be written.
  private static let widestOffset = 18 * 60

  /// A moment as ISO 8601; nil when it is beyond the years 0 to 9999, or the offset beyond 18 hours.
  static func iso(_ seconds: Int64, _ offsetInMinutes: Int?) -> String? {
    let offset = offsetInMinutes ?? 0
    guard (-widestOffset...widestOffset).contains(offset),
      (-62_167_132_800...253_402_214_400).contains(seconds)
    else { return nil }
    return CivilTime(secondsSince1970: seconds + Int64(offset) * 60)
      .text(offsetInMinutes: offsetInMinutes)
  }
}
