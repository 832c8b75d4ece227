// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

/// The command line of `passc google`.
struct GoogleProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passc", abstract: "Compile passes for Google Wallet.",
    version: Version.forParser(of: "passc-preview"), subcommands: [GoogleCommand.self],
    helpNames: [.short, .long])
}

/// A command that this program implements.
protocol GoogleWork {
  func perform() throws
}

/// Parses the arguments, runs the command, and converts errors to an exit status.
enum GoogleCommandLine {
  /// Returns whether the word after `google` is one of its commands or asks for help.
  static func isMeant(_ word: String?) -> Bool {
    guard let word else { return false }
    return ["-h", "--help"].contains(word)
      || GoogleCommand.configuration.subcommands.contains { $0.configuration.commandName == word }
  }

  static func run(_ arguments: [String]) -> ExitStatus {
    do {
      try CommandLineGuard.check(arguments)
      let command = try GoogleProgram.parseAsRoot(arguments)
      do {
        guard let work = command as? any GoogleWork else {
          var group = command
          try group.run()
          return .fine
        }
        try work.perform()
        return .fine
      } catch {
        return status(of: error, arguments)
      }
    } catch {
      if let status = Console.status(reporting: error) { return status }
      return GoogleProgram.status(ofParsing: error, arguments)
    }
  }

  private static func status(of error: any Error, _ arguments: [String]) -> ExitStatus {
    if let status = Console.status(reporting: error) { return status }
    let code = GoogleProgram.exitCode(for: error)
    if code == .success || code == .validationFailure {
      return GoogleProgram.status(ofParsing: error, arguments)
    }
    Console.report(.environment("\(error)"))
    return .environment
  }
}
