// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

struct InitTests {
  static let styles = [
    "storeCard", "coupon", "eventTicket", "generic", "boardingPass", "posterGeneric",
    "posterEventTicket", "semanticBoardingPass",
  ]

  @Test(
    .disabled(if: PasscBinary.path(of: "unzip") == nil, "unzip is not installed"),
    arguments: InitTests.styles)
  func makesATemplateThatBuildsWithoutAWarning(style: String) throws {
    let folder = try TemporaryFolder()
    let made = try PasscBinary.run(["init", "new.pass", "--style", style], in: folder.path)
    #expect(made.status == 0 && made.errors == "")
    let commands = made.text.split(separator: "\n").filter { $0.hasPrefix("  passc ") }
    #expect(
      commands.map { $0.split(separator: " ").dropFirst().first } == [
        "preview", "check", "cert", "issue", "cert",
      ], "\(made.text)")
    #expect(made.text.hasPrefix("Made new.pass: \(style == "eventTicket" ? "an" : "a") \(style) "))
    for row in 1...3 {
      let built = try PasscBinary.run(
        ["build", "new.pass", "--sample", "\(row)", "--strict"]
          + ["--identity", PasscBinary.identity("ordinary"), "-o", "\(row).pkpass"],
        in: folder.path)
      #expect(built.status == 0 && built.errors == "", "\(built.errors)")
    }
    #expect(try PasscBinary.judge("unzip", ["-tq", "1.pkpass"], in: folder.path)?.status == 0)
  }

  /// Systems before iOS 18 draw the older style.
  @Test(arguments: styles, ["17", "27"])
  func previewsEveryRowWithoutAWarning(style: String, system: String) throws {
    let folder = try TemporaryFolder()
    let made = try PasscBinary.run(["init", "new.pass", "--style", style], in: folder.path)
    try #require(made.status == 0, "\(made.story)")
    let drawn = try PasscBinary.run(
      ["preview", "new.pass", "--all", "--format", "json", "-o", "-", "--strict", "--ios", system],
      in: folder.path)
    #expect(drawn.status == 0, "\(drawn.story)")
    #expect(!drawn.errors.contains("warning"), "\(drawn.errors)")
    #expect(drawn.text.contains("\"role\":"))
  }

  @Test func theCommandsItNamesWork() throws {
    let folder = try TemporaryFolder()
    let made = try PasscBinary.run(["init", "tickets/my tour.pass"], in: folder.path)
    let commands = made.text.split(separator: "\n").filter { $0.hasPrefix("  passc ") }
    #expect(commands.count == 5)
    for command in commands {
      // Only the word with a space is in quotes.
      var words: [String] = []
      for (index, part) in command.split(separator: "'").enumerated() {
        words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
      }
      let outcome = try PasscBinary.run(Array(words.dropFirst()), in: folder.path)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
    #expect(try Disk.list(folder("passes")).count == 3)
  }

  /// An output in the current folder would be a file of the template.
  @Test func theCommandsItNamesWriteNothingIntoTheTemplate() throws {
    let folder = try TemporaryFolder()
    try Disk.makeFolders(folder("gym.pass"))
    let made = try PasscBinary.run(["init", "."], in: folder("gym.pass"))
    let template = try Disk.list(folder("gym.pass")).map(\.name)
    for command in made.text.split(separator: "\n") where command.hasPrefix("  passc ") {
      let words = command.split(separator: " ").map(String.init)
      let outcome = try PasscBinary.run(Array(words.dropFirst()), in: folder("gym.pass"))
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
    #expect(try Disk.list(folder("gym.pass")).map(\.name) == template)
    #expect(
      try Disk.list(folder.path).map(\.name).sorted()
        == ["apple", "gym.pass", "my-identity", "passes", "sample.png"])
  }

  /// English is first, whatever the order is. Each language is in the signed pass.
  @Test(
    arguments: [
      ("en,de", "en", ["de"], ["de", "en"]), ("de,en", "en", ["de"], ["de", "en"]),
      ("ja, de,en-GB", "en-GB", ["de", "ja"], ["de", "en-GB", "ja"]), ("en", "en", [], []),
      ("de", "de", [], []), ("de,pt-BR", "de", ["pt-BR"], ["de", "pt-BR"]),
    ] as [(String, String, [String], [String])])
  func writesTheLanguages(
    _ list: String, own: String, folders: [String], packed: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let made = try PasscBinary.run(["init", "a.pass", "--language", list], in: folder.path)
    try #require(made.status == 0, "\(made.story)")
    func languages(_ path: String) throws -> [String] {
      try Disk.list(folder(path)).map(\.name).filter { $0.hasSuffix(".lproj") }
        .map { String($0.dropLast(6)) }.sorted()
    }
    #expect(try languages("a.pass") == folders)
    let settings = String(decoding: try Disk.read(folder("a.pass/template.json")), as: UTF8.self)
    #expect(settings.contains("\n  \"language\": \"\(own)\",\n"))
    let pass = String(decoding: try Disk.read(folder("a.pass/pass.json")), as: UTF8.self)
    #expect(pass.contains(own == "de" ? "\"label\": \"Punkte\"" : "\"label\": \"Points\""))
    let built = try PasscBinary.run(
      ["build", "a.pass", "--sample", "1", "--strict", "--emit", "folder", "-o", "out"]
        + ["--identity", PasscBinary.identity("ordinary")], in: folder.path)
    #expect(built.status == 0, "\(built.story)")
    #expect(try languages("out") == packed)
    let checked = try PasscBinary.run(["check", "a.pass", "--notes", "--strict"], in: folder.path)
    #expect(checked.status == 0 && !checked.text.contains("language.fallback"), "\(checked.story)")
    for tag in folders where tag != "de" {
      #expect(made.text.contains("in \(tag).lproj/pass.strings are in English"), "\(made.text)")
    }
    #expect(made.text.contains("in de.lproj") == false)
  }

  @Test(arguments: [
    ("EN", "--language: \"EN\" is not a language", "did you mean en?"),
    ("en,,de", "--language: \"\" is not a language", "write languages such as en, pt-BR"),
    ("german", "--language: \"german\" is not a language", "write languages such as"),
    ("en,de,en", "--language: \"en\" is there twice", "name each language once"),
    ("../de", "--language: \"../de\" is not a language", "write languages such as"),
  ])
  func rejectsAListThatIsNotOfLanguages(_ list: String, says: String, help: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try PasscBinary.run(["init", "a.pass", "--language", list], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("error: \(says)\nhelp: \(help)"), "\(outcome.errors)")
    #expect(try Disk.list(folder.path).isEmpty)
  }

  @Test func saysThatAPosterTicketWithoutNFCIsDrawnByNewPhonesOnly() throws {
    let folder = try TemporaryFolder()
    let words = "Without --nfc only iOS 27 draws the poster."
    let plain = try PasscBinary.run(["init", "a", "--style", "posterEventTicket"], in: folder.path)
    #expect(plain.status == 0 && plain.text.contains(words))
    let nfc = try PasscBinary.run(
      ["init", "b", "--style", "posterEventTicket", "--nfc"], in: folder.path)
    #expect(nfc.status == 0 && !nfc.text.contains(words))
    let checked = try PasscBinary.run(["check", "b", "--notes"], in: folder.path)
    #expect(!checked.text.contains("style.posterEvent"), "\(checked.text)")
  }

  @Test func keepsTheReadersKeyBesideTheTemplate() throws {
    let folder = try TemporaryFolder()
    let made = try PasscBinary.run(["init", "a/gym.pass", "--nfc"], in: folder.path)
    #expect(made.status == 0)
    #expect(made.text.contains("a/gym-nfc-private.pem"))
    #expect(
      try Disk.list(folder("a")).map(\.name) == ["gym-nfc-private.pem", "gym.pass"])
    let listing = try PasscBinary.judge("ls", ["-l", "gym-nfc-private.pem"], in: folder("a"))
    #expect(listing?.text.hasPrefix("-rw-------") == true)
    // The key fits the template. The pass needs an NFC certificate.
    for (identity, status) in [("nfc", Int32(0)), ("ordinary", 1)] {
      let built = try PasscBinary.run(
        ["build", "a/gym.pass", "--sample", "1", "--nfc-key", "a/gym-nfc-private.pem"]
          + ["--identity", PasscBinary.identity(identity), "-o", "out.pkpass"], in: folder.path)
      #expect(built.status == status, "\(built.errors)")
    }
    let key = try Disk.read(folder("a/gym-nfc-private.pem"))
    #expect(try PasscBinary.run(["init", "a/gym", "--nfc"], in: folder.path).status == 3)
    #expect(try Disk.read(folder("a/gym-nfc-private.pem")) == key, "never replaced")
    #expect(try Disk.kind(of: folder("a/gym")) == nil)
  }

  @Test func givesTheSameTemplateTwice() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] { _ = try PasscBinary.run(["init", name], in: folder.path) }
    for entry in try Disk.list(folder("a")) where entry.kind == .file {
      #expect(
        try Disk.read(folder("a/\(entry.name)")) == Disk.read(folder("b/\(entry.name)")),
        "\(entry.name)")
    }
  }

  @Test func refusesAFolderWithSomethingInIt() throws {
    let folder = try TemporaryFolder(["gym.pass/pass.json": "mine"])
    let outcome = try PasscBinary.run(["init", "gym.pass", "--nfc"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("gym.pass exists and is not empty"))
    #expect(try Disk.list(folder.path).map(\.name) == ["gym.pass"])
    #expect(try Disk.read(folder("gym.pass/pass.json")) == Array("mine".utf8))
  }

  @Test func refusesAStyleNobodyKnows() throws {
    let folder = try TemporaryFolder()
    let outcome = try PasscBinary.run(["init", "a", "--style", "loyalty"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--style is \"loyalty\", expected storeCard, "))
    #expect(try Disk.list(folder.path).isEmpty)
  }
}
