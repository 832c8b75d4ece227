// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassCrypto
import PassTesting
import Testing

/// Tests of a key given instead of its file name. It must be rejected and never printed.
struct NFCKeySecrecyTests {
  /// One key in every form that a user might paste.
  private struct Spellings {
    let pem: String
    let all: [(name: String, text: String)]
    /// Parts of the key, which must not be printed.
    let marks: [String]

    init() throws {
      pem = String(decoding: try Disk.read(NFCCase.key), as: UTF8.self)
      let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
      let base64 = lines.joined()
      let der = try #require(Base64.decode(base64))
      let hex = Hex.encode(der)
      all = [
        ("PEM", pem), ("PEM without its end", String(pem.prefix(120))),
        ("Base64", base64), ("Base64 cut off", String(base64.dropLast(3))),
        ("Base64 in lines", lines.joined(separator: "\n")), ("hex", hex),
        ("hex in capitals", hex.uppercased()), ("Base64 of PEM", Base64.encode(Array(pem.utf8))),
        ("env: and Base64", "env:\(base64)"), ("a name and Base64", "reader=\(base64)"),
        ("a folder and Base64", "keys/\(base64)"),
      ]
      var marks: [String] = []
      for text in [base64, hex, hex.uppercased(), Base64.encode(Array(pem.utf8))] {
        let characters = Array(text)
        // The first bytes are the same in every key, and the last are the public key.
        for start in stride(from: characters.count / 8, to: characters.count * 3 / 10, by: 6) {
          marks.append(String(characters[start..<start + 12]))
        }
      }
      self.marks = marks
    }

    func expectNothing(of outcome: Program.Outcome, _ words: String) {
      let shown = outcome.text + outcome.errors
      #expect(!marks.contains { shown.contains($0) }, "\(words): \(outcome.story)")
      #expect(!shown.contains("BEGIN"), "\(words): \(outcome.story)")
    }
  }

  /// A command with its options, as the parser lists them.
  private struct Command {
    let words: [String]
    /// `--name` of each option with a value, and `-o`.
    let options: [String]
    let hasArgument: Bool
  }

