// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `passTypeIdentifier` and its comparison with the certificate.
struct PassTypeIdentifierRule: Rule {
  static let malformed = Finding(
    "identity.passTypeIdentifier.malformed", .error, effect: .refused, step: .identity,
    why: """
      Identifiers registered at Apple are reverse domain names that begin with "pass.". Apple \
      issues no certificate for any other. One of Apple's own articles omits the prefix.
      """,
    help: "write the identifier as Apple's developer site shows it, such as pass.com.example.gym",
    source: .documented("Wallet Passes: Pass, passTypeIdentifier"),
    wrong: """
      "passTypeIdentifier": "com.example.gym"
      """,
    right: """
      "passTypeIdentifier": "pass.com.example.gym"
      """,
    bad: [
      .json(
        #"{"passTypeIdentifier": "com.example.passc"}"#, at: "/passTypeIdentifier", .noCertificate),
      .json(#"{"passTypeIdentifier": "pass."}"#, at: "/passTypeIdentifier", .noCertificate),
      .json(#"{"passTypeIdentifier": ""}"#, at: "/passTypeIdentifier", .noCertificate),
      .json(
        #"{"passTypeIdentifier": "pass.com example"}"#, at: "/passTypeIdentifier", .noCertificate),
      .json(
        #"{"passTypeIdentifier": " pass.com.example.passc"}"#, at: "/passTypeIdentifier",
        .noCertificate),
      .json(
        #"{"passTypeIdentifier": "Pass.com.example.passc"}"#, at: "/passTypeIdentifier",
        .noCertificate),
    ],
    good: [
      .json(#"{"passTypeIdentifier": "pass.x"}"#, .noCertificate),
      .json(#"{"passTypeIdentifier": "pass.com.example.Loyalty-2"}"#, .noCertificate),
    ])

  static let mismatch = Finding(
    "identity.passTypeIdentifier.mismatch", .error, effect: .refused, step: .identity,
    why: """
      Wallet compares the identifier with extension 1.2.840.113635.100.6.1.16 and the UID of the \
      signing certificate. Every letter must be the same. Some published bundles were signed with \
      the certificate of another pass type identifier, and one with a certificate that has a \
      display name in the extension.
      """,
    help: """
      sign with the certificate of this pass type identifier, or write the certificate's \
      identifier here
      """,
    source: .documented("Wallet Passes: Building a Pass; Apple's open-source pass policy"),
    walletLog: "may not match your certificate",
    wrong: """
      "passTypeIdentifier": "pass.com.example.gym"
      signed with   pass.com.example.club, team A1B2C3D4E5
      """,
    right: """
      "passTypeIdentifier": "pass.com.example.gym"
      signed with   pass.com.example.gym, team A1B2C3D4E5
      """,
    bad: [
      .json(#"{"passTypeIdentifier": "pass.com.example.other"}"#, at: "/passTypeIdentifier"),
      .json(#"{"passTypeIdentifier": "pass.com.example.Passc"}"#, at: "/passTypeIdentifier"),
      .json(#"{"passTypeIdentifier": "com.example.passc"}"#, at: "/passTypeIdentifier"),
    ],
    good: [.json(#"{"passTypeIdentifier": "pass.com.example.other"}"#, .noCertificate)],
    comparesCertificate: true)

  /// The prefix of the identifiers of passes that an iPhone creates itself.
  private static let phonePrefix = "userpass.com.apple.wallet."

  static let madeOnPhone = Finding(
    "identity.passTypeIdentifier.madeOnPhone", .error, effect: .refused, step: .identity,
    why: """
      Since iOS 27 people can make passes in Wallet itself, and the iPhone gives them identifiers \
      that begin with userpass.com.apple.wallet. Such a pass is not signed and stays on the phone. \
      Apple issues no certificate for its identifier. A pass that you send out as a file needs an \
      identifier that is registered at Apple.
      """,
    help: "register a pass type identifier at Apple and write it here",
    source: .observed("one public description of the passes iOS 27 makes, not confirmed"),
    wrong: """
      "passTypeIdentifier": "userpass.com.apple.wallet.6F1C"
      """,
    right: """
      "passTypeIdentifier": "pass.com.example.gym"
      """,
    bad: [
      .json(
        #"{"passTypeIdentifier": "userpass.com.apple.wallet.6F1C"}"#, at: "/passTypeIdentifier",
        .noCertificate),
      .json(
        #"{"passTypeIdentifier": "userpass.com.apple.wallet.6F1C"}"#, at: "/passTypeIdentifier"),
    ],
    good: [.json(#"{"passTypeIdentifier": "pass.com.apple.wallet.6F1C"}"#, .noCertificate)],
    comparesCertificate: true, formerly: [malformed.code, mismatch.code])

  var findings: [Finding] { [Self.malformed, Self.mismatch, Self.madeOnPhone] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let value = pass.document["passTypeIdentifier"], let identifier = value.string else {
      return
    }
    let certificate = context.certificate
    let expected = [certificate?.passTypeIdentifier, certificate?.userID].compactMap { $0 }
    if identifier.hasPrefix(Self.phonePrefix), expected.first != identifier {
      return report(
        Self.madeOnPhone,
        "pass type identifier is \(quoted(identifier)), the kind of a pass made on an iPhone",
        at: value)
    }
    guard let certificate, let wanted = expected.first else {
      if !Self.isWellFormed(identifier) {
        report(
          Self.malformed,
          "pass type identifier is \(quoted(identifier)), \(Self.validationError(in: identifier))",
          at: value)
      }
      return
    }
    guard let other = expected.first(where: { $0 != identifier }) else { return }
    let isOnlyUID = wanted == identifier
    let part = isOnlyUID ? "UID" : "certificate"
    report(
      Self.mismatch,
      "pass type identifier is \(quoted(identifier)), the \(part) has \(quoted(other))",
      at: value, help: Self.help(for: certificate, identifier))
  }

  private static func help(for certificate: CertificateFacts, _ identifier: String) -> String? {
    let known = certificate.passTypeIdentifier ?? certificate.userID
    let usual = """
      write \(quoted(known ?? "")), the identifier in \(certificate.name), or sign with a \
      certificate for \(quoted(identifier)) (passc cert doctor my-identity shows the identifier)
      """
    guard certificate.passTypeIdentifier != certificate.userID,
      let inExtension = certificate.passTypeIdentifier, let userID = certificate.userID
    else { return usual }
    return """
      \(certificate.name) has \(quoted(inExtension)) in its extension and \(quoted(userID)) as \
      its UID: have Apple issue a new one
      """
  }

  /// Returns the error of an identifier that is not well-formed.
  private static func validationError(in identifier: String) -> String {
    if let odd = identifier.unicodeScalars.first(where: { $0.value <= 0x20 || $0.value >= 0x7F }),
      !identifier.isEmpty
    {
      return odd == " "
        ? "expected it without spaces"
        : "expected it without \(quoted(String(Character(odd))))"
    }
    return identifier.hasPrefix("pass.")
      ? "expected a name after \"pass.\"" : "expected it to begin with \"pass.\""
  }

  /// Returns whether the identifier is `pass.` followed by at least one character, without spaces.
  static func isWellFormed(_ identifier: String) -> Bool {
    identifier.hasPrefix("pass.") && identifier.utf8.count > 5
      && identifier.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
