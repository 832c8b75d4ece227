// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassReport
import PassTesting
import Testing

@testable import PassCheck

/// Tests of the result of `passc check`, independent of the reports.
struct CheckTallyTests {
  private static let empty = Baseline(from: "/project")

  private static func diagnostic(
    _ code: String = "a.b.c", _ severity: Severity = .error, file: String = "pass.json"
  ) -> Diagnostic {
    Diagnostic(
      finding: finding(code, severity), message: "is wrong", location: Location(file: file))
  }

  private static func subject(
    _ diagnostics: Diagnostic..., kind: CheckedSubject.Kind = .bundle
  ) -> CheckedSubject {
    CheckedSubject(name: "a.pkpass", kind: kind, diagnostics: diagnostics)
  }

  private static func baseline(_ diagnostics: Diagnostic...) -> Baseline {
    var baseline = empty
    for diagnostic in diagnostics { baseline.add(diagnostic) }
    return baseline
  }

  @Test func onlyErrorsFailTheRun() {
    var tally = CheckTally(policy: Policy(), known: Self.empty)
    tally.add(Self.subject(Self.diagnostic("a.b.c", .warning), Self.diagnostic("a.b.d", .note)))
    #expect(!tally.fails)
    tally.add(Self.subject(Self.diagnostic()))
    #expect(tally.fails)
    #expect(tally.summary.packages == 2)
    #expect((tally.summary.errors, tally.summary.warnings, tally.summary.notes) == (1, 1, 1))
  }

  @Test func aKnownErrorIsCountedAndDoesNotFail() {
    var tally = CheckTally(policy: Policy(), known: Self.baseline(Self.diagnostic()))
    tally.add(Self.subject(Self.diagnostic()))
    #expect(!tally.fails)
    #expect((tally.summary.errors, tally.summary.baselined) == (1, 1))
  }

  @Test func oneMoreThanIsKnownFails() {
    var tally = CheckTally(policy: Policy(), known: Self.baseline(Self.diagnostic()))
    tally.add(Self.subject(Self.diagnostic(), Self.diagnostic()))
    #expect(tally.fails)
    #expect(tally.summary.baselined == 1)
  }

  /// A warning must not use up the baseline entry of an error with the same code and location.
  @Test func warningsTakeNothingFromTheBaseline() {
    var tally = CheckTally(policy: Policy(), known: Self.baseline(Self.diagnostic()))
    tally.add(Self.subject(Self.diagnostic("a.b.c", .warning), Self.diagnostic()))
    #expect(!tally.fails)
  }

  @Test func everythingButNotesGoesIntoTheNextBaseline() throws {
    var tally = CheckTally(
      policy: Policy(), known: Self.baseline(Self.diagnostic()), found: Self.empty)
    tally.add(
      Self.subject(
        Self.diagnostic(), Self.diagnostic("a.b.w", .warning), Self.diagnostic("a.b.n", .note)))
    let text = String(decoding: try #require(tally.found).bytes, as: UTF8.self)
    #expect(text.contains("a.b.c") && text.contains("a.b.w") && !text.contains("a.b.n"), "\(text)")
  }

  @Test func nothingIsKeptThatNobodyWantsToWrite() {
    var tally = CheckTally(policy: Policy(), known: Self.empty)
    tally.add(Self.subject(Self.diagnostic()))
    #expect(tally.found == nil)
  }

  @Test func whatCannotBeReadIsCountedAndNotJudged() throws {
    var tally = CheckTally(policy: Policy(), known: Self.empty, found: Self.empty)
    tally.add(Self.subject(Self.diagnostic(), kind: .unreadable))
    #expect(!tally.fails && tally.summary.errors == 1)
    #expect(try #require(tally.found).bytes == Self.empty.bytes)
  }

  @Test func whatWasAllowedInVainIsNamedOnceAndInOrder() {
    let policy = Policy(denied: ["a.b.d"], allowed: ["a.b.e", "a.b.d", "a.b.c", "a.b.x"])
    var tally = CheckTally(policy: policy, known: Self.empty)
    for code in ["a.b.e", "a.b.d", "a.b.c", "a.b.c"] {
      tally.add(Self.subject(Self.diagnostic(code)))
    }
    #expect(tally.allowedInVain == ["a.b.c", "a.b.e"])
  }
}
