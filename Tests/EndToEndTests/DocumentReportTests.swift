// SPDX-License-Identifier: Apache-2.0

import PassTesting
import Testing

/// Tests of report and severity options, for all checks of files other than passes.
struct DocumentReportTests {
  /// A check that gives an error, a warning or a note, with its files.
  struct Check: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let files: [String: String]
    /// File of the diagnostics.
    let file: String
    let error: String
    let warning: String
    let note: String
    var testDescription: String { arguments[0] }
  }

  private static let notification = """
    {
      "sender": "TNS",
      "action": "TNS:Payment",
      "digitalCardID": "",
      "aps": { "content-available": 1 }
    }

    """

  private static let entitlements = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<key>com.apple.developer.nfc.readersession.formats</key>
    \t<array>
    \t\t<string>TAG</string>
    \t\t<string>OTHER</string>
    \t</array>
    </dict>
    </plist>
    """

  private static let information = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<key>NFCReaderUsageDescription</key>
    \t<string>Reads.</string>
    \t<key>com.apple.developer.nfc.readersession.iso7816.select-identifiers</key>
    \t<array>
    \t\t<string>A0000002471</string>
    \t\t<string>d2760000850101</string>
    \t</array>
    </dict>
    </plist>
    """

  static let checks = [
    Check(
      arguments: ["notify", "check", "push.json"], files: ["push.json": notification],
      file: "push.json", error: "notify.card.empty", warning: "notify.action.unknown",
      note: "notify.card.spelling"),
    Check(
      arguments: ["app", "check", "App"],
      files: ["App/App.entitlements": entitlements, "App/Info.plist": information],
      file: "App/Info.plist", error: "app.aid.odd", warning: "app.nfc.format",
      note: "app.aid.case"),
  ]

  private static func test(_ check: Check) throws -> BuildCase {
    let test = try BuildCase()
    try test.folder.add(check.files)
    return test
  }

  @Test(arguments: checks) func everyFormatSaysTheSame(_ check: Check) throws {
    let test = try Self.test(check)
    let marks = [
      "text": "error: ", "json": "\"severity\":\"error\"", "sarif": "\"level\":",
      "junit": "<testsuite", "github": "::error ", "gitlab": "\"severity\":",
    ]
    for (format, mark) in marks {
      let printed = try test.passc(check.arguments + ["--format", format, "--notes"])
      #expect(printed.status == 1, "\(printed.story)")
      #expect(printed.text.contains(mark), "\(format): \(printed.story)")
      #expect(printed.text.contains(check.error), "\(format): \(printed.story)")
      #expect(printed.text.contains(check.file), "\(format): \(printed.story)")
      let written = try test.passc(check.arguments + ["--report", "\(format)=out/\(format)"])
      #expect(written.status == 1)
      let report = String(decoding: try test.bytes("out/\(format)"), as: UTF8.self)
      #expect(report.contains(mark) && report.contains(check.error), "\(format)")
    }
    // One run writes two reports and prints text.
    let both = try test.passc(
      check.arguments + ["--report", "sarif=a.sarif", "--report", "junit=a.xml"])
    #expect(both.text.contains(check.error))
    #expect(test.exists("a.sarif") && test.exists("a.xml"))
    let source = try #require(check.files.keys.sorted().first)
    let refused = try test.passc(check.arguments + ["--report", "json=\(source)"])
    #expect(refused.status == 2, "a report takes the place of what is checked: \(refused.story)")
  }

  @Test(arguments: checks) func aBaselineKnowsWhatWasThere(_ check: Check) throws {
    let test = try Self.test(check)
    let first = try test.passc(check.arguments + ["--write-baseline", "known.json"])
    #expect(first.status == 1, "\(first.story)")
    let known = try test.passc(check.arguments + ["--baseline", "known.json"])
    #expect(known.status == 0, "\(known.story)")
    let missing = try test.passc(check.arguments + ["--baseline", "absent.json"])
    #expect(missing.status == 3, "\(missing.story)")
    // A new error fails the run again.
    var changed = check.files[check.file] ?? ""
    changed = changed.replacing("TNS:Payment", with: "MG:ReplenishmentNeededNotification")
      .replacing("A0000002471<", with: "A0000002471ZZ<")
    try test.folder.add([check.file: changed])
    let again = try test.passc(check.arguments + ["--baseline", "known.json"])
    #expect(again.status == 1, "\(again.story)")
  }

  @Test(arguments: checks) func severitiesAreTheUsersToShift(_ check: Check) throws {
    let test = try Self.test(check)
    let plain = try test.passc(check.arguments)
    #expect(!plain.text.contains(check.note), "\(plain.story)")
    #expect(plain.text.contains("warning: ") && plain.text.contains(check.warning))
    let notes = try test.passc(check.arguments + ["--notes"])
    #expect(notes.text.contains("note: ") && notes.text.contains(check.note), "\(notes.story)")
    let strict = try test.passc(check.arguments + ["--strict", "--format", "json"])
    let line = strict.text.split(separator: "\n").first { $0.contains(check.warning) }
    #expect(line?.contains("\"severity\":\"error\"") == true, "\(strict.story)")
    let denied = try test.passc(check.arguments + ["--deny", check.note, "--format", "json"])
    let raised = denied.text.split(separator: "\n").first { $0.contains(check.note) }
    #expect(raised?.contains("\"severity\":\"error\"") == true, "\(denied.story)")
    let allowed = try test.passc(check.arguments + ["--allow", check.warning])
    #expect(!allowed.text.contains(check.warning), "\(allowed.story)")
    let unknown = try test.passc(check.arguments + ["--allow", check.error + "x"])
    #expect(unknown.status == 2, "\(unknown.story)")
    let counted = try test.passc(check.arguments + ["--statistics"])
    #expect(counted.text.contains(check.error), "\(counted.story)")
  }
}
