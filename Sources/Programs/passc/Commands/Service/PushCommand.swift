// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

/// `passc push`: pushes by hand. Reads the command line and hands it to the program that sends them,
/// so that no other command carries its libraries.
struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: PushHelp.abstract, discussion: PushHelp.discussion)

  @OptionGroup
  var options: PushOptions

  func run() throws {
    // The command line itself, which was read without fault.
    throw CompanionProgram.service.become(Array(CommandLine.arguments.dropFirst()))
  }
}
