// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON
import PassRegistry

/// A signed bundle, with the parts that the service needs.
struct BundleFile {
  /// The reason why a bundle cannot be served, as the end of a sentence.
  struct BundleFileError: Error, CustomStringConvertible {
    let description: String
  }

  /// The version for the store.
  let version: NewVersion

  /// Reads a bundle. Does not verify its signature.
  init(_ bytes: [UInt8], name: String, source: PassSource, row: String? = nil)
    throws(BundleFileError)
  {
    var report = Report()
    guard let archive = ArchiveReader.read(bytes, name: name, report: &report), !report.hasErrors
    else {
      throw BundleFileError(
        description: report.diagnostics.first?.message ?? "is not a bundle")
    }
    var files: [String: [UInt8]] = [:]
    for entry in archive.entries
    where [PackageKind.pass.document, PackageKind.pass.manifest].contains(entry.plainPath) {
      files[entry.plainPath] = entry.bytes
    }
    guard let manifest = files[PackageKind.pass.manifest],
      let json = files[PackageKind.pass.document]
    else {
      throw BundleFileError(description: "has no pass.json or no manifest.json")
    }
    let document = JSONReader.read(
      json, name: PackageKind.pass.document, mode: .lenient, report: &report)
    guard let root = document?.root, let serial = root["serialNumber"]?.string, !serial.isEmpty,
      let passType = root["passTypeIdentifier"]?.string, !passType.isEmpty
    else { throw BundleFileError(description: "has no serialNumber or no passTypeIdentifier") }
    guard let token = root["authenticationToken"]?.string, root["webServiceURL"] != nil else {
      throw BundleFileError(
        description: "has no webServiceURL or no authenticationToken, so no device would request it"
      )
    }
    version = NewVersion(
      passType: passType, serial: serial, token: token, manifest: Digest.sha256(manifest),
      digest: Digest.sha256(bytes), bytes: bytes, source: source,
      isVoided: root["voided"]?.bool == true, row: row)
  }
}
