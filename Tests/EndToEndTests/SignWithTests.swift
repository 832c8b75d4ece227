// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `--sign-with` with signing programs, including faulty ones. A faulty program must give
/// a diagnostic, and leave neither a wrong signature on disk nor a process.
@Suite(.enabled(if: Program.path(of: "python3") != nil, "python3 plays the signers"))
struct SignWithTests {
  /// `passc build` with a signing program.
  private struct Case {
    let build: BuildCase
    private let pids: String

    init() throws {
      build = try BuildCase()
      pids = build.folder("pids")
    }

    func signer(_ mode: String) -> String {
      let script = Program.repository + "/Tests/Fixtures/sign-with/bad_signer.py"
      return "exec python3 '\(script)' \(mode) '\(BuildCase.identity("ordinary/key.pem"))' "
        + "'\(BuildCase.identity("nfc/key.pem"))' '\(pids)'"
    }

    var certificates: [String] {
      [
        "--certificate", BuildCase.identity("ordinary/certificate.pem"), "--wwdr",
        BuildCase.identity("ordinary/intermediate.pem"),
      ]
    }

    func run(_ command: String, _ more: [String] = []) throws -> Program.Outcome {
      try build.passc(
        ["build", "card.pass", "-o", "out.pkpass"] + BuildCase.ada + certificates
          + ["--sign-with", command] + more)
    }

    /// Returns when a busy signer got each request and responded, in seconds of its clock.
    func asked() throws -> [(id: Int, came: Double, answered: Double)] {
      try String(contentsOfFile: pids + ".asked", encoding: .utf8).split(separator: "\n").map {
        let words = $0.split(separator: " ")
        return (
          try #require(Int(words[0])), try #require(Double(words[1])),
          try #require(Double(words[2]))
        )
      }
    }

