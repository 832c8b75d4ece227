// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of the note about text on a busy strip, which no example and no new template has.
struct BusyStripTests {
  private static let code = "preview.strip.busy"

  /// Returns what `passc preview` prints about every row of a template.
  private static func notes(
    _ template: String, _ language: String, width: String = "358", in folder: String
  ) throws -> String {
    let outcome = try PasscBinary.run(
      [
        "preview", template, "--all", "--side", "front", "--language", language, "--width", width,
        "--as-of", "2026-06-01", "--notes", "--format", "json", "-o", "-",
      ], in: folder)
    try #require(outcome.status == 0, "\(outcome.story)")
    return outcome.errors
  }

  @Test(arguments: ["343", "358", "396"])
  func noTextOfAnExampleIsOnABusyPartOfItsStrip(_ width: String) throws {
    let folder = FilePath.join(Program.repository, "templates")
    let names = try Disk.list(folder).map(\.name).filter {
      Disk.identity(of: FilePath.join(folder, "\($0)/strip.png")) != nil
    }
    #expect(names.count >= 3, "\(names)")
    for name in names {
      for language in ["de", "en", "fr"] {
        let errors = try Self.notes(name, language, width: width, in: folder)
        #expect(!errors.contains(Self.code), "\(name) in \(language): \(errors)")
      }
    }
  }

  @Test(arguments: ["storeCard", "coupon"], ["en", "de"])
  func noTextOfANewTemplateIsOnABusyPartOfItsStrip(_ style: String, _ language: String) throws {
    let folder = try TemporaryFolder()
    let made = try PasscBinary.run(["init", "a.pass", "--style", style], in: folder.path)
    try #require(made.status == 0, "\(made.story)")
    let errors = try Self.notes("a.pass", language, in: folder.path)
    #expect(!errors.contains(Self.code), "\(errors)")
  }

  @Test func aBusyStripIsANoteInTextAndInReports() throws {
    let folder = try TemporaryFolder([
      "a.pass/pass.json": """
      {"formatVersion": 1, "description": "Card", "serialNumber": "A-1", "organizationName": "Gym",
       "storeCard": {"primaryFields": [{"key": "n", "label": "Member", "value": "Paula Wendisch"}]}}
      """
    ])
    let strip = PNGImage.drawn(width: 375, height: 144) { x, y in
      (x / 8 + y / 8).isMultiple(of: 2) ? (30, 80, 50) : (230, 240, 220)
    }
    try folder.add("a.pass/strip.png", strip)
    let quiet = try PasscBinary.run(["preview", "a.pass", "-o", "a.png"], in: folder.path)
    #expect(quiet.status == 0 && !quiet.errors.contains(Self.code), "\(quiet.story)")
    let errors = try Self.notes("a.pass", "en", in: folder.path)
    #expect(
      errors.contains(
        #"a.pass/strip.png: note: "Paula Wendisch" and "Member" are on a busy part of strip.png, "#),
      "\(errors)")
    let report = try PasscBinary.run(
      ["check", "a.pass", "--drawn", "--format", "json"], in: folder.path)
    #expect(report.text.contains(#""code":"\#(Self.code)""#), "\(report.story)")
    let denied = try PasscBinary.run(
      ["preview", "a.pass", "-o", "b.png", "--deny", Self.code], in: folder.path)
    #expect(denied.status == 1, "\(denied.story)")
  }
}
