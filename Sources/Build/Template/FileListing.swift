// SPDX-License-Identifier: Apache-2.0

import PassBasics
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
    all.append(
      PackagedFile(path: PackageKind.pass.document, bytes: [], name: pass.name, varies: pass.varies)
    )
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
    self.pass = place(PackageKind.pass.document)
    self.personalization = personalization == nil ? nil : place("personalization.json")
    self.strings = strings.map { place($0.table.path) }
  }

  static func precedes(_ one: PackagedFile, _ other: PackagedFile) -> Bool {
    one.path.utf8.lexicographicallyPrecedes(other.path.utf8)
  }
}
