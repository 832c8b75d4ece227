// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassDiagnostics
import PassModel
import PassRead
import PassTemplate
import PassTesting
import Testing

@testable import PassBuild

struct StarterTemplateTests {
  /// Builds every row of the sample with the library. Returns the diagnostics above notes.
  private func complaints(of folder: String, rows: Int) throws -> [Diagnostic] {
    let identity = try FinishedSample.identity("nfc")
    var complaints: [Diagnostic] = []
    for row in 1...rows {
      var report = Report()
      let template = try #require(try Template.load(folder, report: &report))
      let recipe = PassRecipe(template, identity: identity, today: FinishedSample.time)
      var choice = DataChoice()
      choice.sample = row
      let chosen = try #require(
        try ChosenRow.read(choice, for: recipe.template, report: &report))
      var maker = PassMaker(recipe, filter: FindingFilter())
      let checked = try maker.check(
        chosen.cells, readFile: chosen.files.read, report: &report)
      let bytes = try maker.signAndPackage(checked, at: FinishedSample.time).bytes
      #expect(Inspection(of: try FinishedSample.found(bytes)).isSigned)
      complaints += report.diagnostics.filter { $0.severity > .note }
    }
    return complaints
  }

  @Test(arguments: StarterStyle.allCases, [false, true])
  func buildsCleanInEveryStyle(style: StarterStyle, isNFC: Bool) throws {
    let folder = try TemporaryFolder()
    let key = isNFC ? try StarterReaderKey().publicKey : nil
    let starter = StarterTemplate(style: style, nfcPublicKey: key, now: FinishedSample.time)
    try starter.write(to: folder("x.pass"))
    #expect(starter.rowCount == 3)
    #expect(try complaints(of: folder("x.pass"), rows: starter.rowCount).map(\.message) == [])
  }

  @Test(arguments: StarterStyle.allCases)
  func drawsImagesThatAreNoBlankSquares(style: StarterStyle) throws {
    let starter = StarterTemplate(style: style, nfcPublicKey: nil, now: FinishedSample.time)
    let images = starter.files.filter { $0.path.hasSuffix(".png") }
    #expect(images.count >= 9)
    for image in images {
      let header = try PNGHeader.read(image.bytes).get()
      #expect(header.errors.isEmpty && header.trailingBytes == 0, "\(image.path)")
      #expect(image.bytes.count > 300, "\(image.path) has hardly anything in it")
      // Artwork has three times as many pixels as a strip.
      let limit = image.path.hasPrefix("artwork") ? 96_000 : 64_000
      #expect(image.bytes.count < limit, "\(image.path) is packed badly")
    }
  }

  /// Fields and tags of both styles, in every language and on the systems that show either.
  @Test(arguments: [
    (StarterStyle.posterGeneric, ["\"posterGeneric\"", "\"generic\"", "\"footerFields\""]),
    (
      .posterEventTicket,
      [
        #"["posterEventTicket", "eventTicket"]"#, "\"eventTicket\"", "\"eventName\"",
        "\"venueName\"", "\"venueRegionName\"", "\"venueRoom\"", "\"eventStartDate\"",
        "\"performerNames\"", "\"seats\"",
      ]
    ),
    (
      .semanticBoardingPass,
      [
        #"["semanticBoardingPass", "boardingPass"]"#, "PKTransitTypeAir", "\"airlineCode\"",
        "\"flightNumber\"", "\"originalDepartureDate\"", "\"originalBoardingDate\"",
        "\"originalArrivalDate\"", "\"departureAirportCode\"", "\"destinationAirportCode\"",
        "\"passengerName\"", "\"departureLocationTimeZone\"", "\"destinationLocationTimeZone\"",
        "\"departureCityName\"", "\"destinationCityName\"",
      ]
    ),
  ])
  func newStylesHaveTheirTagsAndAnOlderStyle(_ style: StarterStyle, _ words: [String]) throws {
    let starter = StarterTemplate(style: style, nfcPublicKey: nil, now: FinishedSample.time)
    let pass = try #require(starter.files.first { $0.path == "pass.json" })
    let text = String(decoding: pass.bytes, as: UTF8.self)
    for word in words { #expect(text.contains(word), "\(word)") }
    #expect(
      starter.files.contains { $0.path == "artwork@3x.png" } == (style != .semanticBoardingPass))
  }

  /// Returns the lines of a pass.strings, which has no duplicates and no other problem.
  private static func table(
    _ texts: StarterTexts, _ language: String, own: String
  ) -> [StringsTable.Entry] {
    var report = Report()
    let bytes = Array(texts.stringsFile(of: language, own: own).utf8)
    let table = StringsFile.read(bytes, name: language, language: language, report: &report)
    #expect(report.diagnostics.isEmpty, "\(report.diagnostics.map(\.message))")
    return table.entries
  }

  /// No displayed text stays in English, and each folder has the texts of pass.json as keys.
  @Test(arguments: StarterStyle.allCases, ["de", "fr", "es", "it", "nl"])
  func translatesEveryTextOfAStyle(style: StarterStyle, language: String) throws {
    let texts = StarterTexts.of(style)
    let english = "\"\(texts.description)\" \(texts.members) \(texts.style)"
    let pass = texts.passJSON(english, in: language)
    let entries = Self.table(texts, language, own: "en")
    #expect(entries.count > 5)
    for entry in entries {
      #expect(english.contains("\"\(entry.key)\""), "\(entry.key)")
      #expect(pass.contains("\"\(entry.value)\""), "\(entry.value)")
      #expect(entry.key == entry.value || !pass.contains("\"\(entry.key)\""), "\(entry.key)")
      // "Name" and the like are the same in several languages.
      if entry.key.contains(" ") { #expect(entry.key != entry.value, "\(entry.key)") }
      #expect(entry.key.contains("%@") == entry.value.contains("%@"), "\(entry.value)")
    }
    // passc has no Japanese, so that folder has the English strings.
    let others = Self.table(texts, "ja", own: language)
    #expect(others.map(\.key) == entries.map(\.value))
    #expect(others.map(\.value) == entries.map(\.key))
  }

  @Test func asksForTheTranslationOfLanguagesItDoesNotKnow() throws {
    let languages = try StarterLanguages("ja,fr-CA,pt-BR,en-GB")
    #expect(languages.mainLanguage == "en-GB" && languages.others == ["ja", "fr-CA", "pt-BR"])
    #expect(languages.untranslated == ["ja", "pt-BR"])
    #expect(StarterLanguages.usual.untranslated == [])
  }

  @Test func datesOfTheSampleLieAhead() throws {
    let starter = StarterTemplate(style: .storeCard, nfcPublicKey: nil, now: FinishedSample.time)
    let sample = try #require(starter.files.first { $0.path == "sample.csv" })
    let text = String(decoding: sample.bytes, as: UTF8.self)
    #expect(text.contains("2028-12-31"))
    #expect(!text.contains("YEAR"))
  }

  /// A default would hide that a table has another name for the column.
  @Test(arguments: StarterStyle.allCases)
  func givesNoDefaultToAColumnOfTheSample(style: StarterStyle) throws {
    let starter = StarterTemplate(style: style, nfcPublicKey: nil, now: FinishedSample.time)
    let settings = try #require(starter.files.first { $0.path == "template.json" })
    #expect(!String(decoding: settings.bytes, as: UTF8.self).contains("\"default\""))
  }

  @Test func neverTouchesAFolderWithSomethingInIt() throws {
    let folder = try TemporaryFolder(["a.pass/mine.txt": "mine", "b": "a file"])
    let starter = StarterTemplate(style: .generic, nfcPublicKey: nil, now: FinishedSample.time)
    for name in ["a.pass", "b"] {
      #expect(throws: StarterTemplate.StarterTemplateError.self) {
        try starter.write(to: folder(name))
      }
    }
    #expect(try Disk.list(folder("a.pass")).map(\.name) == ["mine.txt"])
    #expect(try Disk.list(folder.path).map(\.name) == ["a.pass", "b"], "nothing is left over")
  }

  @Test func fillsAnEmptyFolder() throws {
    let folder = try TemporaryFolder()
    try Disk.makeFolders(folder("a.pass"))
    let starter = StarterTemplate(style: .generic, nfcPublicKey: nil, now: FinishedSample.time)
    try starter.write(to: folder("a.pass"))
    let names = try Disk.list(folder("a.pass")).map(\.name)
    #expect(names.contains("pass.json") && names.contains("de.lproj"))
    #expect(!names.contains { $0.hasPrefix(".") })
  }
}
