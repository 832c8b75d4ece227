// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassAppStoreConnect
import PassBasics
import PassConsole
import PassDiagnostics
import PassIssue
import PassPush
import PassRegistry
import PassService

/// The command line of passc-service. PassConsole declares the commands, and the files in Commands/
/// implement them.
struct ServiceProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passc", abstract: "Serve passes, push their updates, and rehearse both.",
    version: Version.forParser(of: "passc-service"),
    subcommands: [
      ServeCommand.self, PushCommand.self, RehearseCommand.self, PreviewCommand.self,
      OnlineCertCommand.self,
    ],
    helpNames: [.short, .long])
}

/// Parses the arguments, runs the command, and converts errors to an exit status.
enum ServiceCommandLine {
  static func run(_ arguments: [String]) async -> ExitStatus {
    do {
      try CommandLineGuard.check(arguments)
    } catch {
      return status(of: error, arguments)
    }
    var command: any ParsableCommand
    do {
      command = try ServiceProgram.parseAsRoot(arguments)
    } catch {
      return ServiceProgram.status(ofParsing: error, arguments)
    }
    do {
      if let command = command as? any ServiceWork {
        try await command.work()
      } else {
        // Without a command, the parser prints the help.
        try command.run()
      }
      return .fine
    } catch {
      return status(of: error, arguments)
    }
  }

  /// Prints an error of one of several tasks.
  ///
  /// - Returns: whether it was an error of Apple's API or a usual one. Others are not printed.
  static func report(_ error: any Error) -> Bool {
    guard let error = error as? APIError else { return Console.status(reporting: error) != nil }
    Console.report(.environment(error.description, help: error.help))
    return true
  }

  private static func status(of error: any Error, _ arguments: [String]) -> ExitStatus {
    if let status = Console.status(reporting: error) { return status }
    switch error {
    case let error as any AnyLedgerError:
      Console.report(.environment(error.description, help: error.help))
    case let error as LedgerFollower.MissingFileError:
      Console.report(
        .environment(
          error.description, help: "issue into a folder: passc issue -o DIR --ledger FILE"))
    case let error as WorkerError:
      Console.report(.environment(error.description))
    case let error as StoreError:
      Console.report(.environment(error.description, help: error.help ?? help(for: error)))
    case let error as ListenError:
      Console.report(
        .environment(
          "cannot listen on \(error.address) (\(option(of: error.purpose))): \(error.reason)",
          help: error.help))
    case is APIError: _ = report(error)
    case let error as PushSetupError:
      Console.report(.environment(error.description))
    default:
      let code = ServiceProgram.exitCode(for: error)
      if code == .success || code == .validationFailure {
        return ServiceProgram.status(ofParsing: error, arguments)
      }
      Console.report(.environment("\(error)"))
    }
    return .environment
  }

  private static func help(for error: StoreError) -> String? {
    switch error.reason {
    case .unavailable: "start the database server, or wait for it: --wait 60"
    case .full: "make space on the disk of the database, then start again"
    default: nil
    }
  }

  private static func option(of purpose: ListenError.Purpose) -> String {
    switch purpose {
    case .devices: "--listen"
    case .operators: "--operators"
    case .probes: "--probes"
    }
  }
}
