// SPDX-License-Identifier: Apache-2.0

import AppleStubs
import Foundation
import PassApp
import PassCompanionFindings
import PassDiagnostics
import PassTesting
import Testing

/// Tests of generated source: the Swift compiles, and the JavaScript has the same values.
struct PaymentSourceTests {
  private static let now = SamplePayment.now

  /// Strings that could end a literal, begin an interpolation or close a page (injection).
  private static let nasty = [
    #"a "b" 'c'"#, #"\(x) \u{41} \n"#, "one\ntwo\r\n\tthree", "</script><!--", "\u{2028}\u{2029}",
    "😀 é ع \u{202E}turned", #"""""#, "`${x}`", "\u{0}\u{7F}", "*/ // /*",
  ]

  private static func document(
    _ text: String, kind: PaymentKind? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> PaymentDocument {
    var report = Report()
    var options = PaymentOptions(now: now)
    options.kind = kind
    options.isForSwift = true
    let document = PaymentCheck.document(
      Array(text.utf8), name: "a.json", options, report: &report)
    #expect(!report.hasErrors, "\(text): \(report.sorted)", sourceLocation: sourceLocation)
    return try #require(document, sourceLocation: sourceLocation)
  }

  private static func sources(_ texts: [String]) throws -> [PaymentSwift.Source] {
    try texts.enumerated().map { index, text in
      PaymentSwift.Source(document: try document(text), file: "made \(index).json")
    }
  }

  /// Returns a request with every possible member, and with `text` as its strings.
  private static func everything(_ text: String, special: String, seed: UInt64 = 0) -> String {
    var random = SplitMix64(seed: seed)
    let literal = String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    let networks = [
      "visa", "jcb", "mada", "girocard", "dankort", "bancomat", "NAPAS", "postFinanceAG", "himyan",
      "myDebit", "MasterCard",
    ].shuffled(using: &random).prefix(Int.random(in: 1...11, using: &random))
    let unit = ["year", "month", "day", "hour", "minute"].randomElement(using: &random) ?? "day"
    let amount =
      "\(Int.random(in: 1...9_999, using: &random)).\(Int.random(in: 10...99, using: &random))"
    let type = ["shipping", "delivery", "storePickup", "servicePickup"].randomElement(
      using: &random)
    let mode = ["available", "storePickup", "enabled"].randomElement(using: &random) ?? ""
    return """
      {"countryCode":"DE","currencyCode":"EUR","merchantCapabilities":["supports3DS","supportsEMV",
      "supportsCredit","supportsDebit"],
      "supportedNetworks":[\(networks.map { "\"\($0)\"" }.joined(separator: ","))],
      "lineItems":[{"label":\(literal),"amount":"\(amount)"},{"label":"Taxi","type":"pending"},
      {"label":"Plan","amount":"-1.00","paymentTiming":"recurring",
      "recurringPaymentIntervalUnit":"\(unit)","recurringPaymentEndDate":"P2Y3M4DT5H6M7S"},
      {"label":"Later","amount":"1.00","paymentTiming":"deferred","deferredPaymentDate":"P2W"}],
      "total":{"label":\(literal),"amount":"388.00"},
      "requiredBillingContactFields":["postalAddress","name"],
      "requiredShippingContactFields":["postalAddress","name","phone","email","phoneticName"],
      "billingContact":{"givenName":\(literal),"locality":\(literal)},
      "shippingContact":{"givenName":"A","familyName":\(literal),"phoneticGivenName":"Ay",
      "phoneticFamilyName":"Bee","addressLines":[\(literal),"2"],"subLocality":"s","locality":"l",
      "postalCode":"1","subAdministrativeArea":"x","administrativeArea":"y","country":"z",
      "countryCode":"DE","emailAddress":\(literal),"phoneNumber":\(literal)},
      "shippingType":"\(type ?? "shipping")","shippingContactEditingMode":"\(mode)",
      "shippingMethods":[{"label":\(literal),"detail":\(literal),"amount":"2.50","identifier":"a",
      "dateComponentsRange":{"startDateComponents":{"years":2027,"months":1,"days":2,"hours":3},
      "endDateComponents":{"years":2027,"months":1,"days":4,"hours":5}}}],
      "supportedCountries":["DE","AT"],"applicationData":"b3JkZXI=","supportsCouponCode":true,
      "couponCode":\(literal),"merchantCategoryCode":"7997","features":[]\(special)}
      """
  }

  private static func specials(_ text: String) -> [String] {
    let literal = String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    let urls =
      "\"managementURL\":\"https://example.com/a?b=%22\",\"tokenNotificationURL\":\"https://example.com/\""
    return [
      "",
      """
      ,"recurringPaymentRequest":{"paymentDescription":\(literal),"billingAgreement":\(literal),\(urls),
      "regularBilling":{"label":\(literal),"amount":"9.99","paymentTiming":"recurring",
      "recurringPaymentStartDate":"2099-01-01T00:00:00Z"},
      "trialBilling":{"label":"Trial","amount":"0.00","paymentTiming":"recurring"}}
      """,
      """
      ,"automaticReloadPaymentRequest":{"paymentDescription":\(literal),"billingAgreement":\(literal),
      \(urls),"automaticReloadBilling":{"label":\(literal),"amount":"25.00",
      "paymentTiming":"automaticReload","automaticReloadPaymentThresholdAmount":"10.00"}}
      """,
      """
      ,"deferredPaymentRequest":{"paymentDescription":"x\(literal.dropFirst()),\(urls),
      "deferredBilling":{"label":\(literal),"amount":"299.00","paymentTiming":"deferred",
      "deferredPaymentDate":"P14D"},"freeCancellationDate":"P1D",
      "freeCancellationDateTimeZone":"Europe/Berlin"}
      """,
      """
      ,"multiTokenContexts":[{"merchantIdentifier":\(literal),"externalIdentifier":\(literal),
      "merchantName":\(literal),"merchantDomain":"com","amount":"300.00"},
      {"merchantIdentifier":"merchant.b","externalIdentifier":"b","merchantName":"B",
      "amount":"88.00"}]
      """,
    ]
  }

  // MARK: Swift

  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func everyExampleAndTheUserInterfaceTypeCheck() throws {
    let examples = try Self.sources(PaymentExample.allCases.map(\.text))
    let complaints = try AppleSources.complaints(about: [
      "PaymentRequests.swift": PaymentSwift.requests(examples, merchant: #"merchant."\(x)"#),
      "PaymentCoordinator.swift": PaymentSwift.coordinator, "PaymentView.swift": PaymentSwift.view,
    ])
    #expect(complaints.isEmpty, "\(complaints)")
  }

  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func twoHundredDocumentsTypeCheck() throws {
    let texts = (0..<200).map { seed in
      let text = Self.nasty[seed % Self.nasty.count]
      return Self.everything(text, special: Self.specials(text)[seed % 5], seed: UInt64(seed))
    }
    let sources = try Self.sources(texts)
    // Four files, so that the compiler checks them in parallel.
    var files: [String: String] = [:]
    for part in 0..<4 {
      let text = PaymentSwift.requests(
        Array(sources[part * 50..<part * 50 + 50]), merchant: "merchant.a")
      files["Part\(part).swift"] = text.replacing(
        "enum PaymentRequests", with: "enum PaymentRequests\(part)")
    }
    let complaints = try AppleSources.complaints(about: files)
    #expect(complaints.isEmpty, "\(complaints.prefix(4_000))")
  }

  /// The stubs must have every recorded signature and reject a misspelled label.
  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func aMisspeltLabelIsNoticedInEveryCall() throws {
    let list = try String(contentsOfFile: "\(AppleSources.folder)/signatures.txt", encoding: .utf8)
    let signatures = list.split(separator: "\n").map(String.init)
    try #require(signatures.count > 15)
    let imports = "import Contacts\nimport Foundation\nimport PassKit\n@MainActor func f() {\n"
    func source(_ lines: [String]) -> String {
      imports + lines.map { "  _ = \($0)\n" }.joined() + "}\n"
    }
    let right = try AppleSources.complaints(about: ["Right.swift": source(signatures)])
    #expect(right.isEmpty, "\(right)")
    let wrong = signatures.map { signature in
      signature.replacingOccurrences(
        of: #"(\w)(\w*):"#, with: "$1x$2:", options: .regularExpression,
        range: signature.range(of: #"\(\w+:"#, options: .regularExpression))
    }
    let complaints = try AppleSources.complaints(about: ["Wrong.swift": source(wrong)])
    for line in 0..<wrong.count {
      #expect(complaints.contains("Wrong.swift:\(line + 5):"), "\(wrong[line]) is taken")
    }
  }

  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func aLabelIsTheSameTextInSwift() throws {
    let texts = try Self.nasty.map { text in
      let source = PaymentSwift.requests(
        try Self.sources([Self.everything(text, special: "")]), merchant: "merchant.a")
      let line = try #require(
        source.split(separator: "\n").first { $0.contains("request.couponCode = ") })
      return String(line.drop { $0 != "\"" })
    }
    let folder = try TemporaryFolder([
      "main.swift": "for text in [\(texts.joined(separator: ",\n"))] { print(Array(text.utf8)) }\n"
    ])
    let built = try AppleSources.swiftc(["main.swift", "-o", "labels"], in: folder.path)
    try #require(built.status == 0, "\(built.errors)")
    let printed = try Program.run(folder("labels"), [], in: folder.path).text
    #expect(
      printed == Self.nasty.map { "\(Array($0.utf8))\n" }.joined(), "\(texts)")
  }

  @Test func aRequestWithoutADateOfItsDeferredPaymentIsRefusedForSwift() throws {
    let text = PaymentExample.deferred.text.replacing(
      "\"deferredPaymentDate\": \"P14D\"", with: "\"type\": \"final\"")
    var options = PaymentOptions(now: Self.now)
    var report = Report()
    _ = PaymentCheck.document(Array(text.utf8), name: "a", options, report: &report)
    #expect(!report.hasErrors)
    options.isForSwift = true
    _ = PaymentCheck.document(Array(text.utf8), name: "a", options, report: &report)
    #expect(report.hasErrors)
  }

  // MARK: JavaScript

  private static let node = Program.path(of: "node")

  /// node evaluates the expression in the script of a page and prints its value.
  @Test(.enabled(if: node != nil, "there is no node"))
  func nodeReadsTheSameAsStandsInTheDocument() throws {
    let texts =
      PaymentExample.allCases.map(\.text)
      + Self.nasty.flatMap { text in
        Self.specials(text).map { Self.everything(text, special: $0) }
      }
    let folder = try TemporaryFolder()
    var program = "const all = [];\n"
    for text in texts {
      let script = PaymentJavaScript.text(of: try Self.document(text), asOf: Self.now)
      #expect(!script.contains("</") && !script.contains("<!--"))
      program += "all.push(\(script));\n"
    }
    program += """
      const dates = /Date$/;
      console.log(JSON.stringify(all, function (key, value) {
        const raw = this[key];
        return raw instanceof Date ? "date " + raw.getTime() / 1000 : value;
      }));
      """
    try folder.add(["all.js": program])
    let node = try #require(Self.node)
    let outcome = try Program.run(node, ["all.js"], in: folder.path)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let read = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [NSDictionary])
    for (text, result) in zip(texts, read) {
      let expected = try JSONSerialization.jsonObject(with: Data(text.utf8))
      #expect(result == Self.resolved(expected) as? NSDictionary, "\(text)")
    }
    #expect(read.count == texts.count)
  }

  /// Returns the value with durations computed by Foundation, independent of the code under test.
  private static func resolved(_ value: Any, name: String = "") -> Any {
    switch value {
    case let object as [String: Any]:
      return object.reduce(into: [String: Any]()) { $0[$1.key] = resolved($1.value, name: $1.key) }
    case let list as [Any]: return list.map { resolved($0) }
    case let text as String where name.hasSuffix("Date"):
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
      let start = Date(timeIntervalSince1970: Double(now))
      let components: DateComponents =
        switch text {
        case "P14D", "P2W": DateComponents(day: 14)
        case "P1D": DateComponents(day: 1)
        case "P2Y3M4DT5H6M7S":
          DateComponents(year: 2, month: 3, day: 4, hour: 5, minute: 6, second: 7)
        default: DateComponents()
        }
      if text.hasPrefix("P") {
        let date = calendar.date(byAdding: components, to: start) ?? start
        return "date \(Int(date.timeIntervalSince1970))"
      }
      let date = ISO8601DateFormatter().date(from: text) ?? start
      return "date \(Int(date.timeIntervalSince1970))"
    default: return value
    }
  }
}
