// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassJSON
package import PassModel
package import PassRules

/// The content of manifest.json, compared with the files of the pass.
package struct ManifestFacts: Sendable {
  /// The relation of a file to the manifest.
  package enum FileStatus: String, Sendable {
    /// Listed with the right hash.
    case ok
    /// Listed with another hash.
    case differs
    case unlisted
    /// manifest.json or signature, which are never listed.
    case seal
    /// The manifest is missing or unreadable.
    case unknown
  }

  /// Whether manifest.json is there and could be read.
  package let isReadable: Bool
  /// The paths in the manifest without a file in the pass, sorted.
  package let missingPaths: [String]
  private let listed: [String: String]

  /// Reads the manifest of a pass, even if its meaning is in doubt.
  package init(of signedManifest: SignedManifest) {
    var listed: [String: String] = [:]
    let root = (signedManifest.manifest ?? signedManifest.ambiguousManifest)?.root
    isReadable = root?.isObject == true
    if let root, isReadable {
      for member in root.members { listed[member.name] = member.value.string ?? "" }
    }
    self.listed = listed
    let present = Set(signedManifest.files.map(\.path))
    missingPaths = listed.keys.filter { !present.contains($0) }.sorted()
  }

  /// Returns the relation of a file with that SHA-1 to the manifest.
  package func status(of file: PackagedFile, sha1Hex: String) -> FileStatus {
    if PackageKind.pass.isOwnFile(file.path) { return .seal }
    guard isReadable else { return .unknown }
    guard let hash = listed[file.path] else { return .unlisted }
    return hash == sha1Hex ? .ok : .differs
  }
}
