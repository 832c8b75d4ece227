// SPDX-License-Identifier: Apache-2.0

import PassConsole
import PassService

/// The command `passc preview --watch`, which serves a live page. passc-preview implements the rest
/// of `passc preview`.
extension PreviewCommand: ServiceProgramCommand {
  func perform() async throws {
    guard options.watch else {
      throw CommandFailureError.usage(
        "passc-service only serves the live page", help: "run: passc preview")
    }
    guard let program = PreviewWorker.installed else {
      throw CommandFailureError.environment(
        "passc-preview is neither next to passc-service nor in libexec/passc",
        help: "in a source checkout, run: make preview")
    }
    // The arguments after the command name. The parser has already accepted them.
    let arguments = Array(CommandLine.arguments.dropFirst(2))
    try await WatchRun(options, arguments, PreviewWorker(program: program)).run()
  }
}
