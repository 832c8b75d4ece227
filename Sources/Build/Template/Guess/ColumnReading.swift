// SPDX-License-Identifier: Apache-2.0

/// The order of day, month and year in a date.
package enum DateOrder: String, Sendable, CaseIterable {
  case dmy, mdy, ymd
}

/// A way to read the cells of a column, as template.json declares it.
package struct ColumnReading: Sendable, Hashable {
  /// The type of the column.
  package let type: ColumnType
  /// The decimal sign. Nil for other types than numbers.
  package private(set) var decimal: Character?
  /// The sign between groups of three digits, if there is one.
  package private(set) var grouping: String?
  /// The format of dates. Nil for ISO 8601.
  package private(set) var format: String?
  /// The order of a date's parts. Nil for other types.
  package private(set) var order: DateOrder?

  private init(_ type: ColumnType) { self.type = type }

  /// Text as it is.
  package static let text = ColumnReading(.string)
  /// A whole number without signs between its digits.
  package static let integer = ColumnReading(.integer)
  /// An address.
  package static let url = ColumnReading(.url)
  /// The path of a file.
  package static let file = ColumnReading(.file)
  /// A date as ISO 8601, whose cells may have a time and an offset.
  package static let isoDate: ColumnReading = {
    var reading = ColumnReading(.date)
    reading.order = .ymd
    return reading
  }()

  /// Returns a whole number in groups of three digits.
  package static func integer(grouping: String) -> ColumnReading {
    var reading = ColumnReading(.integer)
    reading.grouping = grouping
    return reading
  }

  /// Returns a number with decimals.
  package static func number(_ decimal: Character, grouping: String? = nil) -> ColumnReading {
    var reading = ColumnReading(.number)
    reading.decimal = decimal
    reading.grouping = grouping
    return reading
  }

  /// Returns a date in a format.
  package static func date(_ format: String, _ order: DateOrder) -> ColumnReading {
    var reading = ColumnReading(.date)
    reading.format = format
    reading.order = order
    return reading
  }

  /// Whether it is a number with or without decimals.
  package var isNumeric: Bool { type == .integer || type == .number }

  /// Whether the dates have a time, by the format. Dates as ISO 8601 may have one.
  package var hasTime: Bool { format.map { $0.contains("mm") } ?? false }

  /// The readings that are tried, the simplest of each kind first.
  static let numbers: [ColumnReading] =
    [.integer, .number("."), .number(",")]
    + ([".", ",", "'", " "].map { .integer(grouping: $0) })
    + ([",", "'", " "].map { .number(".", grouping: $0) })
    + ([".", "'", " "].map { .number(",", grouping: $0) })

  /// Formats of dates, those with fixed numbers of digits first.
  static let dates: [ColumnReading] = {
    let times = ["", " HH:mm", " HH:mm:ss"]
    var all: [ColumnReading] = [.date("yyyy-MM-dd", .ymd), .isoDate]
    for isShort in [false, true] {
      let (day, month) = isShort ? ("d", "M") : ("dd", "MM")
      func add(_ parts: [String], _ sign: String, _ order: DateOrder) {
        for time in times {
          let clock = isShort ? time.replacing("HH", with: "H") : time
          all.append(.date(parts.joined(separator: sign) + clock, order))
        }
      }
      for year in ["yyyy", "yy"] {
        for sign in [".", "/", "-", ". "] {
          add([day, month, year], sign, .dmy)
          add([month, day, year], sign, .mdy)
          add([year, month, day], sign, .ymd)
        }
      }
      all.append(.date("yyyy年\(month)月\(day)日", .ymd))
    }
    return all
  }()

  /// Returns a column that reads cells in this way. The time and zone make every date complete.
  func column(zone: ColumnZone?) -> Column {
    var column = Column(name: "", type: type, isOptional: true)
    if let decimal = decimal?.asciiValue { column.decimal = decimal }
    column.grouping = grouping.flatMap { GroupingSign($0) }
    if type == .date {
      column.format = format.flatMap { try? DateFormat($0) }
      column.time = WrittenTime(hour: 12, minute: 0, second: 0)
      column.zone = zone
    }
    return column
  }
}
