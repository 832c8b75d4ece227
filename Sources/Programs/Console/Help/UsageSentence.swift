// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import PassBasics
import PassDiagnostics

/// An error message of the parser, reworded, with one line of help.
struct UsageSentence {
  private(set) var message: String
  private(set) var help: String?

  /// Rewords a message of the parser. If the message is from passc itself, splits it from its help.
  ///
  /// - Parameters:
  ///   - sentence: the message of the parser, which can contain line breaks.
  ///   - command: the words of the command after `passc`.
  ///   - example: the first example in the help of the command.
  init(_ sentence: String, command: String, example: String?) {
    let parts = sentence.split(separator: Self.mark, maxSplits: 1).map(String.init)
    message = Self.asMessage(parts.first ?? "")
    if parts.count > 1 {
      help = parts[1]
      return
    }
    let example = example.map { "for example: \($0)" }
    if let target = value(after: "missing value for '") {
      let (option, name) = Self.split(target)
      message = "\(option) has no value"
      help = name.map { "write \(option) \($0)" }
    } else if let target = value(after: "missing expected argument '") {
      let (option, name) = Self.split(target)
      message =
        option.isEmpty
        ? "\(name ?? "an argument") is missing" : "\(target.uppercasedName) is missing"
      help = example
    } else if let value = value(after: "unexpected argument '") {
      message = "\"\(value)\" is one argument too many"
      help = Self.option(for: value, in: command) ?? example
    } else if message.hasPrefix("unknown option '") {
      rewordUnknownOption(command)
    } else if message.hasPrefix("the value '") {
      rewordInvalidValue()
    } else if let option = value(after: "the option '") {
      message = "\(option) takes no value"
      help = "write \(option) alone"
    }
  }

  /// The character between a message and its help.
  static let mark = "\u{1F}"

  /// Returns a sentence as messages are written: it begins with a lower-case letter and has no period
  /// at its end.
  private static func asMessage(_ sentence: String) -> String {
    // The parser prints long choices on separate lines.
    let line = sentence.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
      .joined(separator: " ")
    var message = line.prefix(1).lowercased() + line.dropFirst()
    while message.hasSuffix(".") { message.removeLast() }
    return message
  }

  /// Returns the quoted word after a beginning of the message, or nil if the message begins
  /// differently.
  private func value(after beginning: String) -> String? {
    guard message.hasPrefix(beginning) else { return nil }
    let rest = message.dropFirst(beginning.count)
    // If the message ends with a quote, that quote ends the value. The value itself can contain
    // quotes.
    let end = rest.hasSuffix("'") ? rest.index(before: rest.endIndex) : rest.firstIndex(of: "'")
    return end.map { String(rest[..<$0]) }
  }

  /// Splits `--sample <n>` into the option and the name of its value, `N`. An argument that can be
  /// repeated, such as `<template> ...`, loses its dots.
  private static func split(_ target: String) -> (option: String, name: String?) {
    let single = target.replacing(" ...", with: "")
    let parts = single.split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = parts.first, first.hasPrefix("-") else {
      return ("", single.uppercasedName)
    }
    return (first, parts.count > 1 ? parts[1].uppercasedName : nil)
  }

  // MARK: Options

  private mutating func rewordUnknownOption(_ command: String) {
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    guard quoted.count > 2 else { return }
    message = "unknown option \"\(quoted[1])\""
    // The parser also suggests names that have little in common.
    if quoted.count > 4, NearestName.of(quoted[1], among: [quoted[3]]) != nil {
      help = "did you mean \(quoted[3])?"
    } else if command.isEmpty {
      help = "give the command first, such as passc build gym.pass --sample 1"
    }
  }

