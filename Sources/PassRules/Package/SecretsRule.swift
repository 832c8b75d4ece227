// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassModel

/// Keys and certificates among the files: everything in a package reaches every holder.
struct SecretsRule: Rule {
  static let privateKey = Finding(
    "package.privateKey.present", .error, effect: .wrong,
    why: """
      A pass is a zip anybody can open. Whoever has the signing key can make passes in your name, \
      and whoever has the reader's key can read what other passes say. Told by content, not by \
      name; an encrypted key is protected by its password alone.
      """,
    help: "take the file out of the package, and replace the key if the pass was ever sent out",
    source: .convention("keys stay with their owner"),
    bad: [
      .with("key.pem", .privateKey), .with("en.lproj/notes.txt", .privateKey),
      // The frame of an unencrypted PKCS #8 key in DER.
      .with(
        "signing.bin",
        .bytes(
          [0x30, 0x15, 0x02, 0x01, 0x00, 0x30, 0x0B, 0x06, 0x09]
            + [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
            + [0x04, 0x03, 0x30, 0x01, 0x00])),
    ],
    good: [
      .json(
        #"{"userInfo": {"note": "a private key is never packed", "serial": "BEGIN PRIVATE KEY"}}"#)
    ], mayBeAllowed: false)

  static let certificate = Finding(
    "package.certificate.present", .note, effect: .style,
    why: """
      A certificate is no secret, and Wallet reads those inside the signature only. Some published \
      passes carry one by accident and open all the same. In a template it is an error.
      """,
    help: "take the file out of the package; nothing reads it there",
    source: .observed("authentic passes with a .cer among their files"),
    bad: [.with("pass.cer", .certificate)],
    good: [.json(#"{"userInfo": {"certificate": "pass.cer"}}"#)])

  var findings: [Finding] { [Self.privateKey, Self.certificate] }
  let judgesFilesAlone = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    for file in pass.files {
      guard let bytes = Self.content(of: file) else { continue }
      if CredentialFile.containsPrivateKey(bytes) {
        report(Self.privateKey, "\(file.path) contains a private key", at: file)
      } else if CredentialFile.containsCertificate(bytes) {
        report(
          Self.certificate, "\(file.path) contains a certificate", at: file,
          severity: pass.origin == .template ? .error : nil)
      }
    }
  }

  /// The bytes worth a closer look: DER begins with a SEQUENCE, PEM has its dashes, and DER in
  /// Base64 begins with M, as people keep it in environment variables.
  private static func content(of file: PackagedFile) -> [UInt8]? {
    let bytes = file.bytes
    if bytes.first == 0x30 || file.holdsPEM { return bytes }
    guard bytes.first == UInt8(ascii: "M"), bytes.count < 1 << 16 else { return nil }
    return Base64.decodeIgnoringWhitespace(bytes)
  }
}
