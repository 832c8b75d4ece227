// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What is found in a ledger and beside it. Their proofs stand in the tests, since a ledger is a
/// file on disk.
package enum LedgerFindings {
  private static func finding(
    _ code: String, _ severity: Severity, effect: Effect = .wrong, why: String, help: String
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help,
      source: .convention("passc, docs/ledger.md"), bad: [], good: [])
  }

  // MARK: passc ledger verify

  package static let damaged = finding(
    "ledger.database.damaged", .error,
    why: "SQLite's own check of the file found pages or indexes that do not fit together. What it "
      + "says about serials and tokens cannot be relied on.",
    help: "put the last backup in its place, then passc ledger import the bundles made since")
  package static let missing = finding(
    "ledger.file.missing", .error,
    why: "The ledger says that the pass is issued and where its file is; it is not there.",
    help: "run passc issue again: it writes what is missing; a file that was moved on purpose can "
      + "stay away with --trust-ledger")
  package static let changed = finding(
    "ledger.file.changed", .error,
    why: "The file at the pass's place is not the bundle that was issued: its size or its SHA-256 "
      + "differs.",
    help: "run passc check on it; delete the file, and passc issue writes it again")
  package static let unreadable = finding(
    "ledger.file.unreadable", .error,
    why: "Whether the bundle is whole cannot be said of a file that cannot be read.",
    help: "look at the permissions of the file and its folders")
  package static let temporary = finding(
    "ledger.file.temporary", .warning, effect: .ignored,
    why: "A file that was being written when a process was killed. It was never visible as a pass.",
    help: "it can be removed when no passc is running")
  package static let unknown = finding(
    "ledger.file.unknown", .warning, effect: .ignored,
    why: "A bundle beside those that were issued which the ledger does not know: made by somebody "
      + "else, or by a run that was killed before it was recorded.",
    help: "run passc issue again to finish such a run; passc ledger import takes a finished bundle "
      + "up; or move it away")
  package static let mode = finding(
    "ledger.mode.open", .warning,
    why: "The ledger holds every authentication token: who has one can fetch that pass and "
      + "register devices for it.",
    help: "chmod 600")
  package static let reserved = finding(
    "ledger.pass.reserved", .note, effect: .ignored,
    why: "A serial and a token that a run took and did not finish. It counts as not issued; the "
      + "token stays for the next run.",
    help: "run passc issue again")
  package static let unfinished = finding(
    "ledger.run.unfinished", .note, effect: .ignored,
    why: "A run that was stopped or killed.",
    help: "run the same command again: it goes on where it stopped")

  // MARK: passc ledger import

  package static let notABundle = finding(
    "ledger.import.notABundle", .error,
    why: "Only finished passes can be taken up, with their serial and their token.",
    help: "name .pkpass and .pkpasses files, or folders with such files")
  package static let broken = finding(
    "ledger.import.broken", .error,
    why: "A bundle whose archive, hashes or signature are not whole was never accepted by a "
      + "phone; taken up, it would stand for a pass nobody has.",
    help: "passc check says what is wrong with it")
  package static let conflict = finding(
    "ledger.import.conflict", .error,
    why: "The ledger has this serial with another token or another bundle. A token never changes, "
      + "and two bundles of one serial cannot both be the one that was issued.",
    help: "passc ledger show SERIAL says what the ledger knows; take up the bundle that was "
      + "delivered last")
  package static let otherCase = finding(
    "ledger.import.differsInCase", .error,
    why: "Serials that are equal but for upper and lower case share a file name on many disks; the "
      + "ledger has one of them.",
    help: "give one of the two another serial")
  package static let inRun = finding(
    "ledger.import.inRun", .error,
    why: "A process that is running is about to write this pass.",
    help: "try again when it has ended")

  // MARK: passc ledger merge

  package static let mergeConflict = finding(
    "ledger.merge.conflict", .error,
    why: "Two ledgers know one serial and do not agree what the pass is made from, whose it is or "
      + "which token it has. One of them issued it without knowing of the other.",
    help: "passc ledger show SERIAL on each; issue the pass again where it belongs, or leave the "
      + "other ledger out")

  package static let all = [
    damaged, missing, changed, unreadable, temporary, unknown, mode, reserved, unfinished,
    notABundle, broken, conflict, otherCase, inRun, mergeConflict,
  ]
}
