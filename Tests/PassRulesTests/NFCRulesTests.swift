// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassDiagnostics
import PassJSON
import PassModel
import PassReport
import PassTesting
import Testing

@testable import PassRules

struct NFCRulesTests {
  /// Keys computed for the development of NFC readers, each with its error.
  struct KeyCase: Sendable, CustomTestStringConvertible {
    let id: String
    let value: String
    let expected: String
    var testDescription: String { "\(id) \(expected)" }
  }

  /// Empty if the vectors cannot be read. Another test counts them.
  static let vectors: [KeyCase] = {
    guard let bytes = try? Fixture.data("vas-vectors.json") else { return [] }
    var report = Report()
    let document = JSONReader.read(Array(bytes), name: "vas-vectors.json", report: &report)
    guard let keys = document?.root["encryptionPublicKeys"] else { return [] }
    return keys.elements.compactMap { key in
      guard let id = key["id"]?.string, let value = key["value"]?.string,
        let expected = key["expect"]?.string
      else { return nil }
      return KeyCase(id: id, value: value, expected: expected)
    }
  }()

  @Test(arguments: vectors)
  func judgesThePublishedKeys(_ key: KeyCase) throws {
    var value: [UInt8] = []
    JSONWriter.writeString(key.value, to: &value)
    let text = String(decoding: value, as: UTF8.self)
    let diagnostics = try SamplePass(
      .json(
        #"{"nfc": {"message": "A-17", "encryptionPublicKey": \#(text)}}"#, .nfcCertificate)
    ).diagnostics()
    #expect(diagnostics.map(\.code) == (key.expected == "ok" ? [] : ["nfc.key.\(key.expected)"]))
  }

  @Test func thereAre14PublishedKeys() { #expect(Self.vectors.count == 14) }

  @Test func foreignCertificateWithoutNFCIsAWarning() throws {
    var sample = try SamplePass(NFCMessageRule.nfc("A-17"))
    sample.apply(.ordinaryCertificate)
    #expect(sample.diagnostics().map(\.severity) == [.error])
    sample.context.certificate?.passTypeIdentifier = nil
    #expect(sample.diagnostics().map(\.code) == ["nfc.certificate.notNFC"])
    #expect(sample.diagnostics().map(\.severity) == [.warning])
  }

  @Test func namesPersonalizationWhenThereIsNoNFC() throws {
    var sample = try SamplePass(PersonalizationRule.valid)
    try sample.apply(patch: #"{"nfc": null}"#)
    sample.apply(.ordinaryCertificate)
    let diagnostic = try #require(
      sample.diagnostics().first { $0.code == "nfc.certificate.notNFC" })
    #expect(diagnostic.location?.file == "personalization.json")
    #expect(diagnostic.message.hasPrefix("personalization.json needs an NFC certificate"))
  }

  @Test func neverPrintsAKey() throws {
    let examples = NFCKeyRule.privateKey.bad + NFCKeyRule.mismatch.bad
    #expect(examples.count >= 2)
    for example in examples {
      let text = TextWriter().text(of: try SamplePass(example).diagnostics())
      #expect(!text.isEmpty)
      #expect(!text.contains("MHcCAQEE") && !text.contains("MDkwEw"))
    }
  }

  @Test func countsBytesAndCharactersOfTheMessage() throws {
    let message = try #require(
      try SamplePass(NFCMessageRule.tooLong.bad[1]).diagnostics().first?.message)
    #expect(message == "NFC message is 66 bytes (33 characters), the limit is 64")
  }
}

struct IdentityRulesTests {
  /// Seen in the wild: correct UID and name, but a display name in the extension.
  @Test func namesACertificateWithADisplayNameInItsExtension() throws {
    var sample = SamplePass()
    sample.context.certificate?.passTypeIdentifier = "Example Card"
    let diagnostic = try #require(sample.diagnostics().first)
    #expect(diagnostic.code == "identity.passTypeIdentifier.mismatch")
    #expect(
      diagnostic.message
        == "pass type identifier is \"pass.com.example.passc\", the certificate has \"Example Card\""
    )
    #expect(diagnostic.help.contains("\"Example Card\" in its extension"))
    #expect(diagnostic.help.hasPrefix("certificate.pem has"))
  }

