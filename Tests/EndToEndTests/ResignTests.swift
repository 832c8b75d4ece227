// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

struct ResignTests {
  private func resign(
    _ arguments: [String], identity: String = "ordinary", in folder: TemporaryFolder
  ) throws -> PasscBinary.Outcome {
    try PasscBinary.run(
      ["resign"] + arguments + ["--identity", PasscBinary.identity(identity)], in: folder.path,
      environment: ["SOURCE_DATE_EPOCH": "1769904000"])
  }

  @Test func signsBundlesAndFoldersAgain() throws {
    let folder = try SamplePasses.folder(["a", "b"])
    let source = try Disk.read(folder("a.pkpass"))
    if try PasscBinary.judge("unzip", ["-q", "b.pkpass", "-d", "b"], in: folder.path) == nil {
      return
    }
    let outcome = try resign(["a.pkpass", "b", "-o", "made/new"], in: folder)
    #expect(
      outcome.status == 0 && outcome.errors == "passc: made folder made/new\n",
      "\(outcome.errors)")
    #expect(outcome.text == "made/new/a.pkpass\nmade/new/b.pkpass\n")
    #expect(try Disk.read(folder("a.pkpass")) == source, "the source stays")
    for name in ["a", "b"] {
      let shown = try PasscBinary.run(["inspect", "made/new/\(name).pkpass"], in: folder.path)
      #expect(shown.text.contains("2026-02-01T00:00:00Z"))
      #expect(shown.text.contains("good, but not Apple's"))
    }
  }

  @Test(.enabled(if: PasscBinary.path(of: "openssl") != nil, "openssl is the judge"))
  func makesSignaturesThatOpenSSLVerifies() throws {
    let folder = try SamplePasses.folder(["a"])
    _ = try resign(["a.pkpass", "-o", "new"], in: folder)
    let tested = try PasscBinary.judge("unzip", ["-q", "new/a.pkpass", "-d", "x"], in: folder.path)
    guard let tested else { return }
    #expect(tested.status == 0)
    let verified = try #require(
      try PasscBinary.judge(
        "openssl",
        [
          "cms", "-verify", "-binary", "-inform", "DER", "-in", "x/signature", "-content",
          "x/manifest.json", "-CAfile", PasscBinary.identity("ordinary") + "/root.pem",
          "-purpose", "any", "-out", "proven",
        ], in: folder.path))
    #expect(verified.status == 0, "\(verified.errors)")
    #expect(try Disk.read(folder("proven")) == Disk.read(folder("x/manifest.json")))
  }

  @Test func keepsTheNameOfAPassWhateverTheCaseOfItsExtension() throws {
    let folder = try SamplePasses.folder(["a"])
    try folder.add("B.PKPASS", try Disk.read(folder("a.pkpass")))
    let outcome = try resign(["B.PKPASS", "-o", "new"], in: folder)
    #expect(outcome.status == 0 && outcome.text == "new/B.PKPASS\n", "\(outcome.text)")
  }

  @Test func refusesAPassOfAnotherTypeAndSignsTheRest() throws {
    let folder = try SamplePasses.folder(["a"])
    let made = try PasscBinary.run(
      ["cert", "example", "-o", "other", "--pass-type", "pass.com.example.other"],
      in: folder.path)
    #expect(made.status == 0, "\(made.errors)")
    let built = try PasscBinary.run(
      ["build", "a.pass", "--sample", "1", "--identity", "other", "-o", "foreign.pkpass"],
      in: folder.path)
    #expect(built.status == 0)
    let outcome = try resign(["foreign.pkpass", "a.pkpass", "-o", "new"], in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("[identity.passTypeIdentifier.mismatch]"))
    #expect(outcome.errors.contains("foreign.pkpass"))
    #expect(try Disk.list(folder("new")).map(\.name) == ["a.pkpass"])
  }

  @Test(.enabled(if: PasscBinary.path(of: "zip") != nil, "zip changes the bundle"))
  func rejectsAPassThatSomebodyChanged() throws {
    let folder = try SamplePasses.folder(["a", "b"])
    let made = try Disk.read(folder("b.pkpass"))
    try folder.add("icon.png", [1, 2, 3])
    let changed = try #require(
      try PasscBinary.judge("zip", ["-q", "b.pkpass", "icon.png"], in: folder.path))
    try #require(changed.status == 0 && (try Disk.read(folder("b.pkpass"))) != made)
    let rejected = try resign(["b.pkpass", "a.pkpass", "-o", "new"], in: folder)
    #expect(rejected.status == 1, "\(rejected.errors)")
    #expect(rejected.errors.contains("[manifest.hash.mismatch]"))
    #expect(
      rejected.errors.contains("b.pkpass does not match manifest and signature, not signed\n"))
    #expect(rejected.errors.contains("run: passc resign b.pkpass a.pkpass -o new --accept-changes"))
    #expect(rejected.text == "new/a.pkpass\n")
    #expect(try Disk.list(folder("new")).map(\.name) == ["a.pkpass"])
    let accepted = try resign(["b.pkpass", "-o", "new", "--accept-changes"], in: folder)
    #expect(accepted.status == 0 && accepted.text == "new/b.pkpass\n", "\(accepted.errors)")
    #expect(
      accepted.errors.contains("warning: icon.png was changed after signing"),
      "\(accepted.errors)")
    let explained = try PasscBinary.run(["explain", "manifest.hash.mismatch"], in: folder.path)
    #expect(explained.text.contains("--accept-changes"))
  }

  /// A .pkpasses without one of its passes could be mistaken for the complete one.
  @Test func oneFailingPassOfABundleStopsTheBundle() throws {
    let folder = try SamplePasses.folder(["a"])
    _ = try PasscBinary.run(
      ["cert", "example", "-o", "other", "--pass-type", "pass.com.example.other"],
      in: folder.path)
    let built = try PasscBinary.run(
      ["build", "a.pass", "--sample", "1", "--identity", "other", "-o", "foreign.pkpass"],
      in: folder.path)
    let grouped = try PasscBinary.run(
      ["group", "a.pkpass", "foreign.pkpass", "-o", "two.pkpasses"], in: folder.path)
    #expect(built.status == 0 && grouped.status == 0, "\(built.errors)\(grouped.errors)")
    let outcome = try resign(["two.pkpasses", "-o", "new"], in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("[identity.passTypeIdentifier.mismatch]"), "\(outcome.errors)")
    #expect(outcome.text == "")
    #expect(try Disk.kind(of: folder("new/two.pkpasses")) == nil)
  }

  @Test func refusesTargetsThatClash() throws {
    let folder = try SamplePasses.folder(["a"])
    try Disk.makeFolders(folder("x"))
    try folder.add("x/A.pkpass", try Disk.read(folder("a.pkpass")))
    let clash = try resign(["a.pkpass", "x/A.pkpass", "-o", "new"], in: folder)
    #expect(clash.status == 2)
    #expect(clash.errors.contains("would both be written as"))
    let source = try resign(["a.pkpass", "-o", "."], in: folder)
    #expect(source.status == 2)
    #expect(source.errors.contains("-o a.pkpass would replace a.pkpass, an input of this run"))
    #expect(try Disk.kind(of: folder("new")) == nil)
  }

  @Test func saysWhatIsMissing() throws {
    let folder = try SamplePasses.folder(["a"])
    let noIdentity = try PasscBinary.run(["resign", "a.pkpass", "-o", "new"], in: folder.path)
    #expect(noIdentity.status == 2)
    #expect(noIdentity.errors.contains("signing needs an identity: add --identity DIR"))
    #expect(noIdentity.errors.contains("\nhelp: to make a real one, run: passc cert request "))
    #expect(try resign(["absent.pkpass", "-o", "new"], in: folder).status == 3)
    #expect(try resign(["a.pkpass"], in: folder).status == 2)
    let template = try resign(["a.pass", "-o", "new"], in: folder)
    #expect(template.status == 1)
    #expect(template.errors.contains("[resign.source.template]"))
    let help = try PasscBinary.run(["resign", "--help"], in: folder.path)
    #expect(help.status == 0 && help.text.contains("passc resign old/*.pkpass -o new"))
  }
}
