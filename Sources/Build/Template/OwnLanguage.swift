// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// The strings of the language in which pass.json is written (`language` in template.json).
///
/// A phone without a matching folder shows one of the folders, not pass.json. The language of
/// pass.json therefore needs a folder too, as soon as there is another one.
enum OwnLanguage {
  /// Returns the table of the language, or nil if there is none and it needs none. It has the lines
  /// of the language's own file, and then each string that another language translates, unchanged.
  ///
  /// - Parameters:
  ///   - own: the table of the language's own file, if the template has one.
  ///   - others: the tables of the other languages, in order.
  ///   - text: a string of pass.json for a table without lines, if another language has only images.
  static func table(
    _ language: String, own: StringsTable?, others: [StringsTable], text: JSONValue?
  ) -> StringsTable? {
    var entries = own?.entries ?? []
    var known = Set(entries.map { ExactText($0.key) })
    for entry in others.lazy.flatMap(\.entries) where known.insert(ExactText(entry.key)).inserted {
      entries.append(
        StringsTable.Entry(
          key: entry.key, value: entry.key, keyOrigin: entry.keyOrigin,
          valueOrigin: entry.keyOrigin))
    }
    if own == nil, entries.isEmpty, let text, let string = text.string, !string.isEmpty,
      PlaceholderText.isPlain(string)
    {
      entries = [
        StringsTable.Entry(
          key: string, value: string, keyOrigin: text.origin, valueOrigin: text.origin)
      ]
    }
    guard own != nil || !entries.isEmpty else { return nil }
    return StringsTable(
      language: own?.language ?? language, entries: entries, writtenLines: own?.entries.count ?? 0)
  }
}
