// SPDX-License-Identifier: Apache-2.0

import AppleStubs
import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc nfc reader-kit`: from templates to files, and from a line of the reader to
/// `decrypt`.
struct NFCReaderKitTests {
  private static let gym = "\(Program.repository)/templates/gym-membership.pass"
  private static let bakery = "\(Program.repository)/templates/bakery-rewards.pass"

  private static func kit(
    _ test: NFCCase, _ templates: [String] = [gym], _ arguments: String...
  ) throws -> Program.Outcome {
    try test.passc(
      ["nfc", "reader-kit"] + templates + ["--pass-type", "pass.com.example.gym"] + arguments)
  }

  private static let sources = [
    "LoyaltyReader.swift", "PassAnswer.swift", "PassLine.swift", "PassOutcome.swift",
    "Reader.entitlements", "ReaderEvent.swift", "ReaderMessage.swift", "ReaderSettings.swift",
    "en.lproj",
  ]

  @Test(arguments: [
    ("proximity", sources), ("core-nfc", ["Info-additions.plist"] + sources),
    ("payment-tag", ["Info-additions.plist"] + sources),
  ])
  func writesItsFilesAndNamesThem(_ api: String, _ files: [String]) throws {
    let test = try NFCCase()
    let outcome = try Self.kit(test, [Self.gym], "--api", api, "-o", "kit")
    #expect(
      outcome.status == 0 && outcome.errors == "passc: made folder kit\n", "\(outcome.story)")
    #expect(try Disk.list(test.folder("kit")).map(\.name) == files)
    #expect(
      Set(outcome.text.split(separator: "\n").map(String.init))
        == Set(files.map { $0 == "en.lproj" ? "kit/en.lproj/PassReader.strings" : "kit/\($0)" }))
    let source = String(
      decoding: try Disk.read(test.folder("kit/ReaderSettings.swift")), as: UTF8.self)
    for words in ["pass.com.example.gym", "Kettlebow Gym", "https://kettlebow.example.com/join"] {
      #expect(source.contains(words), "\(words)")
    }
    #expect(source.contains("Kettlebow Club"))
    // The user may have edited it, so it is never replaced.
    let again = try Self.kit(test, [Self.gym], "--api", api, "-o", "kit")
    #expect(again.status == 3 && again.output.isEmpty, "\(again.story)")
  }

  @Test func keepsTheOrderOfApplicationIdentifiers() throws {
    let test = try NFCCase()
    let outcome = try Self.kit(
      test, [Self.gym], "--api", "payment-tag", "--aid", "a0000000041010", "--aid",
      "4F53452E5641532E3031", "--aid", "A000000003", "-o", "kit")
    #expect(outcome.status == 0, "\(outcome.story)")
    for file in ["ReaderSettings.swift", "Info-additions.plist"] {
      let text = String(decoding: try Disk.read(test.folder("kit/\(file)")), as: UTF8.self)
      let places = try ["A0000000041010", "4F53452E5641532E3031", "A000000003"].map {
        try #require(text.range(of: $0), "\($0) in \(file)").lowerBound
      }
      #expect(places == places.sorted(), "\(file)")
    }
  }

  @Test func refusesWhatADeviceWould() throws {
    let test = try NFCCase()
    for (arguments, words) in [
      (["--api", "payment-tag", "--aid", "A0000000"], "expected 5 to 16"),
      (["--api", "payment-tag", "--aid", "A000000003", "--aid", "a000000003"], "given twice"),
      (["--api", "payment-tag", "--aid", "AXIS"], "is not hexadecimal"),
      (["--api", "proximity", "--aid", "A000000003"], "payment-tag only"),
      (["--api", "bluetooth"], "bluetooth"),
    ] {
      let outcome = try test.passc(
        ["nfc", "reader-kit", Self.gym, "--pass-type", "pass.com.example.gym", "-o", "kit"]
          + arguments)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome.story)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(try Disk.kind(of: test.folder("kit")) == nil)
    }
  }

  @Test func refusesTemplatesItCannotRead() throws {
    let test = try NFCCase()
    func template(_ name: String, reader: String, pass: String = "{}") throws -> String {
      try test.folder.add([
        "\(name)/template.json": """
        {"extends": "\(Self.gym)", "sample": "\(Self.gym)/sample.csv", "reader": \(reader)}
        """,
        "\(name)/pass.json": pass,
      ])
      return test.folder(name)
    }
    func errors(_ templates: String...) throws -> String {
      let outcome = try Self.kit(test, templates, "--api", "core-nfc", "-o", "kit")
      #expect(outcome.status == 2, "\(outcome.story)")
      return outcome.errors
    }
    let long = String(repeating: "é", count: 23)
    #expect(
      try errors(try template("long.pass", reader: #"{"program": "\#(long)"}"#))
        .contains("the limit is 22"))
    let url = "https://example.com/" + String(repeating: "a", count: 45)
    #expect(
      try errors(try template("url.pass", reader: #"{"url": "\#(url)"}"#))
        .contains("Core NFC accepts at most 64"))
    #expect(
      try errors(try template("none.pass", reader: "{}", pass: #"{"nfc": null}"#))
        .contains("has no nfc"))
    #expect(try errors(Self.gym, Self.gym).contains("twice"))
    let two = try template(
      "two.pass", reader: #"{"program": "Other Club"}"#,
      pass: #"{"passTypeIdentifier": "pass.com.example.two"}"#)
    let both = try Self.kit(test, [Self.gym, two], "--api", "proximity", "-o", "kit")
    #expect(both.status == 2 && both.errors.contains("two programs"), "\(both.story)")
    // Core NFC does not show a program name.
    for api in ["core-nfc", "payment-tag"] {
      let kit = try Self.kit(test, [Self.gym, two], "--api", api, "-o", "kit-\(api)")
      #expect(
        kit.status == 0 && kit.errors == "passc: made folder kit-\(api)\n", "\(kit.story)")
    }
    let unnamed = try test.passc(["nfc", "reader-kit", Self.gym, "--api", "core-nfc", "-o", "kit"])
    #expect(unnamed.status == 2 && unnamed.errors.contains("--pass-type"), "\(unnamed.story)")
  }

  @Test func takesAPassTypeForEachTemplateThatLeavesItOut() throws {
    let test = try NFCCase()
    let templates = ["nfc", "reader-kit", Self.gym, Self.bakery, "--api", "core-nfc", "-o", "kit"]
    let one = ["--pass-type", "pass.com.example.gym"]
    let two = one + ["--pass-type", "pass.com.example.bakery"]
    let twice = try test.passc(templates + one)
    #expect(
      twice.status == 2 && twice.errors.contains("--pass-type once for each"), "\(twice.story)")
    let kit = try test.passc(templates + two)
    try #require(kit.status == 0, "\(kit.story)")
    let source = String(
      decoding: try Disk.read(test.folder("kit/ReaderSettings.swift")), as: UTF8.self)
    let places = try ["pass.com.example.gym", "pass.com.example.bakery"].map {
      try #require(source.range(of: $0), "\($0)").lowerBound
    }
    #expect(places == places.sorted())
    let more = try test.passc(templates + two + ["--pass-type", "pass.com.example.third"])
    #expect(more.status == 2 && more.errors.contains("pass.com.example.third"), "\(more.story)")
  }

  @Test func warnsOfAKitThatCanReadNoPass() throws {
    let test = try NFCCase()
    let kit = try Self.kit(
      test, [Self.gym], "--api", "payment-tag", "--aid", "A0000000031010", "-o", "kit")
    #expect(kit.status == 0 && kit.errors.contains("warning: "), "\(kit.story)")
    #expect(kit.errors.contains("4F53452E5641532E3031"))
  }

  /// Names are keys of pass.strings, like other text of a pass.
  @Test func namesAreTranslatedByThePassesOwnWords() throws {
    let test = try NFCCase()
    let kit = try test.passc([
      "nfc", "reader-kit", Self.bakery, "--pass-type", "pass.com.example.bakery", "--api",
      "proximity", "-o", "kit",
    ])
    try #require(kit.status == 0, "\(kit.story)")
    for (language, name) in [
      ("de", "Kornkreis"), ("en", "Grain Circle"), ("fr", "Cercle des grains"),
    ] {
      let file = test.folder("kit/\(language).lproj/PassReader.strings")
      let text = String(decoding: try Disk.read(file), as: UTF8.self)
      #expect(text.contains("\"name.program\" = \"\(name)\";"), "\(text.prefix(200))")
    }
  }

  /// Every template with nfc, with every interface and flag.
  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func everyExampleTemplateTypeChecks() throws {
    let test = try NFCCase()
    let templates = ["gym-membership", "bakery-rewards", "concert-ticket"].map {
      "\(Program.repository)/templates/\($0).pass"
    }
    let more: [[String]] = [[], ["--aid", "A0000000031010", "--aid", "4F53452E5641532E3031"]]
    for (number, template) in templates.enumerated() {
      for api in ["proximity", "core-nfc", "payment-tag"] {
        // The ticket has no program name, which Tap to Pay on iPhone shows.
        if number == 2, api == "proximity" { continue }
        for (variant, flags) in more.enumerated() where flags.isEmpty || api == "payment-tag" {
          let folder = "kit-\(number)-\(api)-\(variant)"
          let kit = try test.passc(
            [
              "nfc", "reader-kit", template, "--pass-type", "pass.com.example.x", "--api", api,
              "-o",
              folder,
            ] + flags)
          try #require(kit.status == 0, "\(kit.story)")
          var sources: [String: String] = [:]
          for entry in try Disk.list(test.folder(folder)) where entry.name.hasSuffix(".swift") {
            sources[entry.name] = String(
              decoding: try Disk.read(test.folder("\(folder)/\(entry.name)")), as: UTF8.self)
          }
          let complaints = try AppleSources.complaints(about: sources)
          #expect(complaints.isEmpty, "\(folder): \(complaints)")
        }
      }
    }
  }

  /// The code of the kit writes the line, and passc reads it.
  @Test(.enabled(if: swiftc != nil, "swiftc is not on the path"))
  func theLineItSendsGoesThroughDecrypt() throws {
    let test = try NFCCase()
    let made = try Self.kit(test, [Self.gym], "--api", "core-nfc", "-o", "kit")
    try #require(made.status == 0, "\(made.story)")
    try test.folder.add([
      "main.swift": """
      import Foundation
      let hex = CommandLine.arguments[1]
      let bytes = stride(from: 0, to: hex.count, by: 2).map { place in
        let start = hex.index(hex.startIndex, offsetBy: place)
        return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)!
      }
      let line = PassLine(passType: "\(NFCCase.type)", data: Data(bytes), id: "till 7 \\"left\\"")
      FileHandle.standardOutput.write(try line.encoded())
      """
    ])
    let built = try Program.run(
      try #require(Self.swiftc), ["-o", "line", "main.swift", "kit/PassLine.swift"],
      in: test.folder.path, environment: Self.compilerEnvironment)
    try #require(built.status == 0, "\(built.story)")
    let object = try test.tapJSON(["--pass-type", NFCCase.type])
    let tap = try #require((object["taps"] as? [[String: Any]])?.first)
    let exchanges = try #require(tap["exchanges"] as? [[String: [String: Any]]])
    // In the form of NFCVASResponse, of a payment session and of a tag. It is not known which one
    // the device uses.
    let response = try #require(exchanges[1]["response"]?["hex"] as? String)
    let result = try #require((tap["results"] as? [[String: Any]])?.first)
    let cryptogram = try #require(result["cryptogram"] as? String)
    for data in [response, String(response.dropLast(4)), cryptogram] {
      let line = try Program.run(test.folder("line"), [data], in: test.folder.path)
      let read = try test.nfc(
        "decrypt", "--pass-type", NFCCase.type, "--reader-key", NFCCase.key, "-", input: line.text)
      let answer = try NFCCase.object(read.text)
      #expect(answer["message"] as? String == NFCCase.member, "\(read.story)")
      #expect(answer["id"] as? String == "till 7 \"left\"")
    }
  }

  /// `swift test` adds its compiler to PATH.
  private static let swiftc: String? = {
    let folders = (Environment.value("PATH") ?? "").split(separator: ":")
    return folders.map { "\($0)/swiftc" }.first(where: FileManager.default.isExecutableFile)
  }()

  private static let compilerEnvironment = ["PATH": Environment.value("PATH") ?? "/usr/bin:/bin"]
}
