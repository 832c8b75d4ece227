// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc preview`, which runs passc-preview.
struct PreviewTests {
  private static let day = ["--as-of", "2026-06-01"]
  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  @Test func drawsABundleAndATemplateInEveryForm() throws {
    let folder = try SamplePasses.folder(["gym"])
    for input in ["gym.pkpass", "gym.pass"] {
      for name in ["a.png", "a.svg", "a.html", "a.json"] {
        let outcome = try PasscBinary.run(
          ["preview", input, "-o", name] + Self.day, in: folder.path)
        #expect(outcome.status == 0, "\(outcome.story)")
        #expect(outcome.text == "" && outcome.errors.hasSuffix("\(name)\n"), "\(outcome.story)")
        let bytes = try Disk.read(folder(name))
        switch name {
        case "a.png": #expect(bytes.starts(with: Self.pngSignature))
        case "a.svg": #expect(String(decoding: bytes, as: UTF8.self).contains("<svg"))
        case "a.html": #expect(bytes.starts(with: Array("<!DOCTYPE html>".utf8)))
        default: #expect(bytes.starts(with: Array("[\n{".utf8)))
        }
      }
    }
  }

  /// If you work in the folder of a template, an output next to the folder may be replaced, and none
  /// is written into it.
  @Test func aPreviewIsDrawnAgainOutsideTheTemplateOnly() throws {
    let one = try SamplePasses.folder(["gym"])
    let inside = FilePath.join(one.path, "gym.pass")
    for _ in 1...2 {
      let outcome = try PasscBinary.run(["preview", ".", "-o", "../a.png"] + Self.day, in: inside)
      #expect(outcome.status == 0, "\(outcome.story)")
    }
    let table = try Disk.read(one("gym.pass/sample.csv"))
    try one.add("gym.pass/sample.csv", table + Array("b.png".utf8))
    try one.add("gym.pass/b.png", try Disk.read(one("a.png")))
    for (name, words) in [
      ("a.png", "-o a.png is in the template ."),
      ("b.png", "-o b.png would replace a file of ."),
      ("icon.png", "-o icon.png would replace a file of ."),
    ] {
      let outcome = try PasscBinary.run(["preview", ".", "-o", name] + Self.day, in: inside)
      #expect(outcome.status == 2, "\(outcome.story)")
      #expect(outcome.errors.contains(words), "\(outcome.story)")
    }
  }

  @Test func writesTheSameBytesWhereverItRuns() throws {
    let one = try SamplePasses.folder(["gym"])
    let other = try TemporaryFolder()
    try other.add("gym.pkpass", try Disk.read(one("gym.pkpass")))
    for format in ["png", "svg", "json", "html"] {
      let arguments = ["preview", "gym.pkpass", "--format", format, "-o", "-"] + Self.day
      let first = try PasscBinary.run(
        arguments, in: one.path, environment: ["TZ": "Asia/Tokyo", "LC_ALL": "C"])
      let second = try PasscBinary.run(
        arguments, in: other.path, environment: ["TZ": "UTC", "LANG": "de_DE.UTF-8"])
      #expect(first.status == 0 && first.output == second.output, "\(format): \(first.errors)")
      #expect(first.output.count > 1_000)
    }
  }

