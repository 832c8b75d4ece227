// SPDX-License-Identifier: Apache-2.0

extension Diagnostic: CustomStringConvertible {
  /// The lines the command prints of it, without colours and without a line end: place, severity,
  /// message and code, then its notes and the help.
  public var description: String {
    String(TextWriter(showsNotes: true).text(of: [self]).dropLast())
  }
}

extension Rejected: CustomStringConvertible {
  /// What the command would print: errors and warnings in the order of their places, without
  /// diagnostics of severity note.
  public var description: String {
    String(TextWriter().text(of: diagnostics).dropLast())
  }
}
