// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

/// `passc preview`: a pass as a phone shows it. Reads the command line and hands it to the program
/// that draws, so that no other command carries its libraries.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: PreviewHelp.abstract, discussion: PreviewHelp.discussion)

  @OptionGroup
  var options: PreviewOptions

  func validate() throws {
    try options.policyOptions.refuseUnknown(AllFindings.catalogue)
  }

  func run() throws {
    // The command line itself, which was read without fault.
    throw CompanionProgram.preview.become(Array(CommandLine.arguments.dropFirst(2)))
  }
}
