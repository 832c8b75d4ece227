// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole

/// The command line of `passc images` in this program.
struct ImagesProgram: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "passc images", abstract: ImagesHelp.abstract,
    discussion: ImagesHelp.discussion, version: Version.forParser(of: "passc-preview"),
    helpNames: [.short, .long])

  @OptionGroup
  var options: ImagesOptions

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions
}

/// Parses the arguments, makes the images, and converts errors to an exit status.
enum ImagesCommandLine {
  static func run(_ arguments: [String]) -> ExitStatus {
    do {
      try CommandLineGuard.check(arguments, command: "images")
    } catch {
      return status(of: error)
    }
    let program: ImagesProgram
    do {
      program = try ImagesProgram.parse(arguments)
    } catch {
      return ImagesProgram.status(ofParsing: error, arguments)
    }
    do {
      let options = program.options
      if let file = options.backgroundFile, let logo = options.files.logo ?? options.files.icon {
        try Disk.write(Array(ImageBackground.read(logo).shown.utf8), to: file)
      } else {
        var run = try ImagesRun(options)
        try run.run()
      }
      return .fine
    } catch {
      return status(of: error)
    }
  }

  private static func status(of error: any Error) -> ExitStatus {
    let failure = PreviewCommandLine.failure(of: error)
    Console.report(failure)
    return failure.status
  }
}
