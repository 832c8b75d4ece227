// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassJSON
import PassProvisioning

/// `passc provision check`.
struct ProvisionCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find what a phone or a processor refuses in a request for a card and its answer.",
    discussion: """
      Without --profile both are in the app's own shape, with it in the processor's. REQUEST is an \
      object, an array of them or JSON Lines; nonces that come twice are named. An answer may have \
      status and time around it: {"status": 200, "milliseconds": 420, "body": …}. Messages say \
      lengths and places and never a value.

      Examples:
        passc provision check request.json
        passc provision check request.json --answer answer.json --profile wise
      """)

  @Argument(
    help: ArgumentHelp("The request; - is standard input.", valueName: "request"),
    completion: .file(extensions: ["json"]))
  var request: String

  @Option(
    help: ArgumentHelp("The answer to it.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var answer: String?

  @Option(help: ProvisionProfiles.help, completion: .file(extensions: ["json"]))
  var profile: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Roots beside Apple's, for tests: what only Apple's policy wants is a warning then.",
      valueName: "file"),
    completion: .file())
  var trust: [String] = []

  @OptionGroup(title: "Report")
  var reportOptions: DocumentReportOptions

  func run() throws {
    var options = ProvisioningOptions(now: try SigningTime.now())
    options.profile = try profile.map(ProvisionProfiles.load)
    options.trusted = try trust.flatMap(CertificateFile.certificates)
    var reports = try DocumentReports(
      reportOptions, inputs: [request] + [answer].compactMap { $0 } + trust)
    let nonces = NonceMemory()
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
        ProvisioningCheck.answer(document.root, options, scheme: scheme, report: &report)
      }
      try reports.add(answer, report.sorted)
    }
    try reports.finish()
  }
}

/// Requests of a file: one object, an array of them, or one a line.
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
