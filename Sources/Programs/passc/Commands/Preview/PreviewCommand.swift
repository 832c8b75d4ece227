// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

/// `passc preview`: a pass as a phone shows it. Reads the command line and hands it to the program
/// that draws, or with `--watch` to the one that has a web server, so that no other command carries
/// their libraries.
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
    let arguments = Array(CommandLine.arguments.dropFirst())
    if options.watch { throw CompanionProgram.service.become(arguments) }
    throw CompanionProgram.preview.become(Array(arguments.dropFirst()))
  }
}
