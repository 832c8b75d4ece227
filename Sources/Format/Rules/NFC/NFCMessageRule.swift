// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `nfc.message`, the data that Wallet sends to the reader.
struct NFCMessageRule: Rule {
  static let limitInBytes = AppleLimit.nfcMessageInBytes
  private static let apple = Basis.documented("Wallet Passes: Pass.NFC, message")

  static func nfc(_ message: String, at pointer: String? = nil) -> Example {
    .json(
      #"{"nfc": {"message": "\#(message)", "encryptionPublicKey": "\#(ReaderKeyExample.example)"}}"#,
      at: pointer, .nfcCertificate)
  }

  static let missing = Finding(
    "nfc.message.missing", .error, effect: .refused, step: .nfc,
    why: "Wallet rejects a pass if its nfc dictionary has no message.",
    help: "add message, the id for the reader, at most \(limitInBytes) bytes", source: apple,
    wrong: """
      "nfc": { "encryptionPublicKey": "MDkwEwYHKoZIzj0C..." }
      """,
    right: """
      "nfc": { "encryptionPublicKey": "MDkwEwYHKoZIzj0C...",
               "message": "A-17" }
      """,
    bad: [
      .json(
        #"{"nfc": {"encryptionPublicKey": "\#(ReaderKeyExample.example)"}}"#, at: "/nfc",
        .nfcCertificate)
    ],
    good: [nfc("A-17")])

  static let empty = Finding(
    "nfc.message.empty", .error, effect: .wrong,
    why: "The reader gets only the time.",
    help: "write the id for the reader", source: apple,
    wrong: """
      "nfc": { "message": "", ... }
      """,
    right: """
      "nfc": { "message": "A-17", ... }
      """,
    bad: [nfc("", at: "/nfc/message")], good: [nfc("0")])

  static let tooLong = Finding(
    "nfc.message.tooLong", .error, effect: .wrong,
    why: """
      The reader protocol carries at most 64 bytes, and Wallet cuts off the rest. The reader then \
      gets a different id from the one you wrote. Bytes count, not characters: 'é' has two.
      """,
    help: "write only an id, and look up the rest on your server", source: apple,
    wrong: """
      "message": "Ада Лавлейс, участница клуба, номер 17"
      """,
    right: """
      "message": "A-17"
      """,
    bad: [
      nfc(String(repeating: "a", count: 65), at: "/nfc/message"),
      nfc(String(repeating: "é", count: 33), at: "/nfc/message"),
    ],
    good: [nfc(String(repeating: "a", count: 64)), nfc(String(repeating: "é", count: 32))])

  var findings: [Finding] { [Self.missing, Self.empty, Self.tooLong] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let nfc = pass.document["nfc"], nfc.isObject else { return }
    guard let message = nfc["message"] else {
      let meant = NearestKey.misspelling(of: "message", in: nfc, .nfc)
      return report(
        Self.missing, "nfc has no message", at: meant?.place ?? nfc.place,
        help: meant.map { _ in "did you mean message?" })
    }
    guard let text = message.string else { return }
    let bytes = text.utf8.count
    if bytes == 0 {
      report(
        Self.empty, "NFC message is empty, expected 1 to \(Self.limitInBytes) bytes", at: message)
    } else if bytes > Self.limitInBytes {
      let characters = text.count == bytes ? "" : " (\(counted(text.count, "character")))"
      report(
        Self.tooLong,
        "NFC message is \(bytes) bytes\(characters), the limit is \(Self.limitInBytes)",
        at: message)
    }
  }
}
