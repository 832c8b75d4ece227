// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBuild
import PassCrypto
import PassDiagnostics
import PassModel
import PassRegistry
import PassTesting
import PassUpdates
import Testing

@testable import PassService

/// Tests of API rows when the template changes. The tests run one at a time, because each store has
/// a dozen open files.
@Suite(.serialized)
struct APIRowUpdaterTests {
  /// A template that rejects the row of Ann.
  private static let refusing = """
    {"columns": {"serial": {}, "name": {"pattern": "^[BC].*$"}, "points": {"type": "integer"}}}
    """

  private static func outcome(
    _ table: TableCase, _ serial: String, _ name: String
  ) async throws -> RowQueue.Outcome {
    let row = #"{"serial": "\#(serial)", "name": "\#(name)", "points": 1}"#
    return try await table.rows.save(
      Array(row.utf8), passType: TestCA.type, serial: serial, RowQueue.VersionCondition())
  }

  private static func put(_ table: TableCase, _ serial: String, _ name: String) async throws {
    let outcome = try await outcome(table, serial, name)
    guard case .saved(_, isNew: true) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  /// Returns the diagnostics of a rejected row, or none.
  private static func refusals(of outcome: RowQueue.Outcome) -> [Diagnostic] {
    guard case .rejected(let refusals) = outcome else {
      Issue.record("\(outcome)")
      return []
    }
    return refusals
  }

  private static func bundle(_ table: TableCase, _ serial: String) async throws -> [UInt8] {
    try await table.bundle(serial)
  }

  // MARK: Void

  @Test func voidsAPassWhoseRowTheTemplateRefusesByNow() async throws {
    let table = try TableCase()
    try await Self.put(table, "R", "Ann")
    let before = try SignUpTests.files(try await Self.bundle(table, "R"))
    let old = try await table.pass("R")
    try table.folder.add(["gym.pass/template.json": Self.refusing])
    try table.reread()
    table.clock.advance(60)
    let outcome = try await table.rows.void(
      passType: TestCA.type, serial: "R", RowQueue.VersionCondition())
    guard case .voidedAsServed(let pass, let refusals) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(pass.isVoided && pass.number == old.number + 1 && pass.row == old.row)
    #expect(refusals.contains { $0.severity == .error })
    let bytes = try await Self.bundle(table, "R")
    let after = try SignUpTests.files(bytes)
    #expect(after["pass.json"]?.contains(#""voided":true"#) == true)
    #expect(after["pass.json"]?.contains("Ann") == true)
    #expect(Set(after.keys) == Set(before.keys))
    #expect(after["icon.png"] == before["icon.png"])
    // The pass is signed again.
    var report = Report()
    let archive = try #require(ArchiveReader.read(bytes, name: "p", report: &report))
    let entries = Dictionary(
      archive.entries.map { ($0.plainPath, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    let manifest = try #require(entries["manifest.json"])
    let signature = try CMSMessage(try #require(entries["signature"])).verify(content: manifest)
    #expect(signature.provesContent)
    let text = String(decoding: manifest, as: UTF8.self)
    #expect(text.contains(Digest.sha1Hex(try #require(entries["pass.json"]))))

    // Voiding again keeps the version and gives the same response.
    table.clock.advance(60)
    let again = try await table.rows.void(
      passType: TestCA.type, serial: "R", RowQueue.VersionCondition())
    guard case .voidedAsServed(let same, _) = again else {
      Issue.record("\(again)")
      return
    }
    #expect(same.number == pass.number)
    let line = OperatorJSON.pass(same, epoch: "e", refusals: refusals)
    #expect(line.contains(#""madeFrom":"bundle","diagnostics":[{"#), "\(line)")
    // If the condition names another version, nothing changes.
    let other = try await table.rows.void(
      passType: TestCA.type, serial: "R", RowQueue.VersionCondition(match: "\"0-0\""))
    guard case .otherVersion = other else {
      Issue.record("\(other)")
      return
    }
  }

  /// A bundle that cannot be read cannot be changed, so the service explains what to do.
  @Test func saysHowToVoidWhatCannotBeSealedAnew() async throws {
    let table = try TableCase()
    let theirs = NewVersion(
      passType: TestCA.type, serial: "R", token: "token-of-the-row", manifest: [1], digest: [2],
      bytes: [3], source: .row, row: #"{"serial": "R"}"#)
    _ = try await table.store.save([theirs], now: 1)
    let refusals = Self.refusals(
      of: try await table.rows.void(passType: TestCA.type, serial: "R", RowQueue.VersionCondition())
    )
    #expect(
      refusals.contains { $0.notes.contains { $0.message.contains("DELETE again") } },
      "\(refusals)")
    #expect(try await !table.pass("R").isVoided)
  }

  // MARK: Passes that cannot be built

  /// With an expired certificate nothing is signed, and no valid pass is replaced.
  @Test func leavesPassesAsTheyAreWhereTheCertificateHasEnded() async throws {
    let table = try TableCase()
    let rows = Self.following(table)
    try await Self.put(table, "R", "Ann")
    let before = try await Self.bundle(table, "R")
    try table.folder.add([
      "gym.pass/pass.json": TableCase.pass.replacing("Points", with: "Score")
    ])
    try table.reread()
    let recipe = table.current.rowRecipe
    let end = recipe.certificateEnd
    let left = end - table.clock.now
    table.clock.advance(left + 1)
    let none = try await rows.remake(recipe)
    #expect(none == nil)
    let refusals = Self.refusals(of: try await Self.outcome(table, "R", "Bo"))
    #expect(refusals.contains { $0.code == "identity.certificate.expired" }, "\(refusals)")
    let words = Self.refusals(
      of: try await table.rows.void(passType: TestCA.type, serial: "R", RowQueue.VersionCondition())
    )
    #expect(words.contains { $0.notes.contains { $0.message.contains("renew it") } }, "\(words)")
    #expect(try await Self.bundle(table, "R") == before)
    // With a valid certificate it is built.
    table.clock.advance(-left)
    #expect(try await rows.remake(recipe)?.changed == 1)
  }

  /// A pass without a web service cannot be served, so its row is rejected. The rows after it are
  /// built.
  @Test func refusesARowThatLeavesTheWebServiceOut() async throws {
    let table = try TableCase()
    let rows = Self.following(table)
    for serial in ["R", "S"] { try await Self.put(table, serial, "Ann") }
    try table.folder.add([
      "gym.pass/pass.json": TableCase.pass.replacing(
        "https://passes.example.com/gym", with: "{{ url }}"),
      "gym.pass/template.json": """
      {"columns": {"serial": {}, "name": {}, "points": {"type": "integer"},
       "url": {"optional": true}}}
      """,
    ])
    try table.reread()
    let summary = try await rows.remake(table.current.rowRecipe)
    #expect(summary?.rows == 2 && summary?.rejected == 2, "\(String(describing: summary))")
    let refusals = Self.refusals(of: try await Self.outcome(table, "R", "Bo"))
    #expect(refusals.map(\.code) == ["webService.token.missing"])
  }

  // MARK: What is stored

  /// A pass is stored without its signature and without the files that all passes have.
  @Test func storesFilesOfTheTemplateOnce() async throws {
    let table = try TableCase(more: [
      "gym.pass/logo.png": PNGImage.plain(width: 160, height: 50)
    ])
    for serial in ["R", "S"] { try await Self.put(table, serial, "Ann") }
    let stored = try #require(try await table.store.bytes(of: try await table.pass("R")))
    let other = try #require(try await table.store.bytes(of: try await table.pass("S")))
    let digest = try #require(RowContent.commonDigest(of: stored))
    #expect(RowContent.commonDigest(of: other) == digest)
    #expect(try await table.store.commonFiles(digest) != nil)
    let files = try SignUpTests.files(try await Self.bundle(table, "R"))
    let json = try #require(files["pass.json"])
    #expect(stored.count == json.utf8.count + 33 + 8 + "pass.json".utf8.count)
    #expect(files.keys.contains("logo.png") && files.keys.contains("signature"))
    // With an RSA key, the bundle has the same bytes each time.
    #expect(try await Self.bundle(table, "R") == Self.bundle(table, "R"))
  }

  /// ECDSA signatures are random, so the first bundle of a version is kept.
  @Test func keepsBundlesWithRandomSignatures() async throws {
    let table = try TableCase(key: try PrivateKey.generateP256())
    try await Self.put(table, "R", "Ann")
    let bundle = try await Self.bundle(table, "R")
    #expect(try await table.store.bundle(of: try await table.pass("R")) == bundle)
    #expect(try await Self.bundle(table, "R") == bundle)
  }

  /// A database of an earlier release has whole bundles. They become contents without a new version.
  @Test func convertsBundlesOfAnEarlierRelease() async throws {
    let table = try TableCase()
    let rows = Self.following(table)
    try await Self.put(table, "R", "Ann")
    let bundle = try await Self.bundle(table, "R")
    let row = try #require(try await table.pass("R").row)
    _ = try await table.store.forget(passType: TestCA.type, serial: "R")
    let whole = try BundleFile(bundle, name: "R", source: .row, row: row).version
    #expect(try await table.store.save([whole], now: table.clock.now) == [.added])
    let before = try await table.pass("R")
    #expect(try await Self.bundle(table, "R") == bundle)
    _ = try await rows.remake(table.current.rowRecipe)
    let after = try await table.pass("R")
    #expect(after.number == before.number && after.version == before.version)
    let stored = try #require(try await table.store.bytes(of: after))
    #expect(RowContent.commonDigest(of: stored) != nil && stored.count < bundle.count / 2)
    #expect(try await Self.bundle(table, "R") == bundle)
  }

  @Test func rejectsDamagedContents() throws {
    let files = [PackagedFile(path: "icon.png", bytes: [1, 2, 3])]
    var (last, known): ([PackagedFile], CommonFiles?) = ([], nil)
    let stored = RowContent(files).stored(after: &last, &known)
    let common = stored.commonFiles.bytes
    #expect(try RowContent(stored.bytes, commonFiles: common).files.map(\.bytes) == [[1, 2, 3]])
    for length in 1..<common.count {
      #expect(throws: RowContent.DamageError.self) {
        try RowContent(stored.bytes, commonFiles: Array(common.prefix(length)))
      }
    }
    #expect(throws: RowContent.DamageError.self) {
      try RowContent([2, 3], commonFiles: common)
    }
  }

  // MARK: Many rows

  @Test func acceptsManyRowsTogether() async throws {
    let table = try TableCase()
    try await table.source.begin()
    func row(_ serial: String, _ name: String) -> [UInt8] {
      Array(#"{"serial": "\#(serial)", "name": "\#(name)", "points": 1}"#.utf8)
    }
    let outcomes = try await table.rows.save([
      row("R", "Ann"), Array("[]".utf8), row("S", "Bo"), row("R", "Cy"), row("A", "Ann"),
      Array(#"{"serial": "T", "name": "Di", "points": "many"}"#.utf8),
    ])
    let kinds = outcomes.map { outcome in
      switch outcome {
      case .saved(let pass, let isNew): "\(pass.serial) \(isNew)"
      case .otherSource(let source): "\(source)"
      case .rejected: "rejected"
      case .noRow: "noRow"
      default: "\(outcome)"
      }
    }
    #expect(kinds == ["R true", "noRow", "S true", "R false", "table", "rejected"], "\(kinds)")
    let files = try SignUpTests.files(try await Self.bundle(table, "R"))
    #expect(files["pass.json"]?.contains("Cy") == true)
  }

  // MARK: Following the template

  private static func following(
    _ table: TableCase, readsTemplate: Bool = false
  ) -> APIRowUpdater {
    let clock = table.clock
    var rows = APIRowUpdater(
      table.current, queue: table.rows, readsTemplate: readsTemplate, store: table.store,
      metrics: table.metrics, state: ServiceState(), logger: table.source.logger,
      clock: { clock.now })
    rows.interval = .milliseconds(20)
    return rows
  }

  @Test func makesPassesOfRowsAnewWhereTheTemplateChanges() async throws {
    let table = try TableCase()
    let rows = Self.following(table)
    for (serial, name) in [("R", "Ann"), ("S", "Bo"), ("T", "Cy")] {
      try await Self.put(table, serial, name)
    }
    _ = try await table.rows.void(passType: TestCA.type, serial: "T", RowQueue.VersionCondition())
    let before = try await Self.bundle(table, "R")
    let row = try await table.pass("R").row
    let number = try await table.pass("T").number
    table.clock.advance(60)
    // The service does not yet know the template of these passes. It builds the same bytes again
    // and sends no push.
    let first = try #require(try await rows.remake(table.current.rowRecipe))
    #expect(first.rows == 3 && first.changed == 0 && first.rejected == 0)
    #expect(try await Self.bundle(table, "R") == before)
    #expect(try await rows.remake(table.current.rowRecipe)?.rows == 0)

    try table.folder.add([
      "gym.pass/pass.json": TableCase.pass.replacing("Points", with: "Score")
    ])
    try table.reread()
    let second = try #require(try await rows.remake(table.current.rowRecipe))
    #expect(second.rows == 3 && second.changed == 3, "\(second)")
    // All of them get the same tag.
    for serial in ["R", "S", "T"] { #expect(try await table.pass(serial).number == number + 1) }
    let files = try SignUpTests.files(try await Self.bundle(table, "R"))
    #expect(files["pass.json"]?.contains("Score") == true)
    #expect(try await table.pass("R").row == row)
    // A voided pass stays voided.
    #expect(try await table.pass("T").isVoided)
    #expect(try await !table.pass("S").isVoided)
    #expect(try await rows.remake(table.current.rowRecipe)?.rows == 0)
  }

  @Test func servesPassesOnWhoseRowsTheTemplateRefuses() async throws {
    let table = try TableCase()
    let rows = Self.following(table)
    try await Self.put(table, "R", "Ann")
    try await Self.put(table, "S", "Bo")
    let before = try await Self.bundle(table, "R")
    let old = try await table.pass("R")
    try table.folder.add([
      "gym.pass/template.json": Self.refusing,
      "gym.pass/pass.json": TableCase.pass.replacing("Points", with: "Score"),
    ])
    try table.reread()
    let summary = try #require(try await rows.remake(table.current.rowRecipe))
    #expect(summary.changed == 1 && summary.rejected == 1, "\(summary)")
    #expect(summary.refusals.map(\.serial) == ["R"])
    #expect(try await Self.bundle(table, "R") == before)
    #expect(try await table.pass("R").number == old.number)
    let text = table.metrics.text(StoreCounts(), dropped: 0, gauges: [])
    #expect(text.contains("passc_versions_total{outcome=\"refused\"} 1"), "\(text)")
    // The rejection is reported once, and the pass can still be voided.
    #expect(try await rows.remake(table.current.rowRecipe)?.rows == 0)
    let outcome = try await table.rows.void(
      passType: TestCA.type, serial: "R", RowQueue.VersionCondition())
    guard case .voidedAsServed = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test func readsTheTemplateWhereThereIsNoTable() async throws {
    let table = try TableCase()
    let rows = Self.following(table, readsTemplate: true)
    var seen = rows.stamps()
    var wasTaken = try await rows.reloadIfChanged(&seen)
    #expect(!wasTaken)
    let revision = table.current.rowRecipe.revision
    // If the template cannot be read, that is reported, and rows use the old one.
    try table.folder.add(["gym.pass/pass.json": "{"])
    wasTaken = try await rows.reloadIfChanged(&seen)
    #expect(!wasTaken)
    #expect(table.current.rowRecipe.revision == revision)
    #expect(seen == rows.stamps())
    try table.folder.add([
      "gym.pass/pass.json": TableCase.pass.replacing("Points", with: "Score")
    ])
    wasTaken = try await rows.reloadIfChanged(&seen)
    #expect(wasTaken)
    #expect(table.current.rowRecipe.revision != revision)
  }

  /// A renewed certificate does not count as a changed template, so there are no pushes.
  @Test func makesNothingAnewForARenewedIdentity() async throws {
    let table = try TableCase()
    let rows = Self.following(table)
    try await Self.put(table, "R", "Ann")
    let recipe = table.current.rowRecipe
    #expect(try await rows.remake(recipe)?.rows == 1)
    let renewed = try recipe.signing(as: recipe.identity, now: TestCA.now)
    let reread = try recipe.reread(now: TestCA.now)
    #expect(renewed.revision == recipe.revision && reread.revision == recipe.revision)
    #expect(
      renewed.contentRevision == recipe.contentRevision
        && reread.contentRevision == recipe.contentRevision)
  }

  @Test func makesNothingWithAnOlderPress() async throws {
    let table = try TableCase()
    let rows = Self.following(table)
    try await Self.put(table, "R", "Ann")
    let old = table.current.rowRecipe
    try table.folder.add([
      "gym.pass/pass.json": TableCase.pass.replacing("Points", with: "Score")
    ])
    try table.reread()
    #expect(try await rows.remake(old)?.rows == nil)
    #expect(try await rows.remake(table.current.rowRecipe)?.changed == 1)
  }
}
