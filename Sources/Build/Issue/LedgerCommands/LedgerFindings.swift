// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The errors in a ledger and in the files next to it. The tests have the examples, because a
/// ledger is a file on disk.
package enum LedgerFindings {
  private static func finding(
    _ code: String, _ severity: Severity, effect: Effect = .wrong, why: String, help: String,
    wrong: String, right: String
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help,
      source: .convention("passc ledger"), wrong: wrong, right: right)
  }

  // MARK: passc ledger verify

  /// A ledger that fails SQLite's `integrity_check`.
  package static let damaged = finding(
    "ledger.database.damaged", .error,
    why: """
      SQLite's own check found pages or indexes that contradict each other. You cannot rely on the \
      serial numbers and tokens in the file.
      """,
    help: """
      restore the last backup, then import the passes made since with passc ledger import
      """,
    wrong: """
      cp gym.ledger backup/        while passc issue writes to it
      """,
    right: """
      cp gym.ledger backup/        while nothing writes to it
      """)
  /// An issued pass whose file is not in its recorded place, or not in its recorded container.
  package static let missing = finding(
    "ledger.file.missing", .error,
    why: "The ledger lists this pass as issued, but its file is no longer where passc wrote it.",
    help: """
      to write missing files, run passc issue again; if you moved them, run passc ledger relocate
      """,
    wrong: """
      ledger   A-1 issued, out/A-1.pkpass
      out/     A-2.pkpass
      """,
    right: """
      ledger   A-1 issued, out/A-1.pkpass
      out/     A-1.pkpass  A-2.pkpass
      """)
  /// An issued pass whose file has another size or SHA-256 than the pass that was issued.
  package static let changed = finding(
    "ledger.file.changed", .error,
    why: """
      The file at this path is not the one that was issued. Its size or SHA-256 differs.
      """,
    help: "check the file with passc check; if you delete it, passc issue writes it again",
    wrong: """
      ledger           A-1, SHA-256 5d41402a...
      out/A-1.pkpass   SHA-256 7c211433...
      """,
    right: """
      ledger           A-1, SHA-256 5d41402a...
      out/A-1.pkpass   SHA-256 5d41402a...
      """)
  /// An issued pass whose file exists and cannot be read.
  package static let unreadable = finding(
    "ledger.file.unreadable", .error,
    why: "passc cannot read the file, so it does not know whether the pass is complete.",
    help: "correct the permissions of the file and its folders",
    wrong: """
      ----------  out/A-1.pkpass
      """,
    right: """
      -rw-r--r--  out/A-1.pkpass
      """)
  /// A temporary file next to issued passes, left by a process that was killed.
  package static let temporary = finding(
    "ledger.file.temporary", .warning, effect: .ignored,
    why: """
      A process was killed while it wrote this file. The file was never visible as a pass.
      """,
    help: "delete it when no passc is running",
    wrong: """
      out/   A-1.pkpass  .passc-1f3a
      """,
    right: """
      out/   A-1.pkpass
      """)
  /// A .pkpass or .pkpasses next to issued passes that the ledger does not have.
  package static let unknown = finding(
    "ledger.file.unknown", .warning, effect: .ignored,
    why: """
      The ledger does not know this file. Someone else made it, or a run was killed before it \
      could record it.
      """,
    help: """
      to finish an interrupted run, run passc issue again; otherwise add it with passc ledger \
      import, or move it away
      """,
    wrong: """
      ledger   A-1
      out/     A-1.pkpass  guest.pkpass
      """,
    right: """
      ledger   A-1
      out/     A-1.pkpass
      """)
  /// A ledger that users other than its owner can read or write, with all its tokens.
  package static let mode = finding(
    "ledger.mode.open", .warning,
    why: """
      The ledger contains every authentication token. With a token anyone can download that pass \
      and register devices for it.
      """,
    help: "chmod 600 FILE",
    wrong: """
      -rw-r--r--  gym.ledger
      """,
    right: """
      -rw-------  gym.ledger
      """)
  /// Passes that are reserved and not issued, and that no running process can finish.
  package static let reserved = finding(
    "ledger.pass.reserved", .note, effect: .ignored,
    why: """
      A run reserved a serial number and a token and did not finish. The pass counts as not \
      issued, and the next run uses the same token.
      """,
    help: "run passc issue again",
    wrong: """
      A-1   reserved by run 7, which was killed
      """,
    right: """
      A-1   issued by run 8
      """)
  /// The last run for a pass type identifier, if it is neither finished nor running.
  package static let unfinished = finding(
    "ledger.run.unfinished", .note, effect: .ignored,
    why: "The last run was stopped or killed before it finished.",
    help: "run the same command again, and it continues where it stopped",
    wrong: """
      run 7   4,000 of 10,000 rows, ended by Ctrl-C
      """,
    right: """
      run 7   10,000 of 10,000 rows, finished
      """)

  // MARK: passc ledger import

  /// A path given to `passc ledger import` that is not a finished pass.
  package static let notABundle = finding(
    "ledger.import.notABundle", .error,
    why: "passc can import only finished passes, with their serial numbers and tokens.",
    help: "name .pkpass and .pkpasses files, or folders with such files",
    wrong: """
      passc ledger import members.csv --ledger gym.ledger
      """,
    right: """
      passc ledger import out/ --ledger gym.ledger
      """)
  /// A pass to be imported that cannot be read, lacks its identifiers, or has an invalid
  /// signature.
  package static let broken = finding(
    "ledger.import.broken", .error,
    why: """
      If the archive, the hashes or the signature of a pass are invalid, no iPhone has accepted \
      it. In the ledger it would be a pass that nobody has.
      """,
    help: "to see what is wrong with it, run: passc check FILE",
    wrong: """
      manifest.json   "icon.png": "2aae6c35..."
      icon.png        SHA-1 7b502c3a...
      """,
    right: """
      manifest.json   "icon.png": "2aae6c35..."
      icon.png        SHA-1 2aae6c35...
      """)
  /// A pass to be imported with another token or other bytes than the ledger has for its serial
  /// number.
  package static let conflict = finding(
    "ledger.import.conflict", .error,
    why: """
      The ledger has this serial number with another token or another file. A token never changes, \
      and only one of the two files can be the one that was issued.
      """,
    help: """
      compare with passc ledger show SERIAL, then import the file that was delivered last
      """,
    wrong: """
      gym.ledger   A-1 with token 3f6c...
      A-1.pkpass   A-1 with token 90ab...
      """,
    right: """
      gym.ledger   A-1 with token 3f6c...
      A-1.pkpass   A-1 with token 3f6c...
      """)
  /// A pass to be imported whose serial number differs only in case from one in the ledger.
  package static let otherCase = finding(
    "ledger.import.differsInCase", .error,
    why: """
      Serial numbers that differ only in case share a file name on many disks. The ledger has one \
      of them.
      """,
    help: "give one of the two another serial number",
    wrong: """
      gym.ledger   A-1
      imported     a-1.pkpass
      """,
    right: """
      gym.ledger   A-1
      imported     B-1.pkpass
      """)
  /// A pass to be imported that a running process has reserved.
  package static let inRun = finding(
    "ledger.import.inRun", .error,
    why: "A running process is about to write this pass.",
    help: "try again when it has finished",
    wrong: """
      10:00 to 10:20   passc issue writes A-1
      10:05            passc ledger import A-1.pkpass
      """,
    right: """
      10:00 to 10:20   passc issue writes A-1
      10:21            passc ledger import A-1.pkpass
      """)

  /// A line of a table of outcomes that passc cannot record.
  package static let notAnOutcome = finding(
    "ledger.outcome.invalid", .error,
    why: """
      A table of outcomes has a line of JSON for each row: passType, serial, outcome, digest, \
      size, place and content. passc cannot record this line.
      """,
    help: """
      write the table as passc-spark or passc ledger export --format outcomes writes it
      """,
    wrong: """
      { "passType": "pass.com.example.gym", "serial": "A-1",
        "outcome": "issued", "size": 31277, "place": "/out/A-1.pkpass" }
      """,
    right: """
      { "passType": "pass.com.example.gym", "serial": "A-1",
        "outcome": "issued", "size": 31277, "place": "/out/A-1.pkpass",
        "digest": "5d41402a...", "content": "9e107d9d..." }
      """)

  // MARK: passc ledger merge

  /// Two ledgers to be merged that disagree on the content, customer or token of one serial
  /// number.
  package static let mergeConflict = finding(
    "ledger.merge.conflict", .error,
    why: """
      Two ledgers have this serial number and disagree on its content, its customer or its token. \
      One of them issued it without knowing of the other.
      """,
    help: """
      compare with passc ledger show SERIAL, then issue the pass again or leave one ledger out
      """,
    wrong: """
      north.ledger   A-1 of Ada Lovelace
      south.ledger   A-1 of Grace Hopper
      """,
    right: """
      north.ledger   A-1 of Ada Lovelace
      south.ledger   B-1 of Grace Hopper
      """)

  /// Every finding about ledgers, including those of `passc check --ledger`.
  package static let all =
    [
      damaged, missing, changed, unreadable, temporary, unknown, mode, reserved, unfinished,
      notABundle, broken, conflict, otherCase, inRun, notAnOutcome, mergeConflict,
    ] + LedgerComparison.all
}
