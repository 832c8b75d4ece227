// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The value of one column in a row in memory.
///
/// ```swift
/// let row: [String: RowValue] = [
///   "serial": "A-17", "points": 240, "discount": .decimal("12.50"), "isMember": true,
///   "until": .date(1_956_528_000), "photo": .image(bytes),
/// ]
/// ```
///
/// A value is converted to the type of its column, like a value of JSON data. A column of integers
/// accepts a string that contains an integer.
public enum RowValue: Sendable, Hashable {
  /// A string that is converted to the type of the column, for example a date in its format.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A number as in JSON, such as `12.50`. Its digits are kept.
  case decimal(String)
  /// True or false.
  case boolean(Bool)
  /// A date in seconds since 1970. A column of text contains it as ISO 8601.
  case date(Int64, offsetInMinutes: Int? = nil)
  /// JSON text of an array or object, for a column of type json.
  case json(String)
  /// The bytes of an image, for a column of type file.
  case image([UInt8])
  /// No value, like an empty cell.
  case empty

  /// Creates a string.
  public init(_ text: String) { self = .string(text) }

  /// Creates an integer of any size.
  public init(_ number: some BinaryInteger) {
    self = Int64(exactly: number).map { .integer($0) } ?? .decimal("\(number)")
  }

  /// Creates a Boolean.
  public init(_ value: Bool) { self = .boolean(value) }

  /// Creates a number. A whole number is written without a decimal point. Columns reject infinity
  /// and NaN.
  public init(_ number: Double) { self.init(spelling: number) }

  init(spelling number: some BinaryFloatingPoint & CustomStringConvertible) {
    let isWhole = number == number.rounded() && number.magnitude < 1e15
    self = .decimal(isWhole ? "\(Int64(number))" : number.description)
  }
}

extension RowValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self.init(value) }
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Creates an empty value.
  public init(nilLiteral: ()) { self = .empty }
}

extension RowValue {
  /// In minutes, more than any time zone has. An offset of 100 hours could not be written.
  private static let widestOffset = 18 * 60

  /// Returns a moment as ISO 8601. Nil if it is outside of the years 0 to 9999, or if the offset is
  /// more than 18 hours.
  static func iso(_ seconds: Int64, _ offsetInMinutes: Int?) -> String? {
    let offset = offsetInMinutes ?? 0
    guard (-widestOffset...widestOffset).contains(offset),
      (-62_167_132_800...253_402_214_400).contains(seconds)
    else { return nil }
    return CivilTime(secondsSince1970: seconds + Int64(offset) * 60)
      .text(offsetInMinutes: offsetInMinutes)
  }
}
