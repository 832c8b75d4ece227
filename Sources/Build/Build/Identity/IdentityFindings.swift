// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with an identity: a pass certificate, its chain and its key. Their proofs
/// stand in the tests of this module, since an identity is made of files.
package enum IdentityFindings {
  /// Those that the signing time decides.
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

  /// No file holds a certificate for passes.
  package static let noCertificate = finding(
    "identity.certificate.missing",
    why:
      "A pass is signed with the certificate of its pass type; without one nothing can be built.",
    help: "give a certificate and its key; passc cert request makes a key and a request",
    settings: [RunSetting(.identity, "DIR"), RunSetting(.certificate, "FILE")],
    wrong: "a folder with pass.key alone",
    right: "a folder with pass.key and pass.cer")
  /// No private key was found that could belong to the certificate.
  package static let noKey = finding(
    "identity.key.missing",
    why: "Signing needs the private key that belongs to the certificate. Apple never has it: the "
      + "download from Apple's site is the certificate alone.",
    help: "add the key the certificate was requested with, or the .p12 exported with it",
    wrong: "pass.cer as Apple's site gives it",
    right: "pass.cer and the key of its request, or a .p12 of both")
  /// No certificate is for the pass type the template names.
  package static let otherPassType = finding(
    "identity.certificate.otherPassType",
    why: "Wallet refuses a pass whose type is not the one its certificate was issued for.",
    help: "use the certificate of this pass type, or correct passTypeIdentifier",
    wrong: "pass.com.example.gym, and a certificate for pass.com.example.shop",
    right: "pass.com.example.gym, and a certificate for pass.com.example.gym")
  /// There are private keys, and none belongs to the certificate.
  package static let keyMismatch = finding(
    "identity.key.mismatch",
    why: "A signature made with another key does not verify. A renewed certificate goes with the "
      + "key of its own request, often a new one.",
    help: "find the key the certificate was requested with, or request a new certificate",
    wrong: "the renewed pass.cer beside last year's pass.key",
    right: "the renewed pass.cer beside the key of its own request")
  /// A key outside this process gave a signature that does not verify with the certificate.
  package static let wrongSignature = finding(
    "identity.key.wrongSignature",
    why: "What a token or a program gives back is verified with the certificate before anything "
      + "is written. It did not verify: another key signed, or it signed something else than the "
      + "SHA-256 it was given.",
    help: "see that the signer uses the key the certificate was requested with, signs the digest "
      + "as it stands, and answers with the algorithm that was asked for",
    wrong: "--sign-with a program that uses last year's key",
    right: "--sign-with a program that uses the key of the certificate's own request",
    source: .convention("passc, docs/reference/keys.md"))
  /// Several certificates are equally good, and nothing says which is meant.
  package static let ambiguous = finding(
    "identity.certificate.ambiguous", effect: .wrong,
    why: "Two certificates fit equally well and nothing tells which is meant.",
    help: "take one out of the folder, or name the one that is meant",
    settings: [RunSetting(.certificate, "FILE")],
    wrong: "gym-a.cer and gym-b.cer: one pass type, one day of issue, both with keys",
    right: "gym-a.cer alone, or --certificate gym-a.cer",
    source: .convention("passc, docs/how-to/certificates.md"))
  /// The certificate lacks the purpose or the extension that Wallet asks of a signer.
  package static let notForPasses = finding(
    "identity.certificate.notForPasses",
    why: "Wallet accepts only certificates issued for a pass type: with extended key usage "
      + "1.2.840.113635.100.4.14 and extension 1.2.840.113635.100.6.1.16.",
    help: "request a Pass Type ID certificate at Apple; docs/how-to/certificates.md shows the way",
    wrong: "a certificate of Apple Distribution or of Push Services",
    right: "a certificate named Pass Type ID: pass.com.example.gym")
  /// The subject lacks the team, or its UID is not the pass type of the extension.
  package static let subjectMismatch = finding(
    "identity.certificate.subjectMismatch",
    why: "Wallet compares the pass with the certificate's extension; a certificate whose subject "
      + "says something else was seen in public and is refused.",
    help: "request a new certificate at Apple",
    wrong: "UID pass.com.example.gym, extension pass.com.example.shop",
    right: "pass.com.example.gym in both", source: .observed("a published certificate"))
  /// The certificate ended before the signing time.
  package static let expired = finding(
    "identity.certificate.expired",
    why:
      "Wallet judges the chain at the signing time, so a new signature needs a valid certificate.",
    help: "renew it: passc cert request, then docs/how-to/certificates.md",
    wrong: "signed in November with a certificate that ended in October",
    right: "signed with the renewed certificate")
  /// The signing time lies before the certificate begins.
  package static let notYetValid = finding(
    "identity.certificate.notYetValid",
    why: "Wallet judges the chain at the signing time, which lies before the certificate begins.",
    help: "check the clock, or the signing time that was given",
    settings: [RunSetting(.signingTime)],
    wrong: "SOURCE_DATE_EPOCH=0, which is 1970",
    right: "SOURCE_DATE_EPOCH of a day within the certificate's validity")
  /// The certificate or its issuer is valid at the signing time, which was given, and ended before
  /// today.
  package static let expiredToday = finding(
    "identity.certificate.expiredToday", .warning, effect: .maybeRefused,
    why: """
      SOURCE_DATE_EPOCH gives the signing time, and the certificate ended between that time and \
      today. Wallet checks the chain at the signing time, so such a pass may open. But Apple lets \
      nobody sign with an expired certificate, no pass can be updated with it, and a signing time in \
      the past is easily left in the environment of a machine that issues passes.
      """,
    help:
      "renew it: passc cert request, then docs/how-to/certificates.md; if you rebuild an old commit "
      + "to compare it, allow this warning",
    settings: [RunSetting(.signingTime)],
    wrong: "SOURCE_DATE_EPOCH of May, a certificate that ended in June, and it is November",
    right: "a certificate that is valid at the signing time and today",
    source: .convention("passc, docs/how-to/certificates.md"))
  /// Others than its owner can read, change or replace a file with a secret.
  package static let exposedFile = finding(
    "identity.file.exposed", .warning, effect: .style,
    why: """
      Whoever can read a private key, a password, a token key or a link key can make passes and links \
      in your name, and whoever can replace one decides what passes are signed with. passc looks at \
      the permissions of each such file of a run, and whether everyone may write to its folder. It is \
      a note where the chain does not end at Apple: keys to try things out are in Git, which does not \
      keep permissions.
      """,
    help: "take the permissions from the others: chmod 600 FILE",
    wrong: "pass.key with mode 644",
    right: "pass.key with mode 600", source: .convention("keys stay with their owner"))
  /// Certificate or issuer has fewer days left than asked for, 30 unless somebody asks for more.
  package static let endsSoon = finding(
    "identity.certificate.endsSoon", .warning, effect: .style,
    why: "After its end no pass can be signed or updated; installed passes stay.",
    help: "renew it in time: passc cert request, then docs/how-to/certificates.md",
    wrong: "a certificate with 12 days left",
    right: "a certificate with 31 days left",
    source: .convention("30 days before the end"))
  /// The certificate that issued the signer's was not found.
  package static let noIssuer = finding(
    "identity.issuer.missing",
    why: "The bundle must carry the certificate that issued the signer's, or iPhones cannot build "
      + "the chain. It is picked by authority key id and signature, never by file name.",
    help: "add Apple's intermediate certificate to the identity",
    wrong: "pass.cer and pass.key alone",
    right: "pass.cer, pass.key and the WWDR intermediate that issued it")
  /// The issuer lacks the extension by which Wallet knows a WWDR intermediate.
  package static let issuerWithoutMarker = finding(
    "identity.issuer.noMarker",
    why: "Wallet wants extension 1.2.840.113635.100.6.2.1 in the intermediate.",
    help: "use a certificate that Apple's WWDR intermediate issued",
    wrong: "an intermediate of the company's own",
    right: "Apple's WWDR intermediate")
  /// The issuer's certificate ended before the signing time.
  package static let issuerExpired = finding(
    "identity.issuer.expired",
    why: "Wallet judges the whole chain at the signing time.",
    help: "request a new certificate at Apple; it comes from a valid intermediate",
    wrong: "a certificate issued by the WWDR intermediate that ended in February 2023",
    right: "a certificate issued by WWDR G4")
  /// The signing time lies before the issuer's certificate begins.
  package static let issuerNotYetValid = finding(
    "identity.issuer.notYetValid",
    why: "Wallet judges the whole chain at the signing time, which lies before the issuer begins.",
    help: "check the clock, or the signing time that was given",
    settings: [RunSetting(.signingTime)],
    wrong: "SOURCE_DATE_EPOCH of 2019 with WWDR G4, which begins in 2020",
    right: "SOURCE_DATE_EPOCH of today")
  /// The chain does not end at Apple, as in identities that are made for tries.
  package static let notApple = finding(
    "identity.notApple", .note, effect: .refused,
    why: "No iPhone accepts a pass whose chain does not end at Apple. Good for trying things out.",
    help: "get a certificate of your own: passc cert request, docs/how-to/certificates.md",
    wrong: "an identity of passc cert example",
    right: "an identity whose certificate Apple issued")
  /// Every finding about identities, for the catalogue.
  package static let all = [
    noCertificate, noKey, otherPassType, keyMismatch, wrongSignature, ambiguous, notForPasses,
    subjectMismatch,
    expired, notYetValid, expiredToday, endsSoon, exposedFile, noIssuer, issuerWithoutMarker,
    issuerExpired,
    issuerNotYetValid, notApple,
  ]
}
