// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Why a row of a batch is refused, beside what the rules and the data say. Their proofs stand in
/// the tests of this module, since they need other rows, files or runs.
package enum IssueFindings {
  private static let delivery = Basis.convention("passc, docs/issuing.md")

  private static func finding(
    _ code: String, _ severity: Severity = .error, effect: Effect = .wrong, why: String,
    help: String, source: Basis = delivery, mayBeAllowed: Bool = false
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help, source: source, bad: [], good: [],
      mayBeAllowed: mayBeAllowed)
  }

  package static let otherCase = finding(
    "serial.otherCase",
    why: """
      Two serial numbers that differ only in case name two passes, but on many disks and in many \
      databases they are one.
      """,
    help: "give each row a serial number that differs in more than case")
  package static let serialNotFound = finding(
    "serial.notFound",
    why: "What was asked for by --only was not issued, because no row has it.",
    help: "see how the serial number is spelled in the data")
  package static let otherPass = finding(
    "output.file.otherPass",
    why: "The file that stands in the pass's place is the pass of somebody else or no pass; it is "
      + "never replaced.",
    help: "choose another folder, or remove the file")
  package static let otherContent = finding(
    "output.file.differs",
    why: """
      Another version of the pass stands there, and no ledger that was given knows of it: nobody can \
      tell whether it has reached its holder, and with which token.
      """,
    help:
      "give the ledger it was issued with, take it up with passc ledger import, or add --overwrite")
  package static let otherHolder = finding(
    "serial.otherHolder",
    why: """
      By the columns marked as holder in template.json the pass of this serial number is somebody \
      else's. Issued anew it would turn into this one's on the other's phone.
      """,
    help: "give the new holder another serial number, or say --new-holder SERIAL")
  package static let inOtherRun = finding(
    "serial.inOtherRun",
    why: "Two runs that issue one serial number with different content overtake each other.",
    help: "wait for the other run to end, then issue this row again")
  package static let otherToken = finding(
    "token.changed",
    why: "Phones that have the pass know its first token: with another one their requests are "
      + "refused, and the pass is never updated again.",
    help: "give the pass its first token, or leave the token to the ledger")
  package static let groupReturns = finding(
    "group.value.returns",
    why: """
      A group is written when its last row was read; a row that comes later would need the file \
      to be written again.
      """,
    help: "sort the data by the column of --group-by")
  package static let groupTooManyRows = finding(
    "group.rows.tooMany",
    why: "The rows of a group are kept in memory until its last one was read.",
    help: "choose a column with smaller groups for --group-by")
  package static let groupEmpty = finding(
    "group.value.missing",
    why: "The value of the column names the file of the group.",
    help: "fill the cell of the column of --group-by")
  package static let groupIncomplete = finding(
    "group.pass.missing", .warning,
    why: "A row of the group was refused; whoever gets the .pkpasses gets the others without it.",
    help: "correct the row and issue again: the group is written anew", mayBeAllowed: true)
  package static let groupDrops = finding(
    "group.pass.dropped",
    why: """
      The .pkpasses of a group is written as a whole. Made of some of its rows it would lose the \
      passes of the others, which the ledger has as issued.
      """,
    help:
      "give all rows of the group, without --only and --first; --overwrite writes it without them")
  package static let passTooLarge = finding(
    "group.pass.tooLarge", effect: .refused,
    why: "Wallet takes bundles of at most 150 MB, and this pass alone has more.",
    help: "use smaller images",
    source: .documented("Wallet Passes: Distributing and updating a pass, multiple passes"))

  package static let all = [
    otherCase, serialNotFound, otherPass, otherContent, otherHolder, inOtherRun, otherToken,
    groupReturns, groupTooManyRows, groupEmpty,
    groupIncomplete, groupDrops, passTooLarge,
  ]
}
