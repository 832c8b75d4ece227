// SPDX-License-Identifier: Apache-2.0

extension Diagnostic: CustomStringConvertible {
  /// The lines that the command prints, without colours and a final line end: place, severity,
  /// message and code, followed by notes and help.
  public var description: String {
    String(TextWriter(showsNotes: true).text(of: [self]).dropLast())
  }
}

extension DiagnosticsError: CustomStringConvertible {
  /// The text that the command would print: errors and warnings in the order of their places,
  /// without notes.
  public var description: String {
    String(TextWriter().text(of: diagnostics).dropLast())
  }
}
