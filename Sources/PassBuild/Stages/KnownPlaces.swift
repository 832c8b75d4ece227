// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel

/// What a sealer knows of the files of passes by their places, as long as those of the next pass are
/// the same ones or have the same paths.
struct KnownPlaces {
  private var paths: [String] = []
  /// The files that no row changes; nil for others, which are not kept.
  private var files: [PackagedFile?] = []
  /// What is known of those.
  private(set) var known: [SharedFiles.File?] = []
  /// How many of `seal` stand before each file.
  private(set) var sealsBefore: [Int] = []

  /// What is made when a pass is sealed, in the order of paths.
  static let seal = ["manifest.json", "signature"]

  /// Whether the files of a pass are at these places.
  func fit(_ others: [PackagedFile]) -> Bool {
    guard files.count == others.count else { return false }
    return others.withUnsafeBufferPointer { others in
      for place in others.indices where others[place] !== files[place] {
        guard files[place] == nil, others[place].varies,
          others[place].path.hasBytes(of: paths[place])
        else { return false }
      }
      return true
    }
  }

  /// Looks at the files of a pass.
  mutating func look(at others: [PackagedFile], _ shared: [String: SharedFiles.File]) {
    paths = others.map(\.path)
    files = others.map { $0.varies ? nil : $0 }
    known = others.map { $0.varies ? nil : shared[$0.path] }
    sealsBefore = others.map { file in
      Self.seal.filter { $0.utf8.lexicographicallyPrecedes(file.path.utf8) }.count
    }
  }
}
