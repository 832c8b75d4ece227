// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassJSON
package import PassModel
package import PassRules

/// What manifest.json says of the files beside it.
package struct ManifestFacts: Sendable {
  /// How a file stands to the manifest.
  package enum Standing: String, Sendable {
    /// Listed with the hash it has.
    case ok
    /// Listed with another hash.
    case differs
    /// Not listed.
    case unlisted
    /// manifest.json and signature, which are never listed.
    case seal
    /// There is no manifest to compare with, or none that can be read.
    case unknown
  }

  /// Whether there is a manifest.json that could be read.
  package let isReadable: Bool
  /// The paths the manifest lists that are not files of the pass, sorted.
  package let missingPaths: [String]
  private let listed: [String: String]

  /// What the manifest of a seal says, its meaning in doubt or not.
  package init(of seal: Seal) {
    var listed: [String: String] = [:]
    let root = (seal.manifest ?? seal.doubtfulManifest)?.root
    isReadable = root?.isObject == true
    if let root, isReadable {
      for member in root.members { listed[member.name] = member.value.string ?? "" }
    }
    self.listed = listed
    let present = Set(seal.files.map(\.path))
    missingPaths = listed.keys.filter { !present.contains($0) }.sorted()
  }

  /// How a file with that SHA-1 stands to it.
  package func standing(of file: PackagedFile, sha1Hex: String) -> Standing {
    if Manifest.isOwnFile(file.path) { return .seal }
    guard isReadable else { return .unknown }
    guard let hash = listed[file.path] else { return .unlisted }
    return hash == sha1Hex ? .ok : .differs
  }
}
