// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

extension ParsableCommand {
  /// Prints what arguments that do not parse ask for: help and version are results; anything else is
  /// wrong usage and gets its own sentence, which names the command whose help is worth reading.
  ///
  /// - Parameter arguments: what follows the name of the program.
  package static func status(
    ofParsing error: any Error, _ arguments: [String]
  ) -> ExitStatus {
    let full = fullMessage(for: error)
    guard exitCode(for: error) != .success else {
      // The parser begins every help like this.
      Console.show(
        full.hasPrefix("OVERVIEW: ") ? HelpPage.text(for: arguments, of: self) : full + "\n")
      return .fine
    }
    // "Usage: passc build <template> ..." names the command.
    let usage = full.split(separator: "\n").first { $0.hasPrefix("Usage: ") }
    let words = usage?.dropFirst(7).split(separator: " ") ?? []
    var named = words.prefix { !"<[-".contains($0.prefix(1)) }.joined(separator: " ")
    // What runs without a task has a name for the parser only.
    if named.hasSuffix(" serve run") { named.removeLast(4) }
    Console.report(
      .usage(asMessage(message(for: error)), help: "see \(named.isEmpty ? "passc" : named) --help"))
    return .usage
  }

  /// A sentence as messages are written: no capital at its start, no full stop at its end.
  private static func asMessage(_ sentence: String) -> String {
    // The parser lists long choices a line each.
    let line = sentence.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
      .joined(separator: " ")
    var message = line.prefix(1).lowercased() + line.dropFirst()
    while message.hasSuffix(".") { message.removeLast() }
    return message
  }
}
