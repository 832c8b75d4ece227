// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassSheet

/// A cell of a workbook with its type.
package struct SheetCell: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case empty
    case text(String)
    case number(Double)
    case boolean(Bool)
    case date(CivilTime, hasTime: Bool)
    /// A time of day or elapsed time, in seconds.
    case time(seconds: Int)
    /// An error such as `#N/A`.
    case error(String)
    /// A formula, with `=`, whose value was never computed.
    case formula(String)
  }

  package let value: Value
  /// The number format as the workbook spells it, such as `dd.mm.yyyy`. `General` for cells that
  /// are not numbers.
  package let format: String

  private init(_ value: Value, format: String = "General") {
    self.value = value
    self.format = format
  }

  private init(_ cell: WorkbookCell) {
    switch cell.value {
    case .text(let text): self.init(.text(text))
    case .boolean(let value): self.init(.boolean(value))
    case .error(let text): self.init(.error(text))
    case .formula(let text): self.init(.formula(text))
    case .date(let time, let hasTime): self.init(.date(time, hasTime: hasTime))
    case .number(let number):
      let value: Value =
        switch number.meaning {
        case .number: .number(number.value)
        case .date(let time, let hasTime): .date(time, hasTime: hasTime)
        case .time(let seconds): .time(seconds: seconds)
        }
      self.init(value, format: number.format.code)
    }
  }

  /// Returns the cells of a row in a range of columns.
  static func all(_ cells: [WorkbookCell], _ range: Range<Int>) -> [SheetCell] {
    var all = [SheetCell](repeating: SheetCell(.empty), count: range.count)
    for cell in cells { all[cell.column - range.lowerBound] = SheetCell(cell) }
    return all
  }
}

/// The text of a workbook's cell.
enum SheetText {
  /// Returns the text of a cell in the form that a column reads, or as the sheet shows it.
  static func text(of value: WorkbookCell.Value, for column: Column?) -> String {
    switch value {
    case .text(let text), .error(let text), .formula(let text): return text
    case .boolean(let value): return value ? "true" : "false"
    case .date(let time, let hasTime): return date(time, hasTime, column)
    case .number(let number): return text(of: number, column)
    }
  }

  private static func text(of number: SheetNumber, _ column: Column?) -> String {
    let type = column?.type ?? .string
    if type == .integer || type == .number {
      let sign = Character(UnicodeScalar(column?.decimal ?? UInt8(ascii: ".")))
      return sign == "." ? number.plain : number.plain.replacing(".", with: String(sign))
    }
    switch number.meaning {
    case .date(let time, let hasTime): return date(time, hasTime, column)
    case .time(let seconds): return number.timeText(seconds)
    case .number: break
    }
    if type == .date || type == .boolean { return number.plain }
    return number.hasLostDigits ? scientific(number.plain) : number.shown
  }

  /// Returns a long integer as spreadsheets show it, which `CellReader` rejects.
  private static func scientific(_ plain: String) -> String {
    let digits = plain.drop { $0 == "-" }
    let exponent = digits.utf8.count - 1
    let sign = plain.hasPrefix("-") ? "-" : ""
    return "\(sign)\(digits.prefix(1)).\(digits.dropFirst().prefix(14))E+\(twoDigits(exponent))"
  }

  /// Returns a date in the column's format, or in ISO 8601 if it has none or lacks the time.
  private static func date(_ time: CivilTime, _ hasTime: Bool, _ column: Column?) -> String {
    if column?.type == .date, let format = column?.format {
      let isMidnight = time.hour == 0 && time.minute == 0 && time.second == 0
      if format.hasTime == hasTime || !format.hasTime && isMidnight { return format.text(of: time) }
    }
    let day = time.date.description
    return hasTime ? "\(day)T\(time.minuteText):\(twoDigits(time.second))" : day
  }
}