  @Test func namesSeveralPicturesByPassAndSide() throws {
    let folder = try SamplePasses.folder(["gym"])
    let outcome = try PasscBinary.run(
      ["preview", "gym.pass", "--all", "--side", "both", "-o", "pictures/", "--scale", "1"]
        + Self.day, in: folder.path)
    #expect(outcome.status == 0, "\(outcome.story)")
    let names = try Disk.list(folder("pictures")).map(\.name)
    #expect(names.count >= 4 && names.count % 2 == 0)
    #expect(
      names.allSatisfy { $0.hasSuffix("-front.png") || $0.hasSuffix("-back.png") }, "\(names)")
    let one = try PasscBinary.run(
      ["preview", "gym.pass", "--all", "-o", "one.png"] + Self.day, in: folder.path)
    #expect(one.status == 2 && one.errors.contains("several passes"), "\(one.story)")
  }

  @Test func drawsBothSidesBesideEachOtherInOneFile() throws {
    let folder = try SamplePasses.folder(["gym"])
    func size(_ options: String...) throws -> (width: UInt32, height: UInt32) {
      let outcome = try PasscBinary.run(
        ["preview", "gym.pkpass", "-o", "-", "--format", "png", "--scale", "1"] + options
          + Self.day, in: folder.path)
      try #require(outcome.status == 0, "\(outcome.story)")
      func number(at place: Int) -> UInt32 {
        outcome.output[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
      return (number(at: 16), number(at: 20))
    }
    let (front, back, both) = (try size("--side", "front"), try size("--side", "back"), try size())
    #expect(front == (358, 503))
    #expect(both.width == front.width + 24 + back.width)
    #expect(both.height == max(front.height, back.height))
    let list = try PasscBinary.run(
      ["preview", "gym.pkpass", "-o", "-", "--format", "json"] + Self.day, in: folder.path)
    let sides = try JSONSerialization.jsonObject(with: Data(list.output)) as? [[String: Any]]
    #expect(sides?.map { $0["side"] as? String } == ["front", "back"])
    let files = try PasscBinary.run(["preview", "gym.pkpass"] + Self.day, in: folder.path)
    #expect(files.status == 0, "\(files.story)")
    #expect(try Disk.list(folder.path).map(\.name).filter { $0.hasSuffix(".png") }.count == 2)
  }

  @Test func replacesNothingThatNobodyNamed() throws {
    let folder = try SamplePasses.folder(["gym"])
    let first = try PasscBinary.run(["preview", "gym.pkpass"] + Self.day, in: folder.path)
    #expect(first.status == 0)
    let second = try PasscBinary.run(["preview", "gym.pkpass"] + Self.day, in: folder.path)
    #expect(second.status == 3 && second.errors.contains("already exists"), "\(second.story)")
  }

  @Test func countsFindingsAsCheckDoes() throws {
    let folder = try TemporaryFolder()
    let value = String(repeating: "wonderful ", count: 12)
    try folder.add([
      "card/pass.json": """
      {"description": "a", "generic": {"secondaryFields": [{"key": "a", "value": "\(value)"},
       {"key": "b", "value": "\(value)"}]}}
      """
    ])
    let arguments = ["preview", "card", "-o", "a.png", "--report", "json=found.json"] + Self.day
    let plain = try PasscBinary.run(arguments, in: folder.path)
    #expect(plain.status == 0, "\(plain.story)")
    #expect(plain.errors.contains("pass.json:1:"), "\(plain.errors)")
    #expect(plain.errors.contains("[preview.text.cut]"))
    let found = String(decoding: try Disk.read(folder("found.json")), as: UTF8.self)
    #expect(found.contains("preview.text.cut"))
    #expect(try PasscBinary.run(arguments + ["--strict"], in: folder.path).status == 1)
    #expect(try PasscBinary.run(arguments + ["--deny", "preview"], in: folder.path).status == 1)
    let allowed = try PasscBinary.run(
      arguments + ["--strict", "--allow", "preview"], in: folder.path)
    #expect(allowed.status == 0, "\(allowed.story)")
    let unknown = try PasscBinary.run(arguments + ["--allow", "preview.text.cot"], in: folder.path)
    #expect(unknown.status == 2 && unknown.errors.contains("preview.text.cut"), "\(unknown.story)")
  }

  private static let refused: [([String], Int32)] = [
    (["preview", "nowhere.pkpass"], 3), (["preview"], 2),
    (["preview", "gym.pkpass", "--width", "100"], 2),
    (["preview", "gym.pkpass", "--scale", "4"], 2),
    (["preview", "gym.pkpass", "--time-zone", "Europe/Berlyn"], 2),
    (["preview", "gym.pkpass", "--ios", "x"], 2), (["preview", "gym.pkpass", "-o", "a.gif"], 2),
    (["preview", "gym.pkpass", "--sample", "1"], 2),
    (["preview", "gym.pkpass", "--contact-sheet"], 2),
  ]

  @Test(arguments: refused)
  func refusesWhatCannotBeDrawn(_ arguments: [String], _ status: Int32) throws {
    let folder = try SamplePasses.folder(["gym"])
    let outcome = try PasscBinary.run(arguments, in: folder.path)
    #expect(outcome.status == status && outcome.errors.contains("error: "), "\(outcome.story)")
  }

  @Test func endsWhereAnotherVersionStartedIt() throws {
    let program = try #require(Program.passc)
    let companion = FilePath.join(FilePath.parent(program), "passc-preview")
    let outcome = try Program.run(
      companion, ["a.pkpass"], in: "/", environment: ["PASSC_STARTED_BY": "0.0.1"])
    #expect(outcome.status == 3 && outcome.errors.contains("is version"), "\(outcome.story)")
  }

  @Test func saysThatTheProgramIsMissing() throws {
    let folder = try TemporaryFolder()
    try folder.add("passc", try Disk.read(try #require(Program.passc), limit: 1 << 30))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder("passc"))
    let outcome = try Program.run(
      folder("passc"), ["preview", "a.pkpass"], in: folder.path, environment: [:])
    #expect(outcome.status == 3 && outcome.errors.contains("make preview"), "\(outcome.story)")
  }

  @Test func putsManyOnASheet() throws {
    let folder = try SamplePasses.folder(["a", "b", "c"])
    try Disk.makeFolders(folder("passes"))
    for name in ["a", "b", "c"] {
      try folder.add("passes/\(name).pkpass", try Disk.read(folder("\(name).pkpass")))
    }
    for name in ["sheet.png", "sheet.html"] {
      let outcome = try PasscBinary.run(
        ["preview", "passes", "--contact-sheet", "-o", name] + Self.day, in: folder.path)
      #expect(outcome.status == 0, "\(outcome.story)")
    }
    let png = try Disk.read(folder("sheet.png"))
    #expect(png.starts(with: Self.pngSignature))
    let html = String(decoding: try Disk.read(folder("sheet.html")), as: UTF8.self)
    #expect(html.components(separatedBy: "<img ").count == 4)
  }

  @Test func putsTemplatesWithoutSampleOnASheetToo() throws {
    let pass = #"{"formatVersion": 1, "description": "{{ a }}", "storeCard": {}}"#
    let columns = #""columns": {"a": {"type": "string"}}"#
    let folder = try TemporaryFolder([
      "all/a.pass/pass.json": pass, "all/a.pass/template.json": "{\(columns)}",
      "all/b.pass/pass.json": pass,
      "all/b.pass/template.json": "{\"sample\": \"b.csv\", \(columns)}",
      "all/b.pass/b.csv": "a\n1\n2\n",
    ])
    let outcome = try PasscBinary.run(
      ["preview", "all", "--contact-sheet", "-o", "sheet.html"] + Self.day, in: folder.path)
    #expect(outcome.status == 0, "\(outcome.story)")
    let html = String(decoding: try Disk.read(folder("sheet.html")), as: UTF8.self)
    // One image for the template, and one for each row.
    #expect(html.components(separatedBy: "<img ").count == 4)
  }

  @Test func showsOldAndNewSideBySide() throws {
    let folder = try SamplePasses.folder(["a"])
    let built = try PasscBinary.run(
      ["build", "a.pass", "--sample", "2", "--identity", PasscBinary.identity("ordinary")]
        + ["-o", "b.pkpass"], in: folder.path)
    try #require(built.status == 0, "\(built.errors)")
    let outcome = try PasscBinary.run(
      ["preview", "b.pkpass", "--old", "a.pkpass", "-o", "changes.html"] + Self.day,
      in: folder.path)
    #expect(outcome.status == 0, "\(outcome.story)")
    let page = String(decoding: try Disk.read(folder("changes.html")), as: UTF8.self)
    #expect(page.contains("Outlined: ") && page.contains("<figcaption>Old, front</figcaption>"))
    let diff = try PasscBinary.run(
      ["diff", "a.pkpass", "b.pkpass", "--pictures", "diff.html"], in: folder.path)
    // Another serial number means another pass. The page is written all the same.
    #expect(diff.status == 1, "\(diff.story)")
    #expect(try Disk.read(folder("diff.html")).count > 10_000)
  }
}
