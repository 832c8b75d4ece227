// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// A writer of JUnit XML for test reports. Each subject is a test case, which fails if it has
/// errors. A thing that could not be checked is a skipped test case.
///
/// The output is valid in both schemas in use, that of Jenkins and the older one of Ant. A suite
/// therefore has package, id and properties. Printed text is at the end of the suite, because a
/// case may contain only a failure.
package struct JUnitWriter: CheckReportWriter {
  private var cases: [(text: String, failed: Bool)] = []
  private var output = ""

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

  /// Returns text on one line, escaped for XML.
  private static func escaped(_ words: String) -> String {
    XMLText.escaped(TextWriter.withoutCommands(TextWriter.printable(words)))
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    let failures = cases.count { $0.failed }
    let skipped = summary.notChecked.map { words -> String in
      let name = Self.escaped(String(words.prefix { $0 != ":" }))
      return "    <testcase classname=\"passc.notChecked\" name=\"\(name)\" time=\"0\">\n"
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
