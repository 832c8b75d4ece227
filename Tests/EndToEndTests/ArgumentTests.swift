// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassTemplate
import PassTesting
import Testing

@testable import passc

/// Tests of valid and invalid command lines of `passc`.
struct ArgumentTests {
  // MARK: The two parsers of build's arguments

  @Test func thePlainReaderTakesWhatTheParserTakes() throws {
    var random = SplitMix64(seed: 20_261_121)
    let names = try Self.options(inHelpOf: BuildCommand.self)
    let values = [
      "x", "-", "", "-1", "3", "0", "a=b", "zip", "ü", "folder", "pass-json", "csv", "--strict",
      "x=y=z", "image",
    ]
    var plain = 0
    for _ in 0..<4_000 {
      var arguments: [String] = Bool.random(using: &random) ? ["gym.pass"] : []
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let name = names.randomElement(using: &random) ?? "-o"
        let value = values.randomElement(using: &random) ?? "x"
        switch Int.random(in: 0..<8, using: &random) {
        case 0: arguments.append("\(name)=\(value)")
        case 1: arguments.append(name)
        case 2: arguments.append(value)
        default: arguments += [name, value]
        }
      }
      if Bool.random(using: &random) { arguments.append("late.pass") }
      guard let read = BuildArguments.read(arguments) else { continue }
      plain += 1
      #expect(try BuildCommand.parse(arguments).options == read, "\(arguments)")
    }
    // Without enough of them the comparison would be meaningless.
    #expect(plain > 500)
  }

  @Test func thePlainReaderKnowsEveryOption() throws {
    for name in try Self.options(inHelpOf: BuildCommand.self) where name != "--help" && name != "-h"
    {
      let isRead = ["1", "csv", "folder", "image", "never", nil].contains { value in
        BuildArguments.read(["gym.pass", name] + [value].compactMap { $0 }) != nil
      }
      #expect(isRead, "\(name)")
    }
  }

  @Test(arguments: [
    [], ["--help"], ["gym.pass", "--data"], ["gym.pass", "two.pass"], ["gym.pass", "--data=a.csv"],
    ["gym.pass", "--sample", "-1"], ["gym.pass", "--sample", "0"], ["gym.pass", "--emit", "zip"],
    ["gym.pass", "-o", "a", "--output", "b"], ["gym.pass", "--strict", "--strict"],
    ["gym.pass", "--emit", "folder", "-o", "-"], ["gym.pass", "--depfile", "-"], [""],
    ["gym.pass", "-o", ""], ["gym.pass", "--bogus", "x"], ["--", "gym.pass"],
  ])
  func thePlainReaderLeavesTheRestToTheParser(_ arguments: [String]) {
    #expect(BuildArguments.read(arguments) == nil)
  }

  /// Returns every `-x` and `--name` in a command's help.
  private static func options(inHelpOf command: any ParsableCommand.Type) throws -> [String] {
    let lines = command.helpMessage(columns: 400).split(separator: "\n")
    let names = lines.flatMap { line -> [String] in
      guard line.hasPrefix("  -") else { return [] }
      return line.split(separator: " ").prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
        .filter { $0.hasPrefix("-") }.map { String($0.filter { $0 != "," }) }
    }
    try #require(names.count > 15, "\(names)")
    return names
  }

  // MARK: Invalid command lines

  @Test(arguments: [
    (["bild", "gym.pass"], "unknown command \"bild\"", "did you mean \"build\"?"),
    (["cert", "docter"], "unknown command \"docter\"", "did you mean \"doctor\"?"),
    (["nonsense"], "unknown command \"nonsense\"", "see passc --help"),
    (["card.pass"], "unknown command \"card.pass\"", "to build it, run: passc build card.pass"),
  ])
  func anUnknownCommandIsNamedWithTheNearest(
    _ arguments: [String], _ sentence: String, _ help: String
  ) throws {
    let outcome = try BuildCase().passc(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors == "passc: error: \(sentence)\nhelp: \(help)\n")
  }

  @Test(arguments: [["--sample", "-1"], ["--sample=-1"]])
  func aNegativeSampleIsCountedFrom1LikeAnyOther(_ arguments: [String]) throws {
    let outcome = try BuildCase().build(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--sample counts rows from 1"), "\(outcome.errors)")
  }

  @Test func anArgumentThatIsNoUTF8IsWrongUsage() throws {
    let one = try BuildCase()
    let passc = try #require(Program.passc)
    for argument in [#"--set="name=\377""#, #"\300\200.pass"#] {
      let outcome = try Program.run(
        "/bin/sh",
        ["-c", "exec '\(passc)' build card.pass --sample 1 \"$(printf -- '\(argument)')\""],
        in: one.folder.path)
      #expect(outcome.status == 2, "\(outcome.story)")
      #expect(outcome.errors.contains("argument 5 is not UTF-8"), "\(outcome.errors)")
      #expect(outcome.text == "")
    }
  }

  @Test(arguments: [
    (["--emit", "folder", "-o", "-"], "a folder cannot go to standard output"),
    (["--depfile", "-"], "--depfile needs the name of a file"),
    (["-o", ""], "an empty name is not a file or folder"),
  ])
  func refusesWhatCannotBeWritten(_ arguments: [String], _ sentence: String) throws {
    let one = try BuildCase()
    let before = try one.tree()
    let outcome = try one.build(BuildCase.ada + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(try one.tree() == before)
  }

  @Test func anEmptyTemplateNameIsWrongUsage() throws {
    let outcome = try BuildCase().passc(["build", ""])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("an empty name is not a file or folder"), "\(outcome.errors)")
  }

  @Test(.enabled(if: Machine.hasFullDevice, "there is no /dev/full"))
  func aFullDiskBehindStandardOutputIsSaid() throws {
    let passc = try #require(Program.passc)
    let one = try BuildCase()
    let outcome = try Program.run(
      "/bin/sh",
      [
        "-c",
        "exec '\(passc)' build card.pass --sample 1 --emit pass-json >/dev/full",
      ],
      in: one.folder.path)
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("standard output: the disk is full"), "\(outcome.errors)")
  }
}
