// SPDX-License-Identifier: Apache-2.0

import PassCheck
import PassDiagnostics
import PassTesting
import Testing

/// Tests of the differences between two versions, and of the messages on a phone.
struct PassDiffTests {
  private static func version(
    _ patch: String = "{}", _ files: [String: String] = [:], name: String = "a.pkpass"
  ) throws -> ComparedPass {
    var sample = SamplePass()
    try sample.apply(patch: patch)
    for (path, text) in files { sample.files[path] = Array(text.utf8) }
    var report = Report()
    let pass = sample.read(&report)
    #expect(!report.hasErrors)
    return ComparedPass(name: name, pass: pass, sources: report.sources)
  }

  private static func fields(_ fields: String) -> String {
    #"{"generic": {"headerFields": null, "primaryFields": [\#(fields)]}}"#
  }

  private static func diff(
    _ old: String, _ new: String, _ oldFiles: [String: String] = [:],
    _ newFiles: [String: String] = [:]
  ) throws -> PassDiff {
    PassDiff(from: try version(old, oldFiles), to: try version(new, newFiles, name: "b.pkpass"))
  }

  @Test func saysThatNothingDiffers() throws {
    let diff = try Self.diff("{}", "{}")
    #expect(diff.isEmpty)
    #expect(DiffText.text(of: diff).contains("no difference"))
  }

  @Test func aChangedValueWithChangeMessageNotifiesInItsWords() throws {
    let field =
      #"{"key": "points", "label": "Points", "value": 240, "changeMessage": "Now %@, 100%%"}"#
    let diff = try Self.diff(
      Self.fields(field), Self.fields(field.replacing("240", with: "260")))
    let change = try #require(diff.changes.first)
    #expect(diff.changes.count == 1)
    #expect(change.name == "Points" && change.old == "240" && change.new == "260")
    #expect(change.visibility == .notifies(text: "Now 260, 100%", languages: [:]))
    #expect(change.pointer == "/generic/primaryFields/0/value")
    #expect(DiffText.text(of: diff).contains("“Now 260, 100%”"))
  }

  @Test func tellsEachLanguagesNotification() throws {
    let field = #"{"key": "tier", "value": "silver", "changeMessage": "Now %@"}"#
    let strings = ["de.lproj/pass.strings": #""Now %@" = "Jetzt %@"; "gold" = "Gold";"#]
    let diff = try Self.diff(
      Self.fields(field), Self.fields(field.replacing("silver", with: "gold")), strings, strings)
    #expect(
      diff.changes.map(\.visibility) == [
        .notifies(text: "Now gold", languages: ["de": "Jetzt Gold"])
      ])
  }

