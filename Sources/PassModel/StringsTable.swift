// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// One `<language>.lproj/pass.strings`: displayed strings of pass.json and what stands for them.
package struct StringsTable: Sendable {
  /// One line of the table.
  package struct Entry: Sendable {
    package var key: String
    package var value: String
    package let keyOrigin: Origin
    package let valueOrigin: Origin

    package init(key: String, value: String, keyOrigin: Origin, valueOrigin: Origin) {
      self.key = key
      self.value = value
      self.keyOrigin = keyOrigin
      self.valueOrigin = valueOrigin
    }
  }

  /// The folder's language tag: `de`, `zh-Hans`.
  package let language: String
  /// In the order of the file, duplicates included.
  package var entries: [Entry]
  /// A value comes from a row of data.
  package let varies: Bool

  package init(language: String, entries: [Entry], varies: Bool = false) {
    self.language = language
    self.entries = entries
    self.varies = varies
  }

  /// The path inside the package.
  package var path: String { "\(language).lproj/pass.strings" }

  /// What stands for a displayed string; of several the last counts.
  package subscript(key: String) -> String? {
    entries.last { $0.key == key }?.value
  }
}
