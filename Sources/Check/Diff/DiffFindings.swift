// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Errors in a comparison of two versions of one pass. Their tests are in PassCheckTests.
package enum DiffFindings {
  /// The versions have different serial numbers, or only one has a serial number.
  package static let serialNumber = Finding(
    "diff.serialNumber.changed", .error, effect: .wrong,
    why: """
      Wallet identifies a pass by its pass type identifier and serial number. With another serial \
      number the new file is another pass. Wallet adds it next to the old one and never updates \
      the old one again.
      """,
    help: "keep the serial number in every version of the pass",
    source: .documented("Wallet Passes: Pass, serialNumber; Distributing and updating a pass"),
    wrong: """
      old   "serialNumber": "A-1"
      new   "serialNumber": "A-1-v2"
      """,
    right: """
      old   "serialNumber": "A-1"
      new   "serialNumber": "A-1"
      """)

  /// The versions have different pass type identifiers, or only one has one. A template may leave
  /// it to the certificate.
  package static let passType = Finding(
    "diff.passTypeIdentifier.changed", .error, effect: .wrong,
    why: """
      Wallet identifies a pass by its pass type identifier and serial number. With another pass \
      type identifier the new file is another pass, and Wallet rejects it as an update.
      """,
    help: "keep the pass type identifier in every version of the pass",
    source: .documented("Wallet Passes: Pass, passTypeIdentifier; Adding a web service"),
    wrong: """
      old   "passTypeIdentifier": "pass.com.example.gym"
      new   "passTypeIdentifier": "pass.com.example.club"
      """,
    right: """
      old   "passTypeIdentifier": "pass.com.example.gym"
      new   "passTypeIdentifier": "pass.com.example.gym"
      """)

  /// The versions have different authentication tokens, or only one has a token. A new token is
  /// fine if the old version has no web service.
  package static let token = Finding(
    "diff.authenticationToken.changed", .error, effect: .wrong,
    why: """
      The token is the password of the pass for its web service. It must not change between \
      versions. The web service rejects phones with the old token, and they get no more updates.
      """,
    help: "keep the token: derive it from a key, or keep a ledger of tokens",
    settings: [RunSetting(.tokenKey, "FILE")],
    source: .documented("Wallet Passes: Pass, authenticationToken; Adding a web service"),
    wrong: """
      old   "authenticationToken": "tG7vRk2LwQ9sXd4B"
      new   "authenticationToken": "pZ3mNc8YhJ6fUa1E"
      """,
    right: """
      old   "authenticationToken": "tG7vRk2LwQ9sXd4B"
      new   "authenticationToken": "tG7vRk2LwQ9sXd4B"
      """)

  /// More changes than `PassDiff.maxChanges`.
  package static let tooMany = Finding(
    "diff.change.tooMany", .error, effect: .style,
    why: """
      Nobody reads ten thousand changes, and listing a million takes gigabytes. passc lists the \
      first 10,000.
      """,
    help: "compare two versions of one pass", source: .convention("limit of passc"),
    wrong: "passc diff old.pkpass new.pkpass   (20,000 numbers changed)",
    right: "passc diff old.pkpass new.pkpass   (20 numbers changed)")

  package static let all = [serialNumber, passType, token, tooMany]
}
