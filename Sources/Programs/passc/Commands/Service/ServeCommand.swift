// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

/// `passc serve`: passes and their updates for phones. Reads the command line and hands it to the
/// program that serves, so that no other command carries its libraries.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: ServeHelp.abstract, discussion: ServeHelp.discussion)

  @OptionGroup
  var options: ServeOptions

  func run() throws {
    // The command line itself, which was read without fault.
    throw CompanionProgram.service.become(Array(CommandLine.arguments.dropFirst()))
  }
}
