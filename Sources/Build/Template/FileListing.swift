// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassModel

/// The files of every pass of a template in their order, without images from rows, and the indexes
/// of the files that depend on the row.
struct FileListing: Sendable {
  /// The files sorted by path. Those that depend on the row have no bytes.
  private(set) var files: [PackagedFile]
  let pass: Int
  let personalization: Int?
  let strings: [Int]

  /// - Parameter files: the files that the template packs unchanged.
  init(
    _ files: [PackagedFile], pass: PackagedFile, personalization: PackagedFile?,
    strings: [CompiledStrings]
  ) {
    var all = files + [pass]
    if let personalization { all.append(personalization) }
    all += strings.map(\.file)
    all.sort(by: Self.precedes)
    func place(_ path: String) -> Int { all.firstIndex { $0.path == path } ?? 0 }
    self.files = all
    self.pass = place(PackageKind.pass.document)
    self.personalization = personalization == nil ? nil : place("personalization.json")
    self.strings = strings.map { place($0.table.path) }
  }

  static func precedes(_ one: PackagedFile, _ other: PackagedFile) -> Bool {
    one.path.utf8.lexicographicallyPrecedes(other.path.utf8)
  }
}
