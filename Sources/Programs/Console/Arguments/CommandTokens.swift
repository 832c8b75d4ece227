// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// A command line split by `ArgumentTable`, before the parser reads it.
///
/// It reads `--name=value`, `--name value`, `-o value`, several short options after one dash, and
/// `--` as the parser does. It skips unknown options, which the parser reports.
package struct CommandTokens {
  /// A value and the option it was given for.
  package struct Value {
    /// The option as it was typed. Empty for an argument without a name.
    package let option: String
    /// The long name of the option. Empty for an argument without a name.
    let name: String
    package let text: String
    let kind: ArgumentKind
  }

  /// The words of the command, such as `cert request`.
  package let command: String
  /// The values in the order of the command line, then the arguments without a name.
  package private(set) var values: [Value] = []
  /// The error of the first option that was typed with its name before 0.1.0, or nil if there is
  /// none.
  package private(set) var renaming: CommandFailureError?

  /// Splits a command line. The result is nil if the command line asks for help or names no
  /// command.
  ///
  /// - Parameter command: the command, for a program that has only one.
  package init?(_ arguments: [String], command: String? = nil) {
    var rest = arguments[...]
    if let command {
      self.command = command
    } else {
      guard let found = Self.command(at: &rest) else { return nil }
      self.command = found
    }
    var loose: [String] = []
    var isOver = false
    while let argument = rest.popFirst() {
      guard !isOver, argument.utf8.first == UInt8(ascii: "-"), argument != "-" else {
        loose.append(argument)
        continue
      }
      if argument == "--" {
        isOver = true
      } else if argument == "--help" || argument == "-h" {
        return nil
      } else {
        parse(argument, &rest)
      }
    }
    let role = ArgumentTable.role(of: self.command) ?? ArgumentKind.Role.none
    for text in loose {
      values.append(Value(option: "", name: "", text: text, kind: .repeated(role)))
    }
  }

  /// Removes the one or two words that name a command and returns them.
  private static func command(at rest: inout ArraySlice<String>) -> String? {
    guard let first = rest.first else { return nil }
    if rest.count > 1, ArgumentTable.isGroup(first) {
      let words = rest.prefix(2).joined(separator: " ")
      if ArgumentTable.role(of: words) != nil {
        rest = rest.dropFirst(2)
        return words
      }
    }
    guard ArgumentTable.role(of: first) != nil else { return nil }
    rest = rest.dropFirst()
    return first
  }

  private mutating func parse(_ argument: String, _ rest: inout ArraySlice<String>) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelled = String(parts[0])
    if let name = ArgumentTable.newName(of: spelled, in: command) {
      renaming = renaming ?? .usage("\(spelled) is now \(name)")
      return
    }
    if let kind = kind(of: spelled) {
      add(spelled, kind, parts.count > 1 ? String(parts[1]) : nil, &rest)
    } else if !spelled.hasPrefix("--") {
      for letter in spelled.dropFirst() {
        guard let kind = kind(of: "-\(letter)") else { return }
        add("-\(letter)", kind, nil, &rest)
      }
    }
  }

  private func kind(of option: String) -> ArgumentKind? {
    ArgumentTable.kind(of: ArgumentTable.longName(of: option), in: command)
  }

  private mutating func add(
    _ spelled: String, _ kind: ArgumentKind, _ value: String?, _ rest: inout ArraySlice<String>
  ) {
    guard kind.count != .flag, let text = value ?? rest.popFirst() else { return }
    values.append(
      Value(option: spelled, name: ArgumentTable.longName(of: spelled), text: text, kind: kind))
  }

  /// The error of a single-value option that was given twice, or nil if there is none.
  package var repetition: CommandFailureError? {
    for (index, value) in values.enumerated() where value.kind.count == .single {
      guard let first = values[..<index].first(where: { $0.name == value.name }) else { continue }
      let names =
        first.option == value.option ? value.option : "\(first.option) and \(value.option)"
      let verb = first.option == value.option ? "is given twice" : "are the same option"
      guard !value.kind.isSecret else {
        return .usage("\(names) \(verb), with two values", help: Self.once)
      }
      return .usage(
        "\(names) \(verb): \(Self.quoted(first.text)) and \(Self.quoted(value.text))",
        help: Self.once)
    }
    return nil
  }

  private static func quoted(_ text: String) -> String { "\"\(TextWriter.printable(text))\"" }

  private static let once = "give it once"
}
