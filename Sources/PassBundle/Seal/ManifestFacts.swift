// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassCrypto
package import PassDiagnostics
import PassJSON
package import PassModel

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

  /// There is a manifest.json that could be read.
  package let isReadable: Bool
  /// Listed, and no file of the pass.
  package let missingPaths: [String]
  private let listed: [String: String]
  private let diagnosticsOfReading: [Diagnostic]

  /// Reads the manifest of a pass.
  package init(of pass: FoundPass) {
    var report = Report()
    var listed: [String: String] = [:]
    var isReadable = false
    if let file = pass.file("manifest.json"),
      let document = JSONReader.read(
        file.bytes, name: file.name, bundle: file.bundle, mode: .lenient, report: &report),
      document.root.isObject
    {
      isReadable = true
      for member in document.root.members { listed[member.name] = member.value.string ?? "" }
    }
    self.isReadable = isReadable
    self.listed = listed
    diagnosticsOfReading = report.diagnostics
    let present = Set(pass.files.map(\.path))
    missingPaths = listed.keys.filter { !present.contains($0) }.sorted()
  }

  /// What reading it complained about.
  package var diagnostics: [Diagnostic] { diagnosticsOfReading }

  /// How a file with that SHA-1 stands to it.
  package func standing(of file: PackagedFile, sha1Hex: String) -> Standing {
    if Manifest.isOwnFile(file.path) { return .seal }
    guard isReadable else { return .unknown }
    guard let hash = listed[file.path] else { return .unlisted }
    return hash == sha1Hex ? .ok : .differs
  }
}
