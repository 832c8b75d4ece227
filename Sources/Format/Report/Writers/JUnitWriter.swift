// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// JUnit XML, for test reports: one test case per subject, a failure when it has errors; what could
/// not be judged is a case that was skipped.
///
/// Of two schemas in use, that of Jenkins and the older one after Ant, it keeps to both: a suite with
/// package, id and properties, and what is printed at its end, since a case may hold a failure only.
package struct JUnitWriter: CheckReportWriter {
  private var cases: [(text: String, failed: Bool)] = []
  private var output = ""

  /// A report that has not begun.
  package init() {}

  package mutating func subject(_ subject: CheckedSubject) -> String {
    let shown = subject.diagnostics.filter { $0.severity > .note }
    let errors = shown.filter { $0.severity == .error }
    var body = ""
    if let first = errors.first {
      let more = errors.count > 1 ? " (+\(errors.count - 1))" : ""
      let text = TextWriter(help: \.helpWithOptions).text(of: errors)
      body +=
        "      <failure message=\"\(Self.escaped("\(first.code): \(first.message)\(more)"))\" "
        + "type=\"\(XMLText.escaped(first.code))\">\(XMLText.escaped(text))</failure>\n"
    }
    output += TextWriter(help: \.helpWithOptions).text(of: shown.filter { $0.severity < .error })
    if let sentence = subject.sentence {
      output += TextWriter.withoutCommands(
        "\(TextWriter.printable(subject.name)): \(TextWriter.printable(sentence))\n")
    }
    let start =
      "    <testcase classname=\"passc.\(subject.kind.rawValue)\" "
      + "name=\"\(Self.escaped(subject.name))\" time=\"0\""
    cases.append(
      (body.isEmpty ? start + "/>\n" : start + ">\n" + body + "    </testcase>\n", !errors.isEmpty))
    return ""
  }

  /// Returns words on one line as words of XML.
  private static func escaped(_ words: String) -> String {
    XMLText.escaped(TextWriter.withoutCommands(TextWriter.printable(words)))
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    let failures = cases.count { $0.failed }
    let skipped = summary.notJudged.map { words -> String in
      let name = Self.escaped(String(words.prefix { $0 != ":" }))
      return "    <testcase classname=\"passc.notJudged\" name=\"\(name)\" time=\"0\">\n"
        + "      <skipped message=\"\(Self.escaped(words))\"/>\n    </testcase>\n"
    }
    let counts =
      "tests=\"\(cases.count + skipped.count)\" failures=\"\(failures)\" errors=\"0\" "
      + "skipped=\"\(skipped.count)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="passc check" package="passc" id="0" \(counts) time="0" \
      timestamp="1970-01-01T00:00:00" hostname="localhost">
          <properties>
            <property name="tool" value="passc"/>
          </properties>
      \(cases.map(\.text).joined())\(skipped.joined())    <system-out>\(XMLText.escaped(output))</system-out>
          <system-err></system-err>
        </testsuite>
      </testsuites>

      """
  }
}
