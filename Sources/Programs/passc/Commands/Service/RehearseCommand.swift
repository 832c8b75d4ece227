// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

/// `passc rehearse`: the iPhone played against an update service. Reads the command line and hands
/// it to the program that does it, so that no other command carries its libraries.
struct RehearseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse", abstract: RehearseHelp.abstract,
    discussion: RehearseHelp.discussion)

  @OptionGroup
  var options: RehearseOptions

  func validate() throws {
    try options.policyOptions.refuseUnknown(AllFindings.catalogue)
  }

  func run() throws {
    // The command line itself, which was read without fault.
    throw CompanionProgram.service.become(Array(CommandLine.arguments.dropFirst()))
  }
}
