// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassReport
import Testing

@testable import passc

struct ExplanationTests {
  @Test func explainsWhyHelpBasisEffectAndExamples() throws {
    let finding = try #require(AllFindings.catalogue.finding("nfc.message.tooLong"))
    let text = Explanation.text(of: finding)
    for part in [finding.code, "error", "help", "documented", "wrong", "right"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(!text.contains("\n\n\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 180 }, "\(text)")
  }

  @Test(arguments: [
    (
      "Passbook[441] Invalid data error reading pass pass.com.x/1. The passTypeIdentifier or "
        + "teamIdentifier provided may not match your certificate, or the certificate trust "
        + "chain could not be verified.",
      ["identity.passTypeIdentifier.mismatch", "signature.chain.notApple"]
    ),
    ("Manifest signature did not verify successfully", ["signature.manifest.changed"]),
    ("Pass does not contain an icon", ["package.icon.missing"]),
    ("unable to parse colour rgb(255-255-255)", ["colour.value.malformed"]),
  ])
  func tracesLinesOfTheConsole(_ line: String, _ codes: [String]) {
    let found = WalletLog.findings(in: line, of: AllFindings.catalogue).map(\.code)
    for code in codes where AllFindings.catalogue.finding(code) != nil {
      #expect(found.contains(code), "\(found)")
    }
    #expect(!found.isEmpty)
  }

  @Test(arguments: [
    ("Passbook: no pass.json or icon found", "archive.folder.enclosing"),
    ("bundle not offered", "group.passes.tooMany"),
    ("the pass is revoked", "revoked"),
    ("The operation couldn’t be completed. (PKPassKitErrorDomain error 2.)", "formatVersion"),
    ("Error Domain=PKPassKitErrorDomain Code=2", "formatVersion"),
    ("PKPassKitErrorDomain error 1", "invalid data"),
  ])
  func saysWhatLinesMeanThatNoFindingHas(_ line: String, _ words: String) throws {
    let meanings = WalletLog.meanings(of: line)
    #expect(meanings.count == 1)
    #expect(meanings.first?.contains(words) == true, "\(meanings)")
  }

  /// What `/logs` of a service knows.
  @Test(arguments: [
    (
      "[2026-01-01 10:00:00 +0100] Register task (for device 1, pass type a, serial number b) "
        + "encountered error: Authentication failure", "401", [] as [String]
    ),
    ("Requested pass of type a, received pass of type b", "another serial number or pass type", []),
    (
      "Unregister task (for device 1, pass type a, serial number b) encountered error: Unexpected "
        + "response code 404", "a status", ["rehearse.unregister.status"]
    ),
    (
      "Get pass task (pass type a, serial number b) encountered error: Unexpected response code 404",
      "a status", ["rehearse.get.refused"]
    ),
  ])
  func saysWhatPhonesTellTheirService(_ line: String, _ words: String, _ codes: [String]) {
    let meanings = WalletLog.meanings(of: line)
    #expect(meanings.count == 1 && meanings.first?.contains(words) == true, "\(meanings)")
    #expect(WalletLog.findings(in: line, of: AllFindings.catalogue).map(\.code) == codes)
  }

  /// A code that a meaning names must be one.
  @Test func meaningsNameCodesThatExist() {
    let lines = ["no pass.json or icon found", "bundle not offered"]
    var codes = 0
    for word in lines.flatMap(WalletLog.meanings).flatMap({ $0.split(separator: " ") }) {
      let code = word.trimmingPrefix("(").prefix { $0 != ")" && $0 != "," }
      guard code.count(where: { $0 == "." }) == 2 else { continue }
      #expect(AllFindings.catalogue.finding(String(code)) != nil, "\(code)")
      codes += 1
    }
    #expect(codes > 1)
  }
}
