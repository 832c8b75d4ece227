// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassDiagnostics
import PassModel

/// Rule about the file `signature`, which must exist and be exactly one CMS message.
struct SignatureFormRule: SignedManifestRule {
  private static let format = Basis.documented("Wallet Passes: Building a Pass; RFC 5652")
  private static let again =
    "sign with passc build, or with openssl cms -sign -binary -outform DER"

  static let missing = Finding(
    "signature.file.missing", .error, effect: .refused, step: .signatureFile,
    why: "Wallet opens only signed passes. 45 of 235 published bundles have no signature.",
    help: "build the pass again, or sign what is there", settings: [RunSetting(.acceptedChanges)],
    source: format,
    wrong: "gym.pkpass   pass.json  icon.png  manifest.json",
    right: "gym.pkpass   pass.json  icon.png  manifest.json  signature",
    bad: [.signed(.removedAfterSigning("signature"), file: "signature")], good: [.signed()],
    fileFault: .missing("signature", oftenWithExtension: true))

  static let notCMS = Finding(
    "signature.form.notCMS", .error, effect: .refused, step: .signatureForm,
    why: """
      The signature is a CMS (PKCS #7) message in DER with the certificates inside. 35 of 235 \
      published bundles hold the bare RSA value instead. PEM and Base64 are text forms of the same \
      message, and Wallet does not read them.
      """,
    help: again, source: format, walletLog: "Manifest signature did not verify successfully",
    wrong: "openssl cms -sign -binary -outform PEM -out signature ...",
    right: "openssl cms -sign -binary -outform DER -out signature ...",
    bad: [
      .signed(.signature(.rawRSA), file: "signature"),
      .signed(.signature(.pem), file: "signature"),
      .signed(.signature(.base64), file: "signature"),
      .signed(.changedAfterSigning("signature", .text("")), file: "signature"),
      .signed(.changedAfterSigning("signature", .text("{}")), file: "signature"),
    ],
    good: [.signed(.signature(.indefiniteLengths))])

  static let readAsText = Finding(
    "signature.form.readAsText", .error, effect: .refused, step: .signatureForm,
    why: """
      The signature is binary. A program read its bytes as text and wrote the text again, often \
      between the signing call and the zip. Bytes that became EF BF BD or question marks are lost, \
      so the pass must be signed again.
      """,
    help: TextDamage.replaced.help, source: format,
    wrong: "signature   30 EF BF BD 0B 07 06 09 2A EF BF BD 48",
    right: "signature   30 82 0B 07 06 09 2A 86 48",
    bad: [
      .signed(.signature(.readAsUTF8), file: "signature"),
      .signed(.signature(.readAsLatin1), file: "signature"),
    ], good: [.signed()])

  static let malformed = Finding(
    "signature.form.malformed", .error, effect: .refused, step: .signatureForm,
    why: "The message begins as CMS, but it cannot be read to its end. It was cut or changed.",
    help: "copy the bundle again in binary mode, or sign it again", source: format,
    wrong: "signature   1,024 of 3,166 bytes",
    right: "signature   3,166 of 3,166 bytes",
    bad: [.signed(.signature(.truncated), file: "signature")], good: [.signed()])

  static let trailingBytes = Finding(
    "signature.form.trailingBytes", .error, effect: .refused, step: .signatureForm,
    why: """
      No byte may follow the message. Some libraries ignore extra bytes, others reject the file. \
      Often it is a line break that an editor or echo added.
      """,
    help: "write only the bytes of the signature", source: format,
    wrong: "signature   3,166 bytes of CMS and a line break",
    right: "signature   3,166 bytes of CMS",
    bad: [.signed(.signature(.trailingByte), file: "signature")], good: [.signed()])

  static let tooLarge = Finding(
    "signature.form.tooLarge", .error, effect: .maybeRefused, step: .signatureForm,
    why: """
      A signature with its certificates has 3 to 10 kB. More than 1 MiB is a mistake or an attack, \
      and passc does not read it.
      """,
    help: "sign the pass again: passc build or passc resign", source: .convention("limit of passc"),
    wrong: "signature   2,097,152 bytes",
    right: "signature   3,166 bytes",
    bad: [
      .signed(
        .changedAfterSigning("signature", .text(String(repeating: "A", count: (1 << 20) + 1))),
        file: "signature")
    ], good: [.signed()])

  static let irregular = Finding(
    "signature.form.irregular", .error, effect: .refused, step: .signatureForm,
    why: """
      OpenSSL ignores some tags that it does not need, so it reads the message and verifies the \
      manifest. Strict readers cannot read it, and the signer remains unknown to them. A signed \
      contentType that differs from the type of the content (RFC 5652, 11.1) is only a warning, \
      because such a message can be read.
      """,
    help: "build the pass again, or sign what is there", settings: [RunSetting(.acceptedChanges)],
    source: .convention("no published bundle has it, and passc cannot read it"),
    wrong: "certificates in the signature   tagged 80, expected A0",
    right: "certificates in the signature   tagged A0",
    bad: [.signed(.signature(.irregularEncoding), file: "signature")],
    good: [.signed(.signature(.indefiniteLengths))])

  var findings: [Finding] {
    [
      Self.missing, Self.notCMS, Self.readAsText, Self.malformed, Self.trailingBytes,
      Self.tooLarge, Self.irregular,
    ]
  }

  func check(_ signedManifest: SignedManifest, _ context: CheckContext, _ report: inout Report) {
    guard !signedManifest.damagedPaths.contains(SignedManifest.signaturePath) else { return }
    let place = signedManifest.signaturePlace
    if case .unreadable = signedManifest.signature, let file = signedManifest.signatureFile,
      let damage = TextDamage(file.bytes)
    {
      return report(
        Self.readAsText, "the signature \(damage.description)", at: place, help: damage.help)
    }
    switch signedManifest.signature {
    case .read: return
    case .missing:
      // A folder may be an intermediate result: `passc build --emit folder` writes one without a
      // signature.
      report(
        Self.missing, "the pass has no signature", at: place,
        severity: signedManifest.form == .folder ? .warning : nil)
    case .unreadable(.notCMS(let looksLike)):
      report(
        Self.notCMS, "the signature is \(looksLike), expected CMS in DER", at: place,
        help: signedManifest.signatureFile.flatMap { CMSMessage.wrapped($0.bytes) }.flatMap(
          Self.help(for:)))
    case .unreadable(.trailingBytes(let count)):
      report(
        Self.trailingBytes,
        "\(counted(count, "byte")) after the end of the signature, expected none", at: place)
    case .unreadable(.tooLarge):
      report(
        Self.tooLarge,
        "the signature has more than \(CMSMessage.limitInBytes) bytes, passc does not read it",
        at: place)
    case .unreadable(.irregular(let reason)):
      report(Self.irregular, "the signature \(reason)", at: place)
    case .unreadable(let fault):
      report(Self.malformed, fault.description, at: place)
    }
  }

  /// Returns the way to unwrap a signature. That of plain Base64 is in the help of the finding.
  private static func help(for wrapped: WrappedBytes) -> String? {
    wrapped.form == .base64 ? nil : wrapped.help
  }
}
