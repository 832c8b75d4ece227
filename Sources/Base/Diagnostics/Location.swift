// SPDX-License-Identifier: Apache-2.0

/// A place in a file or in data.
public struct Location: Hashable, Sendable {
  /// The archive that contains the file, or nil.
  public let bundle: String?
  /// The file, as named by the user or the archive.
  public let file: String
  /// The line from 1, or nil for the whole file. In a workbook it is the number of the row.
  public let line: Int?
  /// The column in bytes, from 1. In a workbook it is the number of the cell.
  public let column: Int?
  /// The sheet, if the file is a workbook and the place is in one of its sheets.
  public let sheet: String?
  /// The column of the data, if the place is in a row of values. Such a place has no line.
  public let value: String?
  /// Column in UTF-16 code units, from 1, as editors and code scanning services count.
  package let utf16Column: Int?
  /// The file on disk that contains everything, if `bundle` or `file` is an entry inside an entry:
  /// `a.pkpasses` for `a.pkpasses!b.pkpass`. It is stored because names may contain `!`.
  private let container: String?
  private var shown: ShownText
  /// The text at the place, or nil if it may not be shown.
  package var excerpt: SourceExcerpt? { shown.excerpt }

  /// - Parameter utf16Column: column in UTF-16 code units. Omit it if the line is ASCII up to
  ///   there.
  /// - Parameter sheet: the sheet of a workbook, in which `column` is the number of the cell.
  package init(
    bundle: String? = nil, file: String, line: Int? = nil, column: Int? = nil,
    utf16Column: Int? = nil, sheet: String? = nil
  ) {
    self.init(
      bundle: bundle, file: file, line: line, column: column, utf16Column: utf16Column,
      container: nil, sheet: sheet)
  }

  /// The value of a column in a row that was given as values.
  package init(file: String, value: String) {
    self.init(
      bundle: nil, file: file, line: nil, column: nil, utf16Column: nil, container: nil,
      value: value)
  }

  private init(
    bundle: String?, file: String, line: Int?, column: Int?, utf16Column: Int?, container: String?,
    value: String? = nil, sheet: String? = nil, excerpt: SourceExcerpt? = nil
  ) {
    self.sheet = sheet
    shown = ShownText(excerpt: excerpt)
    self.container = container
    self.value = value
    self.bundle = bundle
    self.file = file
    self.line = line
    self.column = column
    self.utf16Column = utf16Column ?? column
  }

  /// Returns the same place inside an archive on disk.
  package func inside(_ container: String) -> Location {
    Location(
      bundle: bundle, file: file, line: line, column: column, utf16Column: utf16Column,
      container: container, sheet: sheet, excerpt: excerpt)
  }

  /// The same place with the text that is there.
  package func with(_ excerpt: SourceExcerpt?) -> Location {
    var copy = self
    copy.shown = ShownText(excerpt: excerpt)
    return copy
  }

  /// The file on disk, which the user can open.
  package var fileOnDisk: String { container ?? bundle ?? file }
  /// Whether the place is in the file on disk itself. Its line and column are then those of that
  /// file.
  package var isOnDisk: Bool { bundle == nil && container == nil }

  /// Returns the same place with another file name.
  package func moved(bundle: String? = nil, to file: String) -> Location {
    Location(
      bundle: bundle, file: file, line: line, column: column, utf16Column: utf16Column,
      sheet: sheet
    ).with(excerpt)
  }
}

/// The text at a place. Two places are the same whatever text is there.
private struct ShownText: Hashable {
  let excerpt: SourceExcerpt?

  static func == (a: ShownText, b: ShownText) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension Location: CustomStringConvertible {
  /// The place as `file:line:column`, like compilers print it, after the archive if there is one.
  /// In a workbook it is `file:sheet!C18`, like spreadsheets print it.
  public var description: String {
    var text = bundle.map { $0 + "!" } ?? ""
    text += file
    if let sheet {
      let cell = column.map { Self.letters(ofColumn: $0) } ?? ""
      return text + ":\(Self.quotedIfNeeded(sheet))!\(cell)\(line.map(String.init) ?? "")"
    }
    if let line { text += ":\(line)" }
    if let column { text += ":\(column)" }
    return text
  }
}

extension Location {
  /// Returns the letters of a column of a sheet, from 1: A to Z, then AA.
  private static func letters(ofColumn number: Int) -> String {
    var letters: [Character] = []
    var rest = number
    while rest > 0 {
      letters.append(Character(UnicodeScalar(UInt8(ascii: "A") + UInt8((rest - 1) % 26))))
      rest = (rest - 1) / 26
    }
    return String(letters.reversed())
  }

  /// Returns the name of a sheet as formulas spell it: in single quotes if it has other characters
  /// than letters, digits and underscores.
  private static func quotedIfNeeded(_ sheet: String) -> String {
    let isPlain =
      sheet.first?.isNumber == false
      && sheet.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    return isPlain ? sheet : "'\(sheet.replacing("'", with: "''"))'"
  }
}

extension Location: Comparable {
  /// Orders places by archive, file, sheet, line and column, so that all runs print the same order.
  public static func < (a: Location, b: Location) -> Bool {
    (a.bundle ?? "", a.file, a.sheet ?? "", a.line ?? 0, a.column ?? 0)
      < (b.bundle ?? "", b.file, b.sheet ?? "", b.line ?? 0, b.column ?? 0)
  }
}

/// The subject of a diagnostic, before it is converted to a `Location`.
package struct Place: Sendable {
  /// Place where the value was read.
  package var origin: Origin
  /// Place in a template that uses a value from somewhere else, such as a cell.
  package var usedAt: Origin?
  /// JSON pointer of the value in its file.
  package var pointer: String?
  /// A whole file, if there is no origin.
  package var file: String?
  /// The archive of `file`, if it is in one.
  package var bundle: String?
  /// Whether the text at the place shows what is wrong; not where something is missing.
  package var showsText = true

  package init(
    origin: Origin = .none, usedAt: Origin? = nil, pointer: String? = nil, file: String? = nil,
    bundle: String? = nil
  ) {
    self.origin = origin
    self.usedAt = usedAt
    self.pointer = pointer
    self.file = file
    self.bundle = bundle
  }

  /// Returns the place of a whole file.
  package static func file(_ name: String) -> Place { Place(file: name) }
  /// No particular place, for the command line and the environment.
  package static let nowhere = Place()
}

/// A value with a place for diagnostics.
package protocol Placed {
  /// Place where the value was read and where a template uses it.
  var place: Place { get }
}

extension Place: Placed {
  package var place: Place { self }
}

extension Origin: Placed {
  package var place: Place { Place(origin: self) }
}
