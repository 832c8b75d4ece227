// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
import PassReport

/// The report of a test as a web page in one file, with findings and timeline.
package struct RehearsalPage: Sendable {
  private let title: String
  private let diagnostics: [Diagnostic]
  private let result: RehearsalResult

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - title: names the passes.
  ///   - diagnostics: in the order of the page, errors first.
  package init(title: String, diagnostics: [Diagnostic], result: RehearsalResult) {
    (self.title, self.diagnostics, self.result) = (title, diagnostics, result)
  }

  /// The page. It loads nothing and runs no script.
  package var text: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(Self.escaped(title))</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <h1>\(Self.escaped(title))</h1>
    <p>\(Self.escaped(verdict))</p>
    \(findings)\(notChecked)<h2>Timeline</h2>
    <table>
    <thead><tr><th>time</th><th>from</th><th>sent</th><th>came back</th></tr></thead>
    <tbody>
    \(result.timeline.map(Self.row).joined())</tbody>
    </table>
    </body>
    </html>

    """
  }

  private var verdict: String {
    let count = DiagnosticCount(
      errors: diagnostics.count { $0.severity == .error },
      warnings: diagnostics.count { $0.severity == .warning })
    let end =
      result.wasInterrupted
      ? "The test was interrupted. " : result.failure != nil ? "The test ended early. " : ""
    return end + "Found: " + (count.text ?? "no errors, no warnings")
  }

  private var findings: String {
    diagnostics.isEmpty
      ? "" : "<h2>Findings</h2>\n" + diagnostics.map(Self.section).joined()
  }

  private var notChecked: String {
    guard !result.notChecked.isEmpty else { return "" }
    let items = result.notChecked.map { "<li>\(Self.escaped($0))</li>\n" }.joined()
    return "<h2>Not checked</h2>\n<ul>\n\(items)</ul>\n"
  }

  private static func section(_ diagnostic: Diagnostic) -> String {
    let notes = diagnostic.notes.map { "<p>\(escaped($0.message))</p>\n" }.joined()
    let shown = diagnostic.finding.shown
    let place = diagnostic.location.map { "\($0)" } ?? ""
    return """
      <section class="\(diagnostic.severity.rawValue)">
      <h3><b>\(diagnostic.severity.rawValue)</b> \(escaped(diagnostic.message))</h3>
      <p class="place"><code>\(escaped(diagnostic.code))</code> \(escaped(place))</p>
      \(notes)<p><b>What to change:</b> \(escaped(diagnostic.helpWithOptions))</p>
      <details><summary>Example</summary>
      <p>Wrong:</p><pre>\(XMLText.escaped(shown.wrong))</pre>
      <p>Right:</p><pre>\(XMLText.escaped(shown.right))</pre>
      </details>
      </section>

      """
  }

  private static func row(_ entry: TimelineEntry) -> String {
    """
    <tr\(entry.isFaulty ? " class=\"error\"" : "")><td>\(TimelineText.seconds(entry.at))</td>\
    <td>\(escaped(entry.laneName))</td><td>\(escaped(entry.text))</td>\
    <td>\(escaped(entry.outcome ?? ""))</td></tr>

    """
  }

  /// Escapes text from a server for HTML and puts it on one line.
  private static func escaped(_ words: String) -> String {
    XMLText.escaped(TextWriter.printable(words))
  }

  private static let style = """
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; \
    color: #1b1f24; background: #fff; overflow-wrap: anywhere }
    section { border-left: 4px solid #57606a; padding: 0 1rem; margin: 1.5rem 0 }
    section.error { border-color: #b3261e } section.warning { border-color: #9a6700 }
    h3 { font-size: 1rem; margin: 0 } .error h3 b { color: #b3261e } .warning h3 b { color: #9a6700 }
    .place { color: #57606a; margin: 0 } pre { background: #f3f4f6; padding: .5rem; overflow: auto }
    table { border-collapse: collapse; font-size: .875rem; width: 100% }
    td, th { text-align: left; vertical-align: top; padding: .1rem .5rem; border-bottom: 1px solid #d0d7de }
    td:first-child { text-align: right; white-space: nowrap } tr.error td { color: #b3261e; font-weight: bold }
    """
}
