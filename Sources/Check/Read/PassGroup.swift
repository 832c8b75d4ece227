// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
package import PassDiagnostics
import PassJSON
import PassModel

/// Several finished passes in one .pkpasses.
package struct PassGroup {
  /// The most passes that Wallet accepts in one bundle.
  package static let maxPasses = 10
  /// The most bytes of a bundle. Apple documents 150 MB, and this is the smaller of the two
  /// meanings of MB.
  package static let limitInBytes = 150_000_000

  /// Returns whether the file name ends in .pkpasses, ignoring case.
  package static func isNamed(_ file: String) -> Bool {
    FilePath.extension(file).lowercased() == PackageKind.pass.groupExtension
  }

  /// One pass of the bundle. Its bytes are stored unchanged.
  package struct Member: Sendable {
    /// The path of the pass in the archive.
    package let entry: String
    package let bytes: [UInt8]
    /// The file as the user knows it.
    package let name: String

    /// Creates a member without checking it. `archive(of:report:)` checks it.
    package init(entry: String, bytes: [UInt8], name: String) {
      self.entry = entry
      self.bytes = bytes
      self.name = name
    }
  }

  /// Returns the bytes of the .pkpasses. Entries are sorted, stored uncompressed and have fixed
  /// dates, so that the output is reproducible.
  ///
  /// - Throws: `DiagnosticsError` if a member is not an intact pass, if two members have the same pass type
  ///   identifier and serial number, or if a limit is exceeded. `ArchiveError` if an archive cannot
  ///   contain a name.
  package static func archive(of members: [Member], report: inout Report) throws -> [UInt8] {
    if members.count > maxPasses {
      report(
        GroupFindings.tooMany, "\(members.count) passes, the limit is \(maxPasses)",
        at: Place.nowhere)
    }
    let total = members.reduce(0) { $0 + $1.bytes.count }
    if total > limitInBytes {
      report(
        GroupFindings.tooLarge, "the passes have \(total) bytes, the limit is \(limitInBytes)",
        at: Place.nowhere)
    }
    var first: [Key: String] = [:]
    for member in members {
      guard let key = key(of: member, &report) else { continue }
      if let other = first[key] {
        report(
          GroupFindings.serialTwice,
          "serial number \"\(key.serial)\" of \(key.type) is already in \(other)",
          at: Place.file(member.name))
      } else {
        first[key] = member.name
      }
    }
    try report.throwIfRejected()
    let bytes = try ArchiveWriter.archive(
      of: members.map { try ArchiveEntry(path: $0.entry, bytes: $0.bytes) })
    if bytes.count > limitInBytes {
      report(
        GroupFindings.tooLarge,
        "the bundle has \(bytes.count) bytes, the limit is \(limitInBytes)",
        at: Place.nowhere)
      try report.throwIfRejected()
    }
    return bytes
  }

  /// The identity of a pass.
  private struct Key: Hashable {
    let type: String
    let serial: String
  }

  private static func key(of member: Member, _ report: inout Report) -> Key? {
    switch PassFinder.find(member.bytes, name: member.name) {
    case .nothing(let diagnostics):
      report.append(diagnostics)
      return nil
    case .passes:
      reportMember(member, "is a bundle of passes, expected a single pass", &report)
      return nil
    case .pass(let pass):
      let errors = pass.report.diagnostics.filter { $0.severity == .error }
      report.append(errors)
      guard errors.isEmpty else { return nil }
      return key(of: pass, member, &report)
    }
  }

  private static func key(
    of pass: FoundPass, _ member: Member, _ report: inout Report
  ) -> Key? {
    let missing = PackageKind.pass.requiredFiles.filter { pass.file($0) == nil }
    guard missing.isEmpty else {
      reportMember(
        member, "is not a pass: it has no \(missing.joined(separator: ", no "))", &report)
      return nil
    }
    var found = pass.report
    let package = pass.package(&found)
    guard package.hasDocument else {
      report.append(found.diagnostics.filter { $0.severity == .error })
      return nil
    }
    guard let type = package.document["passTypeIdentifier"]?.string,
      let serial = package.document["serialNumber"]?.string
    else {
      reportMember(
        member, "has no passTypeIdentifier and serialNumber that are strings", &report)
      return nil
    }
    return Key(type: type, serial: serial)
  }

  private static func reportMember(_ member: Member, _ words: String, _ report: inout Report) {
    report(GroupFindings.notAPass, "\(member.entry) \(words)", at: Place.file(member.name))
  }
}
