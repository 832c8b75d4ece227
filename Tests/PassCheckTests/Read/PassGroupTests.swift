// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassRead
import PassTesting
import Testing

struct PassGroupTests {
  private func member(_ name: String, _ bytes: [UInt8]) -> PassGroup.Member {
    PassGroup.Member(entry: name, bytes: bytes, name: "in/" + name)
  }

  private func members(_ count: Int) throws -> [PassGroup.Member] {
    try (0..<count).map {
      member("\($0).pkpass", try FinishedSample.pkpass(#"{"serialNumber": "S-\#($0)"}"#))
    }
  }

  private func refusal(_ members: [PassGroup.Member]) throws -> [Diagnostic] {
    var report = Report()
    do {
      _ = try PassGroup.archive(of: members, report: &report)
      return []
    } catch let rejected as DiagnosticsError {
      return rejected.diagnostics
    }
  }

  @Test func keepsEachPassAndGivesTheSameBytesInAnyOrder() throws {
    let members = try members(3)
    var report = Report()
    let made = try PassGroup.archive(of: members, report: &report)
    #expect(try PassGroup.archive(of: members.reversed(), report: &report) == made)
    guard case .passes(let passes) = PassFinder.find(made, name: "x.pkpasses") else {
      Issue.record("no bundle of passes")
      return
    }
    #expect(passes.passes.map(\.entry) == ["0.pkpass", "1.pkpass", "2.pkpass"])
    #expect(passes.passes.map(\.pass.sizeInBytes) == members.map(\.bytes.count))
  }

  @Test func takes10PassesAndRefuses11() throws {
    let members = try members(11)
    #expect(try refusal(Array(members.dropLast())).isEmpty)
    let diagnostics = try refusal(members)
    #expect(diagnostics.map(\.code) == ["group.passes.tooMany"])
    #expect(diagnostics.first?.message == "11 passes, the limit is 10")
  }

  @Test func refusesASerialNumberThatComesTwice() throws {
    let one = try FinishedSample.pkpass()
    let two = try FinishedSample.pkpass(#"{"description": "another"}"#)
    let diagnostics = try refusal([member("a.pkpass", one), member("b.pkpass", two)])
    #expect(diagnostics.map(\.code) == ["group.serial.duplicate"])
    #expect(diagnostics.first?.location?.file == "in/b.pkpass")
    #expect(diagnostics.first?.message.contains("in/a.pkpass") == true)
  }

  @Test func takesOneSerialNumberInTwoPassTypes() throws {
    let other = try FinishedSample.pkpass(#"{"passTypeIdentifier": "pass.com.example.other"}"#)
    #expect(
      try refusal([member("a.pkpass", try FinishedSample.pkpass()), member("b.pkpass", other)])
        .isEmpty)
  }

  @Test func refusesMoreThan150MB() throws {
    // These are not passes, which is reported as well.
    let bytes = [UInt8](repeating: 0, count: 75_000_000)
    let members = [member("a.pkpass", bytes), member("b.pkpass", bytes)]
    #expect(!(try refusal(members)).contains { $0.code == "group.size.tooLarge" })
    let more = try refusal(members + [member("c.pkpass", [0])])
    #expect(more.first { $0.code == "group.size.tooLarge" }?.message.contains("150000001") == true)
  }

  @Test func refusesWhatIsNoSignedPass() throws {
    var files = try FinishedSample.files()
    files["signature"] = nil
    let unsigned = try FinishedSample.archive(files)
    let nested = try FinishedSample.archive(["a.pkpass": try FinishedSample.pkpass()])
    let cases: [([UInt8], String, String)] = [
      (unsigned, "group.entry.notAPass", "has no signature"),
      (nested, "group.entry.notAPass", "is a bundle of passes"),
      (Array("<html>".utf8), "archive.file.notZip", "HTML"),
    ]
    for (bytes, code, words) in cases {
      let diagnostics = try refusal([member("a.pkpass", bytes)])
      #expect(diagnostics.map(\.code) == [code])
      #expect(diagnostics.first?.message.contains(words) == true, "\(diagnostics)")
    }
  }
}
