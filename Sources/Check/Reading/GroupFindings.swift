// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Why finished passes are not put together in one bundle. Their proofs stand in the tests of this
/// module, since bundles are made of bytes.
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

  /// What is to go into a .pkpasses is not a single signed pass.
  package static let notAPass = finding(
    "group.entry.notAPass",
    why:
      "A .pkpasses holds complete signed passes; anything else can be neither put in nor signed again.",
    help: "build or sign it first; passc inspect shows what is in it",
    wrong: "passc group family.pkpasses A-1.pkpass photo.png",
    right: "passc group family.pkpasses A-1.pkpass A-2.pkpass", source: bundles)
  /// More passes than Wallet takes in one .pkpasses.
  package static let tooMany = finding(
    "group.passes.tooMany",
    why: "Wallet takes at most 10 passes in one bundle.",
    help: "make several bundles",
    wrong: "11 passes in one .pkpasses",
    right: "10 passes in one .pkpasses", source: bundles)
  /// More bytes than Wallet takes in one .pkpasses.
  package static let tooLarge = finding(
    "group.size.tooLarge",
    why: "Wallet takes bundles of at most 150 MB.",
    help: "make several bundles, or smaller images",
    wrong: "10 passes of 16 MB each",
    right: "10 passes of 14 MB each", source: bundles)
  /// More passes, strings or findings in one .pkpasses than passc goes through.
  package static let tooMuch = finding(
    "group.content.tooMany", effect: .maybeRefused,
    why: """
      Wallet takes 10 passes in one bundle. passc checks the first 250 at most, fewer when the \
      pass.json, manifest.json, signature and pass.strings files of all passes have more than 8 \
      MiB or when it has found more than 20,000 faults: otherwise one small file could keep a \
      server busy for minutes.
      """,
    help: "make several bundles",
    wrong: "4,000 passes in one .pkpasses", right: "10 passes in one .pkpasses",
    source: .convention("limit of passc"))
  /// Two passes of one .pkpasses have the same pass type and serial number.
  package static let serialTwice = finding(
    "group.serial.duplicate", effect: .wrong,
    why: """
      Pass type and serial number name a pass: of two equal ones the second replaces the first, \
      and the holder ends up with one pass.
      """,
    help: "give each pass a serial number of its own",
    wrong: "A-1.pkpass and a second pass with the serial number A-1",
    right: "A-1.pkpass and A-2.pkpass",
    source: .documented("Wallet Passes: Pass, serialNumber"))

  /// Every finding of this area.
  package static let all = [notAPass, tooMany, tooLarge, tooMuch, serialTwice]
}
