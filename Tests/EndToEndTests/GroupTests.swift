// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

struct GroupTests {
  @Test(.disabled(if: PasscBinary.path(of: "unzip") == nil, "unzip is not installed"))
  func putsPassesIntoABundle() throws {
    let folder = try SamplePasses.folder(["a", "b"])
    let outcome = try PasscBinary.run(
      ["group", "b.pkpass", "a.pkpass", "-o", "out/two.pkpasses"], in: folder.path)
    #expect(
      outcome.status == 0 && outcome.errors == "passc: made folder out\n", "\(outcome.errors)")
    #expect(outcome.text == "out/two.pkpasses\n")
    let piped = try PasscBinary.run(
      ["group", "a.pkpass", "b.pkpass", "-o", "-"], in: folder.path)
    #expect(try piped.output == Disk.read(folder("out/two.pkpasses")), "the same in any order")
    let unzip = try PasscBinary.judge("unzip", ["-tq", "out/two.pkpasses"], in: folder.path)
    #expect(unzip?.status == 0)
    let shown = try PasscBinary.run(["inspect", "out/two.pkpasses"], in: folder.path)
    #expect(shown.text.contains("2 passes"))
    #expect(shown.text.contains("application/vnd.apple.pkpasses"))
    let signed = try PasscBinary.run(
      ["resign", "out/two.pkpasses", "-o", "new", "--identity", PasscBinary.identity("ordinary")],
      in: folder.path)
    #expect(signed.status == 0)
    #expect(
      try Disk.read(folder("new/two.pkpasses")) == Disk.read(folder("out/two.pkpasses")),
      "same content, key and signing time: same bytes")
  }

  @Test func refusesTheSamePassTwice() throws {
    let folder = try SamplePasses.folder(["a"])
    try folder.add("copy.pkpass", try Disk.read(folder("a.pkpass")))
    let outcome = try PasscBinary.run(
      ["group", "a.pkpass", "copy.pkpass", "-o", "x.pkpasses"], in: folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("[group.serial.duplicate]"))
    #expect(outcome.output.isEmpty)
    #expect(try Disk.kind(of: folder("x.pkpasses")) == nil)
  }

  @Test func endsWithTheStatusThatFits() throws {
    let folder = try SamplePasses.folder(["a"])
    try folder.add(["page.pkpass": "<html>", "x/a.pkpass": "<html>"])
    let cases: [([String], Int32, String)] = [
      (["page.pkpass", "-o", "o.pkpasses"], 1, "HTML"),
      (["a.pkpass", "x/a.pkpass", "-o", "o.pkpasses"], 2, "would both be a.pkpass"),
      (["a.pass", "-o", "o.pkpasses"], 2, "is not named .pkpass"),
      (["a.pkpass", "-o", "o.pkpass"], 2, "named .pkpasses"),
      (["absent.pkpass", "-o", "o.pkpasses"], 3, "does not exist"),
      (
        ["-o", "o.pkpasses"], 2, "PKPASS is missing\nhelp: for example: passc group seat-12A.pkpass"
      ),
    ]
    for (arguments, status, words) in cases {
      let outcome = try PasscBinary.run(["group"] + arguments, in: folder.path)
      #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(try Disk.kind(of: folder("o.pkpasses")) == nil)
    }
  }
}
