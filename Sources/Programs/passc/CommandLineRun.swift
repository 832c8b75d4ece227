// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassIssue

/// Parses the arguments, runs the command and returns the exit status.
enum CommandLineRun {
  static func run(_ arguments: [String]) -> ExitStatus {
    if let failure = notUTF8() {
      Console.report(failure)
      return failure.status
    }
    if let failure = KeyArguments.failure(in: arguments) {
      Console.report(failure)
      return failure.status
    }
    // Makefiles and CI run `passc --version` often. Parsing would take two thirds of the time.
    if arguments == ["--version"] {
      let line = Passc.configuration.version + "\n"
      return ended { try Disk.writeStandardOutput(Array(line.utf8)) }
    }
    let checked = ended { try CommandLineGuard.check(arguments) }
    guard checked == .fine else { return checked }
    if arguments.first == "build", let options = BuildArguments.read(arguments.dropFirst()) {
      Console.display = options.display
      return ended {
        Console.isQuiet = options.isQuiet
        var run = try BuildCommandRun(options)
        try run.build()
      }
    }
    if let script = CompletedPassc.script(for: arguments) {
      return ended { Console.write(script + "\n") }
    }
    if arguments.first == "help", let page = HelpPage.topic(arguments.dropFirst(), of: Passc.self) {
      return ended { Console.show(page) }
    }
    if let failure = unknownCommand(arguments) {
      Console.report(failure)
      return failure.status
    }
    let command: any ParsableCommand
    do {
      command = try parsed(arguments)
    } catch {
      return Passc.status(ofParsing: error, arguments)
    }
    return ended(arguments) {
      var command = command
      try rejectUnknownCodes(of: command, arguments)
      try command.run()
    }
  }

  /// Rejects unknown codes in the options of a companion's command. The companion itself knows only
  /// its own findings.
  private static func rejectUnknownCodes(
    of command: any ParsableCommand, _ arguments: [String]
  ) throws {
    guard let policy = (command as? any CompanionCommand)?.policy else { return }
    do {
      try policy.rejectUnknown(AllFindings.catalogue)
    } catch let error as ValidationError {
      let words = CommandTokens(arguments)?.command ?? ""
      throw error.failure(orSee: "see passc \(words) --help")
    }
  }

  /// Runs a command and returns its exit status.
  private static func ended(
    _ arguments: [String] = [], _ run: () throws -> Void
  ) -> ExitStatus {
    do {
      try run()
      return .fine
    } catch {
      return status(of: error, arguments)
    }
  }

  /// Returns the error of an argument that is not UTF-8. Swift would repair it, and the result
  /// would name another file or value.
  private static func notUTF8() -> CommandFailureError? {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index],
        String(validatingCString: argument) == nil
      else { continue }
      return .usage(
        "argument \(index) is not UTF-8: \"\(String(cString: argument))\"",
        help: "passc reads names and values as UTF-8; rename the file or use a UTF-8 locale")
    }
    return nil
  }

  /// Returns the error if the first word is not a command, as in `passc bild`.
  private static func unknownCommand(_ arguments: [String]) -> CommandFailureError? {
    var path = "passc"
    var subcommands = Passc.configuration.subcommands
    // The word after `help` must be a command too, as in `passc help bild`.
    for argument in arguments.drop(while: { $0 == "help" }) where !subcommands.isEmpty {
      guard !argument.hasPrefix("-"), argument != "help" else { return nil }
      guard let command = subcommands.first(where: { $0.name == argument }) else {
        let isTopic = arguments.first == "help" && path == "passc"
        let names = subcommands.map { $0.name } + (isTopic ? HelpTopic.all.map(\.name) : [])
        let nearest = NearestName.of(argument, among: names)
        let page = isTopic ? "to list the topics, run: passc help" : "see \(path) --help"
        return .usage(
          "unknown \(isTopic ? "topic or " : "")command \"\(argument)\"",
          help: nearest.map { "did you mean \"\($0)\"?" }
            ?? (isTopic ? nil : use(of: argument)) ?? page)
      }
      subcommands = command.configuration.subcommands
      path += " " + argument
    }
    return nil
  }

  /// Returns help with a command for an existing file or folder that was typed instead of a
  /// command, or nil for other words.
  private static func use(of path: String) -> String? {
    guard let identity = Disk.identity(of: path) else { return nil }
    let command = identity.isFolder ? "build" : "check"
    return "to \(command) it, run: passc \(command) \(ShellWord.quoted(path))"
  }

  /// Parses the arguments. A subcommand is first parsed by itself, because parsing from the root
  /// examines every option three times. If that fails, the arguments are parsed again from the
  /// root, so that errors name the whole command.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let name = arguments.first,
      let command = Passc.configuration.subcommands.first(where: {
        $0.name == name && $0.configuration.subcommands.isEmpty
      }), let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())),
      type(of: parsed) == command
    {
      return parsed
    }
    return try Passc.parseAsRoot(arguments)
  }

  private static func status(of error: any Error, _ arguments: [String]) -> ExitStatus {
    if let status = Console.status(reporting: error) { return status }
    switch error {
    case let error as any AnyLedgerError:
      Console.report(.environment(error.description, help: error.help))
      return .environment
    default:
      // `--help` of a subcommand is thrown as an error too.
      let code = Passc.exitCode(for: error)
      if code == .success || code == .validationFailure {
        return Passc.status(ofParsing: error, arguments)
      }
      Console.report(.environment("\(error)"))
      return .environment
    }
  }
}

extension ParsableCommand {
  fileprivate static var name: String { configuration.commandName ?? "" }
}
