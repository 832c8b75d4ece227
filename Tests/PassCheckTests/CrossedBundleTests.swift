// SPDX-License-Identifier: Apache-2.0

import PassCheck
import PassDiagnostics
import PassReport
import PassTesting
import Testing

/// Bundles with many items of two kinds, which take quadratic time if each is compared with each.
/// The limits are for a debug build on a busy machine. Without the optimizations, each test takes
/// several times as long, and most take minutes. bench/hostile.py measures a hundred such bundles
/// with a release build.
struct CrossedBundleTests {
  private static func checked(
    _ files: [String: String], name: String = "a.pkpass"
  ) throws -> (codes: [String], messages: [String], time: Duration) {
    try checked(contents: files.mapValues { Array($0.utf8) }, name: name)
  }

  private static func checked(
    contents: [String: [UInt8]], name: String
  ) throws -> (codes: [String], messages: [String], time: Duration) {
    let bytes = ArchiveSketch(contents).bytes
    var checker = PassChecker(try SampleBundle().options())
    var subjects: [CheckedSubject] = []
    let time = ProcessorTime.ofThread {
      subjects = checker.check(bytes, name: name).map(\.subject)
    }
    let diagnostics = subjects.flatMap(\.diagnostics)
    return (diagnostics.map(\.code), diagnostics.map(\.message), time)
  }

  private static let zeros = String(repeating: "0", count: 40)

  private static func manifest(_ names: [String]) -> String {
    "{" + names.map { "\"\($0)\":\"\(zeros)\"" }.joined(separator: ",") + "}"
  }

  private static func passJSON(_ member: String) -> String {
    SamplePass.passJSON.dropLast(2) + ",\(member)}"
  }

  /// Once every entry was compared with every file, ignoring case and with Unicode equality.
  @Test(arguments: [("f%.txt", "F%.TXT"), ("e\u{301}%.txt", "\u{E9}%.txt"), ("d%/a", "x%/d%/a")])
  func manifestEntriesAreNotComparedWithEachFile(file: String, entry: String) throws {
    var files = Dictionary(
      uniqueKeysWithValues: (0..<1500).map { (file.replacing("%", with: "\($0)"), "") })
    files["manifest.json"] = Self.manifest(
      (2000..<8000).map { entry.replacing("%", with: "\($0)") })
    files["pass.json"] = SamplePass.passJSON
    let (codes, _, time) = try Self.checked(files)
    #expect(codes.count { $0 == "manifest.entry.noFile" } > 10)
    #expect(time < .seconds(8))
  }

  @Test func missingEntriesAreToldWithTheFileThatIsMeant() throws {
    let (_, messages, _) = try Self.checked([
      "pass.json": SamplePass.passJSON, "Icon.png": "", "e\u{301}.png": "", "de.lproj/a": "",
      "manifest.json": Self.manifest(["icon.png", "\u{E9}.png", "de.lproj", "de.lpro", "x"]),
    ])
    for words in [
      "manifest.json lists \"icon.png\", the file is Icon.png, and 1 more differs",
      "\"de.lproj\" is a folder, expected files only",
      "de.lpro is listed, but there is no such file",
      "x is listed, but there is no such file",
    ] {
      #expect(messages.contains(words), "\(words)")
    }
  }

  /// Swift sorts the combining marks of a letter in quadratic time.
  @Test(arguments: ["pass.json", "manifest.json", "de.lproj/pass.strings"])
  func aLetterWithAHundredThousandMarksIsNotCompared(path: String) throws {
    let marks = String(repeating: "\u{323}\u{301}", count: 50_000)
    var files = ["pass.json": SamplePass.passJSON, "manifest.json": "{}"]
    files[path] =
      switch path {
      case "pass.json": Self.passJSON("\"a\(marks)\":1,\"b\(marks)\":1")
      case "manifest.json": Self.manifest(["a" + marks, "b" + marks])
      default: "\"a\(marks)\" = \"a\";\n\"b\(marks)\" = \"b\";\n"
      }
    let (codes, _, time) = try Self.checked(files)
    #expect(codes.contains { $0.hasSuffix(".combiningMark.tooMany") }, "\(codes)")
    #expect(time < .seconds(2))
  }

  /// Once every member of every field was compared with every similar key.
  @Test func fieldsWithAHundredNearKeysAreNotComparedOneByOne() throws {
    let others = (0..<100).map { "\"changeMessaje\($0)x\":1" }.joined(separator: ",")
    let fields = [String](repeating: "{\(others)}", count: 400).joined(separator: ",")
    let (codes, _, time) = try Self.checked([
      "pass.json": Self.passJSON("\"coupon\":{\"primaryFields\":[\(fields)]}"),
      "manifest.json": "{}",
    ])
    #expect(codes.contains("key.required.missing"))
    #expect(time < .seconds(12))
  }

  @Test func atMost256LanguagesAreRead() throws {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let tags = letters.flatMap { first in letters.map { "\(first)\($0)" } }
    for (count, isTooMany) in [(256, false), (257, true)] {
      var files = ["pass.json": SamplePass.passJSON, "manifest.json": "{}"]
      for tag in tags.prefix(count) { files["\(tag).lproj/pass.strings"] = "" }
      let (codes, _, _) = try Self.checked(files)
      #expect(codes.count { $0 == "strings.language.tooMany" } == (isTooMany ? 1 : 0))
    }
  }