  private static func commands() throws -> [Command] {
    let test = try TemporaryFolder()
    let outcome = try Program.run(
      try #require(Program.passc), ["--experimental-dump-help"], in: test.path)
    let dump = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    var commands: [Command] = []
    func walk(_ command: [String: Any], _ path: [String]) {
      let subcommands = command["subcommands"] as? [[String: Any]] ?? []
      for subcommand in subcommands {
        walk(subcommand, path + [subcommand["commandName"] as? String ?? ""])
      }
      guard subcommands.isEmpty else { return }
      let arguments = command["arguments"] as? [[String: Any]] ?? []
      let options = arguments.filter { $0["kind"] as? String == "option" }
        .flatMap { $0["names"] as? [[String: Any]] ?? [] }
        .compactMap { name -> String? in
          guard let text = name["name"] as? String else { return nil }
          return (name["kind"] as? String == "short" ? "-" : "--") + text
        }
      commands.append(
        Command(
          words: path, options: options,
          hasArgument: arguments.contains { $0["kind"] as? String == "positional" }))
    }
    if let root = dump["command"] as? [String: Any] { walk(root, []) }
    return commands
  }

  @Test func noCommandRepeatsAKeyGivenToAnyOptionOrArgument() throws {
    let test = try NFCCase()
    let key = try Spellings()
    let commands = try Self.commands()
    #expect(commands.count > 20 && commands.contains { $0.words == ["nfc", "tap"] })
    let base64 = try #require(key.all.first { $0.name == "Base64" }).text
    for command in commands {
      var lists = command.options.flatMap { option in
        [[option, key.pem], [option, base64]]
          + (option.hasPrefix("--") ? [["\(option)=\(base64)"]] : [])
      }
      if command.hasArgument { lists += [[key.pem], [base64], ["--", key.pem]] }
      for list in lists {
        let outcome = try test.passc(command.words + list)
        key.expectNothing(of: outcome, "\(command.words) \(list.first?.prefix(20) ?? "")")
        // `passc nfc key` accepts the text of a key and prints the public key.
        guard command.words != ["nfc", "key"] else { continue }
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(command.words): \(outcome.story)")
        #expect(outcome.errors.contains("is a key, expected the name of its file"))
      }
    }
  }

  @Test func refusesAKeyInEverySpelling() throws {
    let test = try NFCCase()
    let key = try Spellings()
    for (name, text) in key.all {
      for arguments in [
        ["build", "gym.pass", "--nfc-key", text], ["check", "gym.pkpass", "--nfc-key", text],
        ["nfc", "decrypt", "--pass-type", NFCCase.type, "--reader-key", text, "00"],
        ["cert", "import", text, "--into", "out"],
      ] {
        let outcome = try test.passc(arguments)
        key.expectNothing(of: outcome, name)
        #expect(outcome.status == 2, "\(name): \(outcome.story)")
      }
    }
    // Without quotes the shell splits it into words.
    let words = key.pem.split(whereSeparator: \.isWhitespace).map(String.init)
    let outcome = try test.passc(["nfc", "tap", "gym.pkpass", "--reader-key"] + words)
    key.expectNothing(of: outcome, "words")
    #expect(outcome.status == 2, "\(outcome.story)")
  }

  @Test func refusesATokenKeyInPlaceOfItsFile() throws {
    let test = try NFCCase()
    let token = String(repeating: "c0ffee12", count: 8)
    for arguments in [["--token-key", token], ["--token-key=\(token)"], ["--nfc-key", token]] {
      let outcome = try test.passc(["build", "gym.pass"] + arguments)
      #expect(outcome.status == 2 && outcome.errors.contains("is a key"), "\(outcome.story)")
      #expect(!outcome.errors.contains("c0ffee12"))
    }
    // In other places, and as the name of an existing file, 64 hex digits are a normal name.
    let inspected = try test.passc(["inspect", token])
    #expect(inspected.status == 3 && inspected.errors.contains(token), "\(inspected.story)")
    try test.folder.add([token: token])
    let named = try test.passc(["build", "gym.pass", "--token-key", token])
    #expect(!named.errors.contains("is a key"), "\(named.story)")
  }

  @Test func aKeyInAVariableOrATemplateIsNotRepeatedEither() throws {
    let test = try NFCCase()
    let key = try Spellings()
    for (name, text) in key.all {
      for variable in ["PASSC_IDENTITY", "PASSC_CA_DIR"] {
        let gym = "\(Program.repository)/templates/gym-membership.pass"
        let outcome = try test.passc(
          ["build", gym, "--sample", "1", "-o", "out.pkpass"], environment: [variable: text])
        key.expectNothing(of: outcome, "\(variable), \(name)")
      }
      let json = String(
        decoding: try JSONEncoder().encode(["extends": text]), as: UTF8.self)
      try test.folder.add(["t.pass/template.json": json, "t.pass/pass.json": "{}"])
      let outcome = try test.passc(["build", "t.pass", "--emit", "pass-json"])
      #expect(outcome.status != 0)
      key.expectNothing(of: outcome, "extends, \(name)")
    }
  }

  @Test func keyReadsAKeysTextWithoutRepeatingIt() throws {
    let test = try NFCCase()
    let key = try Spellings()
    let base64 = try #require(key.all.first { $0.name == "Base64" }).text
    let expected = try test.nfc("key", NFCCase.key)
    #expect(try test.nfc("key", base64).text == expected.text)
    #expect(try test.nfc("key", "--", key.pem).text == expected.text)
    let dashed = try test.nfc("key", key.pem)
    key.expectNothing(of: dashed, "PEM as an option")
    #expect(dashed.status == 2)
    let damaged = try test.nfc("key", String(base64.dropLast(8)))
    key.expectNothing(of: damaged, "damaged")
    #expect(damaged.status == 1)
  }
}
