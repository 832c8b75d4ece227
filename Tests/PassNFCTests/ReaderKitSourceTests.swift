// SPDX-License-Identifier: Apache-2.0

import AppleStubs
import Foundation
import PassTesting
import Testing

@testable import PassNFC

/// Type-checks the generated Swift against stubs of Core NFC and ProximityReader.
struct ReaderKitSourceTests {
  private static let nasty = [
    "Club", "Café \"A\" \\ Söhne", "\\(exit(1))", "a\nb\r\tc", "\u{2028}\u{202E}x", "\"\"\"#",
    "*/ // /*", "$0 \u{0}\u{7F}", "👩‍👩‍👧 日本", "%@ %s %n",
  ]

  /// Returns a kit with random settings from a seed.
  static func kit(_ api: ReaderKit.API, seed: UInt64) throws -> ReaderKit {
    var random = SplitMix64(seed: seed)
    let merchants = (0..<Int.random(in: 1...5, using: &random)).map { index in
      Merchant(
        id: "pass.\(index)." + nasty[Int.random(in: 0..<nasty.count, using: &random)],
        url: Bool.random(using: &random) ? "https://example.com/\(index)?a=b&c=(d)'$" : nil,
        name: Bool.random(using: &random) ? nasty.randomElement(using: &random) : nil)
    }
    let identifiers =
      api == .paymentTag
      ? (0..<Int.random(in: 0...3, using: &random)).map {
        "A00000000\($0)" + String(repeating: "0f", count: Int.random(in: 0...11, using: &random))
      } : []
    return try ReaderKit(
      api, merchants: merchants, program: nasty.randomElement(using: &random),
      identifiers: identifiers,
      translations: [
        .init(
          language: "de", names: [merchants[0].id: nasty[1]],
          program: nasty.randomElement(using: &random))
      ])
  }

