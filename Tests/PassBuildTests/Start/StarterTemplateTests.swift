// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassBuild
import PassDiagnostics
import PassModel
import PassRead
import PassTemplate
import PassTesting
import Testing

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

  @Test(arguments: StarterTemplate.styles, [false, true])
  func buildsCleanInEveryStyle(style: PassStyle, isNFC: Bool) throws {
    let folder = try TemporaryFolder()
    let key = isNFC ? try StarterReaderKey().publicKey : nil
    let starter = StarterTemplate(style: style, nfcPublicKey: key, now: FinishedSample.time)
    try starter.write(to: folder("x.pass"))
    #expect(starter.rowCount == 3)
    #expect(try complaints(of: folder("x.pass"), rows: starter.rowCount).map(\.message) == [])
  }

  @Test(arguments: StarterTemplate.styles)
  func drawsImagesThatAreNoBlankSquares(style: PassStyle) throws {
    let starter = StarterTemplate(style: style, nfcPublicKey: nil, now: FinishedSample.time)
    let images = starter.files.filter { $0.path.hasSuffix(".png") }
    #expect(images.count >= 9)
    for image in images {
      let header = try PNGHeader.read(image.bytes).get()
      #expect(header.faults.isEmpty && header.trailingBytes == 0, "\(image.path)")
      #expect(image.bytes.count > 300, "\(image.path) has hardly anything in it")
      #expect(image.bytes.count < 64_000, "\(image.path) is packed badly")
    }
  }

  @Test func datesOfTheSampleLieAhead() throws {
    let starter = StarterTemplate(style: .storeCard, nfcPublicKey: nil, now: FinishedSample.time)
    let sample = try #require(starter.files.first { $0.path == "sample.csv" })
    let text = String(decoding: sample.bytes, as: UTF8.self)
    #expect(text.contains("2028-12-31"))
    #expect(!text.contains("YEAR"))
  }

  /// A default would hide that a table has another name for the column.
  @Test(arguments: StarterTemplate.styles)
  func givesNoDefaultToAColumnOfTheSample(style: PassStyle) throws {
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
