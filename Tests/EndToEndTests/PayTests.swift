// SPDX-License-Identifier: Apache-2.0

import PassTesting
import Testing

/// Tests of `passc pay` as users run it.
struct PayTests {
  @Test func anExampleIsCleanAndSaysWhatItNeeds() throws {
    let test = try BuildCase()
    for name in ["once", "recurring", "reload", "deferred", "multi-merchant", "coupon"] {
      let made = try test.passc(["pay", "example", name, "-o", "\(name).json"])
      #expect(made.status == 0, "\(made.story)")
      let checked = try test.passc(["pay", "check", "\(name).json"])
      let lines = checked.text.split(separator: "\n")
      #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.story)")
      #expect(lines.first == "1 document checked: no errors, no warnings", "\(checked.story)")
      #expect(lines.last?.hasPrefix("needs Apple Pay version ") == true, "\(checked.story)")
    }
  }

  @Test func aFaultIsSaidAtItsPlaceAndWritesNothing() throws {
    let test = try BuildCase()
    try test.folder.add([
      "a.json": "{\n  \"countryCode\": \"DE\",\n  \"total\": { \"label\": \"Gym\" }\n}\n"
    ])
    let checked = try test.passc(["pay", "check", "a.json"])
    #expect(checked.status == 1)
    #expect(checked.text.contains("a.json:3:12: error: "), "\(checked.story)")
    for arguments in [
      ["swift", "a.json", "--merchant", "merchant.a", "-o", "out"], ["js", "a.json", "-o", "a.js"],
    ] {
      let outcome = try test.passc(["pay"] + arguments)
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome.story)")
      #expect(outcome.errors.contains("[pay.key.missing]"), "\(outcome.story)")
    }
    #expect(!test.exists("out"))
    #expect(!test.exists("a.js"))
  }

  @Test func readsALineEachFromStandardInput() throws {
    let test = try BuildCase()
    let line = "{\"version\":3,\"merchantIdentifier\":\"m\",\"countryCode\":\"DE\","
    let good =
      line + "\"supportedNetworks\":[\"visa\"],\"merchantCapabilities\":[\"supports3DS\"]}\n"
    let bad = good.replacing("DE", with: "XX")
    let outcome = try test.passc(
      ["pay", "check", "-", "--format", "json"], input: Array((good + "\n" + bad + good).utf8))
    let lines = outcome.text.split(separator: "\n")
    #expect(outcome.status == 1 && lines.count == 2, "\(outcome.story)")
    #expect(lines.first?.contains("\"file\":\"standard input\",\"line\":3,\"column\":53") == true)
    let summary = "\"errors\":1,\"warnings\":0,\"documents\":3"
    #expect(lines.last?.contains(summary) == true, "\(outcome.story)")
  }

  @Test func baselinesPoliciesAndReportsWorkAsForPasses() throws {
    let test = try BuildCase()
    let text = try test.passc(["pay", "example", "once"]).text
    try test.folder.add([
      "a.json": text.replacing("15.50", with: "15.5").replacing("\"DE\"", with: "\"de\"")
    ])
    let first = try test.passc(["pay", "check", "a.json", "--write-baseline", "known.json"])
    #expect(first.status == 1)
    let known = try test.passc(["pay", "check", "a.json", "--baseline", "known.json"])
    #expect(known.status == 0, "\(known.story)")
    let denied = try test.passc([
      "pay", "check", "a.json", "--baseline", "known.json", "--allow", "pay.amount",
      "--report", "sarif=a.sarif", "--strict",
    ])
    #expect(denied.status == 0 && !denied.text.contains("pay.amount.form"), "\(denied.story)")
    #expect(try test.bytes("a.sarif").count > 500)
    let wrong = try test.passc(["pay", "check", "a.json", "--deny", "pay.amont"])
    #expect(
      wrong.status == 2 && wrong.errors.contains("did you mean --deny pay.amount"),
      "\(wrong.story)")
    let explained = try test.passc(["explain", "pay.amount.form"])
    #expect(explained.text.contains("some systems may reject it"), "\(explained.story)")
  }

  @Test func sourcesAreNewFiles() throws {
    let test = try BuildCase()
    try test.folder.add(["day pass.json": try test.passc(["pay", "example", "once"]).text])
    let arguments = [
      "pay", "swift", "day pass.json", "--merchant", "merchant.a", "--ui", "-o", "out",
    ]
    let made = try test.passc(arguments)
    #expect(made.status == 0 && made.text.split(separator: "\n").count == 3, "\(made.story)")
    let source = String(decoding: try test.bytes("out/PaymentRequests.swift"), as: UTF8.self)
    #expect(source.contains("func dayPassRequest("), "\(source)")
    #expect(try test.passc(arguments).status == 3)
    #expect(try test.passc(["pay", "check", "absent.json"]).status == 3)
    #expect(try test.passc(["pay", "example", "twice"]).status == 2)
  }
}
