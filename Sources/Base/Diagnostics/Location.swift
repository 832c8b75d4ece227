// SPDX-License-Identifier: Apache-2.0

/// A place in a file or in data.
public struct Location: Hashable, Sendable {
  /// The archive that contains the file, or nil.
  public let bundle: String?
  /// The file, as named by the user or the archive.
  public let file: String
  /// The line from 1, or nil for the whole file.
  public let line: Int?
  /// The column in bytes, from 1.
  public let column: Int?
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
  package init(
    bundle: String? = nil, file: String, line: Int? = nil, column: Int? = nil,
    utf16Column: Int? = nil
  ) {
    self.init(
      bundle: bundle, file: file, line: line, column: column, utf16Column: utf16Column,
      container: nil)
  }

  /// The value of a column in a row that was given as values.
  package init(file: String, value: String) {
    self.init(
      bundle: nil, file: file, line: nil, column: nil, utf16Column: nil, container: nil,
      value: value)
  }

  private init(
    bundle: String?, file: String, line: Int?, column: Int?, utf16Column: Int?, container: String?,
    value: String? = nil, excerpt: SourceExcerpt? = nil
  ) {
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
      container: container, excerpt: excerpt)
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
    Location(bundle: bundle, file: file, line: line, column: column, utf16Column: utf16Column)
      .with(excerpt)
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
  public var description: String {
    var text = bundle.map { $0 + "!" } ?? ""
    text += file
    if let line { text += ":\(line)" }
    if let column { text += ":\(column)" }
    return text
  }
}

extension Location: Comparable {
  /// Orders places by archive, file, line and column, so that all runs print the same order.
  public static func < (a: Location, b: Location) -> Bool {
    (a.bundle ?? "", a.file, a.line ?? 0, a.column ?? 0)
      < (b.bundle ?? "", b.file, b.line ?? 0, b.column ?? 0)
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
