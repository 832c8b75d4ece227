// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// JUnit XML, for test reports: one test case per subject, a failure when it has errors.
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
        + "type=\"\(Self.escaped(first.code))\">\(Self.escaped(text))</failure>\n"
    }
    output += TextWriter(help: \.helpWithOptions).text(of: shown.filter { $0.severity < .error })
    if let sentence = subject.sentence {
      output += "\(TextWriter.printable(subject.name)): \(sentence)\n"
    }
    let start =
      "    <testcase classname=\"passc.\(subject.kind.rawValue)\" "
      + "name=\"\(Self.escaped(subject.name))\" time=\"0\""
    cases.append(
      (body.isEmpty ? start + "/>\n" : start + ">\n" + body + "    </testcase>\n", !errors.isEmpty))
    return ""
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    let failures = cases.count { $0.failed }
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="passc check" package="passc" id="0" \(counts) skipped="0" time="0" \
      timestamp="1970-01-01T00:00:00" hostname="localhost">
          <properties>
            <property name="tool" value="passc"/>
          </properties>
      \(cases.map(\.text).joined())    <system-out>\(Self.escaped(output))</system-out>
          <system-err></system-err>
        </testsuite>
      </testsuites>

      """
  }

  /// XML 1.0 has no place for most control characters, escaped or not.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: out += "&amp;"
      case 0x3C: out += "&lt;"
      case 0x3E: out += "&gt;"
      case 0x22: out += "&quot;"
      case 0x0A: out += "&#10;"
      case 0x09, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF:
        out.unicodeScalars.append(scalar)
      default: out += "\u{FFFD}"
      }
    }
    return out
  }
}
