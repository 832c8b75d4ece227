// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassCrypto
import PassDiagnostics
import PassJSON
import PassProvisioning
import PassTesting
import Testing

/// Runs every finding's examples, and every injected error in every format.
struct EveryProvisioningFindingTests {
  static let bad = FindingProof.bad(of: ProvisioningFindings.all)
  static let good = FindingProof.good(of: ProvisioningFindings.all)

  /// Returns the findings of an example. Its document is created, patched and checked as by
  /// `passc`.
  private static func diagnostics(_ example: Example) throws -> [Diagnostic] {
    var profile: ProvisioningProfile?
    if let dash = example.document.firstIndex(of: "-") {
      profile = ProvisioningProfile.named(String(example.document[..<dash]))
      try #require(profile != nil, "\(example.document)")
    }
    var fault: ProvisioningMistake?
    var trusts = true
    for case .option(let option) in example.settings {
      if option.hasPrefix("--fault ") {
        fault = ProvisioningMistake(rawValue: String(option.dropFirst(8)))
        try #require(fault != nil, "\(option)")
      }
      trusts = trusts && option != "without --trust"
    }
    let made = try ProvisioningExample(profile: profile, fault: fault, now: Provision.now)
    let kind = example.document.split(separator: "-").last.map(String.init) ?? ""
    guard case .patch(let patch)? = example.changes.first else { return [] }
    if kind == "profile.json" {
      let text = try #require(ProvisioningProfile.text(of: "increase"))
      var report = Report()
      let bytes = try Provision.patched(Array(text.utf8), patch)
      _ = ProvisioningProfile(reading: bytes, name: "profile.json", report: &report)
      return report.sorted
    }
    let original = made.bytes(kind)
    let bytes = patch == "{}" ? original : try Provision.patched(original, patch)
    return Provision.judged(
      bytes, isAnswer: kind == "answer.json", profile, trust: trusts ? made.root : nil)
  }

  @Test(arguments: bad) func badExampleGivesExactlyItsFinding(_ proof: FindingProof) throws {
    let diagnostics = try Self.diagnostics(proof.example)
    let text = TextWriter(showsNotes: true).text(of: diagnostics)
    try #require(diagnostics.map(\.code) == [proof.finding.code], "\(text)")
    #expect(diagnostics[0].pointer == proof.example.pointer, "\(text)")
    #expect(diagnostics[0].severity == proof.finding.severity, "\(text)")
  }

  @Test(arguments: good) func goodExampleIsSilent(_ proof: FindingProof) throws {
    let diagnostics = try Self.diagnostics(proof.example)
    #expect(diagnostics.isEmpty, "\(TextWriter(showsNotes: true).text(of: diagnostics))")
  }

  @Test func everyFindingHasBothKindsOfExamples() {
    for finding in ProvisioningFindings.all {
      #expect(!finding.bad.isEmpty && !finding.good.isEmpty, "\(finding.code)")
      #expect(finding.isOutsidePasses && finding.why.last == ".", "\(finding.code)")
      #expect(finding.code.split(separator: ".").count == 3, "\(finding.code)")
    }
  }

  /// Each error in each format that has the value must give exactly its finding, and no message may
  /// contain the value.
  @Test(arguments: [nil] + ProvisioningProfile.builtIn.map(\.name) as [String?])
  func everySeededFaultIsNamed(_ name: String?) throws {
    let profile = name.flatMap(ProvisioningProfile.named)
    let faults = [nil] + ProvisioningMistake.allCases.filter { $0.applies(to: profile) }
    for fault in faults {
      let made = try ProvisioningExample(profile: profile, fault: fault, now: Provision.now)
      var found: [Diagnostic] = []
      for (kind, isAnswer) in [("request.json", false), ("answer.json", true)] {
        found += Provision.judged(
          made.bytes(kind), isAnswer: isAnswer, profile, trust: made.root)
      }
      let text = TextWriter(showsNotes: true).text(of: found)
      #expect(
        found.map(\.code) == [fault?.code].compactMap { $0 },
        "\(fault?.rawValue ?? "none"): \(text)")
      for secret in made.secrets { #expect(!text.contains(secret), "\(secret)") }
      if let app = made.files.first(where: { $0.name == "app-request.json" }), fault == nil {
        let own = Provision.judged(app.bytes, isAnswer: false, nil, trust: made.root)
        #expect(own.isEmpty)
      }
    }
    #expect(faults.count > 25)
  }

  @Test func everyFindingIsSeededByAFault() {
    let seeded = Set(ProvisioningMistake.allCases.map(\.code))
    let missing = ProvisioningFindings.all.map(\.code).filter { !seeded.contains($0) }
    // A profile is not a document that is sent.
    #expect(missing == ["provision.profile.form"])
  }
}

/// Shared helpers of these tests.
enum Provision {
  /// 2026-06-01.
  static let now: Int64 = 1_780_315_200

  static func document(_ bytes: [UInt8]) throws -> JSONDocument {
    var report = Report()
    let document = JSONReader.read(bytes, name: "a.json", report: &report)
    #expect(report.diagnostics.isEmpty, "\(String(decoding: bytes.prefix(400), as: UTF8.self))")
    return try #require(document)
  }

  static func patched(_ bytes: [UInt8], _ patch: String) throws -> [UInt8] {
    JSONWriter.bytes(
      of: JSONMergePatch.merged(
        try document(bytes).root, try document(Array(patch.utf8)).root
      ).root)
  }

  /// Returns the findings of a document. A request of two lines is two documents.
  static func judged(
    _ bytes: [UInt8], isAnswer: Bool, _ profile: ProvisioningProfile?, trust root: Certificate?
  ) -> [Diagnostic] {
    var options = ProvisioningOptions(now: now)
    options.profile = profile
    options.trusted = [root].compactMap { $0 }
    var report = Report()
    let nonces = SeenNonces()
    let lines = bytes.split(separator: 0x0A).map(Array.init)
    let texts = lines.count == 2 ? lines : [bytes]
    for text in texts {
      guard let document = SecretJSON.read(text, name: "a.json", report: &report) else { continue }
      if isAnswer {
        ProvisioningCheck.checkResponse(document.root, options, scheme: .ecc, report: &report)
      } else {
        ProvisioningCheck.request(document.root, options, nonces: nonces, report: &report)
      }
    }
    return report.sorted
  }
}
