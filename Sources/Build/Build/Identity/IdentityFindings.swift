// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The findings about an identity. Their examples are in the tests of this module, because an
/// identity consists of files.
package enum IdentityFindings {
  /// The findings that depend on the signing time.
  static let ofTime = [expired, notYetValid, endsSoon, issuerExpired, issuerNotYetValid]

  private static let policy = "Apple's open source Security framework, pass signing policy"

  private static func finding(
    _ code: String, _ severity: Severity = .error, effect: Effect = .refused, why: String,
    help: String, settings: [RunSetting] = [], wrong: String, right: String,
    source: Basis = .documented(policy)
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help, settings: settings, source: source,
      wrong: wrong, right: right)
  }

  /// No file contains a certificate for passes.
  package static let noCertificate = finding(
    "identity.certificate.missing",
    why: """
      A pass is signed with the signing certificate of its pass type identifier. Without one, \
      passc cannot build a pass.
      """,
    help: "give a certificate and its key; to make a key and a request, run: passc cert request",
    settings: [RunSetting(.identity, "DIR"), RunSetting(.certificate, "FILE")],
    wrong: """
      identity/   pass.key
      """,
    right: """
      identity/   pass.key  pass.cer  AppleWWDRCAG4.cer
      """)
  /// No private key was found that could belong to the certificate.
  package static let noKey = finding(
    "identity.key.missing",
    why: """
      Signing needs the private key that belongs to the certificate. Apple never has it: what you \
      download from Apple is the certificate alone.
      """,
    help: "add the key the certificate was requested with, or the .p12 exported with it",
    wrong: """
      identity/   pass.cer  AppleWWDRCAG4.cer
      """,
    right: """
      identity/   pass.cer  pass.key  AppleWWDRCAG4.cer
      """)
  /// No certificate is for the pass type identifier that the template names.
  package static let otherPassType = finding(
    "identity.certificate.otherPassType",
    why: """
      Wallet rejects a pass whose pass type identifier differs from the one in its signing \
      certificate.
      """,
    help: "use the certificate of this pass type identifier, or correct passTypeIdentifier",
    wrong: """
      pass.json     "passTypeIdentifier": "pass.com.example.gym"
      signed with   pass.com.example.shop, team A1B2C3D4E5
      """,
    right: """
      pass.json     "passTypeIdentifier": "pass.com.example.gym"
      signed with   pass.com.example.gym, team A1B2C3D4E5
      """)
  /// There are private keys, and none belongs to the certificate.
  package static let keyMismatch = finding(
    "identity.key.mismatch",
    why: """
      A signature made with another key does not verify. A renewed certificate belongs to the key \
      of its own request, which is often a new one.
      """,
    help: "use the key the certificate was requested with, or request a new certificate",
    wrong: """
      pass.cer   pass.com.example.gym, renewed in 2026
      pass.key   the key of the request of 2025
      """,
    right: """
      pass.cer   pass.com.example.gym, renewed in 2026
      pass.key   the key of the request of 2026
      """)
  /// A key outside this process returned a signature that does not verify with the certificate.
  package static let wrongSignature = finding(
    "identity.key.wrongSignature",
    why: """
      passc verifies each signature of a smart card, an HSM or a signing program with the \
      certificate before it writes anything. This one did not verify. Either another key signed, \
      or it signed something other than the SHA-256 that passc sent.
      """,
    help: """
      make the signer use the key of the certificate's request, sign the digest without hashing it \
      again, and use the requested algorithm
      """,
    wrong: """
      pass.cer      pass.com.example.gym, renewed in 2026
      --sign-with   ./sign.sh, with the key of 2025
      """,
    right: """
      pass.cer      pass.com.example.gym, renewed in 2026
      --sign-with   ./sign.sh, with the key of 2026
      """,
    source: .convention("passc help keys"))
  /// Several certificates fit equally well, and nothing shows which one is meant.
  package static let ambiguous = finding(
    "identity.certificate.ambiguous", effect: .wrong,
    why: "Two certificates fit equally well, so passc cannot know which of them you mean.",
    help: "remove one from the folder, or name the one you mean",
    settings: [RunSetting(.certificate, "FILE")],
    wrong: """
      a.cer   pass.com.example.gym, until 2027-06-01
      b.cer   pass.com.example.gym, until 2027-06-01
      """,
    right: """
      a.cer   pass.com.example.gym, until 2027-06-01
      """,
    source: .convention("passc help identity"))
  /// The certificate lacks the purpose or the extension that Wallet requires of a signer.
  package static let notForPasses = finding(
    "identity.certificate.notForPasses",
    why: """
      Wallet accepts only certificates issued for a pass type identifier. They have extended key \
      usage 1.2.840.113635.100.4.14 and extension 1.2.840.113635.100.6.1.16.
      """,
    help:
      "request a Pass Type ID certificate from Apple: passc cert request, then passc help identity",
    wrong: """
      signed with   Apple Distribution: Example Inc. (A1B2C3D4E5)
      """,
    right: """
      signed with   Pass Type ID: pass.com.example.gym
      """)
  /// The subject lacks the team, or its UID is not the pass type identifier of the extension.
  package static let subjectMismatch = finding(
    "identity.certificate.subjectMismatch",
    why: """
      Wallet compares the pass with the extension of the certificate. Wallet rejected passes of a \
      published certificate whose subject had another identifier.
      """,
    help: "request a new certificate from Apple",
    wrong: """
      subject     UID=pass.com.example.gym, OU=A1B2C3D4E5
      extension   pass.com.example.shop
      """,
    right: """
      subject     UID=pass.com.example.gym, OU=A1B2C3D4E5
      extension   pass.com.example.gym
      """, source: .observed("a published certificate"))
  /// The certificate expired before the signing time.
  package static let expired = finding(
    "identity.certificate.expired",
    why: """
      Wallet checks the certificates at the signing time, so a new signature needs a valid \
      certificate.
      """,
    help: "renew it: passc cert request, then passc help identity",
    wrong: """
      certificate    pass.com.example.gym, until 2026-10-31
      signing time   2026-11-27
      """,
    right: """
      certificate    pass.com.example.gym, until 2027-11-25
      signing time   2026-11-27
      """)
  /// The signing time is before the certificate's validity begins.
  package static let notYetValid = finding(
    "identity.certificate.notYetValid",
    why: """
      Wallet checks the certificates at the signing time, and the certificate is not valid yet at \
      that time.
      """,
    help: "correct the clock, or the signing time that was given",
    settings: [RunSetting(.signingTime)],
    wrong: """
      certificate    pass.com.example.gym, from 2026-10-26
      signing time   1970-01-01 (SOURCE_DATE_EPOCH=0)
      """,
    right: """
      certificate    pass.com.example.gym, from 2026-10-26
      signing time   2026-11-27
      """)
  /// The certificate or its issuer is valid at the signing time of `SOURCE_DATE_EPOCH`, and expired
  /// before today.
  package static let expiredToday = finding(
    "identity.certificate.expiredToday", .warning, effect: .maybeRefused,
    why: """
      SOURCE_DATE_EPOCH sets the signing time, and the certificate expired between that time and \
      today. Wallet checks the certificates at the signing time, so such a pass may open. But \
      Apple does not allow signing with an expired certificate, and no pass can be updated with \
      it. A signing time in the past is easily left in the environment of a server that issues \
      passes.
      """,
    help: """
      renew it: passc cert request, then passc help identity; if you rebuild an old commit to \
      compare it, allow this warning
      """,
    settings: [RunSetting(.signingTime)],
    wrong: """
      certificate    pass.com.example.gym, until 2026-06-30
      signing time   2026-05-01 (SOURCE_DATE_EPOCH=1777593600)
      today          2026-11-27
      """,
    right: """
      certificate    pass.com.example.gym, until 2027-06-30
      signing time   2026-05-01 (SOURCE_DATE_EPOCH=1777593600)
      today          2026-11-27
      """,
    source: .convention("passc help identity"))
  /// Users other than the owner can read, change or replace a file with a secret.
  package static let exposedFile = finding(
    "identity.file.exposed", .warning, effect: .style,
    why: """
      Anyone who can read a private key, a password, a token key or a link key can make passes and \
      links in your name. Anyone who can replace one decides what passes are signed with. passc \
      checks the permissions of each such file, and whether everyone may write to its folder. If \
      the certificates do not lead to Apple, it is a note: test keys are in Git, which does not \
      keep permissions.
      """,
    help: "remove the permissions of others: chmod 600 FILE",
    wrong: """
      -rw-r--r--  pass.key
      """,
    right: """
      -rw-------  pass.key
      """, source: .convention("keys stay with their owner"))
  /// Certificate or issuer has fewer days left than required, 30 by default.
  package static let endsSoon = finding(
    "identity.certificate.endsSoon", .warning, effect: .style,
    why: """
      When the certificate has expired, you can neither sign passes nor update them. Installed \
      passes stay.
      """,
    help: "renew it in time: passc cert request, then passc help identity",
    wrong: """
      certificate   pass.com.example.gym, 12 days left
      """,
    right: """
      certificate   pass.com.example.gym, 300 days left
      """,
    source: .convention("30 days before the end"))
  /// The certificate that issued the signing certificate was not found.
  package static let noIssuer = finding(
    "identity.issuer.missing",
    why: """
      The pass must contain the certificate that issued the signing certificate, or iPhones cannot \
      verify the signature. passc finds it by key identifier and signature, never by file name.
      """,
    help: "add Apple's WWDR intermediate certificate to the identity",
    wrong: """
      identity/   pass.cer  pass.key
      """,
    right: """
      identity/   pass.cer  pass.key  AppleWWDRCAG4.cer
      """)
  /// The issuer lacks the extension that Wallet requires of a WWDR intermediate.
  package static let issuerWithoutMarker = finding(
    "identity.issuer.noMarker",
    why: "Wallet requires extension 1.2.840.113635.100.6.2.1 in the intermediate certificate.",
    help: "use a certificate that Apple's WWDR intermediate issued",
    wrong: """
      signed with   pass.com.example.gym, team A1B2C3D4E5
      issued by     Example Inc. Internal CA
      """,
    right: """
      signed with   pass.com.example.gym, team A1B2C3D4E5
      issued by     Apple Worldwide Developer Relations (G4)
      """)
  /// The issuer's certificate expired before the signing time.
  package static let issuerExpired = finding(
    "identity.issuer.expired",
    why: "Wallet checks all certificates of the signature at the signing time.",
    help: "request a new certificate from Apple; a valid intermediate issues it",
    wrong: """
      issued by      WWDR (2013), until 2023-02-07
      signing time   2026-11-27
      """,
    right: """
      issued by      WWDR G4, until 2030-12-10
      signing time   2026-11-27
      """)
  /// The signing time is before the validity of the issuer's certificate begins.
  package static let issuerNotYetValid = finding(
    "identity.issuer.notYetValid",
    why: """
      Wallet checks all certificates of the signature at the signing time, and the intermediate \
      certificate is not valid yet at that time.
      """,
    help: "correct the clock, or the signing time that was given",
    settings: [RunSetting(.signingTime)],
    wrong: """
      issued by      WWDR G4, from 2020-12-16
      signing time   2019-01-01 (SOURCE_DATE_EPOCH=1546300800)
      """,
    right: """
      issued by      WWDR G4, from 2020-12-16
      signing time   2026-11-27
      """)
  /// The certificates do not lead to Apple, as in identities for tests.
  package static let notApple = finding(
    "identity.notApple", .note, effect: .refused,
    why: """
      No iPhone accepts a pass whose certificates do not lead to Apple. Such an identity is good \
      for tests.
      """,
    help: "get a certificate from Apple: passc cert request, then passc help identity",
    wrong: """
      signed with   pass.com.example.passc, made by passc cert example
      """,
    right: """
      signed with   pass.com.example.gym, issued by Apple
      """)
  package static let all = [
    noCertificate, noKey, otherPassType, keyMismatch, wrongSignature, ambiguous, notForPasses,
    subjectMismatch,
    expired, notYetValid, expiredToday, endsSoon, exposedFile, noIssuer, issuerWithoutMarker,
    issuerExpired,
    issuerNotYetValid, notApple,
  ]
}
