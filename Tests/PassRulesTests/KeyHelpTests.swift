// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel
import PassTesting
import Testing

@testable import PassRules

/// Tests that help for keys can be pasted, with the value that the user wrote.
struct KeyHelpTests {
  private static func found(_ patch: String, _ code: String) throws -> Diagnostic {
    var sample = SamplePass()
    try sample.apply(patch: patch)
    let found = sample.diagnostics().filter { $0.code == code }
    try #require(found.count == 1, "\(found.map(\.message))")
    return found[0]
  }

  @Test(arguments: [
    (#"{"organizationName": null}"#, #"add "organizationName": "Your company""#),
    (#"{"serialNumber": null}"#, #"add "serialNumber": "A-17""#),
    (#"{"formatVersion": null}"#, #"add "formatVersion": 1"#),
    (#"{"generic": {"primaryFields": [{"value": "1"}]}}"#, #"add "key": "info""#),
    (#"{"locations": [{"latitude": 1}]}"#, #"add "longitude": 11.575"#),
    (#"{"generic": null, "boardingPass": {}}"#, #"add "transitType": "PKTransitTypeAir""#),
  ])
  func aMissingKeyIsShownAsALineToPaste(_ patch: String, _ help: String) throws {
    #expect(try Self.found(patch, "key.required.missing").help == help)
  }

  @Test(arguments: [
    (#"{"formatVersion": "1"}"#, "write 1 without quotes"),
    (#"{"serialNumber": 17}"#, "write \"17\" in quotes"),
    (#"{"voided": "False"}"#, "write false without quotes"),
    (#"{"sharingProhibited": "1"}"#, "write true without quotes"),
    (#"{"sharingProhibited": "maybe"}"#, "write true or false, without quotes"),
    (#"{"locations": {"latitude": 1, "longitude": 2}}"#, "put [ and ] around the value"),
    (#"{"associatedStoreIdentifiers": ["284910350"]}"#, "write 284910350 without quotes"),
    (
      #"{"locations": [{"latitude": "48,137", "longitude": 2}]}"#,
      "write 48.137 with a point and without quotes"
    ),
    (#"{"expirationDate": 1767225600}"#, "write a date, such as \"2026-05-01T18:30:00+02:00\""),
    (
      #"{"generic": {"primaryFields": [{"key": "a", "value": true}]}}"#,
      "write \"true\" in quotes"
    ),
    (#"{"logoText": ["Gym"]}"#, "write text, such as \"text\""),
    (#"{"userInfo": [{"a": 1}]}"#, "remove the [ and ] around it"),
  ])
  func aValueOfTheWrongTypeIsShownAsItShouldBe(_ patch: String, _ help: String) throws {
    #expect(try Self.found(patch, "key.type.mismatch").help == help)
  }

  @Test(arguments: [
    (
      #"{"barcodes": [{"format": "PKBarcodeFormatQR", "mesage": "1", "messageEncoding": "utf-8"}]}"#,
      "barcode.message.missing", "/barcodes/0/mesage", "did you mean message?"
    ),
    (
      #"{"barcodes": [{"fromat": "PKBarcodeFormatQR", "message": "1", "messageEncoding": "utf-8"}]}"#,
      "barcode.format.missing", "/barcodes/0/fromat", "did you mean format?"
    ),
    (
      #"{"barcodes": [{"format": "PKBarcodeFormatQR", "message": "1", "encoding": "utf-8"}]}"#,
      "barcode.messageEncoding.missing", "/barcodes/0/encoding", "did you mean messageEncoding?"
    ),
    (
      #"{"locations": [{"lat": 48.1, "longitude": 11.5}]}"#,
      "key.required.missing", "/locations/0/lat", "did you mean latitude?"
    ),
  ])
  func aMisspeltRequiredKeyIsOneFinding(
    _ patch: String, _ code: String, _ pointer: String, _ help: String
  ) throws {
    var sample = SamplePass()
    try sample.apply(patch: patch)
    let found = sample.diagnostics().filter { $0.severity != .note }
    #expect(found.map(\.code) == [code])
    #expect(found.first?.pointer == pointer)
    #expect(found.first?.help == help)
  }

  @Test(arguments: [
    (#"{"voided": 0}"#, "write false without quotes"),
    (#"{"sharingProhibited": 1}"#, "write true without quotes"),
  ])
  func zeroAndOneAreAWarning(_ patch: String, _ help: String) throws {
    let found = try Self.found(patch, "key.type.zeroOrOne")
    #expect(found.severity == .warning)
    #expect(found.help == help)
  }

  /// Published passes have such fields. In a template the author can add the value.
  @Test func aSecondaryFieldWithoutAValueIsAWarningInFinishedPasses() throws {
    let field = #"[{"key": "a", "label": "A"}]"#
    var sample = SamplePass()
    try sample.apply(patch: "{\"generic\": {\"secondaryFields\": \(field)}}")
    let found = sample.diagnostics().filter { $0.severity != .note }
    #expect(found.map(\.code) == ["key.required.missing"])
    #expect(found.first?.severity == .warning)
    #expect(found.first?.finding.effect == .maybeRefused)
    sample.origin = .template
    #expect(sample.diagnostics().map(\.severity).max() == .error)
    let primary = try Self.found(
      "{\"generic\": {\"primaryFields\": \(field)}}", "key.required.missing")
    #expect(primary.severity == .error)
  }

  @Test func aTokenIsNotRepeatedInTheHelp() throws {
    let patch =
      #"{"webServiceURL": "https://example.com", "authenticationToken": 1234567890123456}"#
    let found = try Self.found(patch, "key.type.mismatch")
    #expect(found.help == "put the value in quotes")
  }

  @Test func anUnknownKeyOrStyleIsNamedFirst() throws {
    #expect(
      try Self.found(#"{"colour": "red"}"#, "key.name.unknown").message
        == "unknown key \"colour\" in pass.json")
    #expect(
      try Self.found(#"{"generic": null, "storecard": {}}"#, "style.key.missing").message
        == "unknown style \"storecard\"")
  }

  private static func set(_ places: [Location]) -> PassSet {
    PassSet(
      .rows,
      places.enumerated().map { index, place in
        PassSet.Member(
          passTypeIdentifier: "", serialNumber: "A-\(index)", contentHash: [], nfcMessage: "gym",
          token: nil, name: "members.csv", serialPlace: nil, nfcPlace: place, tokenPlace: nil)
      })
  }

  @Test func aSharedMessageCountsPassesAndNamesTheOtherPlaceOnce() throws {
    let rows = [2, 3].map { Location(file: "members.csv", line: $0, column: 5) }
    let inData = SharedSecretSetRule().check(Self.set(rows))
    #expect(inData.map(\.message) == ["2 passes have the same NFC message \"gym\""])
    #expect(inData.first?.notes.map(\.message) == ["first used here"])
    let inTemplate = SharedSecretSetRule().check(Self.set([rows[0], rows[0], rows[0]]))
    #expect(inTemplate.map(\.message) == ["3 passes have the same NFC message \"gym\""])
    #expect(inTemplate.first?.notes.isEmpty == true)
    #expect(inTemplate.first?.help.contains("placeholder") == true)
  }
}
