// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What two versions of one pass may not differ in. Their proofs stand in the tests of this module.
package enum DiffFindings {
  /// The versions have different serial numbers, or only one has a serial number.
  package static let serialNumber = Finding(
    "diff.serialNumber.changed", .error, effect: .wrong,
    why: """
      Wallet knows a pass by its pass type and serial number. With another serial number the new \
      file is another pass: it lands beside the old one, which is never updated again.
      """,
    help: "keep the serial number for as long as the pass lives",
    source: .documented("Wallet Passes: Pass, serialNumber; Distributing and updating a pass"),
    wrong: "A-1 in the old file, A-1-v2 in the new one",
    right: "A-1 in both")

  /// The versions have different pass types, or only one has a pass type; a template may leave it
  /// to the certificate.
  package static let passType = Finding(
    "diff.passTypeIdentifier.changed", .error, effect: .wrong,
    why: """
      Wallet knows a pass by its pass type and serial number. With another pass type the new file \
      is another pass, and an update with it is refused.
      """,
    help: "keep the pass type identifier for as long as the pass lives",
    source: .documented("Wallet Passes: Pass, passTypeIdentifier; Adding a web service"),
    wrong: "pass.com.example.gym in the old file, pass.com.example.club in the new one",
    right: "pass.com.example.gym in both")

  /// The versions have different authentication tokens, or only one has a token; a new one is fine
  /// where the old version had no web service.
  package static let token = Finding(
    "diff.authenticationToken.changed", .error, effect: .wrong,
    why: """
      The token is the pass's password to its web service and never changes between versions. \
      Phones that hold the old one are turned away and get no more updates.
      """,
    help: "keep the token; a key derives the same one every time, a ledger remembers it",
    settings: [RunSetting(.tokenKey, "FILE")],
    source: .documented("Wallet Passes: Pass, authenticationToken; Adding a web service"),
    wrong: "a new random token in each version",
    right: "the token of the first version in all")

  /// More changes than `PassDiff.limitOfChanges`.
  package static let tooMany = Finding(
    "diff.change.tooMany", .error, effect: .style,
    why: """
      Nobody reads ten thousand changes, and listing a million takes gigabytes. passc lists the \
      first 10,000.
      """,
    help: "compare two versions of one pass", source: .convention("limit of passc"),
    wrong: "userInfo with 20,000 other numbers", right: "userInfo with 20 other numbers")

  /// Every finding of this type, for the catalogue.
  package static let all = [serialNumber, passType, token, tooMany]
}
