// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassDiagnostics
import PassJSON

/// A command as the parser describes it.
struct CommandDescription {
  /// An option, a flag or an argument without a name.
  struct Argument {
    /// Every spelling, such as `-o` and `--output`. Empty for an argument without a name.
    var names: [String]
    /// The long name, `--output`. Empty for an argument without a name.
    let name: String
    let valueName: String
    let abstract: String
    let discussion: String
    let defaultValue: String
    let values: [String]
    let isFlag: Bool
    let isOptional: Bool
    let isRepeating: Bool
    /// The title of its option group. Empty if there is none.
    let section: String
  }

  let abstract: String
  let discussion: String
  private(set) var arguments: [Argument] = []
  let subcommands: [(name: String, abstract: String)]

  /// Describes a command. If the command has a default subcommand, the arguments are those of the
  /// subcommand.
  init(_ command: any ParsableCommand.Type) {
    let configuration = command.configuration
    abstract = configuration.abstract
    discussion = configuration.discussion
    var shown: [(name: String, abstract: String)] = []
    for subcommand in configuration.subcommands {
      let inner = subcommand.configuration
      if inner.shouldDisplay { shown.append((inner.commandName ?? "", inner.abstract)) }
    }
    subcommands = shown
    let described: any ParsableCommand.Type = configuration.defaultSubcommand ?? command
    for json in Self.arguments(of: described._dumpHelp()) { add(Argument(json)) }
  }

  /// Reads the arguments from the parser's own description. Hidden arguments are left out.
  private static func arguments(of dump: String) -> [JSONValue] {
    var report = Report()
    guard
      let json = JSONReader.read(Array(dump.utf8), name: "help", report: &report)?
        .root["command"]?["arguments"]
    else { return [] }
    return json.elements.filter { $0["shouldDisplay"]?.bool ?? true }
  }

  /// Adds an argument. `--nfc` and `--no-nfc` become one argument with both names.
  private mutating func add(_ argument: Argument) {
    if let last = arguments.last, last.isFlag, argument.name == "--no-" + last.name.dropFirst(2) {
      arguments[arguments.count - 1].names += argument.names
    } else {
      arguments.append(argument)
    }
  }
}

extension CommandDescription.Argument {
  fileprivate init(_ json: JSONValue) {
    func text(_ name: String) -> String { json[name]?.string ?? "" }
    names = ((json["names"]?.elements).map(Array.init) ?? []).compactMap { name in
      name["name"]?.string.map { (name["kind"]?.string == "short" ? "-" : "--") + $0 }
    }.sorted { $0.utf8.count < $1.utf8.count }
    name = names.last ?? ""
    valueName = text("valueName")
    abstract = text("abstract")
    discussion = text("discussion")
    defaultValue = text("defaultValue")
    values = ((json["allValues"]?.elements).map(Array.init) ?? []).compactMap(\.string)
    isFlag = text("kind") == "flag"
    isOptional = json["isOptional"]?.bool ?? true
    isRepeating = json["isRepeating"]?.bool ?? false
    section = text("sectionTitle")
  }
}
