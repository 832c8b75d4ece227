// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassCompanionFindings
import PassDiagnostics
import PassJSON
import PassModel
import PassReport
import PassTesting
import Testing

/// Runs the examples of every finding about payment documents.
struct EveryPaymentFindingTests {
  static let bad = FindingProof.bad(of: PaymentFindings.all)
  static let good = FindingProof.good(of: PaymentFindings.all)

  @Test(arguments: bad) func badExampleGivesExactlyItsFinding(_ proof: FindingProof) throws {
    let diagnostics = try SamplePayment.diagnostics(proof.example)
    let text = TextWriter(showsNotes: true).text(of: diagnostics)
    try #require(diagnostics.map(\.code) == [proof.finding.code], "\(text)")
    #expect(diagnostics[0].pointer == proof.example.pointer, "\(text)")
    #expect(diagnostics[0].severity == proof.finding.severity, "\(text)")
    #expect(diagnostics[0].location?.line != nil, "\(text)")
    #expect(!diagnostics[0].message.isEmpty && diagnostics[0].message.last != ".", "\(text)")
  }

  @Test(arguments: good) func goodExampleIsSilent(_ proof: FindingProof) throws {
    let diagnostics = try SamplePayment.diagnostics(proof.example)
    #expect(diagnostics.isEmpty, "\(TextWriter(showsNotes: true).text(of: diagnostics))")
  }

  @Test func everyFindingHasBothKindsOfExamplesAndSaysWhyAndWhatToDo() {
    for finding in PaymentFindings.all {
      #expect(!finding.bad.isEmpty && !finding.good.isEmpty, "\(finding.code)")
      #expect(finding.why.last == ".", "\(finding.code)")
      #expect(!finding.help.isEmpty && finding.help.last != ".", "\(finding.code)")
      #expect(finding.isOutsidePasses, "\(finding.code)")
      let effects: Set<Effect> =
        finding.severity == .error
        ? [.refused, .wrong] : [.maybeRefused, .ignored, .style, .wrong]
      #expect(effects.contains(finding.effect), "\(finding.code)")
    }
    #expect(Set(PaymentFindings.all.map(\.code)).count == PaymentFindings.all.count)
  }

  /// Each example changes one place of a sample. The same change in every other sample with that
  /// place must give the same finding.
  @Test func theFaultIsFoundInEveryDocumentThatCanHaveIt() throws {
    var tried = 0
    for proof in Self.bad {
      guard case .patch(let patch)? = proof.example.changes.first,
        proof.example.document.hasPrefix("once"), !patch.contains("lineItems"),
        !patch.contains("total"), !patch.contains("currencyCode"),
        !patch.contains("supportedNetworks\":[\"visa\",\"chinaUnion")
      else { continue }
      for name in PaymentExample.allCases where name != .once {
        // A coupon needs a newer version than some examples request.
        guard proof.example.settings.isEmpty, !patch.contains("couponCode") else { continue }
        var example = proof.example
        example.document = "\(name.rawValue).json"
        let codes = try SamplePayment.diagnostics(example).map(\.code)
        #expect(codes == [proof.finding.code], "\(proof.description) in \(name.rawValue)")
        tried += 1
      }
    }
    #expect(tried > 80)
  }

  @Test(arguments: PaymentExample.allCases) func anExampleIsClean(_ example: PaymentExample) throws
  {
    let diagnostics = try SamplePayment.diagnostics(
      .json("{}", of: "\(example.rawValue).json"))
    #expect(diagnostics.isEmpty, "\(TextWriter(showsNotes: true).text(of: diagnostics))")
  }
}

/// A sample with the change of an example.
enum SamplePayment {
  /// 2026-06-01T12:00:00Z.
  static let now: Int64 = 1_780_315_200

  static func text(_ example: Example) throws -> [UInt8] {
    let sample = try #require(PaymentSample.text(example.document), "\(example.document)")
    if case .file(_, .bytes(let bytes))? = example.changes.first { return bytes }
    guard case .patch(let patch)? = example.changes.first, patch != "{}" else {
      return Array(sample.utf8)
    }
    var report = Report()
    let base = try #require(JSONReader.read(Array(sample.utf8), name: "s", report: &report))
    let change = try #require(
      JSONReader.read(Array(patch.utf8), name: "p", report: &report), "\(patch)")
    #expect(report.diagnostics.isEmpty, "\(patch): \(report.diagnostics)")
    return JSONWriter.bytes(of: JSONMergePatch.merged(base.root, change.root).root)
  }

  static func diagnostics(_ example: Example) throws -> [Diagnostic] {
    try diagnostics(of: try text(example), as: example)
  }

  /// Checks a document with the name and settings of an example.
  static func diagnostics(
    of bytes: [UInt8], as example: Example, version: Int? = nil
  ) throws -> [Diagnostic] {
    var options = PaymentOptions(now: now)
    var against: JSONDocument?
    let kind = PaymentKind(rawValue: String(example.document.dropLast(5)))
    if kind?.isUpdate == true { options.kind = kind }
    for case .option(let option) in example.settings {
      let words = option.split(separator: " ").map(String.init)
      switch words[0] {
      case "--apple-pay-version": options.version = Int(words[1])
      case "--merchant": options.merchant = words[1]
      case "--as-of": options.now = try #require(W3CDate(words[1] + "T12:00:00Z")).seconds
      case "--request":
        var report = Report()
        let text = try #require(PaymentSample.text(words[1]))
        against = JSONReader.read(Array(text.utf8), name: words[1], report: &report)
      default: Issue.record("unknown option \(option)")
      }
    }
    if let version { options.version = version }
    var report = Report()
    _ = PaymentCheck.document(
      bytes, name: example.document, options, against: against?.root, report: &report)
    return report.sorted
  }
}
