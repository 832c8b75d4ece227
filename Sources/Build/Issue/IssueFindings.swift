// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The findings of `passc issue` in addition to those of rules and data. Most are reasons to reject
/// a row. The tests of this module have the examples, because they need other rows, files or runs.
package enum IssueFindings {
  private static let delivery = Basis.convention("passc issue")

  private static func finding(
    _ code: String, _ severity: Severity = .error, effect: Effect = .wrong, why: String,
    help: String, wrong: String, right: String, source: Basis = delivery, mayBeAllowed: Bool = false
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help, source: source, wrong: wrong,
      right: right,
      mayBeAllowed: mayBeAllowed)
  }

  /// A row whose serial number differs only in case from an earlier row or a pass in the ledger.
  package static let otherCase = finding(
    "serial.otherCase",
    why: """
      Two serial numbers that differ only in case name two passes, but many disks and databases \
      take them for one.
      """,
    help: "give each row a serial number that differs in more than case",
    wrong: """
      serial,name
      A-1,Ada Lovelace
      a-1,Grace Hopper
      """,
    right: """
      serial,name
      A-1,Ada Lovelace
      A-2,Grace Hopper
      """)
  /// A serial number that `--only` names and that no row has.
  package static let serialNotFound = finding(
    "serial.notFound",
    why: """
      No row has the serial number that you named with --only, so passc issued no pass for it.
      """,
    help: "compare the spelling with the data",
    wrong: """
      members.csv   serial,name
                    A-1,Ada Lovelace
      passc issue gym.pass --data members.csv -o out --only A-9
      """,
    right: """
      members.csv   serial,name
                    A-1,Ada Lovelace
      passc issue gym.pass --data members.csv -o out --only A-1
      """)
  /// A row that was sent to the address of one pass and makes another pass.
  package static let otherPlace = finding(
    "serial.otherPlace",
    why: """
      The address of the request names one pass, and the row in it makes another. passc would \
      leave the first as it was and change a pass that nobody named.
      """,
    help: """
      send it to the address of its own serial number, or correct the serial number in the row
      """,
    wrong: """
      PUT /passes/pass.com.example.gym/A-2
      { "serial": "A-1", "name": "Ada Lovelace" }
      """,
    right: """
      PUT /passes/pass.com.example.gym/A-1
      { "serial": "A-1", "name": "Ada Lovelace" }
      """)
  /// Another pass or another file at the pass's path, or a file that another process wrote there
  /// during the run.
  package static let otherPass = finding(
    "output.file.otherPass",
    why: """
      The file at this path is another customer's pass, or not a pass. passc never replaces it.
      """,
    help: "choose another folder, or delete the file",
    wrong: """
      row                serial number A-1
      out/A-1.pkpass     serial number B-7
      """,
    right: """
      row                serial number A-1
      out/A-1.pkpass     serial number A-1
      """)
  /// Another version of the pass at its path. No ledger has it, and there is no `--overwrite`.
  package static let otherContent = finding(
    "output.file.differs",
    why: """
      The file is another version of the pass, and no ledger you named knows it. passc cannot know \
      whether a customer has this version, and with which token.
      """,
    help: """
      name the ledger it was issued with, import it with passc ledger import, or add --overwrite
      """,
    wrong: """
      out/A-1.pkpass   issued last year with gym.ledger
      passc issue gym.pass --data members.csv -o out
      """,
    right: """
      out/A-1.pkpass   issued last year with gym.ledger
      passc issue gym.pass --data members.csv -o out --ledger gym.ledger
      """)
  /// A serial number that was issued to another customer, by the columns with "holder", without
  /// `--new-holder`.
  package static let otherHolder = finding(
    "serial.otherHolder",
    why: """
      The columns marked with "holder" in template.json have other values than when this serial \
      number was issued. A new version would replace the other customer's pass on their iPhone.
      """,
    help: "give the new customer another serial number, or add --new-holder SERIAL",
    wrong: """
      issued   A-1,Ada Lovelace
      row      A-1,Grace Hopper
      """,
    right: """
      issued   A-1,Ada Lovelace
      row      A-2,Grace Hopper
      """)
  /// A serial number that another run has reserved for other content.
  package static let inOtherRun = finding(
    "serial.inOtherRun",
    why: """
      Two runs issue this serial number with different content at the same time. It is a matter of \
      chance which version remains.
      """,
    help: "wait until the other run has finished, then issue this row again",
    wrong: """
      run 7, 10:00 to 10:20   A-1,Gold
      run 8, 10:05            A-1,Silver
      """,
    right: """
      run 7, 10:00 to 10:20   A-1,Gold
      run 8, 10:21            A-1,Silver
      """)
  /// A row or template with another authentication token than the ledger has for the serial number.
  package static let otherToken = finding(
    "token.changed",
    why: """
      iPhones that have the pass send its first token. If the service expects another token, it \
      rejects their requests, and the pass is never updated again.
      """,
    help: "give the pass its first token, or leave the token to the ledger",
    wrong: """
      issued   A-1 with token 3f6c...
      row      A-1 with token 90ab...
      """,
    right: """
      issued   A-1 with token 3f6c...
      row      A-1 with token 3f6c...
      """)
  /// A pass that another program issued with a token that neither the ledger nor the row has.
  package static let unknownToken = finding(
    "token.unknown",
    why: """
      iPhones that have the pass send the token it was issued with. A table of outcomes contains \
      no tokens, and if passc made a new one, the service would reject the requests of these \
      iPhones.
      """,
    help: """
      add --token-key with the key it was issued with, or import the pass itself with passc ledger \
      import
      """,
    wrong: """
      passc ledger import outcomes.jsonl --ledger gym.ledger
      passc issue gym.pass --data members.csv -o out --ledger gym.ledger
      """,
    right: """
      passc ledger import out/ --ledger gym.ledger
      passc issue gym.pass --data members.csv -o out --ledger gym.ledger
      """)
  /// A value of the `--group-by` column that occurs again after rows with another value.
  package static let groupReturns = finding(
    "group.value.returns",
    why: """
      passc writes a group when it has read the group's last row. For a later row it would have to \
      write the file again.
      """,
    help: "sort the data by the column of --group-by",
    wrong: """
      serial,family
      A-1,Lovelace
      A-2,Hopper
      A-3,Lovelace
      """,
    right: """
      serial,family
      A-1,Lovelace
      A-3,Lovelace
      A-2,Hopper
      """)
  /// A group of more than 10,000 rows, which passc would keep in memory together.
  package static let groupTooManyRows = finding(
    "group.rows.tooMany",
    why: "passc keeps the rows of a group in memory until it has read the last one.",
    help: "choose a column with smaller groups for --group-by",
    wrong: """
      passc issue gym.pass --data members.csv -o out --group-by country
      """,
    right: """
      passc issue gym.pass --data members.csv -o out --group-by family
      """)
  /// A row without a value in the column of `--group-by`.
  package static let groupEmpty = finding(
    "group.value.missing",
    why: "passc names the file of a group after its value in this column.",
    help: "fill the cell in the column of --group-by",
    wrong: """
      serial,family
      A-1,
      """,
    right: """
      serial,family
      A-1,Lovelace
      """)
  /// A group that is written without one of its rows, which was rejected.
  package static let groupIncomplete = finding(
    "group.pass.missing", .warning,
    why: """
      passc rejected a row of the group. The .pkpasses contains the other passes only.
      """,
    help: "correct the row and issue again, and passc writes the group again",
    wrong: """
      serial,family,expires
      A-1,Lovelace,2031-12-31
      A-2,Lovelace,2031-02-31
      """,
    right: """
      serial,family,expires
      A-1,Lovelace,2031-12-31
      A-2,Lovelace,2031-02-28
      """, mayBeAllowed: true)
  /// A group's file with passes that no row names, without `--overwrite`.
  package static let groupDrops = finding(
    "group.pass.dropped",
    why: """
      passc always writes the whole .pkpasses of a group. If you issue only some rows of the group, \
      the new file would lose the passes of its other rows, which were issued before.
      """,
    help: """
      give all rows of the group, without --only and --first; or add --overwrite to write it \
      without them
      """,
    wrong: """
      out/Lovelace.pkpasses   A-1 and A-2
      passc issue gym.pass ... --group-by family --only A-1
      """,
    right: """
      out/Lovelace.pkpasses   A-1 and A-2
      passc issue gym.pass ... --group-by family
      """)
  /// A pass that alone is larger than a .pkpasses may be, 150 MB.
  package static let passTooLarge = finding(
    "group.pass.tooLarge", effect: .refused,
    why: "Wallet accepts bundles of at most 150 MB, and this pass alone is larger.",
    help: "use smaller images",
    wrong: """
      A-1.pkpass   160 MB
      """,
    right: """
      A-1.pkpass   300 kB
      """,
    source: .documented("Wallet Passes: Distributing and updating a pass, multiple passes"))

  package static let all = [
    otherCase, serialNotFound, otherPlace, otherPass, otherContent, otherHolder, inOtherRun,
    otherToken, unknownToken,
    groupReturns, groupTooManyRows, groupEmpty,
    groupIncomplete, groupDrops, passTooLarge,
  ]
}
