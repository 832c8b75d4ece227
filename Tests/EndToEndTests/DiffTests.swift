// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc diff` as users and scripts run it.
struct DiffTests {
  @Test func comparesBundleFolderTemplateAndStandardInput() throws {
    let folder = try SamplePasses.folder(["gym"])
    let same = try PasscBinary.run(["diff", "gym.pkpass", "gym.pkpass"], in: folder.path)
    #expect(same.status == 0 && same.errors.isEmpty)
    #expect(same.text.contains("no difference"), "\(same.text)")
    // The template gets pass type identifier and team identifier from the certificate. Nothing else
    // differs.
    let template = try PasscBinary.run(
      ["diff", "gym.pkpass", "gym.pass", "--format", "json"], in: folder.path)
    #expect(template.status == 0, "\(template.text)\(template.errors)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(template.output)) as? [String: Any])
    #expect(json["version"] as? Int == 1)
    #expect((json["files"] as? [Any])?.isEmpty == true, "\(template.text)")
    let piped = try PasscBinary.run(
      ["diff", "-", "gym.pkpass"], in: folder.path, input: try Disk.read(folder("gym.pkpass")))
    #expect(piped.status == 0 && piped.text.contains("no difference"), "\(piped.text)")
  }

  @Test func anotherRowIsAnotherPassAndExit1() throws {
    let folder = try SamplePasses.folder(["gym"])
    let run = try PasscBinary.run(
      ["diff", "gym.pkpass", "gym.pass", "--sample", "2"], in: folder.path)
    #expect(run.status == 1)
    #expect(run.errors.contains("[diff.serialNumber.changed]"), "\(run.errors)")
    #expect(run.text.contains("and it is another pass"), "\(run.text)")
  }

  @Test func whatIsNoPassIsSaidAsSuch() throws {
    let folder = try SamplePasses.folder(["gym"])
    try folder.add(["a.txt": "hello", "empty/x.txt": ""])
    for (old, status, words) in [
      ("missing.pkpass", 3, "missing.pkpass"), ("a.txt", 3, "a.txt is a text file, not a pass"),
      ("empty", 2, "neither a template nor a pass"),
    ] as [(String, Int32, String)] {
      let run = try PasscBinary.run(["diff", old, "gym.pkpass"], in: folder.path)
      #expect(run.status == status, "\(run.errors)")
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(run.text.isEmpty)
    }
  }

  @Test func schemasAreJSONAndSayWhatTheyAreFor() throws {
    for (arguments, title) in [
      (["pass"], "pass.json of an Apple Wallet pass"),
      (["pass", "--derived"], "pass.json of an Apple Wallet pass, extending another"),
      (["template"], "template.json of a passc template"),
    ] {
      let run = try PasscBinary.run(["schema"] + arguments, in: "/tmp")
      #expect(run.status == 0)
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
      #expect(json["title"] as? String == title)
      #expect(json["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    }
    let wrong = try PasscBinary.run(["schema", "template", "--derived"], in: "/tmp")
    #expect(wrong.status == 2)
  }
}
