// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassJSON
import PassProvisioning

extension ProvisionCheckCommand: AppProgramCommand {
  func perform() throws {
    var options = ProvisioningOptions(now: try SigningTime.now())
    options.profile = try profile.map(ProvisionProfiles.load)
    options.trusted = try trust.flatMap(CertificateFile.certificates)
    var reports = try DocumentReports(
      reportOptions, inputs: [request] + [answer].compactMap { $0 } + trust)
    let nonces = SeenNonces()
    var scheme = EncryptionScheme.ecc
    var report = Report(wantsNotes: reports.wantsNotes)
    let name = request == "-" ? "standard input" : request
    let bytes = request == "-" ? try Disk.readStandardInput() : try Disk.read(request)
    for root in ProvisionDocuments.read(bytes, name: name, &report) {
      scheme = ProvisioningCheck.request(root, options, nonces: nonces, report: &report)
    }
    try reports.add(name, report.sorted)
    if let answer {
      var report = Report(wantsNotes: reports.wantsNotes)
      if let document = SecretJSON.read(try Disk.read(answer), name: answer, report: &report) {
        ProvisioningCheck.checkResponse(document.root, options, scheme: scheme, report: &report)
      }
      try reports.add(answer, report.sorted)
    }
    try reports.finish()
  }
}

/// Requests in a file: one object, an array of objects, or one object a line.
private enum ProvisionDocuments {
  static func read(_ bytes: [UInt8], name: String, _ report: inout Report) -> [JSONValue] {
    let lines = bytes.split(separator: 0x0A).filter { $0.contains { $0 > 0x20 } }
    var aside = Report()
    let areLines =
      lines.count > 1
      && SecretJSON.read(Array(lines[0]), name: name, report: &aside)?.root.isObject == true
    guard areLines else {
      guard let document = SecretJSON.read(bytes, name: name, report: &report) else { return [] }
      return document.root.isArray ? Array(document.root.elements) : [document.root]
    }
    var number = 0
    return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).compactMap { line in
      number += 1
      guard line.contains(where: { $0 > 0x20 }) else { return nil }
      return SecretJSON.read(Array(line), name: name, firstLine: number, report: &report)?.root
    }
  }
}
