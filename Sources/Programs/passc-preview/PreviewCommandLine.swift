// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassDrawing

/// The command line of this program. Its options are those of `passc preview`.
struct PreviewProgram: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "passc preview", abstract: PreviewHelp.abstract,
    discussion: PreviewHelp.discussion, version: Version.forParser(of: "passc-preview"),
    helpNames: [.short, .long])

  @OptionGroup
  var options: PreviewOptions

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions
}

/// Parses the arguments, draws, and converts errors to an exit status.
enum PreviewCommandLine {
  static func run(_ arguments: [String]) -> ExitStatus {
    do {
      try CommandLineGuard.check(arguments, command: "preview")
    } catch {
      return status(of: error)
    }
    let program: PreviewProgram
    do {
      program = try PreviewProgram.parse(arguments)
    } catch {
      return PreviewProgram.status(ofParsing: error, arguments)
    }
    do {
      guard !program.options.watch else {
        throw CommandFailureError.usage(
          "passc-preview does not serve the live page", help: "run: passc preview --watch")
      }
      var run = try PreviewRun(program.options)
      try run.run()
      return .fine
    } catch {
      return status(of: error)
    }
  }

  private static func status(of error: any Error) -> ExitStatus {
    let failure = failure(of: error)
    Console.report(failure)
    return failure.status
  }

  /// Converts an error to a message with its exit status.
  static func failure(of error: any Error) -> CommandFailureError {
    switch error {
    case let failure as CommandFailureError: failure
    case let error as FileError: CommandFailureError(error)
    case let error as FontError:
      .environment(
        error.description, help: "install fonts-inter and fonts-noto-core, or run make preview")
    case let error as DrawingError: .environment(error.description)
    default: .environment("\(error)")
    }
  }
}