  @Test func comparesTheUIDAlso() throws {
    var sample = SamplePass()
    sample.context.certificate?.userID = "pass.com.example.other"
    let diagnostic = try #require(sample.diagnostics().first)
    #expect(diagnostic.code == "identity.passTypeIdentifier.mismatch")
    #expect(diagnostic.message.contains("the UID has \"pass.com.example.other\""))
  }

  @Test func unknownCertificateIsSilent() {
    var sample = SamplePass()
    sample.apply(.noCertificate)
    #expect(sample.diagnostics().isEmpty)
    sample.context.certificate = CertificateFacts(
      passTypeIdentifier: nil, userID: nil, teamIdentifier: nil, isEnabledForNFC: false, name: "x")
    #expect(sample.diagnostics().isEmpty)
  }

  @Test func neverPrintsAToken() throws {
    for example in AuthenticationTokenRule.tooShort.bad + AuthenticationTokenRule.withoutURL.bad {
      let text = TextWriter().text(of: try SamplePass(example).diagnostics())
      #expect(!text.contains("0123456789"))
    }
  }

  /// Other validators report these, passc does not. A colour in hex is a note at most.
  @Test func shortSerialNumberAndMissingLogoAreSilent() throws {
    var sample = SamplePass()
    try sample.apply(patch: #"{"serialNumber": "7"}"#)
    for name in ["logo.png", "logo@2x.png", "logo@3x.png"] { try sample.apply(.remove(name)) }
    #expect(sample.diagnostics().isEmpty)
    try sample.apply(patch: ##"{"backgroundColor": "#204060", "labelColor": "#FFF"}"##)
    #expect(sample.diagnostics().allSatisfy { $0.severity == .note })
  }
}

struct BarcodeRulesTests {
  @Test func characterSetsTheSystemLacksAreNotJudged() {
    #expect(MessageBytes.encode("é", as: "IBM-no-such-set") == .unknown)
  }

  @Test func countsBytesInTheCharacterSet() {
    #expect(MessageBytes.encode("é€", as: "utf-8") == .encoded(lengthInBytes: 5))
    #expect(MessageBytes.encode("é€", as: "UTF-16") == .encoded(lengthInBytes: 6))
    #expect(MessageBytes.encode("é€", as: "latin1") == .lacks("€", position: 1))
    #expect(MessageBytes.encode("é€", as: "windows-1252") == .encoded(lengthInBytes: 2))
    #expect(MessageBytes.encode("日本", as: "Shift_JIS") == .encoded(lengthInBytes: 4))
    #expect(MessageBytes.encode("日😀", as: "Shift_JIS") == .lacks("😀", position: 1))
  }

  /// Every preferred name must be known to this system, or content in it would not be checked.
  @Test func knowsItsOwnCharacterSets() {
    for name in CharacterSetName.preferredNames {
      #expect(CharacterSetName.preferred(name.uppercased()) == name)
    }
    #expect(CharacterSetName.preferred("utf8") == nil)
    #expect(CharacterSetName.meant(by: "utf8") == "UTF-8")
    #expect(CharacterSetName.meant(by: "nonsense") == nil)
  }

  @Test(arguments: [
    ("978020137962", 4), ("400638133393", 1), ("000000000000", 0), ("123456789012", 8),
  ])
  func computesTheCheckDigitOfEAN13(_ digits: String, _ check: Int) {
    let numbers = digits.compactMap(\.wholeNumberValue)
    #expect(BarcodeContentRule.checkDigit(of: numbers) == check)
  }

  @Test func fallbackIsNotNeededWhenOnlyNewPhonesMatter() throws {
    var sample = try SamplePass(BarcodeFormatRule.noFallback.bad[0])
    sample.context.lowestIOS = IOSVersion(27)
    #expect(sample.diagnostics().isEmpty)
    sample.context.lowestIOS = IOSVersion(26, 4)
    #expect(sample.diagnostics().map(\.code) == ["barcode.format.noFallback"])
  }
}
