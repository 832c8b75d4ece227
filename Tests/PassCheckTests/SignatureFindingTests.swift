// SPDX-License-Identifier: Apache-2.0

import PassCheck
import PassCrypto
import PassDiagnostics
import PassReport
import PassRules
import PassTesting
import Testing

@testable import passc

/// Runs the examples of every finding about manifest and signature, with real signatures.
struct SignatureFindingTests {
  static let bad = FindingProof.bad(of: AllRules.signedManifestFindings)
  static let good = FindingProof.good(of: AllRules.signedManifestFindings)

  @Test(arguments: bad)
  func badExampleGivesExactlyItsFinding(_ proof: FindingProof) throws {
    let diagnostics = try SampleBundle(proof.example).checked().diagnostics
    let text = TextWriter(showsNotes: true).text(of: diagnostics)
    #expect(diagnostics.map(\.code) == [proof.finding.code], "\(text)")
    guard let diagnostic = diagnostics.first, diagnostic.code == proof.finding.code else { return }
    #expect((diagnostic.pointer ?? "") == proof.example.pointer ?? "")
    #expect(diagnostic.location?.bundle == "sample.pkpass")
    if let file = proof.example.file { #expect(diagnostic.location?.file == file) }
    #expect(diagnostic.severity == proof.finding.severity)
    #expect(!diagnostic.message.isEmpty && diagnostic.message.last != ".", "\(text)")
  }

  @Test(arguments: good)
  func goodExampleIsSilent(_ proof: FindingProof) throws {
    let diagnostics = try SampleBundle(proof.example).checked().diagnostics
    #expect(diagnostics.isEmpty, "\(TextWriter(showsNotes: true).text(of: diagnostics))")
  }

  /// The fix depends on it: add a certificate, or get another one.
  @Test func anIssuerThatIsMissingInTheSignatureIsCalledMissing() throws {
    func messages(_ signer: Example.Signer) throws -> [String] {
      let sample = try SampleBundle(.signed(.signed(by: signer)))
      var options = try sample.options()
      options.trust = Trust()
      return try SampleBundle.check(sample.archive(), options).diagnostics
        .filter { $0.code == "signature.chain.notApple" }.map(\.message)
    }
    let missing = try #require(try messages(.noIntermediate).first)
    #expect(missing.contains("is not in the signature"), "\(missing)")
    let foreign = try #require(try messages(.ordinary).first)
    #expect(foreign.contains("the chain ends at"), "\(foreign)")
  }

  @Test func theSampleBundleIsCleanAndProven() throws {
    let subject = try SampleBundle().checked()
    #expect(subject.diagnostics.isEmpty, "\(TextWriter().text(of: subject.diagnostics))")
    let verdict = try #require(subject.verdict)
    #expect(verdict.result == .nothingFound && verdict.first == nil)
    #expect(
      verdict.proven == [
        "7 files as in manifest.json",
        "signed on 2025-12-31 by pass.com.example.passc of team EXAMPLE123",
        "issued by Example WWDR, not Apple, trusted here because you named it, but by no iPhone",
      ])
  }

  @Test func withoutTrustTheChainOfTheTestsIsNotApples() throws {
    let bundle = SampleBundle()
    var options = try bundle.options()
    options.trust = .init()
    let subject = try SampleBundle.check(bundle.archive(), options)
    #expect(subject.diagnostics.map(\.code) == ["signature.chain.notApple"])
    #expect(subject.verdict?.result == .refused)
    #expect(subject.verdict?.sentence == "Wallet rejects this pass: signature.chain.notApple")
  }

  @Test func everyFindingHasBothKindsOfExamplesAndSaysWhy() {
    for finding in AllRules.signedManifestFindings {
      #expect(!finding.bad.isEmpty && !finding.good.isEmpty, "\(finding.code)")
    }
    for finding in AllFindings.catalogue.findings {
      #expect(finding.why.last == ".", "\(finding.code): why is sentences")
      #expect(!finding.help.isEmpty && finding.help.last != ".", "\(finding.code): help")
    }
  }

  @Test func codesAreUniqueInTheWholeCatalogue() {
    var seen: Set<String> = []
    for code in AllFindings.catalogue.findings.map(\.code) {
      #expect(seen.insert(code).inserted, "\(code) is used twice")
      #expect(code.split(separator: ".").count >= 2)
    }
  }
}
