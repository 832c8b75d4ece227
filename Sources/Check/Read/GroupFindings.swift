// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Reasons why passc does not combine passes into one bundle. Their tests are in PassCheckTests
/// because the bundles are built from bytes.
package enum GroupFindings {
  private static let bundles = Basis.documented(
    "Wallet Passes: Distributing and updating a pass, multiple passes")

  private static func finding(
    _ code: String, _ severity: Severity = .error, effect: Effect = .refused, why: String,
    help: String, wrong: String, right: String, source: Basis
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help, source: source, wrong: wrong,
      right: right)
  }

  /// A file for a .pkpasses is not a single signed pass.
  package static let notAPass = finding(
    "group.entry.notAPass",
    why: """
      A .pkpasses holds complete signed passes. passc cannot put in or sign again anything else.
      """,
    help: "build or sign it first; passc inspect shows what is in it",
    wrong: "passc group family.pkpasses A-1.pkpass photo.png",
    right: "passc group family.pkpasses A-1.pkpass A-2.pkpass", source: bundles)
  /// More passes than Wallet accepts in one .pkpasses.
  package static let tooMany = finding(
    "group.passes.tooMany",
    why: "Wallet accepts at most 10 passes in one bundle.",
    help: "make several bundles",
    wrong: "family.pkpasses   11 passes",
    right: "family.pkpasses   10 passes", source: bundles)
  /// More bytes than Wallet accepts in one .pkpasses.
  package static let tooLarge = finding(
    "group.size.tooLarge",
    why: "Wallet accepts bundles of at most 150 MB.",
    help: "make several bundles, or smaller images",
    wrong: "family.pkpasses   10 passes of 16 MB each",
    right: "family.pkpasses   10 passes of 14 MB each", source: bundles)
  /// More passes, strings or findings in one .pkpasses than passc checks.
  package static let tooMuch = finding(
    "group.content.tooMany", effect: .maybeRefused,
    why: """
      Wallet accepts 10 passes in one bundle. passc checks at most the first 250. It checks fewer \
      if the pass.json, manifest.json, signature and pass.strings files of all passes have more \
      than 8 MiB, or if it has found more than 20,000 errors. Otherwise one small file could keep \
      a server busy for minutes.
      """,
    help: "make several bundles",
    wrong: "family.pkpasses   4,000 passes", right: "family.pkpasses   10 passes",
    source: .convention("limit of passc"))
  /// Two passes of one .pkpasses have the same pass type identifier and serial number.
  package static let serialTwice = finding(
    "group.serial.duplicate", effect: .wrong,
    why: """
      Pass type identifier and serial number identify a pass. If two passes have the same ones, \
      the second replaces the first, and the customer ends up with one pass.
      """,
    help: "give each pass a different serial number",
    wrong: """
      ada.pkpass     "serialNumber": "A-1"
      grace.pkpass   "serialNumber": "A-1"
      """,
    right: """
      ada.pkpass     "serialNumber": "A-1"
      grace.pkpass   "serialNumber": "A-2"
      """,
    source: .documented("Wallet Passes: Pass, serialNumber"))

  package static let all = [notAPass, tooMany, tooLarge, tooMuch, serialTwice]
}
