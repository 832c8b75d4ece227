// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassApp
import PassCompanionFindings
import PassDiagnostics
import PassJSON
import PassTesting
import Testing

/// Tests of real documents, their diagnostics, and changes that must not matter.
struct PaymentCaseTests {
  private static func codes(
    _ document: String, _ patch: String, notes: Bool = true
  ) throws -> [String] {
    try SamplePayment.diagnostics(.json(patch, of: document))
      .filter { notes || $0.severity > .note }.map(\.code)
  }

  @Test(arguments: [
    ("1", [String]()), ("1.0", ["pay.amount.form"]), ("1.00", []), (".5", ["pay.amount.grammar"]),
    ("1.", ["pay.amount.grammar"]), ("1e2", ["pay.amount.grammar"]), ("-0.00", []),
    ("+1", ["pay.amount.grammar"]), ("", ["pay.amount.grammar"]), ("€ 5", ["pay.amount.grammar"]),
    ("1,50", ["pay.amount.grammar"]), ("100000000.00", []), ("100000000.01", ["pay.total.tooBig"]),
    ("007", []), ("0.125", ["pay.amount.form", "pay.amount.precision"]),
    (String(repeating: "9", count: 4_000), ["pay.amount.overflow"]),
  ])
  func judgesAmounts(_ amount: String, _ expected: [String]) throws {
    let patch = "{\"lineItems\":null,\"total\":{\"amount\":\"\(amount)\"}}"
    #expect(try Self.codes("once.json", patch) == expected)
  }

