// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassModel

/// Rule about the digest algorithm of the signature.
struct SignatureDigestRule: SignedManifestRule {
  static let sha1 = Finding(
    "signature.digest.sha1", .note, effect: .style,
    why: """
      64 of 110 authentic passes, some of 2026, are signed over SHA-1, and Wallet accepts them. \
      Somebody can make two different manifests with one SHA-1, so new signatures use SHA-256.
      """,
    help: "sign with -md sha256, as passc does",
    source: .observed("64 of 110 authentic passes"),
    wrong: "openssl cms -sign -md sha1 -binary -outform DER ...",
    right: "openssl cms -sign -md sha256 -binary -outform DER ...",
    bad: [.signed(.signature(.sha1), file: "signature")],
    good: [.signed(.signature(.sha512))])

  var findings: [Finding] { [Self.sha1] }

  func check(_ signedManifest: SignedManifest, _ context: CheckContext, _ report: inout Report) {
    guard let signer = signedManifest.reading?.message.signers.first, signer.digest == .sha1 else {
      return
    }
    report(
      Self.sha1, "the signature is over SHA-1, SHA-256 is usual now",
      at: signedManifest.signaturePlace)
  }
}
