// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

struct InspectTests {
  @Test func showsAPassOnStandardOutputAlone() throws {
    let folder = try SamplePasses.folder(["gym"])
    let outcome = try PasscBinary.run(["inspect", "gym.pkpass"], in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    for words in [
      "pass.com.example.passc", "EXAMPLE123", "generic", "application/vnd.apple.pkpass",
      "Ada Example", "Example WWDR, not Apple", "2026-01-01T00:00:00Z", "SHA-256",
      "thumbnail@3x.png",
      "de ",
    ] {
      #expect(outcome.text.contains(words), "\(words) is missing in:\n\(outcome.text)")
    }
    #expect(!outcome.text.contains("\u{1B}"), "no colour into a file")
  }

  @Test func readsStandardInput() throws {
    let folder = try SamplePasses.folder(["gym"])
    let bytes = try Disk.read(folder("gym.pkpass"))
    let outcome = try PasscBinary.run(["inspect", "-"], in: folder.path, input: bytes)
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("standard input\n"))
  }

  @Test(.enabled(if: PasscBinary.path(of: "python3") != nil, "python3 reads the JSON"))
  func writesJSONThatPythonReads() throws {
    let folder = try SamplePasses.folder(["gym"])
    let outcome = try PasscBinary.run(
      ["inspect", "gym.pkpass", "--format", "json"], in: folder.path)
    #expect(outcome.status == 0 && outcome.errors == "")
    try folder.add("g.json", outcome.output)
    let program = """
      import hashlib, json, zipfile
      facts = json.load(open("g.json", encoding="utf-8"))
      bundle = open("gym.pkpass", "rb").read()
      assert facts["version"] == 1 and facts["kind"] == "pass"
      assert facts["size"] == len(bundle)
      assert facts["sha256"] == hashlib.sha256(bundle).hexdigest()
      entries = zipfile.ZipFile("gym.pkpass")
      assert [f["path"] for f in facts["files"]] == sorted(entries.namelist())
      for f in facts["files"]:
          data = entries.read(f["path"])
          assert f["size"] == len(data)
          assert f["sha1"] == hashlib.sha1(data).hexdigest()
      assert facts["signature"]["verifies"] is True and facts["sealed"] is True
      assert [f["value"] for f in facts["fields"] if f["key"] == "number"] == ["00417"]
      """
    try folder.add(["judge.py": program])
    let checked = try #require(try PasscBinary.judge("python3", ["judge.py"], in: folder.path))
    #expect(checked.status == 0, "\(checked.errors)")
  }

  @Test func showsAFolderThatIsNotSigned() throws {
    let folder = try SamplePasses.folder(["gym"])
    let outcome = try PasscBinary.run(["inspect", "gym.pass"], in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("not packed yet"))
    #expect(outcome.text.contains("not signed"))
  }

  @Test func saysThatAWebPageIsNoPass() throws {
    let folder = try TemporaryFolder(["a.pkpass": "<!DOCTYPE html><title>Not found</title>"])
    let outcome = try PasscBinary.run(["inspect", "a.pkpass"], in: folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors.hasPrefix(
        "passc: error: a.pkpass is an HTML page, not a pass\nhelp: "))
  }

  @Test func showsWhatIsLeftOfACutBundle() throws {
    let folder = try SamplePasses.folder(["gym"])
    let bytes = try Disk.read(folder("gym.pkpass"))
    try folder.add("cut.pkpass", Array(bytes.prefix(bytes.count * 2 / 3)))
    let outcome = try PasscBinary.run(["inspect", "cut.pkpass"], in: folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("pass.com.example.passc"))
    #expect(outcome.text.contains("before the directory that every zip"))
    #expect(outcome.text.contains("is in the manifest and not here"))
  }

  /// Tests the message and exit code for a broken bundle, also with JSON and several passes.
  @Test func saysThatABundleIsBrokenAndEndsWith1() throws {
    let folder = try TemporaryFolder()
    var files = try FinishedSample.files()
    files["icon.png"]?.append(0)
    try folder.add("changed.pkpass", try FinishedSample.archive(files))
    files = try FinishedSample.files()
    files["signature"] = nil
    try folder.add("unsigned.pkpass", try FinishedSample.archive(files))
    files = try FinishedSample.files()
    files["extra.txt"] = [1]
    files["logo.png"] = nil
    try folder.add("both.pkpass", try FinishedSample.archive(files))
    try folder.add(
      "several.pkpasses",
      try FinishedSample.archive([
        "a.pkpass": FinishedSample.pkpass(), "b.pkpass": Array("<html>".utf8),
      ]))
    let broken = [
      ("changed.pkpass", "changed.pkpass is broken: 1 file different from manifest.json"),
      ("unsigned.pkpass", "unsigned.pkpass is broken: the pass has no signature"),
      (
        "both.pkpass",
        "both.pkpass is broken: 1 file different from manifest.json; 1 file of manifest.json missing"
      ),
      ("several.pkpasses", "several.pkpasses!b.pkpass is broken: "),
    ]
    for (name, words) in broken {
      let text = try PasscBinary.run(["inspect", name], in: folder.path)
      #expect(text.status == 1 && text.errors.contains("passc: error: " + words), "\(text.errors)")
      #expect(
        text.text.contains(name.hasSuffix("es") ? "b.pkpass is not a readable pass" : "\nbroken: "))
      let json = try PasscBinary.run(["inspect", name, "--format", "json"], in: folder.path)
      #expect(json.status == 1 && json.errors == text.errors)
      #expect(json.text.contains("\"version\": 1"))
    }
    try folder.add("whole.pkpass", try FinishedSample.pkpass())
    let whole = try PasscBinary.run(["inspect", "whole.pkpass"], in: folder.path)
    #expect(whole.status == 0 && whole.errors.isEmpty && !whole.text.contains("broken"))
  }

  private static let endings: [(arguments: String, status: Int32)] = [
    ("inspect", 2), ("inspect a b", 2), ("inspect a --format xml", 2), ("inspect absent.pkpass", 3),
    ("inspect empty", 3), ("inspect --help", 0),
  ]

  @Test(arguments: endings)
  func endsWithTheStatusThatFits(arguments: String, status: Int32) throws {
    let folder = try TemporaryFolder(["empty/notes.txt": "x"])
    let outcome = try PasscBinary.run(
      arguments.split(separator: " ").map(String.init), in: folder.path)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.output.isEmpty == (status != 0))
    #expect(outcome.errors.isEmpty == (status == 0))
  }
}
