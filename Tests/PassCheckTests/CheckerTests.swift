// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCheck
import PassCrypto
import PassDiagnostics
import PassTesting
import Testing

/// Tests that the library's checker agrees with the command and survives damaged bundles.
struct CheckerTests {
  private static let seed: UInt64 = 20_261_122

  /// Returns the test certificates in PEM.
  private static func authorities() throws -> String {
    let authority = try TestAuthority.shared.get().authority
    return authority.root.certificate.pem + authority.intermediate.certificate.pem
  }

  private static func checker() throws -> Checker {
    try Checker(at: TestAuthority.today, trusting: [Array(try authorities().utf8)])
  }

  /// Returns bundles by file name: valid ones with each kind of signature, invalid ones, and
  /// several passes in one.
  private static func bundles() throws -> [String: [UInt8]] {
    var bundles: [String: [UInt8]] = [:]
    let sound = try SampleBundle().archive()
    let changes: [Example.Change] = [
      .patch(#"{"serialNumber": "B-2", "expirationDate": "2026-01-01"}"#), .remove("icon.png"),
      .patch(#"{"generic": null}"#), .patch(#"{"nfc": {"message": "x"}}"#),
      .file("strip.png", .png(width: 10, height: 10)), .remove("pass.json"),
    ]
    for (number, change) in changes.enumerated() {
      bundles["change-\(number).pkpass"] =
        try SampleBundle(.signed(changes: [change])).archive()
    }
    let signatures: [Example.Signature] = [
      .rawRSA, .pem, .truncated, .signsOtherManifest, .noSigningTime, .futureSigningTime,
      .signedByOtherKey, .sha1,
      .noCertificates, .signerByKeyIdentifier,
    ]
    for (number, signature) in signatures.enumerated() {
      var sample = SampleBundle()
      sample.changes = [.signature(signature)]
      bundles["signature-\(number).pkpass"] = try sample.archive()
    }
    for signer in [Example.Signer.nfc, .otherTeam, .expiredSince, .noIntermediate, .untrusted] {
      var sample = SampleBundle()
      sample.changes = [.signed(by: signer)]
      bundles["signer-\(signer).pkpass"] = try sample.archive()
    }
    let family = ["a.pkpass": sound, "b.pkpass": bundles["change-0.pkpass"] ?? []]
    bundles["sound.pkpass"] = sound
    bundles["sound.pkpasses"] = sound
    bundles["family.pkpasses"] = ArchiveSketch(family).bytes
    bundles["family.pkpass"] = ArchiveSketch(family).bytes
    bundles["whole.pkpasses"] = ArchiveSketch(["a.pkpass": sound]).bytes
    bundles["twice.pkpasses"] = ArchiveSketch(["a.pkpass": sound, "b.pkpass": sound]).bytes
    bundles["cut.pkpass"] = Array(sound.dropLast(40))
    bundles["text.pkpass"] = Array("no archive".utf8)
    bundles["empty.pkpass"] = []
    bundles["order.pkpass"] = ArchiveSketch(["order.json": [0x7B, 0x7D]]).bytes
    return bundles
  }

  /// The codes of a bundle in order, and its verdict.
  private struct Said: Equatable {
    var codes: [String] = []
    var verdict: String?
    var first: String?
  }

  /// Returns the results of `passc check --format json` by bundle.
  private static func command(_ file: String, in folder: TemporaryFolder) throws -> [String: Said] {
    let outcome = try Program.run(
      try #require(Program.passc, "passc is not beside the tests"),
      [
        "check", file, "--format", "json", "--trust", "root.pem", "--as-of", "2026-01-01T00:00:00Z",
      ], in: folder.path)
    #expect([0, 1].contains(outcome.status), "\(file): \(outcome.errors)")
    var said: [String: Said] = [:]
    var open = Said()
    for line in outcome.text.split(separator: "\n") {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      if let code = object["code"] as? String { open.codes.append(code) }
      guard let verdict = object["verdict"] as? [String: Any] else { continue }
      open.verdict = verdict["result"] as? String
      open.first = verdict["first"] as? String
      said[try #require(verdict["bundle"] as? String)] = open
      open = Said()
    }
    // Diagnostics after the last verdict are about the whole set. A checker of one bundle does not
    // have them.
    return said
  }

  private static func said(_ checked: CheckedBundle) -> Said {
    Said(
      codes: checked.findings.map(\.code), verdict: checked.verdict.result.rawValue,
      first: checked.verdict.first)
  }

  @Test func saysWhatTheCommandSays() throws {
    let folder = try TemporaryFolder(["root.pem": try Self.authorities()])
    let checker = try Self.checker()
    var results: Set<String> = []
    let bundles = try Self.bundles()
    for (name, bytes) in bundles.sorted(by: { $0.key < $1.key }) {
      try folder.add(name, bytes)
      let command = try Self.command(name, in: folder)
      let checked = checker.check(bytes, named: name)
      var library = Dictionary(
        uniqueKeysWithValues: checked.passes.map { ($0.name, Self.said($0)) })
      // The command prints nothing for a .pkpasses file without its own findings.
      if checked.passes.isEmpty || !checked.findings.isEmpty {
        library[checked.name] = Self.said(checked)
      }
      #expect(library == command, "\(name)")
      results.insert(checked.verdict.result.rawValue)
    }
    #expect(bundles.count == 31)
    #expect(results == ["refused", "maybeRefused", "nothingFound"])
  }

  @Test func aSharedCheckerSaysWhatACheckerSays() async throws {
    let checker = try Self.checker()
    let root = [Array(try Self.authorities().utf8)]
    let shared = try SharedChecker(at: TestAuthority.today, trusting: root, threads: 2)
    let bundles = try Self.bundles()
    let answers = try await withThrowingTaskGroup(of: CheckedBundle.self) { group in
      for (name, bytes) in bundles {
        group.addTask { try await shared.check(bytes, named: name) }
      }
      return try await group.reduce(into: [:]) { $0[$1.name] = $1 }
    }
    for (name, bytes) in bundles {
      let answer = try #require(answers[name])
      let expected = checker.check(bytes, named: name)
      #expect(Self.said(answer) == Self.said(expected), "\(name)")
      #expect(answer.passes.map(Self.said) == expected.passes.map(Self.said))
    }
    let sound = try #require(bundles["sound.pkpass"])
    var limits = Checker.Limits()
    limits.entries = 1
    let strict = try await SharedChecker(limits: limits).check(sound, named: "a.pkpass")
    #expect(strict.findings.contains { $0.code.hasPrefix("archive.") })
    #expect(throws: Checker.CertificateError.self) { try SharedChecker(trusting: [[]]) }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await shared.check(sound, named: "a.pkpass")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aSharedCheckerJudgesTemplates() async throws {
    let (checker, shared) = (
      Checker(at: TestAuthority.today), SharedChecker(at: TestAuthority.today)
    )
    let folder = "\(Program.repository)/templates/gym-membership.pass"
    let byFolder = try await shared.check(templateFolder: folder)
    #expect(byFolder.rows > 0)
    #expect(
      byFolder.findings.map { "\($0)" }
        == (try checker.check(templateFolder: folder)).findings.map { "\($0)" })
    let files = [
      "pass.json": Array("{}".utf8), "template.json": Array(#"{"extends": "../base"}"#.utf8),
    ]
    let base = ["pass.json": Array(#"{"description": "d"}"#.utf8)]
    let inMemory = try await shared.check(template: files, named: "t") { _ in base }
    let expected = try checker.check(template: files, named: "t") { _ in base }
    #expect(!inMemory.findings.isEmpty)
    #expect(inMemory.findings.map { "\($0)" } == expected.findings.map { "\($0)" })
    await #expect(throws: (any Error).self) {
      try await shared.check(templateFolder: folder + "/none")
    }
  }

  /// A verdict is printed and encoded as the command does it.
  @Test func isPrintedAndEncodedAsTheCommandDoes() throws {
    let bundle = try #require(try Self.bundles()["sound.pkpass"])
    let checked = Checker(at: TestAuthority.today).check(bundle, named: "sound.pkpass")
    #expect("\(checked)" == "sound.pkpass: \(checked.sentence)")
    #expect("\(checked.verdict)" == checked.verdict.sentence)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let line = String(decoding: try encoder.encode(checked), as: UTF8.self)
    #expect(
      line == #"{"verdict":{"bundle":"sound.pkpass","first":"\#(checked.verdict.first ?? "")","#
        + #""result":"refused"},"version":1}"#)
    let facts = try #require(checked.facts)
    let encoded = String(decoding: try encoder.encode(facts), as: UTF8.self)
    #expect(encoded.contains(#""serialNumber":"\#(facts.serialNumber ?? "")""#))
  }

  @Test(arguments: [Int64.min, 0, .max - 1, .max]) func judgesAtAnyMoment(_ time: Int64) throws {
    let root = [Array(try Self.authorities().utf8)]
    let checker = try Checker(at: time, trusting: root)
    for (name, bytes) in try Self.bundles() {
      #expect(checker.check(bytes, named: name).name == name)
    }
    let template = try checker.check(template: ["pass.json": Array("{}".utf8)])
    #expect(!template.findings.isEmpty)
  }

  @Test func tellsWhatStandsInAPass() throws {
    let patch = """
      {"serialNumber": "A-17", "expirationDate": "2027-01-01T00:00:00Z", "voided": true,
       "relevantDate": "2026-05-01T10:00Z", "relevantDates": [{"date": "2026-05-01T11:00Z"}, {}]}
      """
    let checker = try Self.checker()
    let checked = checker.check(
      try SampleBundle(.signed(changes: [.patch(patch)])).archive(), named: "a.pkpass")
    let facts = try #require(checked.facts)
    #expect(facts.serialNumber == "A-17")
    #expect(facts.passTypeIdentifier == "pass.com.example.passc")
    #expect(facts.teamIdentifier == "EXAMPLE123")
    #expect(facts.expirationDate == 1_798_761_600)
    #expect(facts.relevantDates == [1_777_629_600, 1_777_633_200])
    #expect(facts.isVoided)
    #expect(facts.signingTime == TestAuthority.today - 86_400)
    #expect(facts.signer?.passTypeIdentifier == "pass.com.example.passc")
    #expect(facts.signer?.teamIdentifier == "EXAMPLE123")
    #expect(facts.signer?.leadsToApple == false)
    #expect(facts.fields.contains { $0.group == "primaryFields" && !$0.value.isEmpty })
    #expect(checker.check([1, 2], named: "b.pkpass").facts == nil)
  }

  /// The verdict of a .pkpasses file is that of its worst pass, even if the file itself has no
  /// error.
  @Test func judgesABundleOfPassesByItsWorst() throws {
    let bundles = try Self.bundles()
    let checker = try Self.checker()
    let whole = checker.check(try #require(bundles["whole.pkpasses"]), named: "whole.pkpasses")
    #expect(whole.verdict.result == .nothingFound)
    #expect(whole.findings.isEmpty && whole.facts == nil)
    #expect(whole.passes.map(\.name) == ["whole.pkpasses!a.pkpass"])
    #expect(whole.passes.first?.facts?.serialNumber != nil)
    let bad = ArchiveSketch(["a.pkpass": try #require(bundles["signature-2.pkpass"])]).bytes
    let checked = checker.check(bad, named: "bad.pkpasses")
    #expect(checked.verdict.result == .refused)
    #expect(checked.verdict.first == checked.passes.first?.verdict.first)
  }

  /// Runs the example in docs/reference/library.md.
  @Test func checksAsTheLibraryPageShows() async throws {
    let bytes = try SampleBundle().archive()
    let checker = SharedChecker()
    let checked = try await checker.check(bytes, named: "upload.pkpass")
    print(checked.sentence, checked.facts?.serialNumber ?? "", checked.findings)
    #expect(!checked.findings.isEmpty)
    let page = try String(
      contentsOfFile: "\(Program.repository)/docs/reference/library.md", encoding: .utf8)
    let example = try #require(
      page.components(separatedBy: "```swift\nimport PassCheck\n").dropFirst().first?
        .components(separatedBy: "```").first)
    let test = try String(contentsOfFile: #filePath, encoding: .utf8)
    let lines = example.split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines { #expect(test.contains("\n    \(line)\n"), "\(line)") }
  }

  /// Only Apple's authorities are trusted by default. A file without a certificate is rejected.
  @Test func trustsWhatItIsTold() throws {
    let bytes = try SampleBundle().archive()
    let strict = Checker(at: TestAuthority.today)
    #expect(strict.check(bytes, named: "a.pkpass").verdict.result == .refused)
    let now = Checker()
    #expect(now.check(bytes, named: "a.pkpass").verdict.result == .refused)
    let fault = #expect(throws: Checker.CertificateError.self) {
      try Checker(trusting: [Array(try Self.authorities().utf8), [1, 2, 3]])
    }
    #expect(
      fault.map { "\($0)" } == "file 2 to trust contains no certificate")
  }

  /// Checks 2,000 damaged bundles. Afterwards the result for the valid bundle must be the same as
  /// before.
  @Test func outlivesMutatedBundles() throws {
    var random = SplitMix64(seed: Self.seed)
    let bundles = try Self.bundles().filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    let sound = try SampleBundle().archive()
    let checker = try Self.checker()
    let before = Self.said(checker.check(sound, named: "sound.pkpass"))
    #expect(before.verdict == "nothingFound")
    var refused = 0
    for round in 0..<2_000 {
      var (name, bytes) = bundles[round % bundles.count]
      for _ in 0...Int(random.next() % 4) where !bytes.isEmpty {
        let position = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 8 {
        case 0: bytes.remove(at: position)
        case 1: bytes.insert(random.byte(), at: position)
        case 2: bytes.removeSubrange(position..<min(bytes.count, position + 100))
        case 3: bytes.removeLast(bytes.count - position)
        default: bytes[position] ^= 1 << UInt8(random.next() % 8)
        }
      }
      let checked = checker.check(bytes, named: name)
      if checked.verdict.result == .refused { refused += 1 }
      #expect((checked.verdict.result == .refused) == checked.sentence.contains("rejects"))
    }
    #expect(refused > 1_000, "\(refused)")
    #expect(Self.said(checker.check(sound, named: "sound.pkpass")) == before)
  }
}
