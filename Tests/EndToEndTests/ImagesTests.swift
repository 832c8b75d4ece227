// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassModel
import PassTesting
import Testing

/// Tests of `passc images` and of the image options of `passc init`.
struct ImagesTests {
  private static let logo = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60">\
    <circle cx="30" cy="30" r="20" fill="#ffcc00"/><rect x="60" y="20" width="50" height="20" \
    fill="#ffffff"/></svg>
    """

  /// A folder with a new template and a logo.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder(["logo.svg": logo])
    let made = try PasscBinary.run(["init", "gym.pass"], in: folder.path)
    try #require(made.status == 0, "\(made.story)")
    return folder
  }

  private static func size(_ path: String) throws -> [Int] {
    let header = try PNGHeader.read(try Disk.read(path)).get()
    return [header.widthInPixels, header.heightInPixels]
  }

  @Test func makesEveryImageOfTheStyleFromALogo() throws {
    let folder = try Self.folder()
    let made = try PasscBinary.run(["images", "gym.pass", "--logo", "logo.svg"], in: folder.path)
    #expect(made.status == 0 && made.errors == "", "\(made.story)")
    for scale in 1...3 {
      let suffix = scale == 1 ? "" : "@\(scale)x"
      #expect(try Self.size(folder("gym.pass/icon\(suffix).png")) == [38 * scale, 38 * scale])
      #expect(try Self.size(folder("gym.pass/logo\(suffix).png"))[1] == 50 * scale)
    }
    let built = try PasscBinary.run(["check", "gym.pass", "--strict"], in: folder.path)
    #expect(built.status == 0, "\(built.story)")
    // The second run gives the same bytes, and needs no option.
    let before = try Disk.read(folder("gym.pass/logo@3x.png"))
    let again = try PasscBinary.run(["images", "gym.pass"], in: folder.path)
    #expect(again.status == 0, "\(again.story)")
    #expect(try Disk.read(folder("gym.pass/logo@3x.png")) == before)
    // A change of the source is reported, and nothing is drawn.
    try folder.add("logo.svg", Array(Self.logo.replacing("#ffcc00", with: "#ffdd00").utf8))
    let stale = try PasscBinary.run(["check", "gym.pass"], in: folder.path)
    #expect(stale.status == 0 && stale.text.contains("template.sources.outdated"))
    #expect(stale.text.contains("run: passc images gym.pass"), "\(stale.story)")
    #expect(try Disk.read(folder("gym.pass/logo@3x.png")) == before)
  }

  @Test func replacesItsOwnImagesOnly() throws {
    let folder = try Self.folder()
    let own = try Disk.read(folder("gym.pass/strip@3x.png"))
    try folder.add("gym.pass/logo@2x.png", own)
    let arguments = ["images", "gym.pass", "--logo", "logo.svg"]
    let kept = try PasscBinary.run(arguments, in: folder.path)
    #expect(kept.status == 2, "\(kept.story)")
    #expect(kept.errors.contains("gym.pass/logo@2x.png exists, and passc did not make it"))
    #expect(try Disk.read(folder("gym.pass/logo@2x.png")) == own)
    let replaced = try PasscBinary.run(arguments + ["--overwrite"], in: folder.path)
    #expect(replaced.status == 0, "\(replaced.story)")
    #expect(try Disk.read(folder("gym.pass/logo@2x.png")) != own)
    let itself = try PasscBinary.run(
      ["images", "gym.pass", "--logo", "gym.pass/logo@3x.png", "--overwrite"], in: folder.path)
    #expect(itself.status == 2 && itself.errors.contains("would replace"), "\(itself.story)")
  }

  /// Files that passc does not draw, and a part of the message.
  @Test(arguments: [
    (#"<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>"#, "/etc/passwd"),
    (#"<svg xmlns="http://www.w3.org/2000/svg"><image href="http://a.example/b"/></svg>"#, "http"),
    (
      #"<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg><text>&a;</text></svg>"#, "etc"
    ),
    (#"<svg xmlns="http://www.w3.org/2000/svg"><rect"#, "cannot be decoded"),
    ("%PDF-1.7", "is a PDF file"), ("", "is not an image"),
  ])
  func rejectsWhatItCannotDrawWhole(_ content: String, _ words: String) throws {
    let folder = try Self.folder()
    let before = try Disk.read(folder("gym.pass/logo.png"))
    try folder.add("bad.svg", Array(content.utf8))
    let outcome = try PasscBinary.run(["images", "gym.pass", "--logo", "bad.svg"], in: folder.path)
    #expect(outcome.status == 1 && outcome.errors.contains(words), "\(outcome.story)")
    #expect(outcome.errors.contains("no image written"), "\(outcome.story)")
    #expect(try Disk.read(folder("gym.pass/logo.png")) == before)
  }

  @Test func initFillsEverySlot() throws {
    let folder = try TemporaryFolder(["logo.svg": Self.logo])
    let made = try PasscBinary.run(
      ["init", "gym.pass", "--logo", "logo.svg", "--background", "auto"], in: folder.path)
    #expect(made.status == 0 && made.errors == "", "\(made.story)")
    #expect(made.text.contains("logo.png, logo@2x.png, logo@3x.png: "), "\(made.story)")
    let settings = String(decoding: try Disk.read(folder("gym.pass/template.json")), as: UTF8.self)
    #expect(settings.contains(#""logo": "art/logo.svg""#), "\(settings)")
    let checked = try PasscBinary.run(["check", "gym.pass", "--strict"], in: folder.path)
    #expect(checked.status == 0, "\(checked.story)")
    let missing = try PasscBinary.run(
      ["init", "b.pass", "--logo", "none.svg"], in: folder.path)
    #expect(missing.status == 3 && missing.errors.contains("none.svg"), "\(missing.story)")
    #expect(Disk.identity(of: folder("b.pass")) == nil)
    try folder.add("bad.png", Array("%PDF".utf8))
    let bad = try PasscBinary.run(["init", "b.pass", "--logo", "bad.png"], in: folder.path)
    #expect(bad.status == 1 && Disk.identity(of: folder("b.pass")) == nil, "\(bad.story)")
  }

  @Test func withoutTheProgramThatDrawsOnlyImageOptionsFail() throws {
    let folder = try TemporaryFolder(["logo.svg": Self.logo])
    try FileManager.default.copyItem(
      atPath: try #require(Program.passc), toPath: folder("passc"))
    let failed = try Program.run(
      folder("passc"), ["init", "a.pass", "--logo", "logo.svg"], in: folder.path, environment: [:])
    #expect(failed.status == 3 && failed.errors.contains("make preview"), "\(failed.story)")
    #expect(Disk.identity(of: folder("a.pass")) == nil)
    let made = try Program.run(
      folder("passc"), ["init", "a.pass"], in: folder.path, environment: [:])
    #expect(made.status == 0, "\(made.story)")
  }
}
