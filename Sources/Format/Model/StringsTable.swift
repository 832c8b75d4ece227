// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

/// One `<language>.lproj/pass.strings`: displayed strings of pass.json and what stands for them.
package struct StringsTable: Sendable {
  /// One line of the table.
  package struct Entry: Sendable {
    /// The string pass.json displays, escapes undone.
    package var key: String
    /// What is shown for it in this language, escapes undone.
    package var value: String
    /// Where the key begins, at its quotation mark if it has one.
    package let keyOrigin: Origin
    /// Where the value begins; the key's place where the line is `"key";` alone.
    package let valueOrigin: Origin
  }

  /// The folder's language tag: `de`, `zh-Hans`.
  package let language: String
  /// In the order of the file, duplicates included.
  package private(set) var entries: [Entry]
  /// A value comes from a row of data.
  package let varies: Bool
  /// That of a table and all it was copied to: whatever values were put in, their keys are the same.
  private let keys = Keys()

  private final class Keys: Sendable {}

  /// A table of the folder `<language>.lproj`.
  ///
  /// - Parameter varies: a value comes from a row of data.
  package init(language: String, entries: [Entry], varies: Bool = false) {
    self.language = language
    self.entries = entries
    self.varies = varies
  }

  /// The file's path inside the package: `de.lproj/pass.strings`.
  package var path: String { "\(language).lproj/pass.strings" }

  /// Puts another value into a line.
  package mutating func put(_ value: String, at line: Int) { entries[line].value = value }

  /// Whether another table has the same keys at the same places, as that of the next row has.
  func hasKeys(of other: StringsTable) -> Bool {
    if keys === other.keys { return true }
    guard entries.count == other.entries.count else { return false }
    // By their numbers: an entry is four texts and places to copy.
    return entries.indices.allSatisfy {
      entries[$0].keyOrigin == other.entries[$0].keyOrigin
        && entries[$0].key.hasBytes(of: other.entries[$0].key)
    }
  }

  /// What stands for each displayed string; of several the last counts.
  package var values: [String: String] {
    Dictionary(entries.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }
}
