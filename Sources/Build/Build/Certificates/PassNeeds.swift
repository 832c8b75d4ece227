// SPDX-License-Identifier: Apache-2.0

import PassArchive
package import PassBasics
package import PassDiagnostics
import PassJSON
import PassModel
package import PassRules
import PassTemplate

/// The requirements of a pass for its signing identity, read from a template, a package folder or a
/// bundle.
package struct PassNeeds {
  /// The path as the user named it.
  package let path: String
  /// Nil if the template leaves it to the certificate or to a column.
  package let passTypeIdentifier: String?
  /// The JSON documents only, which are enough for the rules that compare pass and certificate.
  private let pass: PassPackage

  /// The reason why a path is not a pass.
  package struct UnreadableFileError: Error, CustomStringConvertible {
    package let description: String
  }

  /// Reads the pass or template at the path.
  ///
  /// - Returns: nil after an error in `report`.
  package static func read(
    _ path: String, disk: DiskReader = DiskReader(), report: inout Report
  ) throws -> PassNeeds? {
    switch try disk.kind(of: path, followingLinks: true) {
    case .folder: try folder(path, disk, &report)
    case nil: throw FileError(.read, path, .missing)
    default: try bundle(path, disk, &report)
    }
  }

  private static func folder(
    _ path: String, _ disk: DiskReader, _ report: inout Report
  ) throws -> PassNeeds? {
    let manifest = FilePath.join(path, PackageKind.pass.manifest)
    guard try disk.kind(of: manifest) != nil else { return try template(path, disk, &report) }
    var files: [PackagedFile] = []
    for name in documentNames {
      let file = FilePath.join(path, name)
      guard try disk.kind(of: file, followingLinks: true) == .file else { continue }
      files.append(PackagedFile(path: name, bytes: try disk.read(file), name: file))
    }
    return needs(path, files, .package, &report)
  }

  private static func bundle(
    _ path: String, _ disk: DiskReader, _ report: inout Report
  ) throws -> PassNeeds? {
    var faults = Report()
    let bytes = try disk.read(path)
    guard let archive = ArchiveReader.read(bytes, name: path, report: &faults) else {
      throw UnreadableFileError(
        description: "\(path) is not a pass: "
          + (faults.diagnostics.first?.message ?? "it cannot be read"))
    }
    let files = archive.packagedFiles().filter { documentNames.contains($0.path) }
    return needs(path, files, .package, &report)
  }

  private static func template(
    _ path: String, _ disk: DiskReader, _ report: inout Report
  ) throws -> PassNeeds? {
    guard let template = try Template.load(path, disk: disk, report: &report) else { return nil }
    // The values of columns are not known here.
    var patch = JSONBuilder()
    patch.begin(.object, origin: .none)
    for key in ["passTypeIdentifier", "teamIdentifier"]
    where template.document[key]?.string?.contains("{{") == true {
      patch.key(key)
      patch.scalar(.null)
    }
    patch.end()
    let known = template.merging(patch.document())
    var files = [
      PackagedFile(
        path: PackageKind.pass.document, bytes: JSONWriter.bytes(of: known.document),
        name: FilePath.join(path, PackageKind.pass.document))
    ]
    if known.usesNFC, known.document["nfc"] == nil {
      files.append(PackagedFile(path: "personalization.json", bytes: Array("{}".utf8)))
    }
    return needs(path, files, .template, &report)
  }

  private static let documentNames: Set<String> = [
    PackageKind.pass.document, "personalization.json",
  ]

  private static func needs(
    _ path: String, _ files: [PackagedFile], _ origin: PassPackage.Origin, _ report: inout Report
  ) -> PassNeeds? {
    let before = report.count(of: .error)
    let pass = PassPackage.read(files, origin: origin, report: &report)
    guard report.count(of: .error) == before, pass.hasDocument else { return nil }
    return PassNeeds(
      path: path, passTypeIdentifier: pass.document["passTypeIdentifier"]?.string, pass: pass)
  }

  /// Returns the diagnostics of the rules that compare pass and certificate.
  package func mismatches(with certificate: CertificateFacts, at time: Int64) -> [Diagnostic] {
    var report = Report()
    AllRules.check(pass, CheckContext(today: time, certificate: certificate), &report)
    return report.sorted.filter { $0.finding.comparesCertificate }
  }

  /// The requirements for messages, such as `type pass.com.example.gym, NFC`.
  package var inWords: String {
    var parts = ["type \(passTypeIdentifier ?? "as the certificate says")"]
    if let team = pass.document["teamIdentifier"]?.string { parts.append("team \(team)") }
    if pass.document["nfc"] != nil || pass.personalization != nil { parts.append("NFC") }
    return parts.joined(separator: ", ")
  }
}
