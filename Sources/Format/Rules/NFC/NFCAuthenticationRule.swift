// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `nfc.requiresAuthentication`, which requires Face ID, Touch ID or the passcode.
struct NFCAuthenticationRule: Rule {
  private static func nfc(_ requires: Bool, _ more: String = "", at pointer: String? = nil)
    -> Example
  {
    .json(
      """
      {\(more)"nfc": {"message": "A-17", "encryptionPublicKey": "\(ReaderKeyExample.example)", \
      "requiresAuthentication": \(requires)}}
      """, at: pointer, .nfcCertificate)
  }

  static let sharing = Finding(
    "nfc.authentication.sharing", .warning, effect: .ignored,
    why: """
      Systems before iOS 13.1 do not know requiresAuthentication. If somebody shares the pass with \
      such a phone, readers get the message without authentication. Apple advises to prohibit \
      sharing as well.
      """,
    help: "add \"sharingProhibited\": true at the top level",
    source: .documented("Wallet Passes: Pass.NFC, requiresAuthentication"),
    wrong: """
      "nfc": { "requiresAuthentication": true, ... }
      """,
    right: """
      "nfc": { "requiresAuthentication": true, ... },
      "sharingProhibited": true
      """,
    bad: [
      nfc(true, at: "/nfc/requiresAuthentication"),
      nfc(true, #""sharingProhibited": false, "#, at: "/nfc/requiresAuthentication"),
    ],
    good: [nfc(true, #""sharingProhibited": true, "#), nfc(false)])

  var findings: [Finding] { [Self.sharing] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    guard let requires = document["nfc"]?["requiresAuthentication"], requires.bool == true,
      document["sharingProhibited"]?.bool != true
    else { return }
    report(
      Self.sharing, "requiresAuthentication is true and sharingProhibited is not", at: requires)
  }
}
