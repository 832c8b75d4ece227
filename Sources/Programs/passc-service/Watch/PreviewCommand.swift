// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassService

/// `passc preview --watch`: the live page. Everything else of `passc preview` is passc-preview's, so
/// no help of this program lists the command.
struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: PreviewHelp.abstract, discussion: PreviewHelp.discussion,
    shouldDisplay: false)

  @OptionGroup
  var options: PreviewOptions

  func run() async throws {
    guard options.watch else {
      throw Failure.usage(
        "passc-service serves the live page only", help: "add --watch, or run passc preview")
    }
    guard let program = PreviewWorker.installed else {
      throw Failure.environment(
        "passc-preview is neither next to passc-service nor in libexec/passc",
        help: "in a checkout run make preview; make install and the packages include it")
    }
    // The command line itself, which was read without an error.
    let arguments = Array(CommandLine.arguments.dropFirst(2))
    try await WatchRun(options, arguments, PreviewWorker(program: program)).run()
  }
}
