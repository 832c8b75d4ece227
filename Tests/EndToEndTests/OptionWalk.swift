// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassConsole
import PassTesting
import Testing

/// The options and arguments of the programs, as their parser lists them.
struct OptionWalk: Sendable, CustomTestStringConvertible {
  /// An option, or an argument without a name.
  struct Argument: Sendable {
    let kind: ArgumentKind.Count
    /// Name such as `--output`, or empty for an argument without a name.
    let name: String
    /// All spellings.
    let names: [String]
    let abstract: String
    /// What the help calls the value; empty for a flag.
    let valueName: String
    /// Whether shells complete names of files.
    let isPath: Bool
  }

  /// Name of the program: `passc` or a companion.
  let program: String
  /// Words before the options.
  let words: [String]
  /// Name of the command in the table, such as `cert request`.
  let command: String
  let arguments: [Argument]

  var testDescription: String { "\(program) \(words.joined(separator: " "))" }

  func run(_ more: [String], in folder: String) throws -> Program.Outcome {
    try Program.run(
      Self.path(of: program), words + more, in: folder,
      environment: ["HOME": folder, "SOURCE_DATE_EPOCH": BuildCase.epoch])
  }

  /// All commands with options or arguments.
  static let all: [OptionWalk] = {
    do {
      return try ["passc", "passc-app", "passc-preview", "passc-service"].flatMap(commands)
    } catch {
      Issue.record("the programs list no options: \(error)")
      return []
    }
  }()

  private static func path(of program: String) throws -> String {
    FilePath.join(FilePath.parent(try #require(Program.passc)), program)
  }

  private static func commands(of program: String) throws -> [OptionWalk] {
    let dump = try Program.run(path(of: program), ["--experimental-dump-help"], in: "/")
    let help = try JSONDecoder().decode(Help.self, from: Data(dump.output))
    var found: [OptionWalk] = []
    func visit(_ command: Help.Command, _ words: [String]) {
      guard command.commandName != "help" else { return }
      let arguments = (command.arguments ?? []).compactMap(Argument.init)
      let isProgram = command.subcommands?.contains { $0.commandName != "help" } ?? false
      if !isProgram {
        let name = program == "passc-preview" ? "preview" : words.joined(separator: " ")
        found.append(
          OptionWalk(program: program, words: words, command: name, arguments: arguments))
      }
      for inner in command.subcommands ?? [] { visit(inner, words + [inner.commandName]) }
    }
    visit(help.command, [])
    return found
  }

  /// The output of `--experimental-dump-help`.
  fileprivate struct Help: Decodable {
    let command: Command

    struct Command: Decodable {
      let commandName: String
      let subcommands: [Command]?
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      let kind: String
      let isRepeating: Bool
      let names: [Name]?
      let preferredName: Name?
      let abstract: String?
      let valueName: String?
      let completionKind: [String: Ignored]?
    }

    struct Name: Decodable {
      let kind: String
      let name: String
      var spelled: String { (kind == "short" ? "-" : "--") + name }
    }

    struct Ignored: Decodable {
      init(from decoder: any Decoder) throws {}
    }
  }
}

extension OptionWalk.Argument {
  fileprivate init?(_ argument: OptionWalk.Help.Argument) {
    name = argument.preferredName?.spelled ?? ""
    guard name != "--help", name != "--version" else { return nil }
    names = (argument.names ?? []).map(\.spelled)
    abstract = argument.abstract ?? ""
    valueName = argument.kind == "flag" ? "" : argument.valueName ?? ""
    isPath = argument.completionKind.map { $0["file"] != nil || $0["directory"] != nil } ?? false
    kind = argument.kind == "flag" ? .flag : argument.isRepeating ? .repeated : .single
  }
}