  private static func sources(_ kit: ReaderKit) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: kit.files.filter { $0.name.hasSuffix(".swift") }
        .map { ($0.name, $0.text) })
  }

  /// Only ReaderSettings.swift differs between templates, so the other files are checked once.
  @Test(
    .enabled(if: AppleSources.hasCompiler, "there is no swiftc"),
    arguments: ReaderKit.API.allCases)
  func twoHundredSettingsTypeCheck(_ api: ReaderKit.API) throws {
    var all = Self.sources(try Self.kit(api, seed: 0))
    let common = all.filter { $0.key != "ReaderSettings.swift" }
    for seed in 1..<200 {
      var sources = Self.sources(try Self.kit(api, seed: UInt64(seed)))
      let settings = try #require(sources["ReaderSettings.swift"])
      sources["ReaderSettings.swift"] = nil
      #expect(sources == common, "seed \(seed)")
      all["Settings\(seed).swift"] = settings.replacing(
        "enum ReaderSettings", with: "enum ReaderSettings\(seed)")
    }
    let complaints = try AppleSources.complaints(about: all)
    #expect(complaints.isEmpty, "\(complaints.prefix(4_000))")
  }

  /// A misspelled label in each call of Apple's API must be detected.
  @Test(
    .enabled(if: AppleSources.hasCompiler, "there is no swiftc"),
    arguments: [
      (ReaderKit.API.proximity, "prepare(using:"), (.proximity, "linkAccount(using:"),
      (.proximity, "Token(rawValue:"), (.proximity, "localizedVASType:"),
      (.proximity, "localizedName:"), (.proximity, "currencyCode: currencyCode"),
      (.proximity, "vasRequest:"), (.proximity, "stopOnVASResult: stop"),
      (.coreNFC, "passTypeIdentifier: $0"), (.coreNFC, "vasCommandConfigurations:"),
      (.coreNFC, "didReceive "), (.coreNFC, "didInvalidateWithError "),
      (.paymentTag, "connect(to:"), (.paymentTag, "sendCommand(apdu:"),
      (.paymentTag, "p1Parameter:"), (.paymentTag, "errorMessage:"), (.paymentTag, "didDetect "),
      (.paymentTag, "PaymentTagReaderSession(delegate:"),
    ])
  func aMisspeltLabelIsNoticed(_ api: ReaderKit.API, _ words: String) throws {
    var sources = Self.sources(try Self.kit(api, seed: 1))
    let reader = try #require(sources["LoyaltyReader.swift"])
    let place = try #require(reader.range(of: words), "\(words) is not in the source")
    // Doubles the last letter of the label.
    let label = try #require(
      words.range(of: #"\w(?=(:| $))"#, options: .regularExpression), "\(words) has no label")
    let wrong =
      words[..<label.upperBound] + words[label] + words[label.upperBound...]
    sources["LoyaltyReader.swift"] = reader.replacingCharacters(in: place, with: String(wrong))
    #expect(try !AppleSources.complaints(about: sources).isEmpty)
  }

  /// The stubs must have every recorded signature and reject a misspelled label.
  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func stubsHaveTheRecordedSignatures() throws {
    let list = try String(
      contentsOfFile: "\(AppleSources.folder)/reader-signatures.txt", encoding: .utf8)
    let signatures = list.split(separator: "\n").map(String.init)
    try #require(signatures.count > 15)
    func source(_ lines: [String]) -> String {
      "import CoreNFC\nimport Foundation\nimport ProximityReader\n@MainActor func f() {\n"
        + lines.map { "  _ = \($0)\n" }.joined() + "}\n"
    }
    let right = try AppleSources.complaints(about: ["Right.swift": source(signatures)])
    #expect(right.isEmpty, "\(right)")
    let wrong = signatures.map { signature in
      signature.replacingOccurrences(
        of: #"(\w)(\w*):"#, with: "$1x$2:", options: .regularExpression,
        range: signature.range(of: #"\(\w+:"#, options: .regularExpression))
    }
    let complaints = try AppleSources.complaints(about: ["Wrong.swift": source(wrong)])
    for line in 0..<wrong.count {
      #expect(complaints.contains("Wrong.swift:\(line + 5):"), "\(wrong[line]) is taken")
    }
  }

  // MARK: Strings

  @Test(arguments: ReaderKit.API.allCases)
  func everySentenceOfTheSourceCanBeTranslated(_ api: ReaderKit.API) throws {
    let kit = try Self.kit(api, seed: 2)
    let english = try #require(kit.files.first { $0.name == "en.lproj/PassReader.strings" })
    let keys = english.text.split(separator: "\n").map { $0.split(separator: "\"")[0] }
    #expect(Set(keys).count == keys.count, "a key stands twice")
    for words in kit.messages {
      #expect(!words.sentence.isEmpty && words.sentence.first?.isUppercase == true)
      #expect(english.text.contains("\"\(words.key)\" = \(ReaderKit.quoted(words.sentence));"))
    }
    // Every key in the source must have a text.
    let pattern =
      #"\"((?:outcome|status|refusal|step|read|prepare|session|tag|sheet|unavailable|error)\.\w+)\""#
    let expression = try NSRegularExpression(pattern: pattern)
    var found: Set<String> = []
    for file in kit.files where file.name.hasSuffix(".swift") {
      let text = file.text as NSString
      for match in expression.matches(
        in: file.text, range: NSRange(location: 0, length: text.length))
      { found.insert(text.substring(with: match.range(at: 1))) }
    }
    #expect(found == Set(kit.messages.map(\.key)))
  }

  /// Every error has help, except those that the user chose.
  @Test func everyErrorSaysWhatToDo() {
    let errors =
      ReaderErrorMessages.reading + ReaderErrorMessages.newerReading + ReaderErrorMessages.preparing
      + ReaderErrorMessages.newerPreparing + ReaderErrorMessages.sessions
      + ReaderErrorMessages.newerSessions.map(\.error) + [ReaderErrorMessages.unknown]
    #expect(errors.count > 70)
    for error in errors {
      #expect((error.remedy == .none) == error.words.advice.isEmpty, "\(error.name)")
      #expect(error.words.sentence.hasSuffix("."), "\(error.name)")
    }
    for (name, words) in ReaderMessages.refusals { #expect(!words.advice.isEmpty, "\(name)") }
  }

  @Test func namesAreTranslatedAndTheirLengthLooked() throws {
    let merchants = [Merchant(id: "pass.a", name: "Gym"), Merchant(id: "pass.b", name: "Bath")]
    func kit(_ program: String) throws(ReaderKit.ReaderKitError) -> ReaderKit {
      try ReaderKit(
        .proximity, merchants: merchants, program: "Club",
        translations: [
          .init(language: "fr", names: ["pass.b": "Bains \"1\"\n"], program: program),
          .init(language: "en", names: [:], program: "The Club"),
          .init(language: "pt-BR", names: [:], program: nil),
        ])
    }
    let files = try kit("Le Club").files.filter { $0.name.hasSuffix(".strings") }
    #expect(files.map(\.name) == ["en.lproj/PassReader.strings", "fr.lproj/PassReader.strings"])
    #expect(
      files[1].text == """
        "name.program" = "Le Club";
        "name.pass.b" = "Bains \\"1\\"\\n";

        """)
    #expect(
      files[0].text.hasPrefix("\"name.program\" = \"The Club\";\n\"name.pass.a\" = \"Gym\";\n"))
    let long = String(repeating: "x", count: 23)
    #expect(throws: ReaderKit.ReaderKitError.self) { try kit(long) }
  }

  /// Foundation reads the strings files, independent of our code.
  @Test func foundationReadsTheStrings() throws {
    let folder = try TemporaryFolder()
    let kit = try Self.kit(.proximity, seed: 5)
    for file in kit.files where file.name.hasSuffix(".strings") {
      try folder.add(file.name, Array(file.text.utf8))
      let data = try Data(contentsOf: URL(fileURLWithPath: folder(file.name)))
      let list = try PropertyListSerialization.propertyList(from: data, format: nil)
      let strings = try #require(list as? [String: String], "\(file.name)")
      #expect(strings.count == file.text.split(separator: ";\n").count)
    }
  }

  // MARK: Availability

  @Test func availabilityNamesMacCatalyst() throws {
    for (api, words) in [
      (ReaderKit.API.proximity, "@available(iOS 16.4, macCatalyst 17.0, *)"),
      (.coreNFC, "@available(iOS 13.0, macCatalyst 13.1, *)"),
      (.paymentTag, "@available(iOS 26.0, macCatalyst 26.0, *)"),
    ] {
      for file in try Self.kit(api, seed: 3).files where file.name.hasSuffix(".swift") {
        for line in file.text.split(separator: "\n") where line.contains("available(iOS") {
          #expect(line.contains("macCatalyst"), "\(file.name): \(line)")
        }
        if file.name == "LoyaltyReader.swift" { #expect(file.text.contains(words)) }
      }
    }
  }
}
