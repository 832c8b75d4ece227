// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// A writer of GitHub's workflow commands, which GitHub shows as annotations in the diff.
package struct GitHubWriter: CheckReportWriter {
  package init() {}

  package mutating func subject(_ subject: CheckedSubject) -> String {
    subject.diagnostics.map { Self.line($0, subject.name) }.joined()
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    summary.notChecked.map { "::notice title=not checked::\(Self.escaped($0))\n" }.joined()
  }

  private static func line(_ diagnostic: Diagnostic, _ subject: String) -> String {
    let place = diagnostic.location
    let level = diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue
    // Annotations need a file of the repository. For an entry of an archive it is the archive.
    let file = place?.fileOnDisk ?? subject
    var properties = "file=\(property(file))"
    if let place, place.isOnDisk, let line = place.line {
      properties += ",line=\(line)"
      if let column = place.utf16Column { properties += ",col=\(column)" }
    }
    properties += ",title=\(property(diagnostic.code))"
    let inside = place?.bundle != nil ? (place?.file).map { "\($0): " } ?? "" : ""
    let words = inside + diagnostic.message + "; " + diagnostic.helpWithOptions
    return "::\(level) \(properties)::\(escaped(words))\n"
  }

  private static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": out += "%25"
      case "\r": out += "%0D"
      case "\n": out += "%0A"
      // Directional marks would change the visible order of the line.
      case _ where TextWriter.isControl(scalar): out += TextWriter.printable(String(scalar))
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  private static func property(_ text: String) -> String {
    var out = ""
    for scalar in escaped(text).unicodeScalars {
      switch scalar {
      case ":": out += "%3A"
      case ",": out += "%2C"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
