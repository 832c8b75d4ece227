// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

/// A `<language>.lproj/pass.strings`: the displayed strings of pass.json with their translations.
package struct StringsTable: Sendable {
  package struct Entry: Sendable {
    /// The string in pass.json, without escapes.
    package var key: String
    /// The translation, without escapes.
    package var value: String
    /// The start of the key, at its quotation mark if it has one.
    package let keyOrigin: Origin
    /// The start of the value, or that of the key if the line is just `"key";`.
    package let valueOrigin: Origin

    /// Creates a line.
    package init(key: String, value: String, keyOrigin: Origin, valueOrigin: Origin) {
      self.key = key
      self.value = value
      self.keyOrigin = keyOrigin
      self.valueOrigin = valueOrigin
    }
  }

  /// The language tag of the folder, such as `de` or `zh-Hans`.
  package let language: String
  /// The lines in file order, including duplicates.
  package private(set) var entries: [Entry]
  /// Whether a value comes from a row.
  package let varies: Bool
  /// The number of lines at the beginning that the author wrote. A build adds the others for the
  /// language of pass.json. Nil if the author wrote all of them.
  package let writtenLines: Int?
  /// An identity that copies of a table share. Copies have the same keys whatever their values are,
  /// so `hasKeys(of:)` can compare it first.
  private let keys = Keys()

  private final class Keys: Sendable {}

  /// Creates the table of the folder `<language>.lproj`.
  ///
  /// - Parameters:
  ///   - varies: whether a value comes from a row.
  ///   - writtenLines: the number of lines that the author wrote, or nil for all of them.
  package init(
    language: String, entries: [Entry], varies: Bool = false, writtenLines: Int? = nil
  ) {
    self.language = language
    self.entries = entries
    self.varies = varies
    self.writtenLines = writtenLines
  }

  /// The path of the file inside the package, such as `de.lproj/pass.strings`.
  package var path: String { "\(language).lproj/pass.strings" }

  /// Replaces the value of a line.
  package mutating func set(_ value: String, at line: Int) { entries[line].value = value }

  /// Returns whether another table has the same keys at the same places, as the tables of all rows
  /// of a template do.
  func hasKeys(of other: StringsTable) -> Bool {
    if keys === other.keys { return true }
    guard entries.count == other.entries.count else { return false }
    // Indices avoid a copy of each entry, which would retain two strings.
    return entries.indices.allSatisfy {
      entries[$0].keyOrigin == other.entries[$0].keyOrigin
        && entries[$0].key.hasBytes(of: other.entries[$0].key)
    }
  }

  /// The translation of each string. If a string occurs twice, the last one counts.
  package var values: [String: String] {
    Dictionary(entries.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }
}
