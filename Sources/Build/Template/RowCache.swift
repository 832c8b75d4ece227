// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel

/// A cache of the documents and translations of the previous rows. Each worker has its own.
package struct RowCache {
  var document: JSONDocument?
  var files: [PackagedFile]?
  var tables: [StringsTable]?
  var personalization: JSONDocument?
  /// The translations, one for each table of strings.
  var wordings: [TranslationCache] = []

  package init() {}
}

/// The last translations into one language. The values of rows are often one of a few wordings.
///
/// The same file object means the same content, so rules that read it need not run again.
struct TranslationCache {
  private var cachedTables: [(values: [String], file: PackagedFile)] = []
  private var next = 0
  private static let limit = 8

  /// Returns the file with those values, or nil if it is not among the last ones.
  func file(with values: [String]) -> PackagedFile? {
    cachedTables.first { $0.values.elementsEqual(values) { $0.hasBytes(of: $1) } }?.file
  }

  /// Adds a file. If the cache is full, it replaces the oldest file.
  mutating func store(_ file: PackagedFile, with values: [String]) {
    guard cachedTables.count == Self.limit else { return cachedTables.append((values, file)) }
    cachedTables[next] = (values, file)
    next = (next + 1) % Self.limit
  }
}