  @Test func allStringsTogetherHaveALimitInLines() throws {
    for (count, isTooMany) in [(75_000, false), (75_001, true)] {
      var files = ["pass.json": SamplePass.passJSON, "manifest.json": "{}"]
      let lines = (0..<count).map { "\"\($0)\"=\"\";" }.joined(separator: "\n")
      for tag in "abcd" { files["a\(tag).lproj/pass.strings"] = lines }
      let (codes, _, _) = try Self.checked(files)
      #expect(codes.count { $0 == "strings.line.tooMany" } == (isTooMany ? 1 : 0))
    }
  }

  @Test func allStringsTogetherHaveALimitInBytes() throws {
    var files = ["pass.json": SamplePass.passJSON, "manifest.json": "{}"]
    let comment = "/*" + String(repeating: " ", count: 2_000_000) + "*/"
    for tag in "abcdefghi" { files["a\(tag).lproj/pass.strings"] = comment }
    let (codes, _, _) = try Self.checked(files)
    #expect(codes.count { $0 == "strings.total.tooLarge" } == 1)
  }

  @Test func aBundleOfPassesIsReadUpToItsLimits() throws {
    let pass = ArchiveSketch(["pass.json": Array("{}".utf8)]).bytes
    for (count, isTooMany) in [(250, false), (251, true)] {
      let files = Dictionary(
        uniqueKeysWithValues: (0..<count).map { ("\($0).pkpass", pass) })
      let (codes, messages, _) = try Self.checked(contents: files, name: "a.pkpasses")
      #expect(codes.contains("group.content.tooMany") == isTooMany)
      #expect(messages.contains("\(count) passes, the limit is 10"))
    }
  }
}

/// Two large versions are compared in linear time.
struct CrossedDiffTests {
  private static func version(_ member: String, strings: String = "") throws -> ComparedPass {
    var sample = SamplePass()
    sample.files["pass.json"] = Array((SamplePass.passJSON.dropLast(2) + ",\(member)}").utf8)
    sample.files["de.lproj/pass.strings"] = Array(strings.utf8)
    var report = Report()
    let pass = sample.read(&report)
    return ComparedPass(name: "a.pkpass", pass: pass, sources: report.sources)
  }

  private static func time(_ old: ComparedPass, _ new: ComparedPass) -> (PassDiff, Duration) {
    var diff = PassDiff(from: old, to: old)
    let time = ProcessorTime.ofThread { diff = PassDiff(from: old, to: new) }
    return (diff, time)
  }

  private static func list(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: ",")
  }

  @Test func fieldsWithOneKeyAreToldApartQuickly() throws {
    let fields = Self.list(20_000) { _ in #"{"key":"k","value":"x"}"# }
    let version = try Self.version("\"coupon\":{\"backFields\":[\(fields)]}")
    let (diff, time) = Self.time(version, version)
    #expect(diff.isEmpty)
    #expect(time < .seconds(8))
  }

  @Test func objectsWithManyMembersAreComparedQuickly() throws {
    let old = try Self.version("\"userInfo\":{\(Self.list(20_000) { "\"k\($0)\":1" })}")
    let new = try Self.version(
      "\"userInfo\":{\(Self.list(20_000) { "\"k\($0)\":\($0 == 7 ? 2 : 1)" })}")
    let (diff, time) = Self.time(old, new)
    #expect(diff.changes.map(\.name) == ["userInfo.k7"])
    #expect(time < .seconds(8))
  }

  @Test func stringsAreComparedQuickly() throws {
    let lines = (0..<20_000).map { "\"k\($0)\" = \"v\";\n" }.joined()
    let old = try Self.version("\"userInfo\":1", strings: lines)
    let new = try Self.version("\"userInfo\":1", strings: lines.replacing("k7\"", with: "K7\""))
    let (diff, time) = Self.time(old, new)
    #expect(diff.changes.map(\.name).sorted() == ["K7", "k7"])
    #expect(time < .seconds(8))
  }

  @Test func tenThousandChangesAreListedAndTheRestIsReported() throws {
    let old = try Self.version("\"userInfo\":[\(Self.list(10_001) { "\($0)" })]")
    let new = try Self.version("\"userInfo\":[\(Self.list(10_001) { "\($0 + 1)" })]")
    let diff = PassDiff(from: old, to: new)
    #expect(diff.changes.count == PassDiff.maxChanges)
    #expect(diff.errors.map(\.code) == ["diff.change.tooMany"])
    #expect(!DiffText.text(of: diff).contains("another pass"))
  }

  @Test func aLongNameIsCutInEachChangeBelowIt() throws {
    let name = String(repeating: "n", count: 100_000)
    let old = try Self.version("\"userInfo\":{\"\(name)\":[1,1]}")
    let new = try Self.version("\"userInfo\":{\"\(name)\":[2,2]}")
    let names = PassDiff(from: old, to: new).changes.map(\.name)
    #expect(names.count == 2 && names.allSatisfy { $0.utf8.count < 200 }, "\(names.map(\.count))")
  }
}
