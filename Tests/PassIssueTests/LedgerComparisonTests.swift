// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck
import PassCrypto
import PassDiagnostics
import PassIssue
import PassRead
import PassReport
import PassTesting
import Testing

/// Tests of `passc check --ledger`: two different passes with one serial number, one of them
/// issued.
struct LedgerComparisonTests {
  private let folder: TemporaryFolder
  private let ledgerPath: String

  init() throws {
    folder = try TemporaryFolder()
    ledgerPath = folder("a.ledger")
  }

  private static func digest(_ text: String) throws -> LedgerDigest {
    try #require(LedgerDigest(Digest.sha256(Array(text.utf8))))
  }

  /// Issues a bundle as a batch does: into the ledger and as a file.
  private func issue(_ bundle: [UInt8], token: OfferedToken = .none) throws {
    let ledger = try Ledger(ledgerPath, access: .creating)
    let run = try ledger.begin(
      RunDescription(
        passType: "pass.com.example.passc", signingTime: 1_000, template: Self.digest("t"),
        certificate: Self.digest("c"), shard: .whole, options: "", countsAtEnd: false), now: 1
    ).run
    let content = try Self.digest("content")
    let outcome = try run.reserve([
      Reservation(
        serial: "A-17", digests: PassDigests(row: content, holder: nil, content: content),
        token: token)
    ])
    guard case .reserved(let reserved) = outcome.first else {
      throw BrokenExample("\(outcome)")
    }
    try folder.add("A-17.pkpass", bundle)
    try run.finish([
      IssuedBundle(
        reserved, digest: try #require(LedgerDigest(Digest.sha256(bundle))),
        size: Int64(bundle.count),
        file: PlacedFile(
          folder: folder.path, path: "A-17.pkpass", size: Int64(bundle.count)), time: 5)
    ])
  }

  private func codes(_ bundle: [UInt8]) throws -> [String] {
    try folder.add("checked.pkpass", bundle)
    var options = try SampleBundle().options()
    options.issued = try Ledger(ledgerPath, access: .reading)
    var run = CheckRun(options)
    var codes: [String] = []
    try run.run([.file(folder("checked.pkpass"))]) { codes += $0.diagnostics.map(\.code) }
    return codes
  }

  private static func bundle(_ patch: String) throws -> [UInt8] {
    try SampleBundle(.signed(changes: [.patch(patch)])).archive()
  }

  @Test func isSilentAboutTheBundleThatWasIssued() throws {
    let bundle = try SampleBundle().archive()
    try issue(bundle)
    #expect(try codes(bundle).isEmpty)
  }

  @Test func isSilentAboutAnotherSignatureOverTheSameFiles() throws {
    try issue(try SampleBundle().archive())
    #expect(try codes(try SampleBundle(.signed(.signature(.sha512))).archive()).isEmpty)
  }

  @Test func namesAnotherPassWithTheSerialNumberOfAnIssuedOne() throws {
    try issue(try SampleBundle().archive())
    let other = try Self.bundle(#"{"description": "Another card"}"#)
    #expect(try codes(other) == ["serial.ledger.otherPass"])
  }

  @Test func doubtsOtherBytesWhenTheIssuedFileIsGone() throws {
    try issue(try SampleBundle().archive())
    try Disk.remove(folder("A-17.pkpass"))
    let other = try Self.bundle(#"{"description": "Another card"}"#)
    #expect(try codes(other) == ["serial.ledger.otherBytes"])
  }

  @Test func doubtsOtherBytesWhenTheIssuedFileWasReplaced() throws {
    try issue(try SampleBundle().archive())
    let other = try Self.bundle(#"{"description": "Another card"}"#)
    try folder.add("A-17.pkpass", other)
    #expect(try codes(other) == ["serial.ledger.otherBytes"])
  }

  @Test func saysNothingOfSerialNumbersTheLedgerDoesNotKnow() throws {
    try issue(try SampleBundle().archive())
    #expect(try codes(try Self.bundle(#"{"serialNumber": "B-1"}"#)).isEmpty)
  }
}
