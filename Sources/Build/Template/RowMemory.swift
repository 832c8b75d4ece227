// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel

/// What the pass of one row leaves for the next: memory that is changed in a few places instead of
/// being made anew. One per worker.
package struct RowMemory {
  var document: JSONDocument?
  var personalization: JSONDocument?
  var files: [PackagedFile]?
  var tables: [StringsTable]?
  /// What differs between the two rows that came last.
  var changes = RowChanges()
  /// By language.
  var wordings: [RecentWordings] = []

  /// Memory of no row yet.
  package init() {}
}

/// The translations into one language that were made lately: what rows write into them is often one
/// of a few wordings.
struct RecentWordings {
  private var known: [(values: [String], file: PackagedFile)] = []
  private var next = 0
  private static let limit = 8

  /// The file with those values, if it was made lately.
  func file(with values: [String]) -> PackagedFile? {
    known.first { $0.values.elementsEqual(values) { $0.hasBytes(of: $1) } }?.file
  }

  /// Keeps a file instead of the one that was kept first.
  mutating func keep(_ file: PackagedFile, with values: [String]) {
    guard known.count == Self.limit else { return known.append((values, file)) }
    known[next] = (values, file)
    next = (next + 1) % Self.limit
  }
}
