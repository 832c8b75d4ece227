// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassCrypto
import PassDiagnostics
import PassFiles

/// Parses the arguments, runs the command, and turns whatever ends it into a status.
enum CommandLineRun {
  static func run(_ arguments: [String]) -> ExitStatus {
    let command: any ParsableCommand
    do {
      command = try parsed(arguments)
    } catch {
      return status(ofParsing: error)
    }
    do {
      var command = command
      try command.run()
      return .fine
    } catch {
      return status(of: error)
    }
  }

  /// A subcommand is parsed by itself first: going through the root looks at every option three
  /// times. Whatever does not parse is parsed again from the root, for help and sentences that
  /// name the whole command.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let name = arguments.first,
      let command = Passc.configuration.subcommands.first(where: {
        $0.configuration.commandName == name && $0.configuration.subcommands.isEmpty
      }), let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())),
      type(of: parsed) == command
    {
      return parsed
    }
    return try Passc.parseAsRoot(arguments)
  }

  /// Help and version are results; anything else is wrong usage and gets its own sentence.
  private static func status(ofParsing error: any Error) -> ExitStatus {
    let full = Passc.fullMessage(for: error)
    if Passc.exitCode(for: error) == .success {
      Console.print(full)
      return .fine
    }
    // "Usage: passc build <template> ..." names the command whose help is worth reading.
    let usage = full.split(separator: "\n").first { $0.hasPrefix("Usage: ") }
    let words = usage?.dropFirst(7).split(separator: " ") ?? []
    let command = words.prefix { !"<[-".contains($0.prefix(1)) }
    let sentence = Passc.message(for: error)
    Console.report(
      .usage(
        lowercasedFirst(sentence),
        help: "see \(command.isEmpty ? "passc" : command.joined(separator: " ")) --help"))
    return .usage
  }

  private static func status(of error: any Error) -> ExitStatus {
    switch error {
    case let failure as Failure:
      Console.report(failure)
      return failure.status
    case let error as FileError:
      Console.report(.environment(error.description))
      return .environment
    case let error as IdentityFileError:
      Console.report(.environment(error.description, help: error.help))
      return .environment
    case let error as CryptoError:
      Console.report(.environment(error.description))
      return .environment
    default:
      // Asking a subcommand for help ends here too.
      let code = Passc.exitCode(for: error)
      if code == .success || code == .validationFailure { return status(ofParsing: error) }
      Console.report(.environment("\(error)"))
      return .environment
    }
  }

  private static func lowercasedFirst(_ text: String) -> String {
    guard let first = text.first else { return text }
    var sentence = first.lowercased() + text.dropFirst()
    while sentence.hasSuffix(".") { sentence.removeLast() }
    return sentence
  }
}
