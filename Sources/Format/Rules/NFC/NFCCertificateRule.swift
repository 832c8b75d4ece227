// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about passes with `nfc` whose certificate has no NFC permission.
struct NFCCertificateRule: Rule {
  private static let nfc =
    #"{"nfc": {"message": "A-17", "encryptionPublicKey": "\#(ReaderKeyExample.example)"}}"#

  static let notNFC = Finding(
    "nfc.certificate.notNFC", .error, effect: .refused, step: .nfcCertificate,
    why: """
      A pass with nfc or personalization.json must be signed with a certificate that has extension \
      1.2.840.113635.100.6.1.26. The name of such a certificate begins with "Pass Type ID with \
      NFC". Apple issues it only to teams that it granted NFC. Wallet rejects a pass that is \
      signed with another certificate. This is a warning if the certificate is not Apple's, \
      because no iPhone accepts such a pass anyway.
      """,
    help: """
      ask Apple for an NFC certificate for this pass type identifier and sign with it, or remove \
      nfc and personalization.json
      """,
    source: .documented("Wallet Passes: Pass.NFC; device logs"),
    wrong: """
      "nfc": { "message": "A-17", ... }
      signed with   Pass Type ID: pass.com.example.gym
      """,
    right: """
      "nfc": { "message": "A-17", ... }
      signed with   Pass Type ID with NFC: pass.com.example.gym
      """,
    bad: [
      .json(nfc, at: "/nfc"),
      Example(PersonalizationRule.valid.changes, at: "/nfc"),
    ],
    good: [
      .json(nfc, .nfcCertificate), .json(nfc, .noCertificate), PersonalizationRule.valid,
    ], comparesCertificate: true)

  var findings: [Finding] { [Self.notNFC] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let certificate = context.certificate, !certificate.isEnabledForNFC else { return }
    let needs: (name: String, value: JSONValue)
    if let nfc = pass.document["nfc"] {
      needs = ("nfc", nfc)
    } else if let personalization = pass.personalization {
      needs = ("personalization.json", personalization)
    } else {
      return
    }
    report(
      Self.notNFC,
      "\(needs.name) needs an NFC certificate, \(certificate.name) is an ordinary one",
      at: needs.value, severity: certificate.passTypeIdentifier == nil ? .warning : nil)
  }
}
