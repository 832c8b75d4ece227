// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import Testing

@testable import PassReport
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

  /// Messages and sentences as users posted them, with the first finding that explains each.
  @Test(arguments: [
    (
      "Passbook[441] Invalid data error reading pass pass.com.x/1. The passTypeIdentifier or "
        + "teamIdentifier provided may not match your certificate, or the certificate trust "
        + "chain could not be verified.", "identity.passTypeIdentifier.mismatch"
    ),
    ("Manifest signature did not verify successfully", "signature.manifest.changed"),
    ("Pass Viewer CMS verification error: -25293", "signature.manifest.changed"),
    ("Signature must contain a signing date", "signature.time.missing"),
    ("Manifest didn't parse", "manifest.document.notAnObject"),
    ("Manifest didn’t parse", "manifest.document.notAnObject"),
    ("no entry in manifest for file logo.png", "manifest.file.unlisted"),
    ("Pass does not contain an icon", "package.icon.missing"),
    ("the icon could not be found: no icon", "package.icon.missing"),
    ("Unable to parse color string 'Black'.", "colour.value.invalid"),
    ("unable to parse colour string", "colour.value.invalid"),
    ("Unable to parse relevantDate 2024 as a date.", "date.value.malformed"),
    ("Pass dictionary must contain key 'formatVersion'.", "key.required.missing"),
    ("needs to be a number. Found object of class __NSCFString.", "key.type.mismatch"),
    (
      "BOM could not extract archive: Couldn't read PKZip signature", "archive.file.notZip"
    ),
    ("archive_read - Unrecognized archive format.", "archive.file.notZip"),
    (
      "Error evaluating trust. [leaf AnchorApple ChainLength MissingIntermediate]",
      "signature.chain.wrongIntermediate"
    ),
    (
      "Extra data overflow: Need 28519 bytes but only found 0 bytes.",
      "archive.extraField.malformed"
    ), ("Passbook: no pass.json or icon found", "archive.folder.enclosing"),
    ("archive_read_next_header failed - Truncated ZIP file header", "archive.file.truncated"),
    ("PKZipArchiver: archive_read_data - ZIP bad CRC: 0x1 should be 0x2", "archive.entry.damaged"),
    ("pass signature didn't match", "signature.manifest.changed"),
    ("Invalid passTypeIdentifier or teamIdentifier found", "identity.teamIdentifier.mismatch"),
    ("Unable to parse strings file", "strings.syntax.invalid"),
    ("bundle not offered", "group.entry.unpacked"),
    ("must be signed with an enhanced Passbook certificate", "nfc.certificate.notNFC"),
    (
      "The operation couldn’t be completed. (PKPassKitErrorDomain error 2.)",
      "key.formatVersion.unsupported"
    ),
    ("Error Domain=PKPassKitErrorDomain Code=2", "key.formatVersion.unsupported"),
    ("The data couldn’t be read because it isn’t in the correct format.", "json.syntax.invalid"),
    ("No string key for value in object around character 12.", "json.syntax.invalid"),
    ("(NSCocoaErrorDomain error 3840.)", "json.syntax.invalid"),
    (
      "Invalid data error reading pass pass.com.x/1. Field 'a' has both numberStyle and "
        + "currencyCode", "field.option.mixed"
    ),
    ("Pass dictionary must contain one of boardingPass, storeCard, coupon", "style.key.missing"),
    ("Unable to download pass", "signature.chain.wrongIntermediate"),
    ("An error occurred while adding the pass", "signature.chain.wrongIntermediate"),
    ("Can’t open file", "rehearse.get.mediaType"),
    ("Safari cannot download this file", "signature.chain.wrongIntermediate"),
    ("Safari can’t download this file", "signature.chain.wrongIntermediate"),
    ("my customers have to unlock the phone in Google Wallet", "google.pkpass.private"),
  ])
  func tracesLinesOfTheConsole(_ line: String, _ code: String) {
    let found = WalletLog.findings(in: line, of: AllFindings.catalogue).map(\.code)
    #expect(found.contains(code), "\(found)")
    #expect(!WalletLog.meanings(of: line).isEmpty)
  }

  @Test(arguments: [
    ("the pass is revoked", "revoked"),
    ("PKPassKitErrorDomain error 1", "Error 1"),
    ("PKPassKitErrorDomain Code=1 \"(null)\"", "Error 1"),
    ("Unsupported file type", "Google Wallet"),
    ("Invalid data error (null)/(null).", "identifiers"),
    ("error:0308010C:digital envelope routines::unsupported", "passc cert import"),
  ])
  func explainsLinesWithoutAFinding(_ line: String, _ words: String) throws {
    let meanings = WalletLog.meanings(of: line)
    #expect(meanings.count == 1)
    #expect(meanings.first?.contains(words) == true, "\(meanings)")
    #expect(WalletLog.findings(in: line, of: AllFindings.catalogue).isEmpty)
  }

  /// Only one message of libarchive is about an extra field.
  @Test func aCutArchiveIsNotAnExtraField() {
    let meanings = WalletLog.meanings(of: "archive_read_next_header failed - Truncated ZIP file")
    #expect(meanings.count == 1 && !meanings[0].contains("extra field"), "\(meanings)")
  }

  @Test func aLineThatNamesTheChainIsExplainedOnce() {
    let line =
      "Invalid data error reading pass pass.com.x/1. The passTypeIdentifier or teamIdentifier "
      + "provided may not match your certificate, or the certificate trust chain could not be "
      + "verified."
    #expect(WalletLog.meanings(of: line).count == 2)
  }

  /// "Invalid pass" in this line is not a sentence that people see.
  @Test func aDamagedUpdateIsAFaultOfTheService() {
    let line =
      "Get pass task (pass type a, serial number b) encountered error: Received invalid pass data "
      + "(The pass cannot be read because it isn't valid.)"
    let codes = WalletLog.findings(in: line, of: AllFindings.catalogue).map(\.code)
    #expect(!codes.isEmpty && codes.allSatisfy { $0.hasPrefix("rehearse.get.") }, "\(codes)")
  }

  @Test func knowsNothingOfOtherLines() {
    for line in ["", "Hello", "wallet opened", "pass type pass.com.example.gym"] {
      #expect(WalletLog.meanings(of: line).isEmpty, "\(line)")
      #expect(WalletLog.findings(in: line, of: AllFindings.catalogue).isEmpty, "\(line)")
    }
  }

  @Test func everyReportedCauseNamesCodesThatExist() {
    for cause in ReportedCause.all {
      for code in cause.codes {
        #expect(AllFindings.catalogue.findings.contains { $0.code == code }, "\(code)")
      }
      for fragment in cause.fragments.joined() { #expect(fragment == fragment.lowercased()) }
    }
  }

  @Test(arguments: [
    ("icon", "package.icon.missing"), ("barcode too long", "barcode.message.tooLong"),
    ("signature expired", "signature.certificate.expired"),
    ("nfc keys", "nfc.key.uncompressedPoint"), ("background color", "colour.value.invalid"),
    ("small image size on the screen", "image.size.small"),
  ])
  func findsCodesByWords(_ words: String, _ code: String) {
    #expect(FindingSearch.findings(words, of: AllFindings.catalogue).first?.code == code)
  }

  /// The words of people who see a wrong pass and know no code.
  @Test(arguments: [
    ("one day early", "field.date.movesWithZone"), ("Wrong language", "localisation."),
    ("localhost", "webService.url.unreachable"), ("my pass does not update", "webService."),
    ("no notification", "field.changeMessage"), ("blurry logo", "image.scale.onlyOne"),
    ("it shows HTML tags", "text.value.markup"),
    ("the seat is undefined", "text.value.noValue"),
    ("umlauts are garbled", "data.encoding.invalid"), ("the QR code does not scan", "barcode."),
    ("NFC does not work", "nfc.certificate.notNFC"), ("wrong colour", "colour.value.invalid"),
    ("mime type", "rehearse.get.mediaType"), ("second pass in Wallet", "diff.serialNumber"),
  ])
  func findsCausesByWhatPeopleSee(_ words: String, _ code: String) {
    let found = WalletLog.findings(in: words, of: AllFindings.catalogue)
    #expect(found.first?.code.hasPrefix(code) == true, "\(found.map(\.code))")
    #expect(!WalletLog.meanings(of: words).isEmpty)
  }

  @Test func findsNothingForWordsThatNoExplanationHas() {
    for words in ["", "the", "xyzzy", "icon xyzzy"] {
      #expect(FindingSearch.findings(words, of: AllFindings.catalogue).isEmpty, "\(words)")
    }
  }

  /// The messages that `/logs` of a service explains.
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
}
