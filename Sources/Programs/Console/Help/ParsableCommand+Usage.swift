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
    let command = named.split(separator: " ").dropFirst().joined(separator: " ")
    let sentence = UsageSentence(
      message(for: error), command: command,
      example: HelpPage.example(for: arguments, of: self))
    let page = "see \(named.isEmpty ? "passc" : named) --help"
    Console.report(.usage(sentence.message, help: sentence.help ?? page))
    return .usage
  }
}
