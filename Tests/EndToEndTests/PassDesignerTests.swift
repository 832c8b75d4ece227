// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of exports of Apple's Pass Designer with the commands that take templates.
struct PassDesignerTests {
  static let names = ["Boarding", "Loyalty", "Concert"]
  private static let examples = FilePath.join(Program.repository, "examples/pass-designer")

  /// Returns a case with the files of an export below `folder`.
  private func copy(_ name: String, to folder: String) throws -> BuildCase {
    let built = try BuildCase()
    for (path, bytes) in try Self.files(name) { try built.folder.add("\(folder)/\(path)", bytes) }
    return built
  }

  private static func files(_ name: String) throws -> [(String, [UInt8])] {
    let root = FilePath.join(examples, name + ".pkpasstemplate")
    var files: [(String, [UInt8])] = []
    for entry in try Disk.list(root) {
      let path = FilePath.join(root, entry.name)
      guard entry.kind == .folder else {
        files.append((entry.name, try Disk.read(path)))
        continue
      }
      for inner in try Disk.list(path) {
        files.append(
          ("\(entry.name)/\(inner.name)", try Disk.read(FilePath.join(path, inner.name))))
      }
    }
    return files
  }

  /// Writes an export as a zip archive with its folder inside, as macOS does.
  private func archive(_ name: String, to file: String, in built: BuildCase) throws {
    let entries = try Self.files(name).map { ("\(name).pkpasstemplate/\($0.0)", $0.1) }
    let system = ("__MACOSX/\(name).pkpasstemplate/._pass.json", Array("x".utf8))
    try built.folder.add(file, try SampleWorkbook.zip(entries + [system]))
  }

  @Test(arguments: names, [true, false])
  func anExportIsCheckedWithoutWarnings(_ name: String, _ isZipped: Bool) throws {
    let built = try copy(name, to: "\(name).pkpasstemplate")
    try archive(name, to: "\(name).zip", in: built)
    let outcome = try built.passc([
      "check", "--strict", name + (isZipped ? ".zip" : ".pkpasstemplate"),
    ])
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(!outcome.text.contains("warning:"), "\(outcome.text)")
  }

  private static let table = """
    serialNumber,gate,origin,destination,passenger,seat,boards,barcode.message,relevantDate
    TA-1,A1,BER,LIS,Ada Lovelace,3A,2036-05-01T08:10:00+02:00,M1ADA,2036-05-01T08:10:00+02:00
    TA-2,A2,BER,LIS,Alan Turing,3B,2036-05-01T08:10:00+02:00,M1ALAN,2036-05-01T08:10:00+02:00

    """

  @Test(arguments: ["Boarding.pkpasstemplate", "Boarding.pkpasstemplate.zip"])
  func aTableFillsAnExport(_ template: String) throws {
    let built = try copy("Boarding", to: "Boarding.pkpasstemplate")
    try archive("Boarding", to: "Boarding.pkpasstemplate.zip", in: built)
    try built.folder.add(["flights.csv": Self.table])
    let before = try built.bytes("Boarding.pkpasstemplate.zip")
    let outcome = try built.passc([
      "issue", template, "--data", "flights.csv", "--strict", "--identity",
      BuildCase.identity("ordinary"), "-o", "passes",
    ])
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(built.exists("passes/TA-1.pkpass") && built.exists("passes/TA-2.pkpass"))
    #expect(try built.bytes("Boarding.pkpasstemplate.zip") == before)
    let shown = try built.passc(["inspect", "passes/TA-2.pkpass", "--format", "json"])
    #expect(shown.text.contains("Alan Turing") && !shown.text.contains("Jane Appleseed"))
  }

  @Test func anArchiveIsNeverReplaced() throws {
    let built = try BuildCase()
    try archive("Boarding", to: "b.zip", in: built)
    let before = try built.bytes("b.zip")
    let outcome = try built.passc([
      "build", "b.zip", "--set", "serialNumber=1", "--identity", BuildCase.identity("ordinary"),
      "-o", "b.zip",
    ])
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(try built.bytes("b.zip") == before)
  }

  @Test(arguments: names) func initMakesATemplateThatBuildsAtOnce(_ name: String) throws {
    let built = try copy(name, to: "design/\(name).pkpasstemplate")
    let made = try built.passc([
      "init", "passes/new.pass", "--from", "design/\(name).pkpasstemplate",
    ])
    #expect(made.status == 0, "\(made.errors)")
    let settings = String(decoding: try built.bytes("passes/new.pass/template.json"), as: UTF8.self)
    #expect(
      settings.contains("\"extends\": \"../../design/\(name).pkpasstemplate\""), "\(settings)")
    let checked = try built.passc(["check", "--strict", "passes/new.pass"])
    #expect(checked.status == 0, "\(checked.text)\(checked.errors)\(settings)")
    let outcome = try built.passc([
      "build", "passes/new.pass", "--sample", "1", "--identity", BuildCase.identity("ordinary"),
      "-o", "one.pkpass",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// The editor writes its own ids again, and here also another label and a new field.
  @Test func theNextBuildFollowsASavedDesign() throws {
    let built = try copy("Loyalty", to: "Loyalty.pkpasstemplate")
    _ = try built.passc(["init", "card.new", "--from", "Loyalty.pkpasstemplate"])
    let path = "Loyalty.pkpasstemplate/pass.json"
    let design = String(decoding: try built.bytes(path), as: UTF8.self)
    let saved = design.split(separator: "\"Home store\"", omittingEmptySubsequences: false)
      .joined(separator: "\"Favourite store\"")
    #expect(saved != design)
    try built.folder.add([path: saved])
    let outcome = try built.passc([
      "build", "card.new", "--sample", "1", "--emit", "pass-json", "--identity",
      BuildCase.identity("ordinary"),
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("Favourite store") && !outcome.text.contains("_id"))
    #expect(outcome.text.contains("\"generic\"") && outcome.text.contains("\"posterGeneric\""))
  }

  @Test func checkSaysWhatOlderSystemsShow() throws {
    let built = try copy("Loyalty", to: "Loyalty.pkpasstemplate")
    let outcome = try built.passc(["check", "Loyalty.pkpasstemplate", "--ios", "26"])
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.text.contains("iOS 26 shows generic: "), "\(outcome.text)")
    #expect(outcome.text.contains("points"), "\(outcome.text)")
  }

  @Test(arguments: ["--nfc", "--language=de", "--background=#000000", "--style=coupon"])
  func optionsOfNewDesignsAreRejected(_ option: String) throws {
    let built = try copy("Concert", to: "Concert.pkpasstemplate")
    let outcome = try built.passc(["init", "x.pass", "--from", "Concert.pkpasstemplate", option])
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(!built.exists("x.pass"))
  }
}