  @Test(arguments: [
    ("multi-merchant.json", "{}", [String]()),
    ("multi-merchant.json", #"{"total":{"amount":"387.99"},"lineItems":null}"#, ["pay.tokens.sum"]),
    (
      "deferred.json", #"{"deferredPaymentRequest":{"freeCancellationDateTimeZone":"Berlin"}}"#,
      ["pay.deferred.zone"]
    ),
    (
      "deferred.json", #"{"deferredPaymentRequest":{"freeCancellationDateTimeZone":null}}"#,
      ["pay.deferred.zone"]
    ),
    ("once.json", #"{"lineItems":[{"label":"Taxi","type":"pending"}]}"#, []),
    ("once.json", #"{"lineItems":[{"label":"Taxi","type":"final"}]}"#, ["pay.amount.grammar"]),
    (
      "once.json", #"{"supportedNetworks":["Visa","mastercard"]}"#,
      ["pay.networks.case", "pay.networks.case"]
    ),
    ("once.json", #"{"supportedNetworks":["visacard"]}"#, ["pay.networks.unknown"]),
    ("once.json", #"{"lineItems":[]}"#, ["pay.lines.empty"]),
    ("once.json", #"{"total":{"label":"Test","amount":"0.01"},"lineItems":null}"#, []),
    // Apple's sample has `year`.
    (
      "once.json",
      #"{"shippingMethods":[{"label":"P","detail":"","amount":"0.00","identifier":"a","dateComponentsRange":{"startDateComponents":{"year":2026},"endDateComponents":{"years":2027}}}]}"#,
      ["pay.shipping.range", "pay.key.unknown"]
    ),
  ])
  func judgesCasesOfTheField(_ document: String, _ patch: String, _ expected: [String]) throws {
    #expect(try Self.codes(document, patch) == expected)
  }

  @Test func nullForAListIsATypeError() throws {
    let text = PaymentExample.once.text.replacing(
      "\"total\"", with: "\"shippingMethods\": null, \"total\"")
    var report = Report()
    _ = PaymentCheck.document(
      Array(text.utf8), name: "a", PaymentOptions(now: SamplePayment.now), report: &report)
    #expect(report.sorted.map(\.code) == ["pay.value.type"])
  }

  @Test func aSecondSpecialPaymentIsSaidOnceWithBothPlaces() throws {
    let found = try SamplePayment.diagnostics(
      .json(
        #"{"deferredPaymentRequest":{"paymentDescription":"x","managementURL":"https://a.b","deferredBilling":{"label":"R","amount":"1.00","paymentTiming":"deferred","deferredPaymentDate":"P1D"}}}"#,
        of: "recurring.json"))
    #expect(found.map(\.code) == ["pay.special.several"])
    #expect(found.first?.notes.count == 1)
  }

  /// WebKit throws for the field, and ignores the names of a contact.
  @Test(arguments: [
    (
      #"{"requiredShippingContactFields":["name","phoneticName"]}"#, "pay.contact.version",
      Severity.error, "/requiredShippingContactFields/1"
    ),
    (
      """
      {"requiredShippingContactFields":["name"],
       "shippingContact":{"givenName":"Ada","phoneticGivenName":"Ay"}}
      """, "pay.feature.version", .warning, "/shippingContact/phoneticGivenName"
    ),
  ])
  func phoneticNamesNeedVersion3(
    _ patch: String, _ code: String, _ severity: Severity, _ pointer: String
  ) throws {
    let example = Example.json(patch, of: "once.json")
    let text = try SamplePayment.text(example)
    for version in [1, 2] {
      let found = try SamplePayment.diagnostics(of: text, as: example, version: version)
      #expect(found.map(\.code) == [code])
      #expect(found.first?.severity == severity && found.first?.pointer == pointer)
      #expect(found.first?.message.contains("the requested version is \(version)") == true)
    }
    #expect(try SamplePayment.diagnostics(of: text, as: example, version: 3).isEmpty)
    #expect(try SamplePayment.diagnostics(of: text, as: example).isEmpty)
  }

  @Test(arguments: [
    ("once.json", "{}", "needs Apple Pay version 1 and iOS 10"),
    ("recurring.json", "{}", "needs Apple Pay version 14 and iOS 16"),
    ("deferred.json", "{}", "needs Apple Pay version 14 and iOS 16.4"),
    ("coupon.json", "{}", "needs Apple Pay version 12 and iOS 15"),
    ("once.json", #"{"supportedNetworks":["maestro"]}"#, "needs Apple Pay version 4 and iOS 12"),
    ("once.json", #"{"supportedNetworks":["myDebit"]}"#, "needs Apple Pay version 15 and iOS 26"),
    (
      "once.json", #"{"lineItems":null,"total":{"amount":"0"}}"#,
      "needs Apple Pay version 4 and iOS 11"
    ),
    (
      "once.json", #"{"requiredShippingContactFields":["phoneticName"]}"#,
      "needs Apple Pay version 3 and iOS 11"
    ),
    (
      "once.json",
      #"{"requiredShippingContactFields":["name"],"shippingContact":{"phoneticGivenName":"Ay"}}"#,
      "needs Apple Pay version 3 and iOS 11"
    ),
  ])
  func saysTheLowestVersion(_ document: String, _ patch: String, _ sentence: String) throws {
    var report = Report()
    let text = try SamplePayment.text(.json(patch, of: document))
    let checked = PaymentCheck.document(
      text, name: document, PaymentOptions(now: SamplePayment.now), report: &report)
    #expect(checked?.needs.sentence == sentence)
  }

  // MARK: Random documents

  /// Writes the same value with its members in another order.
  private static func shuffled(
    _ value: JSONValue, into builder: inout JSONBuilder, _ random: inout SplitMix64
  ) {
    switch value.kind {
    case .object:
      builder.begin(.object, origin: .none)
      for member in value.members.map({ $0 }).shuffled(using: &random) {
        builder.key(member.name)
        shuffled(member.value, into: &builder, &random)
      }
      builder.end()
    case .array:
      builder.begin(.array, origin: .none)
      for element in value.elements { shuffled(element, into: &builder, &random) }
      builder.end()
    default: builder.copy(value)
    }
  }

  @Test func theOrderOfMembersChangesNothing() throws {
    var random = SplitMix64(seed: 15)
    for proof in EveryPaymentFindingTests.bad + EveryPaymentFindingTests.good {
      let text = try SamplePayment.text(proof.example)
      func found(_ text: [UInt8]) throws -> Set<String> {
        var example = proof.example
        example.changes = [.file(example.document, .bytes(text))]
        return Set(
          try SamplePayment.diagnostics(example).map {
            "\($0.code) \($0.pointer ?? "") \($0.severity) \($0.message)"
          })
      }
      let expected = try found(text)
      var report = Report()
      let document = try #require(JSONReader.read(text, name: "a", report: &report))
      for _ in 0..<5 {
        var builder = JSONBuilder()
        Self.shuffled(document.root, into: &builder, &random)
        let other = JSONWriter.bytes(of: builder.document().root)
        #expect(try found(other) == expected, "\(String(decoding: other, as: UTF8.self))")
      }
    }
  }

  @Test(.enabled(if: Program.path(of: "python3") != nil, "there is no python3"))
  func aHundredThousandSumsAreThoseOfPython() throws {
    var random = SplitMix64(seed: 7)
    func amount() -> String {
      let whole = (0..<Int.random(in: 1...14, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }
      let decimals = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }
      let text = whole.joined() + (decimals.isEmpty ? "" : "." + decimals.joined())
      return Bool.random(using: &random) ? "-" + text : text
    }
    var lines = ""
    for _ in 0..<100_000 {
      let (a, b) = (amount(), amount())
      guard case .success(let one) = ExactAmount.read(a),
        case .success(let two) = ExactAmount.read(b),
        let sum = one.adding(two)
      else {
        Issue.record("\(a) + \(b) cannot be added")
        return
      }
      lines += "\(a) \(b) \(sum)\n"
    }
    let judge = """
      import sys
      from decimal import Decimal, getcontext
      getcontext().prec = 60
      wrong = 0
      for line in open('sums'):
          a, b, c = line.split()
          exact = Decimal(a) + Decimal(b)
          if Decimal(c) != exact or -Decimal(c).as_tuple().exponent != -exact.as_tuple().exponent:
              wrong += 1
              print(line)
      print('wrong', wrong)
      """
    let folder = try TemporaryFolder(["sums": lines, "judge.py": judge])
    let python = try #require(Program.path(of: "python3"))
    let outcome = try Program.run(python, ["judge.py"], in: folder.path)
    #expect(outcome.text == "wrong 0\n", "\(outcome.text.prefix(1_000)) \(outcome.errors)")
  }

  /// Number of random documents. The claim in quality.md is for 100,000.
  private static let count =
    ProcessInfo.processInfo.environment["PASSC_RANDOM_DOCUMENTS"].flatMap(Int.init) ?? 3_000

  @Test func randomDocumentsNeitherTrapNorHang() throws {
    var random = SplitMix64(seed: 99)
    let texts = PaymentExample.allCases.map { Array($0.text.utf8) }
    let words = [
      "null", "true", "-1", "1e400", "\"\"", "[]", "{}", "\"P99999D\"", "\"P9999Y\"", "[[[]]]",
      "\"9999-12-31T23:59:59Z\"", "99999999999999999999", "\"total\"", "\u{FEFF}", "\"\\ud800\"",
    ]
    for index in 0..<Self.count {
      var text = texts[index % texts.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0...4, using: &random) {
        case 0: text[place] = random.byte()
        case 1: text.remove(at: place)
        case 2: text.removeSubrange(place..<min(text.count, place + 20))
        default:
          // Replaces a value by another.
          let start = text[place...].firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? place
          let end =
            text[start...].firstIndex { $0 == 0x2C || $0 == 0x7D || $0 == 0x5D } ?? text.count
          text.replaceSubrange(
            start..<end, with: Array((words.randomElement(using: &random) ?? "").utf8))
        }
        if text.isEmpty { text = [0x7B] }
      }
      var options = PaymentOptions(now: SamplePayment.now)
      options.kind = PaymentKind.allCases.randomElement(using: &random)
      options.version = Int.random(in: 1...16, using: &random)
      var report = Report()
      let document = PaymentCheck.document(text, name: "a", options, report: &report)
      if let document, !report.hasErrors {
        _ = PaymentJavaScript.text(of: document, asOf: SamplePayment.now)
        let source = PaymentSwift.Source(document: document, file: "a.json")
        _ = PaymentSwift.requests([source], merchant: "merchant.a")
      }
    }
  }
}
