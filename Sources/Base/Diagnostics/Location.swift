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
  /// The same column in UTF-16 code units, from 1: as editors and code scanning services count.
  package let utf16Column: Int?
  /// The file on disk that everything lies in, where `bundle` or `file` names an entry of an entry:
  /// `a.pkpasses` of `a.pkpasses!b.pkpass`. Names may hold a ! themselves.
  private let container: String?
  /// The text at the place, where it may be shown.
  package private(set) var excerpt: SourceExcerpt?

  /// - Parameter utf16Column: the column in UTF-16 code units; that in bytes where the line
  ///   before it is ASCII.
  package init(
    bundle: String? = nil, file: String, line: Int? = nil, column: Int? = nil,
    utf16Column: Int? = nil
  ) {
    self.init(
      bundle: bundle, file: file, line: line, column: column, utf16Column: utf16Column,
      container: nil)
  }

  /// The value of a column in a row that was handed over as values.
  package init(file: String, value: String) {
    self.init(
      bundle: nil, file: file, line: nil, column: nil, utf16Column: nil, container: nil,
      value: value)
  }

  private init(
    bundle: String?, file: String, line: Int?, column: Int?, utf16Column: Int?, container: String?,
    value: String? = nil, excerpt: SourceExcerpt? = nil
  ) {
    self.excerpt = excerpt
    self.container = container
    self.value = value
    self.bundle = bundle
    self.file = file
    self.line = line
    self.column = column
    self.utf16Column = utf16Column ?? column
  }

  /// The same place, in an archive on disk that holds the one it names.
  package func inside(_ container: String) -> Location {
    Location(
      bundle: bundle, file: file, line: line, column: column, utf16Column: utf16Column,
      container: container, excerpt: excerpt)
  }

  /// The same place with the text that is there.
  package func with(_ excerpt: SourceExcerpt?) -> Location {
    var copy = self
    copy.excerpt = excerpt
    return copy
  }

  /// The file on disk, which others can open.
  package var fileOnDisk: String { container ?? bundle ?? file }
  /// Whether the place is in the file on disk itself, so that its line and column are that file's.
  package var isOnDisk: Bool { bundle == nil && container == nil }

  /// The same place of a file that is named otherwise.
  package func moved(bundle: String? = nil, to file: String) -> Location {
    Location(bundle: bundle, file: file, line: line, column: column, utf16Column: utf16Column)
      .with(excerpt)
  }
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

/// What a diagnostic is about, before it is turned into a `Location`.
package struct Place: Sendable {
  /// Where the value was read.
  package var origin: Origin
  /// Where a template uses a value that was read elsewhere (a cell of a data file).
  package var usedAt: Origin?
  /// The JSON pointer of the value in its file.
  package var pointer: String?
  /// A whole file, when there is no origin.
  package var file: String?
  /// The archive that file is an entry of, if it is one.
  package var bundle: String?
  /// Whether the text at the place shows what is wrong; not where something is missing.
  package var showsText = true

  /// A place by any of what is known of it.
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

  /// A whole file, named as the user knows it.
  package static func file(_ name: String) -> Place { Place(file: name) }
  /// Nowhere in particular: the command line, the environment.
  package static let nowhere = Place()
}

/// A value that knows where it stands.
package protocol Placed {
  /// Where the value was read, and where a template uses it.
  var place: Place { get }
}

extension Place: Placed {
  package var place: Place { self }
}

extension Origin: Placed {
  package var place: Place { Place(origin: self) }
}
