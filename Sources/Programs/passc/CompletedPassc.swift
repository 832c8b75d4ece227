// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

/// The commands for shell completion.
///
/// The parser's scripts omit the options of a default subcommand. In this list `serve` has its own
/// options and the names of its subcommands.
struct CompletedPassc: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passc", abstract: Passc.configuration.abstract,
    version: Passc.configuration.version,
    subcommands: Passc.configuration.subcommands.map {
      $0 == ServeCommand.self ? Serve.self : $0
    }, helpNames: [.short, .long])

  struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve", abstract: ServeCommand.configuration.abstract,
      subcommands: ServeCommand.configuration.subcommands.filter { $0 != ServeRunCommand.self })

    @OptionGroup
    var options: ServeOptions

    @OptionGroup
    var outputOptions: OutputOptions
  }

  /// Returns the requested completion script, or nil if the command line does not request one.
  static func script(for arguments: [String]) -> String? {
    guard arguments.count == 2, arguments[0] == "--generate-completion-script" else { return nil }
    return CompletionShell(rawValue: arguments[1]).map { completionScript(for: $0) }
  }
}