    /// Returns the processes that still exist, including zombies.
    func left() -> [Int32] {
      let text = (try? String(contentsOfFile: pids, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").compactMap { Int32($0) }.filter { kill($0, 0) == 0 }
    }
  }

  /// The modes of the script with exit code and a part of the message.
  static let faults: [(mode: String, status: Int32, words: String)] = [
    ("exits", 3, "ended with exit code 0"), ("exits-1", 3, "this signer has no credentials"),
    ("kills-itself", 3, "killed by signal 9"), ("banner", 3, "Welcome to Signer"),
    ("answers-unasked", 1, "does not verify"), ("closes-output", 3, "closed its output"),
    ("closes-input", 3, "no response in 1 s"), ("floods-errors", 3, "the last line"),
    ("binary", 3, "not a response"), ("nothing-but-zeros", 3, "not a response"),
    ("empty-line", 3, "not a response"), ("crlf-only", 3, "not a response"),
    ("endless-line", 3, "more than 65536 bytes"), ("long-line", 3, "more than 65536 bytes"),
    ("utf-16", 3, "not a response"), ("leaves-a-child", 3, "no response in 1 s"),
    ("silent", 3, "no response in 1 s"),
    ("stubborn", 3, "no response in 1 s"),
    ("no-id", 3, "has no id"), ("text-id", 3, "has no id"), ("float-id", 3, "has no id"),
    ("negative-id", 3, "not open"), ("other-id", 3, "not open"), ("zero-id", 3, "not open"),
    ("null-id", 3, "has no id"), ("huge-id", 3, "has no id"),
    ("no-signature", 3, "neither signature nor error"),
    ("null-signature", 3, "neither signature nor error"), ("empty-signature", 3, "not Base64"),
    ("number-signature", 3, "neither"), ("list-signature", 3, "neither"),
    ("url-base64", 3, "not Base64"), ("broken-base64", 3, "not Base64"),
    ("blank-in-base64", 3, "not Base64"), ("both", 3, "without other members"),
    ("number-error", 3, "must be a string"), ("text-retry", 3, "true or false"),
    ("refuses", 3, "key is disabled"), ("refuses-at-length", 3, "no no no"),
    ("refuses-in-controls", 3, "red"), ("null-line", 3, "not a JSON object"),
    ("list-line", 3, "not a JSON object"), ("text-line", 3, "not a JSON object"),
    ("no-newline", 3, "no response in 1 s"), ("half-a-line", 3, "ended in the middle of the line"),
    ("two-ids", 3, "not a response"), ("invalid-utf-8", 3, "not a response"),
    ("trailing-comma", 3, "not a response"), ("single-quotes", 3, "not a response"),
    ("html", 3, "502"),
    ("two-in-a-line", 3, "not a response"), ("deep", 3, "not a response"),
    ("echoes", 3, "neither signature nor error"), ("slow", 3, "no response in 1 s"),
    ("dies", 3, "ended with exit code 9"), ("crashes", 3, "killed by signal 11"),
    ("sleeps-when-asked", 3, "no response in 1 s"),
    ("wrong-key", 1, "does not verify"), ("other-digest", 1, "does not verify"),
    ("pss", 1, "does not verify"), ("no-digest-info", 1, "does not verify"),
    ("flipped", 1, "does not verify"), ("short", 1, "does not verify"),
    ("long", 1, "does not verify"), ("leading-zero", 1, "does not verify"),
    ("reversed", 1, "does not verify"), ("zeros", 1, "does not verify"),
    ("ones", 1, "does not verify"), ("one-byte", 1, "does not verify"),
    ("a-megabyte-less", 1, "does not verify"), ("the-digest", 1, "does not verify"),
    ("der-of-ecdsa", 1, "does not verify"), ("text-of-hex", 1, "does not verify"),
  ]

  @Test(arguments: faults)
  func saysWhatASignerDoesWrong(mode: String, status: Int32, words: String) throws {
    let run = try Case()
    let outcome = try run.run(run.signer(mode), ["--sign-timeout", "1"])
    #expect(outcome.status == status, "\(mode): \(outcome.story)")
    #expect(outcome.errors.contains(words), "\(mode): \(outcome.story)")
    #expect(!run.build.exists("out.pkpass"), "\(mode)")
    #expect(run.left() == [], "\(mode) left processes behind")
    // One message and its help, whatever the program wrote.
    #expect(outcome.errors.utf8.count < 2_000, "\(mode)")
    #expect(!outcome.errors.contains("\u{1B}"), "\(mode)")
    if status == 1 { #expect(outcome.codes == ["identity.key.wrongSignature"], "\(mode)") }
  }

  @Test(arguments: [
    ("no-such-command-here", "exit code 127, command not found"), ("/", "exit code 126"),
    ("exit 7", "exit code 7"), ("(", "exit code 2"), ("true", "exit code 0"),
    ("cat >/dev/null; echo late", "no response in 1 s"),
  ])
  func saysThatACommandIsNone(command: String, words: String) throws {
    let run = try Case()
    let outcome = try run.run(command, ["--sign-timeout", "1"])
    #expect(outcome.status == 3, "\(outcome.story)")
    #expect(outcome.errors.contains(words), "\(outcome.story)")
    #expect(!run.build.exists("out.pkpass"))
  }

  @Test func givesTheBytesOfTheKeyFile() throws {
    let run = try Case()
    let outside = try run.run(run.signer("good"))
    #expect(outside.status == 0, "\(outside.story)")
    let inside = try run.build.passc(
      ["build", "card.pass", "-o", "inside.pkpass"] + BuildCase.ada + run.certificates
        + ["--key", BuildCase.identity("ordinary/key.pem")])
    #expect(inside.status == 0, "\(inside.story)")
    #expect(try run.build.bytes("out.pkpass") == run.build.bytes("inside.pkpass"))
    #expect(run.left() == [])
  }

  @Test func asksAgainAfterPausesThatGrow() throws {
    let run = try Case()
    let outcome = try run.run(run.signer("busy-at-first"))
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(run.build.exists("out.pkpass"))
    try expect(run.asked(), pauses: [0.1, 0.2, 0.4])
  }

  /// This takes a minute, as docs/reference/keys.md says. Nearly all of it is sleep.
  @Test func givesUpAfterTwelveTries() throws {
    let run = try Case()
    let outcome = try run.run(run.signer("busy-always"))
    #expect(outcome.status == 3, "\(outcome.story)")
    #expect(
      outcome.errors.contains(#"could not sign in 12 tries: "too many requests""#),
      "\(outcome.story)")
    #expect(outcome.errors.contains("(--in-flight N)"), "\(outcome.story)")
    #expect(!run.build.exists("out.pkpass"))
    #expect(run.left() == [])
    try expect(run.asked(), pauses: [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10, 10, 10, 10])
  }

  /// Expects a different id for each request, and these delays in seconds with 25 % jitter.
  private func expect(
    _ asked: [(id: Int, came: Double, answered: Double)], pauses: [Double]
  ) throws {
    #expect(Set(asked.map(\.id)).count == asked.count)
    try #require(asked.count == pauses.count + 1)
    for (pause, (one, next)) in zip(pauses, zip(asked, asked.dropFirst())) {
      let seen = next.came - one.answered
      #expect(seen >= pause * 0.75, "\(seen) s in place of \(pause) s")
      // A busy machine may add some seconds, but another doubling would give 20 s.
      #expect(seen < pause * 1.25 + 5, "\(seen) s in place of \(pause) s")
    }
  }

  @Test func keepsItsPasswordsFromTheProgram() throws {
    let run = try Case()
    let outcome = try run.build.passc(
      ["build", "card.pass", "-o", "out.pkpass"] + BuildCase.ada + run.certificates
        + ["--sign-with", "env >seen; exit 1"],
      environment: ["PASSC_PASSWORD": "s3cret", "PASSC_PIN": "1234", "FOR_THE_SIGNER": "yes"])
    #expect(outcome.status == 3)
    let seen = String(decoding: try run.build.bytes("seen"), as: UTF8.self)
    #expect(seen.contains("FOR_THE_SIGNER=yes"))
    #expect(!seen.contains("s3cret") && !seen.contains("PASSC_PIN"))
  }

  // MARK: Many

  private func issue(_ run: Case, _ mode: String, rows: Int = 40, _ more: [String] = []) throws
    -> Program.Outcome
  {
    let table = "serial,name\n" + (1...rows).map { "A-\($0),Ada \($0)\n" }.joined()
    try run.build.folder.add(["members.csv": table])
    return try run.build.passc(
      ["issue", "card.pass", "--data", "members.csv", "-o", "out", "--ledger", "ledger"]
        + run.certificates + ["--sign-with", run.signer(mode)] + more)
  }

  @Test func takesAnswersInAnyOrder() throws {
    let run = try Case()
    let outcome = try issue(run, "out-of-order", ["--in-flight", "4"])
    #expect(outcome.status == 0, "\(outcome.story)")
    let check = try run.build.passc(
      ["check", "out", "--trust", BuildCase.identity("ordinary/root.pem"), "--as-of", "2026-01-02"])
    #expect(check.status == 0, "\(check.story)")
  }

  @Test func neverTakesOnePassesSignatureForAnother() throws {
    let run = try Case()
    let outcome = try issue(run, "swaps-answers", ["--in-flight", "4"])
    #expect(outcome.status == 1, "\(outcome.story)")
    #expect(outcome.codes.contains("identity.key.wrongSignature"), "\(outcome.story)")
    #expect(try Disk.list(run.build.folder("out")).isEmpty)
  }

  @Test(arguments: ["dies-later", "wrong-key-later", "answers-twice"])
  func goesOnWhereItWasStopped(mode: String) throws {
    let run = try Case()
    let stopped = try issue(run, mode, ["--in-flight", "2"])
    #expect(stopped.status == (mode == "wrong-key-later" ? 1 : 3), "\(stopped.story)")
    #expect(run.left() == [])
    let whole = try issue(run, "good")
    #expect(whole.status == 0, "\(whole.story)")
    #expect(try Disk.list(run.build.folder("out")).count == 40)
    let check = try run.build.passc(
      ["check", "out", "--trust", BuildCase.identity("ordinary/root.pem"), "--as-of", "2026-01-02"])
    #expect(check.status == 0, "\(check.story)")
  }

  @Test func startsNoProgramInADryRun() throws {
    let run = try Case()
    let outcome = try issue(run, "exits-1", ["--dry-run"])
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(run.left() == [] && !run.build.exists("pids"))
  }

  // MARK: Other commands

  @Test func isTriedByTheDoctor() throws {
    let run = try Case()
    let doctor = ["cert", "doctor"] + run.certificates
    let good = try run.build.passc(doctor + ["--sign-with", run.signer("good")])
    #expect(good.status == 0, "\(good.story)")
    #expect(good.text.contains("signed a test message (RSA 2048)"), "\(good.story)")
    let bad = try run.build.passc(doctor + ["--sign-with", run.signer("wrong-key")])
    #expect(bad.status == 1, "\(bad.story)")
    #expect(
      bad.text.contains("identity.key.wrongSignature") || bad.text.contains("does not verify"))
  }

  @Test func signsARequestForItsKey() throws {
    let run = try Case()
    let request = [
      "cert", "request", "--pass-type", "pass.com.example.gym", "-o", "new", "--sign-with",
    ]
    let outcome = try run.build.passc(
      request + [
        run.signer("good"), "--public-key", BuildCase.identity("ordinary/certificate.pem"),
      ])
    #expect(outcome.status == 0, "\(outcome.story)")
    let openssl = try #require(Program.path(of: "openssl"))
    let verified = try Program.run(
      openssl, ["req", "-in", "new/request.certSigningRequest", "-verify", "-noout"],
      in: run.build.folder.path)
    #expect(verified.status == 0, "\(verified.story)")
    let wrong = try run.build.passc(
      request + [
        run.signer("wrong-key"), "--public-key", BuildCase.identity("ordinary/certificate.pem"),
      ])
    #expect(wrong.status == 1, "\(wrong.story)")
  }

  @Test func signsFinishedPassesAgain() throws {
    let run = try Case()
    #expect(try run.run(run.signer("good")).status == 0)
    let outcome = try run.build.passc(
      ["resign", "out.pkpass", "-o", "again"] + run.certificates
        + ["--sign-with", run.signer("good")])
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(try run.build.bytes("again/out.pkpass") == run.build.bytes("out.pkpass"))
  }

  @Test(arguments: [
    (["--sign-with", "x", "--key", "card.pass/pass.json"], "replaces --key"),
    (["--sign-with", ""], "names no command"), (["--in-flight", "4"], "are for --sign-with"),
    (["--sign-with", "x", "--in-flight", "0"], "expected 1 to 1024"),
    (["--sign-with", "x", "--sign-timeout", "0"], "expected 1 to 3600"),
    (["--key", "pkcs11:tokn=a"], "did you mean token"),
    (["--key", "pkcs11:token=a?pin-value=73571"], "a PIN (pin-value)"),
    (["--certificate", "pkcs11:token=a?pin-value=73571"], "a PIN (pin-value)"),
    (["--key=pkcs11:token=a?pin-value=73571"], "a PIN"),
  ])
  func refusesWhatMakesNoSense(arguments: [String], words: String) throws {
    let outcome = try BuildCase().passc(["build", "card.pass"] + arguments)
    #expect(outcome.status == 2, "\(outcome.story)")
    #expect(outcome.errors.contains(words), "\(outcome.story)")
    #expect(!outcome.errors.contains("73571"), "\(outcome.story)")
  }
}
