// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What is found in a ledger and beside it. Their proofs stand in the tests, since a ledger is a
/// file on disk.
package enum LedgerFindings {
  private static func finding(
    _ code: String, _ severity: Severity, effect: Effect = .wrong, why: String, help: String,
    wrong: String, right: String
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help,
      source: .convention("passc, docs/reference/ledger.md"), wrong: wrong, right: right)
  }

  // MARK: passc ledger verify

  /// SQLite's `integrity_check` complains about the file of the ledger.
  package static let damaged = finding(
    "ledger.database.damaged", .error,
    why: "SQLite's own check of the file found pages or indexes that do not fit together. What it "
      + "says about serials and tokens cannot be relied on.",
    help: "put the last backup in its place, then passc ledger import the bundles made since",
    wrong: "a ledger copied with cp while a run wrote to it",
    right: "a ledger copied while nothing writes to it")
  /// The file of an issued pass is not where the ledger has it, or its container lacks the entry.
  package static let missing = finding(
    "ledger.file.missing", .error,
    why: "The ledger says that the pass is issued and where its file is; it is not there.",
    help:
      "run passc issue again: it writes what is missing; of files that were moved, passc ledger "
      + "relocate says where they are now",
    wrong: "out/A-1.pkpass deleted by hand",
    right: "out/A-1.pkpass where it was issued")
  /// The file of an issued pass has another size or SHA-256 than the bundle that was issued.
  package static let changed = finding(
    "ledger.file.changed", .error,
    why: "The file at the pass's place is not the bundle that was issued: its size or its SHA-256 "
      + "differs.",
    help: "run passc check on it; delete the file, and passc issue writes it again",
    wrong: "out/A-1.pkpass packed again with another program",
    right: "out/A-1.pkpass as it was issued")
  /// The file of an issued pass is there and cannot be read.
  package static let unreadable = finding(
    "ledger.file.unreadable", .error,
    why: "Whether the bundle is whole cannot be said of a file that cannot be read.",
    help: "look at the permissions of the file and its folders",
    wrong: "out/A-1.pkpass with mode 000",
    right: "out/A-1.pkpass with mode 644")
  /// A file under a temporary name beside issued passes, left by a process that was killed.
  package static let temporary = finding(
    "ledger.file.temporary", .warning, effect: .ignored,
    why: "A file that was being written when a process was killed. It was never visible as a pass.",
    help: "it can be removed when no passc is running",
    wrong: "out/.passc-1f3a, left by kill -9",
    right: "out with finished bundles only")
  /// A .pkpass or .pkpasses beside issued passes that the ledger does not have.
  package static let unknown = finding(
    "ledger.file.unknown", .warning, effect: .ignored,
    why: "A bundle beside those that were issued which the ledger does not know: made by somebody "
      + "else, or by a run that was killed before it was recorded.",
    help: "run passc issue again to finish such a run; passc ledger import takes a finished bundle "
      + "up; or move it away",
    wrong: "out/guest.pkpass, copied in by hand",
    right: "every bundle in out issued through the ledger")
  /// Users other than the owner may read or write the file of the ledger, with all its tokens.
  package static let mode = finding(
    "ledger.mode.open", .warning,
    why: "The ledger holds every authentication token: who has one can fetch that pass and "
      + "register devices for it.",
    help: "chmod 600",
    wrong: "gym.ledger with mode 644",
    right: "gym.ledger with mode 600")
  /// Passes are reserved and not issued, and no run is at work that could finish them.
  package static let reserved = finding(
    "ledger.pass.reserved", .note, effect: .ignored,
    why: "A serial and a token that a run took and did not finish. It counts as not issued; the "
      + "token stays for the next run.",
    help: "run passc issue again",
    wrong: "A-1 with a token and without a bundle, after kill -9",
    right: "A-1 issued")
  /// The last run that issued passes of a type has not come to its end and is not at work.
  package static let unfinished = finding(
    "ledger.run.unfinished", .note, effect: .ignored,
    why: "A run that was stopped or killed.",
    help: "run the same command again: it goes on where it stopped",
    wrong: "a run ended by Ctrl-C after 4,000 of 10,000 rows",
    right: "the same run ended by itself")

  // MARK: passc ledger import

  /// A path given to `passc ledger import` leads to something other than finished passes.
  package static let notABundle = finding(
    "ledger.import.notABundle", .error,
    why: "Only finished passes can be taken up, with their serial and their token.",
    help: "name .pkpass and .pkpasses files, or folders with such files",
    wrong: "passc ledger import members.csv --ledger gym.ledger",
    right: "passc ledger import out/ --ledger gym.ledger")
  /// A bundle to be imported cannot be read, lacks serial number or pass type, or its seal does not
  /// hold.
  package static let broken = finding(
    "ledger.import.broken", .error,
    why: "A bundle whose archive, hashes or signature are not whole was never accepted by a "
      + "phone; taken up, it would stand for a pass nobody has.",
    help: "passc check says what is wrong with it",
    wrong: "A-1.pkpass whose icon.png was changed after signing",
    right: "A-1.pkpass as it was signed")
  /// A bundle to be imported has another token or other bytes than the ledger has for its serial
  /// number.
  package static let conflict = finding(
    "ledger.import.conflict", .error,
    why: "The ledger has this serial with another token or another bundle. A token never changes, "
      + "and two bundles of one serial cannot both be the one that was issued.",
    help: "passc ledger show SERIAL says what the ledger knows; take up the bundle that was "
      + "delivered last",
    wrong: "A-1.pkpass with another authentication token than the ledger has for A-1",
    right: "A-1.pkpass with the same one")
  /// The serial number of a bundle to be imported differs only in case from one in the ledger.
  package static let otherCase = finding(
    "ledger.import.differsInCase", .error,
    why: "Serials that are equal but for upper and lower case share a file name on many disks; the "
      + "ledger has one of them.",
    help: "give one of the two another serial",
    wrong: "a-1.pkpass, and A-1 in the ledger",
    right: "B-1.pkpass")
  /// A run that is at work has reserved the serial number of a bundle to be imported.
  package static let inRun = finding(
    "ledger.import.inRun", .error,
    why: "A process that is running is about to write this pass.",
    help: "try again when it has ended",
    wrong: "passc ledger import while passc issue is writing A-1",
    right: "passc ledger import after it")

  /// A line of a table of outcomes does not say what became of a row.
  package static let notAnOutcome = finding(
    "ledger.outcome.invalid", .error,
    why: "A table of outcomes has a line of JSON for each row: passType, serial, outcome, digest, "
      + "size, place and content. What this line says cannot be recorded.",
    help: "write the table as passc-spark or passc ledger export --format outcomes writes it",
    wrong:
      #"{"passType":"pass.com.example.gym","serial":"A-1","outcome":"issued"}, without digest"#,
    right: "the same with the SHA-256 of the bundle as its digest")

  // MARK: passc ledger merge

  /// Two ledgers to be merged disagree on the content, holder or token of one serial number.
  package static let mergeConflict = finding(
    "ledger.merge.conflict", .error,
    why: "Two ledgers know one serial and do not agree what the pass is made from, whose it is or "
      + "which token it has. One of them issued it without knowing of the other.",
    help: "passc ledger show SERIAL on each; issue the pass again where it belongs, or leave the "
      + "other ledger out",
    wrong: "A-1 of Jane in north.ledger and A-1 of John in south.ledger",
    right: "A-1 in north.ledger and B-1 in south.ledger")

  /// Every finding on ledgers, those of `passc check --ledger` included, for the catalogue.
  package static let all =
    [
      damaged, missing, changed, unreadable, temporary, unknown, mode, reserved, unfinished,
      notABundle, broken, conflict, otherCase, inRun, notAnOutcome, mergeConflict,
    ] + LedgerComparison.all
}
