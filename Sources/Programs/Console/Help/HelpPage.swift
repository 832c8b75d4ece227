// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import PassBasics

/// The help of a command. Options for outputs come first and the identity has only five lines.
/// Lines of examples are not wrapped, so they can be pasted.
package struct HelpPage {
  private let command: any ParsableCommand.Type
  private let words: String
  private let description: CommandDescription
  private let paragraph: HelpParagraph

  /// Makes a page for lines of the given width.
  ///
  /// - Parameter words: the program and the words of the command, such as `passc cert request`.
  private init(of command: any ParsableCommand.Type, words: String, columns: Int) {
    self.command = command
    self.words = words
    description = CommandDescription(command)
    paragraph = HelpParagraph(columns: columns)
  }

  /// Returns the help that a command line requests.
  ///
  /// - Parameter arguments: the words after the name of the program.
  static func text(for arguments: [String], of root: any ParsableCommand.Type) -> String {
    let (command, words) = subject(of: arguments, in: root)
    return HelpPage(of: command, words: words, columns: columns).text
  }

  /// Returns the first example in the help of a command as one line, or nil if it has none.
  ///
  /// - Parameter arguments: the words after the name of the program.
  static func example(for arguments: [String], of root: any ParsableCommand.Type) -> String? {
    let lines = subject(of: arguments, in: root).command.configuration.discussion
      .split(separator: "\n").drop { !$0.hasPrefix("Example") }.dropFirst()
    var example = ""
    for line in lines {
      // Some examples begin with another program, as in a pipe.
      if example.isEmpty, !line.hasPrefix("  passc ") { continue }
      let isUnfinished = line.hasSuffix("\\")
      let words = (isUnfinished ? line.dropLast() : line).split(separator: " ")
      example += (example.isEmpty ? "" : " ") + words.joined(separator: " ")
      if !isUnfinished { return example }
    }
    return nil
  }

  /// Returns the page of `passc help TOPIC`. Without a topic it returns the list of topics and
  /// commands.
  ///
  /// - Parameter words: the words after `passc help`. For the words of a command the result is nil.
  package static func topic(
    _ words: ArraySlice<String>, of root: any ParsableCommand.Type
  ) -> String? {
    guard let word = words.first else {
      let paragraph = HelpParagraph(columns: columns)
      let topics = HelpTopic.all.map { paragraph.entry($0.name, $0.summary) }.joined()
      let page = HelpPage(of: root, words: "passc", columns: columns)
      return "TOPICS, passc help TOPIC:\n\(topics)\nCOMMANDS, passc help COMMAND:\n"
        + page.groups.map { "\n\($0.title.uppercased()):\n\($0.lines)" }.joined()
    }
    return words.count == 1 ? HelpTopic.named(word)?.text(columns: columns) : nil
  }

  /// The width of help: `COLUMNS` if it is set, otherwise the width of the terminal up to 100.
  private static var columns: Int {
    if let text = Environment.value("COLUMNS"), let columns = Int(text), columns > 0 {
      return columns
    }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return min(Int(size.ws_col), 100)
  }

  /// Finds the command whose help a command line requests.
  private static func subject(
    of arguments: [String], in root: any ParsableCommand.Type
  ) -> (command: any ParsableCommand.Type, words: String) {
    var found = (command: root, words: root.configuration.commandName ?? "")
    for argument in arguments.drop(while: { $0 == "help" }) {
      guard
        let next = found.command.configuration.subcommands.first(where: {
          $0.configuration.commandName == argument
        })
      else { break }
      found = (next, found.words + " " + argument)
    }
    return found
  }

  private var text: String {
    var text = paragraph.text(description.abstract) + "\n"
    if !description.discussion.isEmpty {
      text += "\n" + paragraph.text(description.discussion) + "\n"
    }
    text += "\n" + usage + "\n"
    for section in sections where !section.lines.isEmpty {
      text += "\n\(section.title.uppercased()):\n" + section.lines
    }
    return text
  }

  // MARK: Usage

  private var usage: String {
    var parts = description.arguments.filter { $0.names.isEmpty }.map { argument in
      let name = "<\(argument.valueName)>" + (argument.isRepeating ? " ..." : "")
      return argument.isOptional ? "[\(name)]" : name
    }
    for option in description.arguments where !option.isOptional && !option.names.isEmpty {
      parts.append(Self.label(option, short: true) + (option.isRepeating ? " ..." : ""))
    }
    if description.arguments.contains(where: {
      $0.isOptional && !$0.names.isEmpty && !Self.isGeneral($0)
    }) {
      parts.append("[<options>]")
    }
    var forms = parts.isEmpty ? [] : ["\(words) " + parts.joined(separator: " ")]
    if !description.subcommands.isEmpty { forms.append("\(words) <subcommand>") }
    return "USAGE: " + forms.map { paragraph.hanging($0, by: 7) }.joined(separator: "\n       ")
  }

  // MARK: Sections

  private struct Section {
    let title: String
    let lines: String
  }

  private var sections: [Section] {
    let named = description.arguments.filter { !$0.names.isEmpty }
    let outputs = named.filter(isOutput)
    let rest = named.filter { !isOutput($0) && !Self.isGeneral($0) }
    var titles: [String] = []
    for option in rest where !option.section.isEmpty && !titles.contains(option.section) {
      titles.append(option.section)
    }
    let file = outputs.filter { $0.name == "--output" }
    var sections = [
      Section(
        title: "Arguments", lines: lines(description.arguments.filter { $0.names.isEmpty })),
      Section(title: "Output", lines: lines(file + outputs.filter { $0.name != "--output" })),
      Section(title: "Options", lines: lines(rest.filter(\.section.isEmpty))),
    ]
    // The identity comes last, because users know it after their first commands.
    for title in titles.filter({ !Self.isIdentity($0) }) + titles.filter(Self.isIdentity) {
      let options = rest.filter { $0.section == title }
      sections.append(
        Section(
          title: title, lines: Self.isIdentity(title) ? identityLines(options) : lines(options)))
    }
    sections += groups
    sections.append(Section(title: "Subcommands", lines: subcommandLines))
    sections.append(Section(title: "General", lines: lines(named.filter(Self.isGeneral))))
    return sections
  }

  private static func isGeneral(_ option: CommandDescription.Argument) -> Bool {
    ["--help", "--version"].contains(option.name)
  }

  /// Returns whether an option is in the section "Output".
  private func isOutput(_ option: CommandDescription.Argument) -> Bool {
    if option.section == OutputOptions.title || Self.outputs.contains(option.name) { return true }
    let command = words.split(separator: " ").dropFirst().joined(separator: " ")
    return switch ArgumentTable.kind(of: option.name, in: command)?.role {
    case .output, .text, .certificate, .report: true
    default: false
    }
  }

  /// Options for outputs whose value does not name a file.
  private static let outputs: Set<String> = [
    "--format", "--emit", "--file-name", "--fan-out", "--group-by", "--overwrite", "--durable",
    "--statistics", "--limit-per-code", "--progress", "--contact-sheet", "--log-format", "--trace",
    "--with-tokens", "--show-ids", "--notes",
  ]

  private func lines(_ options: [CommandDescription.Argument]) -> String {
    options.map { option in
      var text = option.abstract
      let values = option.values.joined(separator: ", ")
      var facts: [String] = values.isEmpty || option.isFlag ? [] : ["values: \(values)"]
      if !option.defaultValue.isEmpty { facts.append("default: \(option.defaultValue)") }
      if !option.discussion.isEmpty { text += " " + option.discussion }
      if !facts.isEmpty { text += " (\(facts.joined(separator: "; ")))" }
      return paragraph.entry(Self.label(option), text)
    }.joined()
  }

  private static func label(
    _ option: CommandDescription.Argument, short: Bool = false
  ) -> String {
    guard let first = option.names.first else { return "<\(option.valueName)>" }
    let isPair = option.isFlag && option.names.contains { $0.hasPrefix("--no-") }
    let names = short ? first : option.names.joined(separator: isPair ? "/" : ", ")
    return option.isFlag ? names : "\(names) <\(option.valueName)>"
  }

  // MARK: The identity

  private static func isIdentity(_ title: String) -> Bool { title.hasPrefix("Identity") }

  /// The identity options that most users need. `passc help identity` describes the others.
  private static let identityOptions = [
    "--identity", "--certificate", "--key", "--password-file",
  ]

  private func identityLines(_ options: [CommandDescription.Argument]) -> String {
    let shown = options.filter { Self.identityOptions.contains($0.name) }
    let others = options.filter { !Self.identityOptions.contains($0.name) }.map(\.name)
    guard !others.isEmpty else { return lines(shown) }
    return lines(shown) + "  \(others.joined(separator: ", ")): see passc help identity\n"
  }

  // MARK: Subcommands

  /// The groups of commands, in the order in which the program lists them.
  private var groups: [Section] {
    command.configuration.groupedSubcommands.map { group in
      Section(
        title: group.name,
        lines: group.subcommands.map {
          paragraph.entry($0.configuration.commandName ?? "", $0.configuration.abstract)
        }.joined())
    }
  }

  private var subcommandLines: String {
    guard groups.isEmpty, !description.subcommands.isEmpty else { return "" }
    return description.subcommands.map { paragraph.entry($0.name, $0.abstract) }.joined()
      + "\n  The help of each: \(words) <subcommand> --help\n"
  }
}
