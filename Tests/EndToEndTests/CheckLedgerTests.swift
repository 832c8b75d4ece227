// SPDX-License-Identifier: Apache-2.0

import PassTesting
import Testing

/// Tests of `passc check TEMPLATE --data FILE --ledger FILE`: rows that could not be issued.
struct CheckLedgerTests {
  private static let template = """
    {
      "columns": {
        "name": { "type": "string", "holder": true },
        "books": { "type": "integer", "default": 0 },
        "token": { "type": "string", "optional": true }
      }
    }
    """
  private static let card = BuildCase.passJSON.replacing(
    #""formatVersion": 1,"#,
    with: """
      "formatVersion": 1, "webServiceURL": "https://example.com/passes",
        "authenticationToken": "{{ token }}",
      """)

  private func issued() throws -> BuildCase {
    let test = try BuildCase([
      "card.pass/template.json": Self.template, "card.pass/pass.json": Self.card,
      "rows.csv": "serial,name,books,token\nB-1,Ada,1,\nB-2,Grace,2,0123456789abcdef0123\n",
    ])
    let outcome = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "out", "--ledger", "a.ledger"])
    #expect(outcome.status == 0, "\(outcome.story)")
    return test
  }

  private func check(_ test: BuildCase, _ rows: String) throws -> Program.Outcome {
    try test.folder.add("checked.csv", Array("serial,name,books,token\n\(rows)".utf8))
    return try test.passc([
      "check", "card.pass", "--data", "checked.csv", "--ledger", "a.ledger",
    ])
  }

  @Test func isSilentAboutRowsThatWereIssuedAndNewVersionsOfThem() throws {
    let outcome = try check(
      try issued(), "B-1,Ada,1,\nB-2,Grace,9,0123456789abcdef0123\nB-3,New,1,\n")
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(outcome.text == "1 package checked: no errors, no warnings\n")
  }

  @Test func namesRowsTheLedgerWouldRefuse() throws {
    let test = try issued()
    let outcome = try check(
      test, "B-1,Joan,1,\nB-2,Grace,2,ffffffffffffffffffff\nb-1,Ada,1,\n")
    #expect(outcome.status == 1, "\(outcome.story)")
    for (place, code) in [
      ("checked.csv:2:1: error: ", "serial.otherHolder"),
      ("checked.csv:3:1: error: ", "token.changed"),
      ("checked.csv:4:1: error: ", "serial.otherCase"),
    ] {
      #expect(
        outcome.text.split(separator: "\n").contains {
          $0.hasPrefix(place) && $0.hasSuffix("[\(code)]")
        }, "\(code)\n\(outcome.text)")
    }
    // `passc issue` rejects the same rows for the same reasons.
    let dry = try IssueTests.issue(
      test, ["--data", "checked.csv", "--ledger", "a.ledger", "--dry-run"])
    #expect(dry.codes.sorted() == ["serial.otherCase", "serial.otherHolder", "token.changed"])
  }
}
