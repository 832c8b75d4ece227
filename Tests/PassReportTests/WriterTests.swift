// SPDX-License-Identifier: Apache-2.0

import PassReport
import PassTesting
import Testing

@testable import PassDiagnostics

/// Tests of the reports of `passc check` in each format.
struct WriterTests {
  private static func diagnostic(
    _ code: String = "area.subject.complaint", _ severity: Severity = .error,
    _ message: String = "is wrong", bundle: String? = nil, file: String = "a/pass.json",
    pointer: String? = "/nfc", serial: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      finding: finding(code, severity), message: message,
      location: Location(bundle: bundle, file: file, line: 3, column: 5), pointer: pointer,
      serial: serial)
  }

  private static func subject(
    _ diagnostics: [Diagnostic], name: String = "a", verdict: Verdict? = nil
  ) -> CheckedSubject {
    CheckedSubject(name: name, kind: .bundle, diagnostics: diagnostics, verdict: verdict)
  }

  private static func written(
    _ writer: some CheckReportWriter, _ subjects: CheckedSubject...
  ) -> String {
    var writer = writer
    var summary = CheckSummary()
    var text = ""
    for subject in subjects {
      summary.add(subject)
      text += writer.subject(subject)
    }
    return text + writer.end(summary)
  }

  private static let refused = Verdict(
    result: .refused, first: "area.subject.complaint", others: 2, proven: [])
  private static let fine = Verdict(
    result: .nothingFound, first: nil, others: 0, proven: ["every hash"])

  // MARK: Text

  @Test func textPrintsACodeThreeTimesPerBundleAndThenCounts() {
    let five = (0..<5).map { Self.diagnostic(pointer: "/\($0)") }
    let text = Self.written(
      CheckTextWriter(), Self.subject(five, name: "x/a", verdict: Self.refused),
      Self.subject(five, name: "x/b", verdict: Self.refused))
    #expect(text.ranges(of: "error: is wrong").count == 6)
    for name in ["x/a", "x/b"] {
      #expect(
        text.contains(
          "and 2 more [area.subject.complaint] in \(name)\n\(name): Wallet rejects this pass"),
        "\(text)")
    }
    #expect(text.hasSuffix("2 packages checked: 10 errors\n"))
  }

  @Test(arguments: [1, 2, 5, 9])
  func theLimitOfTextIsTheUsers(limit: Int) {
    let five = (0..<5).map { Self.diagnostic(pointer: "/\($0)") }
    let text = Self.written(CheckTextWriter(limitPerCode: limit), Self.subject(five, name: "x/a"))
    #expect(text.ranges(of: "error: is wrong").count == min(limit, 5))
    #expect(text.contains("and \(5 - limit) more [") == (limit < 5), "\(text)")
  }

  /// In a folder of hundreds of bundles with one error each, all of them are shown and not only
  /// three.
  @Test func everyRefusedBundleOfAFolderShowsWhy() {
    let subjects = (0..<40).map {
      Self.subject([Self.diagnostic()], name: "x/\($0)", verdict: Self.refused)
    }
    var writer = CheckTextWriter()
    for subject in subjects {
      let text = writer.subject(subject)
      #expect(text.contains("error: is wrong [area.subject.complaint]\n"), "\(text)")
    }
  }

  /// Four warnings of the code come before the decisive error.
  @Test func theFindingThatDecidesIsPrintedBeyondTheLimit() {
    let warnings = (0..<4).map { _ in Self.diagnostic("a.b.c", .warning, "is odd") }
    let text = Self.written(
      CheckTextWriter(),
      Self.subject(
        warnings + [Self.diagnostic("a.b.c", .error, "is fatal")],
        verdict: Verdict(result: .refused, first: "a.b.c", others: 0, proven: [])))
    #expect(text.ranges(of: "warning: is odd").count == 3)
    #expect(text.contains("error: is fatal [a.b.c]"), "\(text)")
    #expect(text.contains("and 1 more [a.b.c] in a\na: Wallet rejects this pass: a.b.c\n"))
  }

  @Test func errorsStandBesideADoubtOfWallet() {
    let doubt = Verdict(result: .maybeRefused, first: "a.b.c", others: 0, proven: [])
    let subject = Self.subject(
      [Self.diagnostic("a.b.c", .warning), Self.diagnostic("a.b.d")], verdict: doubt)
    #expect(
      Self.written(CheckTextWriter(), subject)
        .contains("a: some iPhones may reject this pass: a.b.c, and 1 error to correct\n"))
    let alone = Self.subject([Self.diagnostic("a.b.c", .warning)], verdict: doubt)
    #expect(
      Self.written(CheckTextWriter(), alone)
        .contains("a: some iPhones may reject this pass: a.b.c\n"))
  }

  @Test func textEndsEachBundleWithItsVerdict() {
    let text = Self.written(
      CheckTextWriter(), Self.subject([Self.diagnostic()], verdict: Self.refused),
      Self.subject([], name: "b", verdict: Self.fine))
    #expect(text.contains("a: Wallet rejects this pass: area.subject.complaint (+2)\n"))
    #expect(text.contains("b: nothing found that Wallet would reject\n  verified: every hash\n"))
    #expect(text.contains("  a file cannot show: media type, HTTPS, revocation"))
  }

  @Test func textTellsOfNotesAndOfTheBaseline() {
    var summary = CheckSummary()
    summary.notes = 2
    summary.baselined = 1
    var writer = CheckTextWriter()
    #expect(
      writer.end(summary)
        == "0 packages checked: no errors, no warnings, 1 known from the baseline "
        + "(and 2 notes, shown with --notes)\n")
  }

  @Test func requestedNotesArePrintedAndTheOthersCounted() {
    let notes = (0..<4).map { _ in Self.diagnostic("a.b.c", .note, "is far") }
    let subject = Self.subject(notes + [Self.diagnostic("a.d.e", .note, "is odd")])
    let text = Self.written(CheckTextWriter(requestedNotes: "a.b"), subject)
    #expect(text.ranges(of: "note: is far [a.b.c]").count == 3)
    #expect(text.contains("and 1 more [a.b.c] in a\n") && !text.contains("is odd"), "\(text)")
    #expect(text.hasSuffix("no errors, no warnings (and 1 note, shown with --notes)\n"), "\(text)")
    let all = Self.written(CheckTextWriter(showsNotes: true, requestedNotes: "a.b"), subject)
    #expect(all.contains("is odd") && !all.contains("shown with"), "\(all)")
  }

  private static func ended(_ writer: some CheckReportWriter) -> String {
    var writer = writer
    var summary = CheckSummary()
    summary.packages = 1
    summary.notChecked = ["pushes: <elsewhere>"]
    summary.isPartial = true
    return writer.end(summary)
  }

  @Test func everyReportSaysWhatWasNotJudged() {
    #expect(
      Self.ended(CheckTextWriter())
        == "not checked: pushes: <elsewhere>\n1 package checked in part: nothing found\n")
    #expect(
      Self.ended(JSONLinesWriter()) == """
        {"version":1,"notJudged":["pushes: <elsewhere>"]}
        {"version":1,"summary":{"packages":1,"errors":0,"warnings":0,"partial":true}}

        """)
    let sarif = Self.ended(SARIFWriter(version: "1"))
    #expect(sarif.contains(#""executionSuccessful":false"#), "\(sarif)")
    #expect(sarif.contains("not checked: pushes: <elsewhere>"), "\(sarif)")
    let gitlab = Self.ended(GitLabWriter())
    #expect(gitlab.contains(#""description":"not checked: pushes: <elsewhere>""#), "\(gitlab)")
    #expect(gitlab.contains(#""severity":"info""#), "\(gitlab)")
    #expect(Self.ended(GitHubWriter()) == "::notice title=not checked::pushes: <elsewhere>\n")
    let junit = Self.ended(JUnitWriter())
    #expect(junit.contains(#"tests="1" failures="0" errors="0" skipped="1""#), "\(junit)")
    #expect(junit.contains(#"name="pushes" time="0">"#), "\(junit)")
    #expect(junit.contains(#"<skipped message="pushes: &lt;elsewhere&gt;"/>"#), "\(junit)")
  }

  @Test func textOfStrangersCannotMoveTheCursor() {
    let text = Self.written(
      CheckTextWriter(), Self.subject([Self.diagnostic("a.b.c", .error, "\u{1B}[2J")]))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func statisticsAreSortedByCountThenCode() {
    let many = ["b.b.b", "a.a.a", "c.c.c", "b.b.b"].map { Self.diagnostic($0, .warning) }
    let text = Self.written(CheckTextWriter(showsStatistics: true), Self.subject(many))
    #expect(
      text.contains(
        "2  warning  b.b.b\n1  warning  a.a.a\n1  warning  c.c.c\n1 package checked"))
  }

  // MARK: Lines

  @Test func jsonLinesHaveEveryFieldInOrder() {
    let text = Self.written(
      JSONLinesWriter(),
      Self.subject([Self.diagnostic(bundle: "a.pkpass", serial: "A-17")], verdict: Self.refused))
    #expect(
      text == """
        {"version":1,"code":"area.subject.complaint","severity":"error","basis":"documented",\
        "effect":"wrong","bundle":"a.pkpass","file":"a/pass.json","line":3,"column":5,"sheet":null,\
        "pointer":"/nfc","serial":"A-17","message":"is wrong","help":"do it","walletLog":null,\
        "notes":[]}
        {"version":1,"verdict":{"bundle":"a","result":"refused","first":"area.subject.complaint"}}
        {"version":1,"summary":{"packages":1,"errors":1,"warnings":0}}

        """)
  }

  @Test func jsonLinesEscapeWhatWouldBreakALine() {
    let text = Self.written(
      JSONLinesWriter(), Self.subject([Self.diagnostic("a.b.c", .error, "a\"b\\c\n\u{1}\u{2028}")]))
    #expect(text.split(separator: "\n").count == 2)
    #expect(text.contains(#"a\"b\\c\n\u0001\u2028""#), "\(text)")
  }

  /// DEL and directional marks affect terminals, and some readers treat U+2028 and U+2029 as line
  /// ends. Other characters with similar bytes are unchanged.
  @Test func jsonReportsSpellEveryCharacterTheSameWay() {
    let message = "\u{7F}\u{8}\u{C}\t\r\\b\\\u{8}\u{2027}\u{2028}\u{2029}\u{202A}é\u{1F600}"
    let spelled =
      #""\u007f\u0008\u000c\t\r\\b\\\u0008"# + "\u{2027}" + #"\u2028\u2029\u202a"#
      + "é\u{1F600}"
    let subject = Self.subject([Self.diagnostic("a.b.c", .error, message)])
    for (writer, key) in [
      (JSONLinesWriter(), #""message":"#), (SARIFWriter(version: "1"), #""text": "#),
      (GitLabWriter(), #""description": "#),
    ] as [(any CheckReportWriter, String)] {
      let text = Self.written(writer, subject)
      #expect(text.contains(key + spelled), "\(text)")
    }
  }

  @Test func githubEscapesPropertiesAndMessages() {
    let text = Self.written(
      GitHubWriter(),
      Self.subject([
        Self.diagnostic("a.b.c", .warning, "50% of\nit", file: "x,y:z.json"),
        Self.diagnostic("a.b.d", .note, "inside", bundle: "a.pkpass!b.pkpass", file: "pass.json")
          .placed { $0.inside("a.pkpass") },
        // A file name on disk may contain the separator of archive and entry.
        Self.diagnostic("a.b.e", .note, "in it", bundle: "Sale!.pkpass", file: "pass.json"),
      ]))
    #expect(
      text == """
        ::warning file=x%2Cy%3Az.json,line=3,col=5,title=a.b.c::50%25 of%0Ait; do it
        ::notice file=a.pkpass,title=a.b.d::pass.json: inside; do it
        ::notice file=Sale!.pkpass,title=a.b.e::pass.json: in it; do it

        """)
  }

  // MARK: Documents

  @Test func gitlabFingerprintsDifferAndStay() {
    let twice = Self.subject([Self.diagnostic(), Self.diagnostic()])
    let first = Self.written(GitLabWriter(), twice)
    #expect(first == Self.written(GitLabWriter(), twice))
    let prints = first.split(separator: "\n").filter { $0.contains("fingerprint") }
    #expect(prints.count == 2 && Set(prints).count == 2, "\(first)")
  }

  @Test func gitlabHasAMemberALine() {
    let text = Self.written(GitLabWriter(), Self.subject([Self.diagnostic()]))
    #expect(
      text == """
        [
          {
            "description": "is wrong; do it",
            "check_name": "area.subject.complaint",
            "fingerprint": "5879a706b43c4d90b7b906f474c0abef",
            "severity": "major",
            "location": {
              "path": "a/pass.json",
              "lines": {
                "begin": 3
              }
            }
          }
        ]

        """)
    #expect(Self.written(GitLabWriter()) == "[]\n")
  }

  @Test func gitlabPathsAreThoseOfTheRepository() {
    let text = Self.written(
      GitLabWriter(),
      Self.subject([
        Self.diagnostic(file: "./t.pass/pass.json"),
        Self.diagnostic("a.b.c", .note, bundle: "./a.pkpass", file: "pass.json"),
      ]))
    #expect(text.contains("\"t.pass/pass.json\"") && text.contains("\"a.pkpass\""), "\(text)")
    #expect(text.contains("\"info\"") && !text.contains("\"./"))
  }

  @Test func junitCountsFailuresAndKeepsToXML() {
    let text = Self.written(
      JUnitWriter(),
      Self.subject([Self.diagnostic("a.b.c", .error, "<&>\"\u{1}")], name: "a&b.pkpass"),
      Self.subject([], name: "c.pkpass"))
    #expect(text.contains(#"tests="2" failures="1" errors="0""#))
    #expect(text.contains(#"name="a&amp;b.pkpass""#))
    #expect(text.contains("&lt;&amp;&gt;&quot;") && !text.contains("\u{1}"))
    #expect(text.contains(#"name="c.pkpass" time="0"/>"#))
  }

  /// Nothing that Wallet would reject is not yet nothing to correct; JSON keeps its three words.
  @Test func anErrorThatWalletWouldTakeIsSaidBesideTheVerdict() {
    let subject = Self.subject([Self.diagnostic()], verdict: Self.fine)
    let words = "nothing found that Wallet would reject, but 1 error to correct\n"
    #expect(Self.written(CheckTextWriter(), subject).contains("a: " + words))
    let junit = Self.written(JUnitWriter(), subject)
    #expect(junit.contains(words.dropLast() + "&#10;</system-out>"), "\(junit)")
    #expect(
      Self.written(JSONLinesWriter(), subject)
        .contains(#""result":"nothingFound","first":null"#))
  }

  @Test func warningsAreNoFailureInJUnit() {
    let text = Self.written(JUnitWriter(), Self.subject([Self.diagnostic("a.b.c", .warning)]))
    #expect(text.contains(#"failures="0""#) && text.contains("<system-out>"))
  }

  @Test func sarifListsEachRuleOnceAndPointsAtIt() {
    let text = Self.written(
      SARIFWriter(version: "1.0"),
      Self.subject([Self.diagnostic(), Self.diagnostic(pointer: "/b"), Self.diagnostic("a.b.c")]))
    #expect(text.ranges(of: "\"id\":").count == 2, "\(text)")
    #expect(text.contains("\"ruleIndex\": 1") || text.contains("\"ruleIndex\":1"))
    #expect(text.contains("passc explain a.b.c"))
  }

  /// Parts that contain the separator must not look like other parts.
  @Test func sarifGivesEachPlaceItsOwnFingerprint() {
    let diagnostics = [
      Self.diagnostic(file: "a|b", pointer: "c"), Self.diagnostic(file: "a", pointer: "b|c"),
      Self.diagnostic(bundle: "x", file: "a", pointer: "b"),
      Self.diagnostic(file: "x|a", pointer: "b"), Self.diagnostic(file: "a\\", pointer: "b|c"),
      Self.diagnostic(file: "a\\|b", pointer: "c"), Self.diagnostic(file: "a", pointer: "b"),
    ]
    let text = Self.written(SARIFWriter(version: "1"), Self.subject(diagnostics))
    let prints = text.split(separator: "\n").filter { $0.contains("passcCode/v1") }
    #expect(prints.count == diagnostics.count)
    #expect(Set(prints).count == diagnostics.count, "\(prints)")
    // Without the separator in a part it is as before.
    #expect(prints.last?.contains("area.subject.complaint||a|b|") == true, "\(prints)")
  }

  @Test func sarifHasAMemberALine() {
    let diagnostic = Diagnostic(
      finding: finding(), message: "is wrong", location: Location(file: "p.json", line: 3),
      pointer: "/nfc", serial: "A-17",
      notes: [
        .init(location: nil, message: "nowhere"),
        .init(
          location: Location(bundle: "b.pkpass", file: "q.json", line: 2), message: "used here"),
      ])
    #expect(
      Self.written(SARIFWriter(version: "1.0"), Self.subject([diagnostic]))
        == """
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "version": "2.1.0",
          "runs": [
            {
              "tool": {
                "driver": {
                  "name": "passc",
                  "version": "1.0",
                  "semanticVersion": "1.0",
                  "rules": [
                    {
                      "id": "area.subject.complaint",
                      "shortDescription": {
                        "text": "Because."
                      },
                      "fullDescription": {
                        "text": "Because."
                      },
                      "help": {
                        "text": "do it; passc explain area.subject.complaint"
                      },
                      "defaultConfiguration": {
                        "level": "error"
                      },
                      "properties": {
                        "basis": "documented",
                        "effect": "wrong",
                        "tags": [
                          "area"
                        ]
                      }
                    }
                  ]
                }
              },
              "columnKind": "utf16CodeUnits",
              "results": [
                {
                  "ruleId": "area.subject.complaint",
                  "ruleIndex": 0,
                  "level": "error",
                  "message": {
                    "text": "is wrong; do it"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "p.json"
                        },
                        "region": {
                          "startLine": 3
                        }
                      },
                      "logicalLocations": [
                        {
                          "fullyQualifiedName": "/nfc",
                          "kind": "member"
                        }
                      ]
                    }
                  ],
                  "relatedLocations": [
                    {
                      "id": 2,
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "b.pkpass"
                        },
                        "region": {
                          "startLine": 1
                        }
                      },
                      "logicalLocations": [
                        {
                          "fullyQualifiedName": "b.pkpass!q.json",
                          "kind": "module"
                        }
                      ],
                      "message": {
                        "text": "used here"
                      }
                    }
                  ],
                  "partialFingerprints": {
                    "passcCode/v1": "area.subject.complaint||p.json|/nfc|A-17"
                  },
                  "properties": {
                    "serialNumber": "A-17"
                  }
                }
              ]
            }
          ]
        }

        """)
  }

  @Test func sarifHasAnAddressOfTheRulesOnlyWhenSomebodySaidIt() {
    let subject = Self.subject([Self.diagnostic("a.b.c")])
    for base in [nil, ""] {
      #expect(!Self.written(SARIFWriter(version: "1", base: base), subject).contains("helpUri"))
    }
    let text = Self.written(
      SARIFWriter(version: "1", base: "https://example.com/docs/rules.md"), subject)
    #expect(text.contains("\"https://example.com/docs/rules.md#a.b.c\""))
  }

  @Test func columnsOfEditorsAreThoseOfCodeScanning() {
    let subject = Self.subject([
      Diagnostic(
        finding: finding("a.b.c", .error), message: "is wrong",
        location: Location(file: "pass.json", line: 3, column: 14, utf16Column: 7))
    ])
    let sarif = Self.written(SARIFWriter(version: "1"), subject)
    #expect(
      sarif.contains("\"utf16CodeUnits\"") && sarif.contains("\"startColumn\": 7"), "\(sarif)")
    #expect(Self.written(GitHubWriter(), subject).contains("line=3,col=7,"))
    #expect(Self.written(JSONLinesWriter(), subject).contains("\"column\":14"))
    #expect(Self.written(CheckTextWriter(), subject).contains("pass.json:3:14: error"))
  }

  @Test func sarifOfAnEntryOpensTheArchive() {
    let text = Self.written(
      SARIFWriter(version: "1"),
      Self.subject([
        Self.diagnostic(bundle: "a b.pkpass!c.pkpass", file: "pass.json")
          .placed { $0.inside("a b.pkpass") }
      ]))
    #expect(text.contains("\"a%20b.pkpass\""))
    #expect(text.contains("\"a b.pkpass!c.pkpass!pass.json\""))
    // The line of an entry is not a line of the archive, but a region is required.
    #expect(text.contains("\"startLine\": 1\n") && !text.contains("\"startLine\": 3"))
  }

  /// Several importers reject a result without one.
  @Test func everyResultOfSARIFHasARegion() {
    let places: [Location?] = [
      nil, Location(file: "icon.png"), Location(bundle: "a.pkpass", file: "pass.json", line: 7),
      Location(file: "pass.json", line: 7, column: 2),
    ]
    for place in places {
      let diagnostic = Diagnostic(finding: finding(), message: "is wrong", location: place)
      let text = Self.written(SARIFWriter(version: "1"), Self.subject([diagnostic]))
      let line = place?.bundle == nil ? place?.line ?? 1 : 1
      #expect(text.ranges(of: "\"region\"").count == 1, "\(text)")
      #expect(text.contains("\"startLine\": \(line)"), "\(text)")
    }
  }

  /// These marks would change the displayed order of a line.
  @Test func marksOfDirectionAreSpelledOutInAnnotations() {
    let marks = "\u{61C}\u{200E}\u{200F}\u{202A}\u{202E}\u{2066}\u{2069}\u{2028}"
    let subject = Self.subject([
      Self.diagnostic("a.b.c", .warning, "x\(marks)y", file: "a\(marks).json")
    ])
    for text in [Self.written(GitHubWriter(), subject), Self.written(CheckTextWriter(), subject)] {
      for mark in marks.unicodeScalars {
        #expect(!text.unicodeScalars.contains(mark))
        #expect(text.contains("\\u{\(String(mark.value, radix: 16, uppercase: true))}"), "\(text)")
      }
    }
  }

  /// The schema derived from Ant is the stricter of the two: attributes, order, and only a failure
  /// in a case.
  @Test func junitKeepsToTheStricterSchemaToo() {
    let text = Self.written(
      JUnitWriter(),
      Self.subject([Self.diagnostic(), Self.diagnostic("a.b.c", .warning)], verdict: Self.refused),
      Self.subject([], name: "b", verdict: Self.fine))
    for attribute in [
      "name", "package", "id", "tests", "failures", "errors", "skipped", "time", "timestamp",
      "hostname",
    ] {
      let suite = text.split(separator: "\n").first { $0.contains("<testsuite ") } ?? ""
      #expect(suite.contains(" \(attribute)=\""), "\(attribute): \(suite)")
    }
    let order = [
      "<properties>", "<property name=", "</properties>", "<testcase ", "<failure ", "</failure>",
      "</testcase>", "<system-out>", "</system-out>", "<system-err>", "</testsuite>",
    ].map { text.ranges(of: $0).first?.lowerBound }
    #expect(!order.contains(nil), "\(text)")
    #expect(order.compactMap { $0 } == order.compactMap { $0 }.sorted(), "\(text)")
    #expect(text.ranges(of: "<system-out>").count == 1, "\(text)")
    #expect(text.contains("a: Wallet rejects this pass"))
  }
}
