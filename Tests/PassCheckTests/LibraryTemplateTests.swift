// SPDX-License-Identifier: Apache-2.0

// Imports the library as a user does, with public names only.
import Foundation
import PassCheck
import Testing

struct LibraryTemplateTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private static let time: Int64 = 1_790_000_000

  @Test func judgesATemplateFolderWithItsSample() throws {
    let folder = Self.root + "/templates/gym-membership.pass"
    let checked = try Checker(at: Self.time).check(templateFolder: folder)
    #expect(checked.name == folder && checked.rows > 0)
    #expect(checked.findings.allSatisfy { $0.severity == .note }, "\(checked.findings)")
    #expect(throws: (any Error).self) { try Checker().check(templateFolder: "/nonexistent") }
  }

  @Test func judgesATemplateInMemory() throws {
    let pass = """
      { "formatVersion": 1, "serialNumber": "{{ serial }}", "organizationName": "O",
        "backgroundColor": "rbg(1,2,3)", "storeCard": {} }
      """
    let settings = #"{"sample": "sample.csv", "columns": {"serial": {"pattern": "[0-9]+"}}}"#
    let checked = try Checker(at: Self.time).check(
      template: [
        "pass.json": Array(pass.utf8), "template.json": Array(settings.utf8),
        "sample.csv": Array("serial\n1\nx\n".utf8),
      ], named: "card")
    let places = checked.findings.filter { $0.severity == .error }
      .map { "\($0.location.map(String.init(describing:)) ?? "") \($0.code)" }
    #expect(places.contains("card/sample.csv:3:1 data.pattern.mismatch"), "\(places)")
    #expect(places.contains { $0.hasPrefix("card/pass.json:2:") }, "\(places)")
    #expect(checked.rows == 2)
  }

  @Test func refusesWhatHoldsMoreThanItsLimits() {
    var limits = Checker.Limits()
    limits.entries = 0
    // An archive with two empty entries exceeds the limit.
    let checker = Checker(at: Self.time, limits: limits)
    let usual = Checker.Limits()
    #expect(usual.entries == 4096 && usual.ratio == 200 && usual.nameLengthInBytes == 255)
    #expect(usual.totalSizeInBytes == 160 << 20 && usual.entrySizeInBytes == 64 << 20)
    let bytes = Self.archive(of: ["a", "b"])
    let small = checker.check(bytes, named: "a.pkpass")
    #expect(small.findings.contains { $0.code == "archive.limit.exceeded" }, "\(small.findings)")
    let other = Checker(at: Self.time)
    let large = other.check(bytes, named: "a.pkpass")
    #expect(!large.findings.contains { $0.code == "archive.limit.exceeded" })
  }

  /// Returns an archive of stored entries without content.
  private static func archive(of names: [String]) -> [UInt8] {
    var out: [UInt8] = []
    var directory: [UInt8] = []
    for name in names {
      let offset = UInt8(out.count)
      let tail: [UInt8] = [10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0] + Array(repeating: 0, count: 12)
      let length: [UInt8] = [UInt8(name.utf8.count), 0, 0, 0]
      out += [0x50, 0x4B, 3, 4] + tail + length + Array(name.utf8)
      directory += [0x50, 0x4B, 1, 2, 10, 0] + tail + length + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      directory += [offset, 0, 0, 0] + Array(name.utf8)
    }
    let end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0, UInt8(names.count), 0, UInt8(names.count), 0]
    return out + directory + end + [
      UInt8(directory.count), 0, 0, 0, UInt8(out.count), 0, 0, 0, 0, 0,
    ]
  }
}
