// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

/// The command line of this program. PassConsole declares the commands, and the folders next to
/// this file implement them.
struct AppProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passc", abstract: "Check and write an app's entitlements, Info.plist and Swift.",
    version: Version.forParser(of: "passc-app"),
    subcommands: [PayCommand.self, NotifyCommand.self, ProvisionCommand.self, AppCommand.self],
    helpNames: [.short, .long])
}

/// Parses the arguments, runs the command, and converts errors to an exit status.
enum AppCommandLine {
  static func run(_ arguments: [String]) -> ExitStatus {
    do {
      try CommandLineGuard.check(arguments)
    } catch {
      return status(of: error, arguments)
    }
    var command: any ParsableCommand
    do {
      command = try AppProgram.parseAsRoot(arguments)
    } catch {
      return AppProgram.status(ofParsing: error, arguments)
    }
    do {
      if let command = command as? any AppProgramCommand {
        try command.perform()
      } else {
        // A group of commands prints its help.
        try command.run()
      }
      return .fine
    } catch {
      return status(of: error, arguments)
    }
  }

  private static func status(of error: any Error, _ arguments: [String]) -> ExitStatus {
    if let status = Console.status(reporting: error) { return status }
    let code = AppProgram.exitCode(for: error)
    if code == .success || code == .validationFailure {
      return AppProgram.status(ofParsing: error, arguments)
    }
    Console.report(.environment("\(error)"))
    return .environment
  }
}