  /// Rewords `the value 'x' is invalid for '--emit <kind>'. Please provide one of 'a' or 'b'`.
  private mutating func rewordInvalidValue() {
    guard let middle = message.firstRange(of: "' is invalid for '") else { return }
    let value = String(message[..<middle.lowerBound].dropFirst("the value '".count))
    let rest = message[middle.upperBound...]
    guard let end = rest.firstIndex(of: "'") else { return }
    let (option, name) = Self.split(String(rest[..<end]))
    let subject = option.isEmpty ? name ?? "" : option
    let choices = Self.choices(in: String(rest[end...].dropFirst()))
    let prefix = option.isEmpty ? "" : option + " "
    guard !choices.isEmpty else {
      let expected = Self.expected(of: option)
      message = "\(subject) is \"\(value)\", expected \(expected.words)"
      help = "write \(prefix)\(expected.example)"
      return
    }
    let list = choices.dropLast().joined(separator: ", ") + " or " + (choices.last ?? "")
    message = "\(subject) is \"\(value)\", expected \(choices.count == 1 ? choices[0] : list)"
    let nearest = NearestName.of(value, among: choices)
    help =
      nearest.map { "did you mean \(prefix)\($0)?" }
      ?? "write \(prefix)\(choices[0])"
  }

  /// Returns the values that the parser lists at the end of a sentence.
  private static func choices(in text: String) -> [String] {
    if text.contains("of the following: ") {
      return text.split(separator: " - ").dropFirst().map { String($0).replacing(" ", with: "") }
    }
    guard text.contains("lease provide") else { return [] }
    let quoted = text.split(separator: "'", omittingEmptySubsequences: false)
    return quoted.indices.filter { $0 % 2 == 1 }.map { String(quoted[$0]) }
  }

  /// Returns what an option without a list of values takes, and an example.
  private static func expected(of option: String) -> (words: String, example: String) {
    switch option {
    case "--valid-from", "--valid-until": ("a day or a time", "2026-01-01")
    case "--vpcd": ("an address of this machine with a port", "127.0.0.1:35963")
    default: ("a number", "\(number(for: option))")
    }
  }

  /// Returns a number that an option takes.
  private static func number(for option: String) -> Int {
    switch option {
    case "--width": 358
    case "--in-flight": 8
    case "--jobs", "-j": 4
    case "--sign-timeout", "--min-days", "--valid-for", "--keep-messages", "--keep-devices",
      "--keep-void", "--push-wait", "--max-age":
      30
    case "--limit", "--first", "--limit-per-code": 10
    default: 1
    }
  }

  /// Returns help for a surplus argument. Its file name shows which option it was meant for.
  private static func option(for value: String, in command: String) -> String? {
    let isTable = ["csv", "tsv", "jsonl", "xlsx"].contains(FilePath.extension(value).lowercased())
    let hasData = ArgumentTable.kind(of: "--data", in: command) != nil
    if isTable, hasData, ["build", "issue", "check", "diff", "preview"].contains(command) {
      return "did you mean --data \(value)?"
    }
    if command == "build" || command == "issue", InputGuard.isTemplate(value) {
      return "give one template, and run passc \(command) again for the other"
    }
    return nil
  }
}

extension String {
  /// The name of a value in capitals: `DIR` for `<dir>`.
  fileprivate var uppercasedName: String {
    var text = self
    var result = ""
    while let start = text.firstIndex(of: "<"), let end = text[start...].firstIndex(of: ">") {
      result += "\(text[..<start])\(text[text.index(after: start)..<end].uppercased())"
      text = String(text[text.index(after: end)...])
    }
    return result + text
  }
}

extension ValidationError {
  /// An error of options with one line of help.
  package init(_ message: String, help: String) {
    self.init(message + UsageSentence.mark + help)
  }

  /// Converts the error to the one that is printed.
  ///
  /// - Parameter page: the help for an error without its own.
  package func failure(orSee page: String) -> CommandFailureError {
    let sentence = UsageSentence(message, command: "", example: nil)
    return .usage(sentence.message, help: sentence.help ?? page)
  }
}
