// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassCheck
import PassDiagnostics
import PassReport
import PassTesting
import Testing

/// Tests of the archive around passes: its name and other entries.
struct ContainerTests {
  private static func subject(
    _ entries: [String: [UInt8]], name: String
  ) throws -> CheckedSubject? {
    var checker = PassChecker(try SampleBundle().options())
    return checker.check(ArchiveSketch(entries).bytes, name: name).last?.subject
  }

  private static func codes(_ entries: [String: [UInt8]], name: String) throws -> [String]? {
    try subject(entries, name: name)?.diagnostics.map(\.code)
  }

  @Test func passesUnderTheNameOfOneAreRefused() throws {
    let passes = ["a.pkpass": try SampleBundle().archive()]
    for name in ["x.pkpass", "a/X.PKPASS"] {
      let subject = try #require(try Self.subject(passes, name: name))
      #expect(subject.diagnostics.map(\.code) == ["package.kind.passes"])
      #expect(subject.verdict?.result == .refused)
    }
    for name in ["x.pkpasses", "standard input"] {
      #expect(try Self.codes(passes, name: name) == [])
    }
  }

  @Test func onePassUnderTheNameOfSeveralIsRefused() throws {
    let files = try SampleBundle().files()
    let subject = try #require(try Self.subject(files, name: "x.pkpasses"))
    #expect(subject.diagnostics.map(\.code) == ["group.kind.pass"])
    #expect(subject.verdict?.result == .refused)
    for name in ["x.pkpass", "standard input"] {
      #expect(try Self.codes(files, name: name) == [])
    }
  }

  /// Names that servers and browsers give a pass.
  @Test(arguments: [
    ("gym.pkpass.zip", "gym.pkpass"), ("a/Gym.PKPASS.ZIP", "Gym.PKPASS"), ("gym.zip", "gym.pkpass"),
    ("gym.pkpass.txt", "gym.pkpass"), ("gym.pkpass?id=1", "gym.pkpass"),
  ])
  func anotherEndingIsAWarning(_ name: String, _ own: String) throws {
    let subject = try #require(try Self.subject(try SampleBundle().files(), name: name))
    #expect(subject.diagnostics.map(\.code) == ["package.name.otherEnding"])
    #expect(subject.diagnostics.first?.message.hasSuffix(" expected the name \(own)") == true)
    #expect(subject.diagnostics.first?.severity == .warning)
  }

  @Test(arguments: ["gym.pkpass", "GYM.PKPASS", "gym (1).pkpass", "standard input", "gym", ".zip"])
  func otherNamesAreFine(_ name: String) throws {
    #expect(try Self.codes(try SampleBundle().files(), name: name) == [])
  }

  @Test func capitalsInTheNameChangeNothing() throws {
    let files = try SampleBundle().files()
    let inFolder = Dictionary(uniqueKeysWithValues: files.map { ("gym/" + $0.key, $0.value) })
    for name in ["x.pkpasses", "X.PKPASSES"] {
      #expect(try Self.codes(files, name: name) == ["group.kind.pass"])
      #expect(try Self.codes(inFolder, name: name) == ["group.entry.unpacked"])
    }
  }

  /// No source defines where the passes are in a bundle, so this is only a warning.
  @Test func passesInAFolderAreAWarning() throws {
    let pass = try SampleBundle().archive()
    for name in ["g/a.pkpass", "a/g/a.pkpass", "./g/a.pkpass"] {
      let codes = try #require(try Self.codes([name: pass], name: "x.pkpasses"))
      #expect(codes.filter { $0 != "archive.name.irregular" } == ["group.entry.stray"])
    }
    #expect(try Self.codes(["./a.pkpass": pass], name: "x") == ["archive.name.irregular"])
    let subject = try #require(
      try Self.subject(["g/a.pkpass": pass, "README.md": [1]], name: "x.pkpasses"))
    #expect(subject.diagnostics.map(\.code) == ["group.entry.stray", "group.entry.stray"])
  }

  /// Files that the Finder adds are named like a pass, but are not passes.
  @Test func whatTheFinderAddsIsNoPass() throws {
    let pass = try SampleBundle().archive()
    let tags: [UInt8] = [0, 5, 22, 7, 0, 2, 0, 0]
    let subject = try #require(
      try Self.subject(["a.pkpass": pass, "__MACOSX/._a.pkpass": tags], name: "x.pkpasses"))
    #expect(subject.diagnostics.map(\.code) == ["archive.folder.macOSX"])
    #expect(subject.diagnostics.map(\.severity) == [.note])
    #expect(subject.verdict?.result == .nothingFound)
    #expect(
      try Self.codes(["a.pkpass": pass, "._a.pkpass": tags], name: "x.pkpasses")
        == ["group.entry.stray"])
  }

  /// Wallet's limit is reported before passc's own.
  @Test func aBundleBeyondOurLimitsIsToldByTheLimitOfWallet() throws {
    let large = [UInt8](repeating: 0, count: 15_100_000)
    let entries = Dictionary(uniqueKeysWithValues: (0..<10).map { ("\($0).pkpass", large) })
    let bytes = ArchiveSketch(entries).bytes
    var options = try SampleBundle().options()
    options.limits.totalSize = 100 << 20
    var checker = PassChecker(options)
    for name in ["x.pkpasses", "X.PKPASSES"] {
      let subjects = checker.check(bytes, name: name).map(\.subject)
      #expect(subjects.flatMap { $0.diagnostics.map(\.code) } == ["group.size.tooLarge"])
      #expect(subjects.last?.verdict?.result == .refused)
    }
    let other = checker.check(bytes, name: "x.pkpass").flatMap { $0.subject.diagnostics }
    #expect(other.map(\.code) == ["archive.limit.exceeded"])
  }

  /// No source says that Wallet rejects such a bundle, so this is only a warning.
  @Test(arguments: ["README.md", ".DS_Store"])
  func aStrayFileBesidePassesIsAWarning(_ stray: String) throws {
    let subject = try #require(
      try Self.subject(
        ["a.pkpass": try SampleBundle().archive(), stray: [1]], name: "x.pkpasses"))
    #expect(subject.diagnostics.map(\.code) == ["group.entry.stray"])
    #expect(subject.diagnostics.map(\.severity) == [.warning])
    #expect(subject.verdict?.result == .maybeRefused)
  }
}
