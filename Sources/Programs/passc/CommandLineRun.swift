// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassIssue

/// Parses the arguments, runs the command, and turns whatever ends it into a status.
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
    // Makefiles and CI ask this often; the parser would take two thirds of the time.
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

  /// Rejects a code that no finding has in options of a companion's command: the companion knows its
  /// own findings only.
  private static func rejectUnknownCodes(
    of command: any ParsableCommand, _ arguments: [String]
  ) throws {
    guard let policy = (command as? any CompanionCommand)?.policy else { return }
    do {
      try policy.refuseUnknown(AllFindings.catalogue)
    } catch let error as ValidationError {
      let words = CommandWords(arguments)?.command ?? ""
      throw error.failure(orSee: "see passc \(words) --help")
    }
  }

  /// What the command ended with.
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

  /// The error of an argument that is not UTF-8: Swift would go on with other bytes than were
  /// typed, which are another file or another value.
  private static func notUTF8() -> Failure? {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index],
        String(validatingCString: argument) == nil
      else { continue }
      return .usage(
        "argument \(index) is not UTF-8: \"\(String(cString: argument))\"",
        help: "passc takes names and values as UTF-8; rename the file or use a UTF-8 locale")
    }
    return nil
  }

  /// The error for the first word, if it is in the place of a command and is not one: `passc bild`.
  private static func unknownCommand(_ arguments: [String]) -> Failure? {
    var path = "passc"
    var subcommands = Passc.configuration.subcommands
    // `passc help bild` asks for a command too.
    for argument in arguments.drop(while: { $0 == "help" }) where !subcommands.isEmpty {
      guard !argument.hasPrefix("-"), argument != "help" else { return nil }
      guard let command = subcommands.first(where: { $0.name == argument }) else {
        let isTopic = arguments.first == "help" && path == "passc"
        let names = subcommands.map { $0.name } + (isTopic ? HelpTopic.all.map(\.name) : [])
        let nearest = NearestName.of(argument, among: names)
        let page = isTopic ? "passc help lists the topics" : "see \(path) --help"
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

  /// Returns the command that takes what was typed in the place of a command; nil for other words.
  private static func use(of path: String) -> String? {
    guard let identity = Disk.identity(of: path) else { return nil }
    let command = identity.isFolder ? "build" : "check"
    return "to \(command) it, run: passc \(command) \(ShellWord.quoted(path))"
  }

  /// A subcommand is parsed by itself first: going through the root looks at every option three
  /// times. Whatever does not parse is parsed again from the root, for help and sentences that
  /// name the whole command.
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
    case let error as any LedgerFault:
      Console.report(.environment(error.description, help: error.help))
      return .environment
    default:
      // Asking a subcommand for help ends here too.
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
  /// The word on the command line.
  fileprivate static var name: String { configuration.commandName ?? "" }
}
