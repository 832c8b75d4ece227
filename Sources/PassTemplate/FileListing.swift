// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel

/// The files of every pass of a template but the images that rows bring, in their order, and where
/// those stand that depend on the row.
struct FileListing: Sendable {
  /// Sorted by path; those that depend on the row without their bytes.
  private(set) var files: [PackagedFile]
  let pass: Int
  let personalization: Int?
  let strings: [Int]

  /// - Parameters:
  ///   - files: what the template packs as it stands.
  ///   - pass: the name of pass.json as the user knows it, and whether it depends on the row.
  init(
    _ files: [PackagedFile], pass: (name: String, varies: Bool),
    personalization: (name: String, varies: Bool)?, strings: [CompiledStrings]
  ) {
    var all = files
    all.append(PackagedFile(path: "pass.json", bytes: [], name: pass.name, varies: pass.varies))
    if let personalization {
      all.append(
        PackagedFile(
          path: "personalization.json", bytes: [], name: personalization.name,
          varies: personalization.varies))
    }
    all += strings.map(\.file)
    all.sort(by: Self.precedes)
    func place(_ path: String) -> Int { all.firstIndex { $0.path == path } ?? 0 }
    self.files = all
    self.pass = place("pass.json")
    self.personalization = personalization == nil ? nil : place("personalization.json")
    self.strings = strings.map { place($0.table.path) }
  }

  static func precedes(_ one: PackagedFile, _ other: PackagedFile) -> Bool {
    one.path.utf8.lexicographicallyPrecedes(other.path.utf8)
  }
}

/// What the pass of one row leaves for the next: memory that is changed in a few places instead of
/// being made anew. One per worker.
package struct RowMemory {
  var document: JSONDocument?
  var personalization: JSONDocument?
  var files: [PackagedFile]?
  var tables: [StringsTable]?
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
