// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

/// The commands as shells complete them.
///
/// The parser's scripts leave out the options of a default subcommand. In this list `serve` has the
/// options of serving and the names of its tasks.
struct CompletedPassc: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passc", abstract: Passc.configuration.abstract,
    version: Passc.configuration.version,
    subcommands: Passc.configuration.subcommands.map {
      $0 == ServeCommand.self ? Serve.self : $0
    }, helpNames: [.short, .long])

  /// `passc serve`.
  struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve", abstract: ServeCommand.configuration.abstract,
      subcommands: ServeCommand.configuration.subcommands.filter { $0 != ServeRunCommand.self })

    @OptionGroup
    var options: ServeOptions

    @OptionGroup
    var outputOptions: OutputOptions
  }

  /// The script that a command line asks for; nil if it asks for something else.
  static func script(for arguments: [String]) -> String? {
    guard arguments.count == 2, arguments[0] == "--generate-completion-script" else { return nil }
    return CompletionShell(rawValue: arguments[1]).map { completionScript(for: $0) }
  }
}
