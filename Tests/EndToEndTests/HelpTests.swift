// SPDX-License-Identifier: Apache-2.0

import PassConsole
import PassTesting
import Testing

/// `--help` of every command, and `passc help TOPIC`.
struct HelpTests {
  private static func passc(_ arguments: [String]) throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    return try Program.run(
      try #require(Program.passc), arguments, in: folder.path,
      environment: ["HOME": folder.path, "COLUMNS": "80"])
  }

  private static func help(_ words: [String]) throws -> [Substring] {
    let outcome = try passc(words + ["--help"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.story)")
    return outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Every command of passc that takes options.
  private static let commands = OptionWalk.all.filter {
    $0.program == "passc" && $0.command != "serve run"
  }

  // MARK: Each command

  @Test(arguments: commands)
  func everyLineFitsInATerminal(_ command: OptionWalk) throws {
    for line in try Self.help(command.words) {
      #expect(line.count <= 80, "\(command.command): \(line)")
    }
  }

  @Test(arguments: commands)
  func outputsComeFirstAndTheIdentityIsShort(_ command: OptionWalk) throws {
    let lines = try Self.help(command.words)
    let titles = lines.filter { $0.hasSuffix(":") && $0 == $0.uppercased()[...] }
    let options = titles.filter { !["ARGUMENTS:", "SUBCOMMANDS:"].contains($0) }
    #expect(options.first == "OUTPUT:", "\(command.command): \(titles)")
    guard let start = lines.firstIndex(where: { $0.hasPrefix("IDENTITY") }) else { return }
    let block = lines[(start + 1)...].prefix { !$0.isEmpty }
    #expect(block.count == 5, "\(command.command): \(block)")
    #expect(block.last?.hasSuffix("see passc help identity") == true, "\(block)")
  }

  @Test(arguments: commands)
  func theHelpHasEveryOption(_ command: OptionWalk) throws {
    let text = try Self.help(command.words).joined(separator: "\n")
    // passc itself sets these for another of its programs.
    let inner = ["--findings-only", "--background-file", "--shown-template"]
    for argument in command.arguments where !inner.contains(argument.name) {
      let name = argument.name.isEmpty ? "<\(argument.valueName)>" : argument.name
      #expect(text.contains(name), "\(command.command): \(name)")
    }
  }

  @Test(arguments: commands)
  func theHelpHasAnExample(_ command: OptionWalk) throws {
    let lines = try Self.help(command.words)
    let example = "  passc \(command.command)"
    #expect(lines.contains { $0.contains(example) }, "\(command.command)")
    // What goes on in the next line says so: it can be pasted.
    for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("  passc ") {
      #expect(next.hasPrefix("    ") == line.hasSuffix("\\"), "\(command.command): \(line)")
    }
  }

  /// voice.md: verb first, at most 12 words.
  @Test(arguments: OptionWalk.all)
  func theHelpOfAnOptionIsOneShortSentence(_ command: OptionWalk) {
    for argument in command.arguments where !argument.abstract.isEmpty {
      let words = argument.abstract.split(separator: " ")
      #expect(words.count <= 12, "\(command.command) \(argument.name): \(argument.abstract)")
      #expect(argument.abstract.hasSuffix("."), "\(command.command): \(argument.abstract)")
    }
  }

  // MARK: The program

  @Test func theProgramListsItsCommandsInGroups() throws {
    let lines = try Self.help([])
    let titles = lines.filter { $0.hasSuffix(":") && $0 == $0.uppercased()[...] }
    #expect(
      titles == ["CREATE:", "CHECK:", "SIGN:", "UPDATE:", "NFC:", "MORE:", "GENERAL:"], "\(titles)")
    for name in Set(Self.commands.compactMap { $0.words.first }) {
      #expect(lines.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test func aFirstPassIsThreeLinesThatWork() throws {
    let folder = try TemporaryFolder()
    let lines = try Self.help([])
    let first = lines.drop { $0 != "A first pass:" }.dropFirst().prefix { $0.hasPrefix("  passc ") }
    #expect(first.count == 3, "\(first)")
    for line in first {
      let words = line.split(separator: " ").dropFirst().map(String.init)
      let outcome = try Program.run(
        try #require(Program.passc), words, in: folder.path, environment: ["HOME": folder.path])
      #expect(outcome.status == 0, "\(outcome.story)")
    }
  }

  // MARK: Topics

  @Test(arguments: HelpTopic.all.map(\.name))
  func aTopicIsAPageThatFits(_ name: String) throws {
    let outcome = try Self.passc(["help", name])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.story)")
    #expect(outcome.text.hasPrefix("passc help \(name): "))
    for line in outcome.text.split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test func helpListsTopicsAndCommands() throws {
    let outcome = try Self.passc(["help"])
    #expect(outcome.status == 0)
    for topic in HelpTopic.all { #expect(outcome.text.contains("  \(topic.name) ")) }
    for name in ["build", "serve", "rules"] { #expect(outcome.text.contains("\n  \(name) ")) }
  }

  @Test func helpOfACommandIsTheOneThatTheCommandPrints() throws {
    for words in [["build"], ["cert", "request"], ["serve", "link"], ["serve"], ["nfc"]] {
      #expect(
        try Self.passc(["help"] + words).text == Self.help(words).joined(separator: "\n"),
        "\(words)")
    }
  }

  @Test func anUnknownTopicIsNamedWithTheNearest() throws {
    let outcome = try Self.passc(["help", "identiti"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == """
        passc: error: unknown topic or command "identiti"
        help: did you mean "identity"?

        """)
  }

  /// The page has the protocol, not a file that an installed user does not have.
  @Test func noHelpPointsToAFileOfTheSources() throws {
    for command in Self.commands {
      let text = try Self.help(command.words).joined(separator: "\n")
      #expect(!text.contains("docs/"), "\(command.command)")
    }
    for topic in HelpTopic.all { #expect(!topic.text.contains("docs/"), "\(topic.name)") }
  }

  // MARK: Completions

  @Test(arguments: ["bash", "zsh", "fish"])
  func shellsCompleteServeWithOptionsAndTasks(_ shell: String) throws {
    let script = try Self.passc(["--generate-completion-script", shell])
    #expect(script.status == 0)
    for word in ["backup", "revoke", "trusted-proxy", "reader-key", "file-name"] {
      #expect(script.text.contains(word), "\(word)")
    }
  }
}
