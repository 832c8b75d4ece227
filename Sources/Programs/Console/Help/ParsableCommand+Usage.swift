// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

extension ParsableCommand {
  /// Prints the result of a command line that the parser did not run. Help and version are results.
  /// Anything else is wrong usage, and the message names the command whose help the user can read.
  ///
  /// - Parameter arguments: the words after the name of the program.
  package static func status(
    ofParsing error: any Error, _ arguments: [String]
  ) -> ExitStatus {
    let full = fullMessage(for: error)
    guard exitCode(for: error) != .success else {
      // The parser begins all of its help with this word.
      Console.show(
        full.hasPrefix("OVERVIEW: ") ? HelpPage.text(for: arguments, of: self) : full + "\n")
      return .fine
    }
    // The parser's line "Usage: passc build <template> ..." contains the words of the command.
    let usage = full.split(separator: "\n").first { $0.hasPrefix("Usage: ") }
    let words = usage?.dropFirst(7).split(separator: " ") ?? []
    var named = words.prefix { !"<[-".contains($0.prefix(1)) }.joined(separator: " ")
    // `serve run` is only the parser's name for `passc serve` without a subcommand.
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