  @Test func aValueIsSilentWithoutChangeMessageOrWithoutItsSign() throws {
    for (message, reason) in [
      ("", "no changeMessage"), (#", "changeMessage": "changed""#, "its changeMessage has no %@"),
    ] {
      let field = #"{"key": "a", "value": "1"\#(message)}"#
      let diff = try Self.diff(
        Self.fields(field), Self.fields(field.replacing("\"1\"", with: "\"2\"")))
      #expect(diff.changes.map(\.visibility) == [.silent(reason)])
    }
  }

  @Test func onlyTheValueIsAnnouncedNotLabelOrPlace() throws {
    let old = #"{"key": "a", "label": "A", "value": "1", "changeMessage": "%@"}"#
    let diff = try Self.diff(
      Self.fields(old), Self.fields(old.replacing(#""A""#, with: #""B""#)))
    #expect(diff.changes.map(\.name) == ["B, label"])
    #expect(diff.changes.allSatisfy { $0.visibility == .silent(nil) })
    let moved = try Self.diff(
      Self.fields(old), #"{"generic": {"headerFields": [\#(old)], "primaryFields": []}}"#)
    #expect(moved.changes.map(\.old) == ["primaryFields"])
    #expect(moved.changes.map(\.new) == ["headerFields"])
  }

  @Test func newAndGoneFieldsAndAnotherOrderAreSilent() throws {
    let (a, b) = (#"{"key": "a", "value": "1"}"#, #"{"key": "b", "value": "2"}"#)
    let added = try Self.diff(Self.fields(a), Self.fields("\(a), \(b)"))
    #expect(added.changes.map(\.visibility) == [.silent("new")])
    let gone = try Self.diff(Self.fields("\(a), \(b)"), Self.fields(b))
    #expect(gone.changes.map(\.visibility) == [.silent("gone")])
    let order = try Self.diff(Self.fields("\(a), \(b)"), Self.fields("\(b), \(a)"))
    #expect(order.changes.map(\.name) == ["order"])
    #expect(order.changes.map(\.new) == ["b, a"])
  }

  @Test func anotherSerialTypeOrTokenIsAnotherPass() throws {
    let service = #""webServiceURL": "https://a.example", "authenticationToken""#
    let diff = try Self.diff(
      #"{\#(service): "0123456789abcdef"}"#,
      #"{\#(service): "fedcba9876543210", "serialNumber": "B", "passTypeIdentifier": "pass.b"}"#)
    #expect(
      diff.errors.map(\.code).sorted() == [
        "diff.authenticationToken.changed", "diff.passTypeIdentifier.changed",
        "diff.serialNumber.changed",
      ])
    let text =
      DiffText.text(of: diff) + String(decoding: DiffJSON.text(of: diff), as: UTF8.self)
      + diff.errors.map(\.message).joined()
    #expect(!text.contains("0123456789abcdef") && !text.contains("fedcba9876543210"))
    #expect(text.contains("it is another pass"))
    let serial = try #require(diff.errors.first { $0.code == "diff.serialNumber.changed" })
    #expect(serial.message == #"serialNumber is "B", was "A-17""#)
    #expect(serial.notes.map(\.message) == ["was here before"])
  }

  @Test(arguments: [
    (["serialNumber"], "diff.serialNumber.changed", #"serialNumber is gone, was "A-17""#),
    (
      ["passTypeIdentifier"], "diff.passTypeIdentifier.changed",
      #"passTypeIdentifier is gone, was "pass.com.example.passc""#
    ),
    (
      ["authenticationToken"], "diff.authenticationToken.changed",
      "the authentication token is gone"
    ),
    (
      ["authenticationToken", "webServiceURL"], "diff.authenticationToken.changed",
      "the authentication token is gone"
    ),
  ])
  func whatIsGoneMakesItAnotherPass(keys: [String], code: String, message: String) throws {
    let service = [
      "webServiceURL": #""https://a.example""#, "authenticationToken": #""0123456789abcdef""#,
    ]
    func patch(_ members: [String: String]) -> String {
      "{" + members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
    }
    let whole = patch(service)
    let less = patch(service.merging(keys.map { ($0, "null") }) { $1 })
    let diff = try Self.diff(whole, less)
    #expect(diff.errors.map(\.code) == [code])
    #expect(diff.errors.map(\.message) == [message])
    #expect(diff.errors.first?.notes.map(\.message) == ["was here before"])
    // In the other direction there was no web service, so no phone asks for the new version.
    let back = try Self.diff(less, whole)
    #expect(back.errors.map(\.code) == (keys.count == 2 ? [] : [code]))
    let text = DiffText.text(of: back) + String(decoding: DiffJSON.text(of: back), as: UTF8.self)
    #expect(!text.contains("0123456789abcdef") && !text.contains("no difference"), "\(text)")
  }

  @Test func numbersAsSerialNumbersAreCompared() throws {
    let diff = try Self.diff(#"{"serialNumber": 1}"#, #"{"serialNumber": 2}"#)
    #expect(diff.errors.map(\.message) == [#"serialNumber is "2", was "1""#])
  }

  @Test func whatTheHolderDoesNotSeeIsToldApart() throws {
    let diff = try Self.diff(
      #"{"userInfo": {"a": 1}, "logoText": "A", "expirationDate": "2030-01-01T00:00Z"}"#,
      #"{"userInfo": {"a": 2}, "logoText": "B", "expirationDate": "2031-01-01T00:00Z"}"#)
    let standings = Dictionary(
      diff.changes.map { ($0.name, $0.visibility) }, uniquingKeysWith: { first, _ in first })
    #expect(standings["userInfo.a"] == .unseen)
    #expect(standings["logoText"] == .silent(nil) && standings["expirationDate"] == .silent(nil))
  }

  @Test func numbersAndOrderOfMembersAreComparedByMeaning() throws {
    let diff = try Self.diff(
      #"{"maxDistance": 10, "userInfo": {"a": 1, "b": 2}}"#,
      #"{"maxDistance": 1e1, "userInfo": {"b": 2, "a": 1}}"#)
    #expect(diff.isEmpty)
  }

  @Test func goesDownToTheValueThatDiffers() throws {
    let diff = try Self.diff(
      #"{"barcodes": [{"format": "PKBarcodeFormatQR", "message": "1", "messageEncoding": "utf-8"}]}"#,
      #"{"barcodes": [{"format": "PKBarcodeFormatQR", "message": "2", "messageEncoding": "utf-8"}]}"#
    )
    #expect(diff.changes.map(\.name) == ["barcodes[0].message"])
    #expect(diff.changes.map(\.pointer) == ["/barcodes/0/message"])
  }

  @Test func listsStringsAndFiles() throws {
    let diff = try Self.diff(
      "{}", "{}", ["de.lproj/pass.strings": #""NAME" = "Name";"#, "strip.png": "a"],
      ["de.lproj/pass.strings": #""NAME" = "Inhaber";"#, "extra.txt": "a", "strip.png": "bc"])
    #expect(diff.changes.map(\.area) == ["de.lproj"])
    #expect(diff.changes.map(\.new) == ["Inhaber"])
    #expect(diff.files.map(\.path) == ["extra.txt", "strip.png"])
    #expect(diff.files.map(\.isSeen) == [false, true])
    #expect(diff.files.map(\.old) == [nil, 1])
  }

  @Test func saysWhenNoPhoneAsksForTheNewVersion() throws {
    let diff = try Self.diff("{}", #"{"logoText": "B"}"#)
    #expect(diff.needsHandingOut)
    #expect(DiffText.text(of: diff).contains("do not request"))
    let service =
      #""webServiceURL": "https://a.example", "authenticationToken": "0123456789abcdef""#
    let updated = try Self.diff("{\(service)}", "{\(service), \"logoText\": \"B\"}")
    #expect(!updated.needsHandingOut)
  }
}
