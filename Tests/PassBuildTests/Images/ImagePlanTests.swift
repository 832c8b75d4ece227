// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel
import PassTemplate
import PassTesting
import Testing

@testable import PassBuild

/// Tests of the choice of images for a style, and of images that are out of date.
struct ImagePlanTests {
  private static func plan(_ slots: [ImageSlot], _ pass: String) throws -> ImagePlan {
    var report = Report()
    let document = try #require(
      JSONReader.read(Array(pass.utf8), name: "pass.json", report: &report))
    let sources = slots.map {
      ImageSource(slot: $0, written: "art/\($0).png", folder: "t", place: .nowhere)
    }
    return ImagePlan(sources, document: document.root, hasPersonalization: false)
  }

  @Test(arguments: [
    (#"{"storeCard": {}}"#, [ImageSlot.logo], ["icon", "logo"], []),
    (#"{"storeCard": {}}"#, [.logo, .icon, .strip], ["icon", "logo", "strip"], []),
    (#"{"storeCard": {}}"#, [.icon], ["icon", "logo"], []),
    (#"{"generic": {}}"#, [.logo, .strip], ["icon", "logo"], ["strip"]),
    (#"{"posterGeneric": {}}"#, [.logo], ["icon", "logo", "primaryLogo"], []),
    (#"{"storeCard": {}}"#, [.strip], ["strip"], []),
    (#"{}"#, [.logo, .strip], ["logo", "strip"], []),
  ])
  func choosesTheImagesOfTheStyle(
    _ pass: String, _ sources: [ImageSlot], _ made: [String], _ unused: [String]
  ) throws {
    let plan = try Self.plan(sources, pass)
    #expect(plan.items.map(\.name) == made)
    #expect(plan.unused.map(\.name) == unused)
  }

  @Test func anIconIsOnTheBackgroundOfThePass() throws {
    let plan = try Self.plan([.logo], #"{"storeCard": {}, "backgroundColor": "rgb(1, 2, 3)"}"#)
    #expect(plan.items.map(\.shape.text) == ["padded 38x38, on rgb(1, 2, 3)", "fitted 160x50"])
    #expect(plan.items[0].isDerived && !plan.items[1].isDerived)
    #expect(plan.items[1].fileName(.two) == "logo@2x.png")
  }

  @Test func notesAreReadAsTheyWereWritten() throws {
    let folder = try TemporaryFolder()
    var notes = ImageNotes()
    notes.entries["de.lproj/logo"] = ImageNotes.Entry(
      file: "../art/logo.svg", isFromOption: true, digest: "ab", form: "fitted 160x50",
      images: ["de.lproj/logo.png": ImageNotes.digest(of: [1])])
    try folder.add(ImageSource.notesFile, notes.bytes)
    let read = ImageNotes.read(in: folder.path)
    #expect(read.entries == notes.entries)
    #expect(read.made("de.lproj/logo.png", [1]) && !read.made("de.lproj/logo.png", [2]))
    #expect(read.sourcesOfOptions(in: folder.path).map(\.name) == ["de.lproj/logo"])
    try folder.add(ImageSource.notesFile, Array("{".utf8))
    #expect(ImageNotes.read(in: folder.path).entries.isEmpty)
  }

  @Test func changesSinceTheImagesWereMadeAreReported() throws {
    let pass = #"{"storeCard": {}, "backgroundColor": "rgb(1, 2, 3)"}"#
    let folder = try TemporaryFolder([
      "t/pass.json": pass, "t/template.json": #"{"sources": {"logo": "art/logo.png"}}"#,
      "t/art/logo.png": "one",
    ])
    func found() throws -> [String] {
      var report = Report()
      let template = try #require(try Template.load(folder("t"), report: &report))
      ImageFreshness.check(template, disk: DiskReader(), report: &report)
      #expect(report.diagnostics.allSatisfy { $0.code == "template.sources.outdated" })
      return report.diagnostics.map(\.message)
    }
    #expect(try found().count == 1)
    var notes = ImageNotes()
    for item in try Self.plan([.logo], pass).items {
      let files = ImageSlot.Scale.allCases.map(item.fileName)
      for file in files { try folder.add("t/" + file, [1]) }
      notes.entries[item.name] = ImageNotes.Entry(
        file: "art/logo.png", isFromOption: false, digest: ImageNotes.digest(of: Array("one".utf8)),
        form: item.shape.text,
        images: Dictionary(uniqueKeysWithValues: files.map { ($0, ImageNotes.digest(of: [1])) }))
    }
    try folder.add("t/" + ImageSource.notesFile, notes.bytes)
    #expect(try found() == [])
    try folder.add("t/art/logo.png", Array("two".utf8))
    #expect(try found().first?.hasSuffix("logo.png has changed") == true)
    try folder.add("t/art/logo.png", Array("one".utf8))
    try folder.add("t/pass.json", Array(pass.replacing("1, 2, 3", with: "4, 5, 6").utf8))
    #expect(try found().first?.contains("on rgb(4, 5, 6)") == true)
    try folder.add("t/pass.json", Array(pass.utf8))
    try Disk.remove(folder("t/logo@2x.png"))
    #expect(try found().first?.hasPrefix("logo@2x.png") == true)
    try Disk.remove(folder("t/art/logo.png"))
    #expect(try found().first?.contains("does not exist") == true)
  }
}
