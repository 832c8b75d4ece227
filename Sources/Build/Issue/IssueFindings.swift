// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What `passc issue` finds beside what the rules and the data say: mostly why a row is refused.
/// Their proofs stand in the tests of this module, since they need other rows, files or runs.
package enum IssueFindings {
  private static let delivery = Basis.convention("passc, docs/reference/issuing.md")

  private static func finding(
    _ code: String, _ severity: Severity = .error, effect: Effect = .wrong, why: String,
    help: String, wrong: String, right: String, source: Basis = delivery, mayBeAllowed: Bool = false
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help, source: source, wrong: wrong,
      right: right,
      mayBeAllowed: mayBeAllowed)
  }

  /// A row's serial number differs only in case from that of an earlier row or of a pass in the
  /// ledger.
  package static let otherCase = finding(
    "serial.otherCase",
    why: """
      Two serial numbers that differ only in case name two passes, but on many disks and in many \
      databases they are one.
      """,
    help: "give each row a serial number that differs in more than case",
    wrong: "rows A-1 and a-1",
    right: "rows A-1 and A-2")
  /// No row has a serial number that `--only` names; said by a run that came to its end.
  package static let serialNotFound = finding(
    "serial.notFound",
    why: "What was asked for by --only was not issued, because no row has it.",
    help: "see how the serial number is spelled in the data",
    wrong: "--only A-9, and no row A-9",
    right: "--only A-1, and a row A-1")
  /// A row that was put to the update service at one pass's place makes another pass.
  package static let otherPlace = finding(
    "serial.otherPlace",
    why: "A row is put at the place of its pass. One that makes another pass would leave the pass "
      + "of the place as it was, and change one nobody named.",
    help: "put it at the place of its own serial number, or correct the serial number in the row",
    wrong: "PUT /passes/pass.com.example.gym/A-2 with the row of A-1",
    right: "PUT /passes/pass.com.example.gym/A-1 with the row of A-1")
  /// In the place of the pass stands a file that is not one of its versions, or another process
  /// has written a file there since the run looked.
  package static let otherPass = finding(
    "output.file.otherPass",
    why: "The file that stands in the pass's place is the pass of somebody else or no pass; it is "
      + "never replaced.",
    help: "choose another folder, or remove the file",
    wrong: "out/A-1.pkpass with the serial number B-7",
    right: "out/A-1.pkpass with the serial number A-1, or none")
  /// In the place of the pass stands another version of it, no ledger knows the pass, and
  /// `--overwrite` was not given.
  package static let otherContent = finding(
    "output.file.differs",
    why: """
      Another version of the pass stands there, and no ledger that was given knows of it: nobody can \
      tell whether it has reached its holder, and with which token.
      """,
    help:
      "give the ledger it was issued with, take it up with passc ledger import, or add --overwrite",
    wrong: "out/A-1.pkpass of last year, and no --ledger",
    right: "out/A-1.pkpass and the ledger it was issued with")
  /// The ledger has issued the serial number to another holder, by the columns marked as such, and
  /// `--new-holder` does not name it.
  package static let otherHolder = finding(
    "serial.otherHolder",
    why: """
      By the columns marked as holder in template.json the pass of this serial number is somebody \
      else's. Issued anew it would turn into this one's on the other's phone.
      """,
    help: "give the new holder another serial number, or say --new-holder SERIAL",
    wrong: "A-1 was issued to Jane, and the row A-1 is John's",
    right: "A-1 for Jane again, A-2 for John")
  /// Another run that is going on has reserved the serial number for other content.
  package static let inOtherRun = finding(
    "serial.inOtherRun",
    why: "Two runs that issue one serial number with different content overtake each other.",
    help: "wait for the other run to end, then issue this row again",
    wrong: "two runs at once with a row A-1, one for gold and one for silver",
    right: "one run after the other")
  /// The row or the template gives another authentication token than the ledger has for the serial
  /// number.
  package static let otherToken = finding(
    "token.changed",
    why: "Phones that have the pass know its first token: with another one their requests are "
      + "refused, and the pass is never updated again.",
    help: "give the pass its first token, or leave the token to the ledger",
    wrong: "A-1 was issued with one token, and the row gives another",
    right: "the first token in the row, or no token column")
  /// The pass was issued by another program, which has not told the ledger its token, and none is
  /// given now.
  package static let unknownToken = finding(
    "token.unknown",
    why: """
      Phones that have the pass know the token it was issued with. A table of outcomes does not tell \
      it, and with one that is made up their requests are refused.
      """,
    help:
      "give --token-key with the key it was issued with, or take up the bundle itself with passc ledger import",
    wrong: "A-1 taken up from a table of outcomes, and issued with --ledger alone",
    right: "the same with the --token-key it was first issued with")
  /// A value of the `--group-by` column comes again after rows with another value.
  package static let groupReturns = finding(
    "group.value.returns",
    why: """
      A group is written when its last row was read; a row that comes later would need the file \
      to be written again.
      """,
    help: "sort the data by the column of --group-by",
    wrong: "rows of the families Doe, Roe, Doe",
    right: "rows of the families Doe, Doe, Roe")
  /// A group has more than 10,000 rows, which are kept in memory together.
  package static let groupTooManyRows = finding(
    "group.rows.tooMany",
    why: "The rows of a group are kept in memory until its last one was read.",
    help: "choose a column with smaller groups for --group-by",
    wrong: "--group-by country, with 100,000 rows for Spain",
    right: "--group-by family")
  /// A row has no value in the column of `--group-by`.
  package static let groupEmpty = finding(
    "group.value.missing",
    why: "The value of the column names the file of the group.",
    help: "fill the cell of the column of --group-by",
    wrong: "an empty cell under family, with --group-by family",
    right: "Doe under family")
  /// A group is written without one of its rows, which was refused.
  package static let groupIncomplete = finding(
    "group.pass.missing", .warning,
    why: "A row of the group was refused; whoever gets the .pkpasses gets the others without it.",
    help: "correct the row and issue again: the group is written anew",
    wrong: "A-2 of the family Doe refused for its date",
    right: "all rows of the family Doe accepted", mayBeAllowed: true)
  /// The file of a group holds passes that none of the rows read names, and `--overwrite` was not
  /// given.
  package static let groupDrops = finding(
    "group.pass.dropped",
    why: """
      The .pkpasses of a group is written as a whole. Made of some of its rows it would lose the \
      passes of the others, which the ledger has as issued.
      """,
    help:
      "give all rows of the group, without --only and --first; --overwrite writes it without them",
    wrong: "--only A-1, when Doe.pkpasses was issued with A-1 and A-2",
    right: "both rows of the family Doe")
  /// A bundle is by itself larger than a .pkpasses may be, 150 MB.
  package static let passTooLarge = finding(
    "group.pass.tooLarge", effect: .refused,
    why: "Wallet takes bundles of at most 150 MB, and this pass alone has more.",
    help: "use smaller images",
    wrong: "one pass of 160 MB",
    right: "one pass of 300 kB",
    source: .documented("Wallet Passes: Distributing and updating a pass, multiple passes"))

  /// Every finding of this type, for the catalogue.
  package static let all = [
    otherCase, serialNotFound, otherPlace, otherPass, otherContent, otherHolder, inOtherRun,
    otherToken, unknownToken,
    groupReturns, groupTooManyRows, groupEmpty,
    groupIncomplete, groupDrops, passTooLarge,
  ]
}
