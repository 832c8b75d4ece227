// SPDX-License-Identifier: Apache-2.0

import Logging
import NIOCore
import PassArchive
import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassRegistry
import PassTesting
import PassUpdates
import Synchronization
import Testing

@testable import PassService

/// A clock that only the test advances.
final class TestClock: Sendable {
  private let time = Mutex<Int64>(TestCA.now)

  var now: Int64 { time.withLock { $0 } }

  func advance(_ seconds: Int64) { time.withLock { $0 += seconds } }
}

/// A table of three rows with template and identity, served without HTTP.
final class TableCase {
  let folder: TemporaryFolder
  let store: SQLiteStore
  let current: CurrentRecipes
  let desk: BuildQueue
  let rows: RowQueue
  let metrics = ServiceMetrics()
  let source: TableSource
  let clock: TestClock
  private let choice: DataChoice

  static let rows = "serial,name,points\nA,Ann,1\nB,Bo,2\nC,Cy,3\n"

  static let pass = """
    {"formatVersion": 1, "organizationName": "Gym", "description": "Gym",
      "serialNumber": "{{ serial }}", "webServiceURL": "https://passes.example.com/gym", "generic": {
      "primaryFields": [{"key": "points", "label": "Points", "value": "{{ points }}"}],
      "backFields": [{"key": "name", "label": "Name", "value": "{{ name }}"}]}}
    """
  static let columns = """
    {"columns": {"serial": {}, "name": {}, "points": {"type": "integer"}}}
    """

  init(
    _ rows: String = rows, key: PrivateKey? = nil, threads: Int = 1, waiting: Int = 256,
    isNFC: Bool = false, pass: String = pass, columns: String = columns,
    more: [String: [UInt8]] = [:]
  ) throws {
    folder = try TemporaryFolder([
      "members.csv": rows, "gym.pass/pass.json": pass, "gym.pass/template.json": columns,
    ])
    for (name, width) in [("icon.png", 29), ("icon@2x.png", 58), ("icon@3x.png", 87)] {
      try folder.add("gym.pass/\(name)", PNGImage.plain(width: width, height: width))
    }
    for (name, bytes) in more { try folder.add(name, bytes) }
    try folder.add("identity/pass.pem", try TestCA.leafPEM(key) { $0.isNFC = isNFC })
    try folder.add("identity/wwdr.pem", try TestCA.intermediate)
    try folder.add("identity/key.pem", try (key ?? TestCA.key).pemBytes())
    var identity = IdentitySource()
    identity.folder = folder("identity")
    var choice = DataChoice()
    choice.file = folder("members.csv")
    self.choice = choice
    let recipe = try RowRecipe(
      template: folder("gym.pass"), identity: identity,
      tokenKey: try AuthenticationTokenKey(hexDigits: String(repeating: "5a", count: 32)),
      dataFiles: [folder("members.csv")], now: TestCA.now)
    store = try SQLiteStore(folder("passes.sqlite"))
    current = CurrentRecipes(recipe)
    current.replace(with: try TableRecipe(recipe, choice))
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    desk = BuildQueue(
      current, store: store, metrics: metrics, logger: logger, threads: threads, waiting: waiting)
    let clock = TestClock()
    self.clock = clock
    self.rows = RowQueue(store: store, current: current, metrics: metrics, clock: { clock.now })
    source = TableSource(
      current, choice, buildQueue: desk, rows: self.rows, store: store, metrics: metrics,
      state: ServiceState(), logger: logger, clock: { clock.now })
  }

  /// Reads the template from disk again.
  func reread() throws {
    current.replace(with: try TableRecipe(try current.rowRecipe.reread(now: TestCA.now), choice))
  }

  func pass(_ serial: String) async throws -> StoredPass {
    try #require(try await store.pass(passType: TestCA.type, serial: serial))
  }

  func bundle(_ serial: String) async throws -> [UInt8] {
    let buffer = try #require(try await desk.bundle(of: try await pass(serial)))
    let bytes = Array(buffer.readableBytesView)
    var report = Report()
    #expect(ArchiveReader.read(bytes, name: "p", report: &report) != nil)
    #expect(report.diagnostics.isEmpty, "\(report.diagnostics)")
    return bytes
  }

  func write(_ rows: String) throws {
    clock.advance(10)
    try folder.add("members.csv", Array(rows.utf8))
  }
}
