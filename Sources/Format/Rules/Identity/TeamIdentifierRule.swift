// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `teamIdentifier`.
struct TeamIdentifierRule: Rule {
  static let malformed = Finding(
    "identity.teamIdentifier.malformed", .error, effect: .refused, step: .identity,
    why: """
      A team identifier is ten capital letters and digits. Anything else is a placeholder or the \
      name of the team, and no certificate has it.
      """,
    help: "write the ten characters that Apple's developer site shows under Membership",
    source: .documented("Wallet Passes: Pass, teamIdentifier"),
    wrong: """
      "teamIdentifier": "Example Gym"
      """,
    right: """
      "teamIdentifier": "A1B2C3D4E5"
      """,
    bad: [
      .json(#"{"teamIdentifier": "EXAMPLE12"}"#, at: "/teamIdentifier", .noCertificate),
      .json(#"{"teamIdentifier": "EXAMPLE1234"}"#, at: "/teamIdentifier", .noCertificate),
      .json(#"{"teamIdentifier": "example123"}"#, at: "/teamIdentifier", .noCertificate),
      .json(#"{"teamIdentifier": "EXAMPLE 12"}"#, at: "/teamIdentifier", .noCertificate),
      .json(#"{"teamIdentifier": ""}"#, at: "/teamIdentifier", .noCertificate),
    ],
    good: [.json(#"{"teamIdentifier": "9ZZ0000000"}"#, .noCertificate)])

  static let mismatch = Finding(
    "identity.teamIdentifier.mismatch", .error, effect: .refused, step: .identity,
    why: "Wallet compares it with the organizational unit (OU) of the signing certificate.",
    help: "write the team of the certificate here, or sign with a certificate of this team",
    source: .documented("Wallet Passes: Building a Pass; Apple's open-source pass policy"),
    walletLog: "may not match your certificate",
    wrong: """
      "teamIdentifier": "F6G7H8I9J0"
      signed with   pass.com.example.gym, team A1B2C3D4E5
      """,
    right: """
      "teamIdentifier": "A1B2C3D4E5"
      signed with   pass.com.example.gym, team A1B2C3D4E5
      """,
    bad: [
      .json(#"{"teamIdentifier": "EXAMPLE124"}"#, at: "/teamIdentifier"),
      .json(#"{"teamIdentifier": "Example Inc."}"#, at: "/teamIdentifier"),
    ],
    good: [.json(#"{"teamIdentifier": "EXAMPLE124"}"#, .noCertificate)], comparesCertificate: true)

  var findings: [Finding] { [Self.malformed, Self.mismatch] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let value = pass.document["teamIdentifier"], let team = value.string else { return }
    guard let certificate = context.certificate, let expected = certificate.teamIdentifier else {
      if !Self.isWellFormed(team) {
        report(
          Self.malformed,
          "team identifier is \(quoted(team)), expected ten capital letters and digits", at: value)
      }
      return
    }
    if team != expected {
      report(
        Self.mismatch,
        "team identifier is \(quoted(team)), the certificate has \(quoted(expected))",
        at: value,
        help: "write \(quoted(expected)), the team in \(certificate.name), or sign with a "
          + "certificate of team \(quoted(team)) (passc cert doctor my-identity shows the team)")
    }
  }

  static func isWellFormed(_ team: String) -> Bool {
    team.utf8.count == 10
      && team.utf8.allSatisfy {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }
}
