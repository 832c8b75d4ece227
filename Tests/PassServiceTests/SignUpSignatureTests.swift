// SPDX-License-Identifier: Apache-2.0

import Logging
import PassCrypto
import PassRegistry
import PassRehearsal
import PassTesting
import PassUpdates
import Synchronization
import Testing

@testable import PassService

/// Tests that the sign-up call signs only tokens, one per version of a pass, and never a manifest.
struct SignUpSignatureTests {
  /// A manifest.json of 172 bytes, as an attacker would send it to forge a pass.
  private static let manifest =
    #"{"icon.png":"\#(String(repeating: "0a", count: 20))","#
    + #""pass.json":"\#(String(repeating: "0b", count: 20))","#
    + #""thumbnail@2x.png":"\#(String(repeating: "0c", count: 20))"}"#

  /// A log handler that keeps the lines.
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])

    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

    struct Handler: LogHandler {
      let lines: Lines
      var metadata: Logger.Metadata = [:]
      var logLevel = Logger.Level.info

      subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
      }

      func log(event: LogEvent) {
        let words = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
        lines.all.withLock {
          $0.append("\(event.level) \(event.message) \(words.joined(separator: " "))")
        }
      }
    }
  }

  /// A table with personalizable passes and a key that counts signatures.
  private struct Case {
    let table: TableCase
    let key: SignUpTests.WatchedKey
    let lines = Lines()
    var responder: DeviceResponder
    let header: [(String, String)]

    init(withoutToken: Bool) async throws {
      table = try SignUpTests.table()
      key = try SignUpTests.watchKey(of: table)
      try await table.source.importTable()
      let pass = try CallsTests.read(try await table.bundle("A")).get()
      header = withoutToken ? [] : [("Authorization", "ApplePass \(pass.token ?? "")")]
      responder = CallsTests.responder(table)
      responder.signsUpWithoutToken = withoutToken
      responder.signUpLog = SignUpLog(lines.logger)
    }

    /// Sends a sign-up request.
    ///
    /// - Parameter token: the token as JSON, with its quotes.
    func post(_ token: String, name: String = "Ann") async throws -> (status: Int, body: [UInt8]) {
      let info = "{\"givenName\": \"\(name)\"}"
      let body = "{\"requiredPersonalizationInfo\": \(info), \"personalizationToken\": \(token)}"
      let answer = try await CallsTests.ask(
        responder, "POST", "/v1/passes/\(TestCA.type)/A/personalize", header, Array(body.utf8))
      return (answer.status, answer.body)
    }

    func rejections(_ reason: String) -> String {
      let text = table.metrics.text(StoreCounts(), dropped: 0, gauges: [])
      let name = "passc_rejected_sign_ups_total{reason=\"\(reason)\"} "
      return text.split(separator: "\n").first { $0.hasPrefix(name) }
        .map { String($0.dropFirst(name.utf8.count)) } ?? "missing"
    }
  }

  // MARK: The token

  @Test(arguments: [false, true])
  func signsNoManifest(withoutToken: Bool) async throws {
    #expect(Self.manifest.utf8.count == 172)
    let test = try await Case(withoutToken: withoutToken)
    let (number, count) = (try await test.table.pass("A").number, test.key.count)
    let token = "\"" + Self.manifest.replacing("\"", with: "\\\"") + "\""
    let answer = try await test.post(token)
    #expect(answer.status == 400 && answer.body.isEmpty)
    #expect(test.key.count == count)
    #expect(try await test.table.pass("A").number == number)
    #expect(try await test.table.store.personal(of: test.table.pass("A")) == nil)
    #expect(test.rejections("token") == "1")
    let lines = test.lines.all.withLock { $0 }
    let line = try #require(lines.first)
    #expect(lines.count == 1 && line.hasPrefix("warning a sign-up was rejected"), "\(lines)")
    #expect(line.contains("serial=A") && !line.contains("0a0a"), "\(lines)")
    // The attack does not prevent a real sign-up.
    #expect(try await test.post("\"token-1\"").status == 200)
  }

  @Test(arguments: [
    (#""a\nb""#, "token"), (#""\n""#, "token"), (#""{""#, "token"), (#""}""#, "token"),
    (#""\"""#, "token"), (#"" ""#, "token"), (#""a b""#, "token"), ("\"\"", "token"),
    (#""tök""#, "token"), (#""\u0000""#, "token"), (#""a\u007f""#, "token"),
    (#""a\u00e9""#, "token"), (#""\ud83d\ude00""#, "token"), (#""\\""#, "token"),
    ("\"" + String(repeating: "A", count: 513) + "\"", "token"),
    (#""\ud800""#, "body"), (#""\udc00a""#, "body"), ("1", "body"), ("null", "body"),
    ("{}", "body"), (#"["t"]"#, "body"), (#""a"#, "body"),
  ])
  func signsNoOtherText(_ token: String, _ reason: String) async throws {
    for withoutToken in [false, true] {
      let test = try await Case(withoutToken: withoutToken)
      let (number, count) = (try await test.table.pass("A").number, test.key.count)
      let answer = try await test.post(token)
      #expect(answer.status == 400 && answer.body.isEmpty)
      #expect(test.key.count == count)
      #expect(try await test.table.pass("A").number == number)
      #expect(test.rejections(reason) == "1")
      #expect(test.lines.all.withLock { $0.count } == 1)
    }
  }

  @Test func signsTheLongestTokenAndEveryCharacterOfTheAlphabet() async throws {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_.:-"
    let text = alphabet + String(repeating: "A", count: 512 - alphabet.utf8.count)
    let test = try await Case(withoutToken: false)
    let answer = try await test.post("\"\(text)\"")
    #expect(answer.status == 200)
    #expect(try CMSMessage(answer.body).verify(content: Array(text.utf8)).faults == [])
  }

  // MARK: One signature

  @Test(arguments: [false, true])
  func signsOnceForEachVersion(withoutToken: Bool) async throws {
    let test = try await Case(withoutToken: withoutToken)
    let first = try await test.post("\"token-1\"")
    #expect(first.status == 200)
    let (number, count) = (try await test.table.pass("A").number, test.key.count)
    // The phone lost the response and repeats the request.
    test.table.clock.advance(3_600)
    let again = try await test.post("\"token-1\"")
    #expect(again.status == 200 && again.body == first.body)
    // Another token, or other data with the same token, is rejected.
    for (token, name) in [("token-2", "Ann"), ("token-1", "Bo"), ("token-2", "Bo")] {
      let other = try await test.post("\"\(token)\"", name: name)
      #expect(other.status == 409 && other.body.isEmpty)
    }
    #expect(test.key.count == count)
    #expect(try await test.table.pass("A").number == number)
    #expect(test.rejections("used") == "3")
    #expect(test.lines.all.withLock { $0.count } == 3)
    // The pass is reissued with more points.
    try test.table.write("serial,name,points\nA,,50\nB,,2\n")
    _ = try await test.table.source.importTable()
    #expect(try await test.table.pass("A").number > number)
    #expect(try await test.post("\"token-2\"", name: "Bo").status == 200)
    #expect(try await test.post("\"token-3\"", name: "Bo").status == 409)
  }

  @Test func keepsTheSignatureOverARestart() async throws {
    var test = try await Case(withoutToken: false)
    let first = try await test.post("\"token-1\"")
    try test.table.store.end()
    let store = try SQLiteStore(test.table.folder("passes.sqlite"))
    let clock = test.table.clock
    clock.advance(60)
    let rows = RowQueue(
      store: store, current: test.table.current, metrics: test.table.metrics,
      clock: { clock.now })
    test.responder = DeviceResponder(
      store: store, contents: ContentCache(buildQueue: nil), metrics: test.table.metrics,
      clock: { clock.now })
    test.responder.rows = rows
    #expect(try await test.post("\"token-2\"").status == 409)
    let again = try await test.post("\"token-1\"")
    #expect(again.status == 200 && again.body == first.body)
  }

  /// Parallel sign-ups at two services with one database must not get two signatures (race).
  @Test func signsOneOfManyTokensThatComeAtOnce() async throws {
    let test = try await Case(withoutToken: false)
    let table = test.table
    let clock = table.clock
    let desks = [
      table.rows,
      RowQueue(
        store: table.store, current: table.current, metrics: table.metrics, clock: { clock.now }),
    ]
    _ = try await table.rows.save(
      Array(#"{"serial": "R", "name": "", "points": 5}"#.utf8), passType: TestCA.type,
      serial: "R", RowQueue.VersionCondition())
    for serial in ["A", "R"] {
      let pass = try await table.pass(serial)
      let outcomes = try await withThrowingTaskGroup(of: RowQueue.SignedUp.self) { group in
        for number in 0..<12 {
          group.addTask {
            // Each token once at each service.
            try await desks[number % 2].signUp(
              SignUp(token: "token-\(number / 2)", given: ["givenName": "Ann"]), for: pass)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      var signatures: [[UInt8]] = []
      for outcome in outcomes {
        switch outcome {
        case .signed(let signature): signatures.append(signature)
        case .rejected(.used): break
        default: Issue.record("\(outcome)")
        }
      }
      #expect(signatures.count == 2 && Set(signatures).count == 1, "\(signatures.count)")
    }
  }

  // MARK: The log

  @Test func logsAtMostSixtyRejectionsAMinute() async throws {
    let test = try await Case(withoutToken: false)
    let seconds = Mutex<Int64>(0)
    let log = SignUpLog(test.lines.logger, seconds: { seconds.withLock { $0 } })
    let pass = try await test.table.pass("A")
    for _ in 0..<100 { log.note(.token, of: pass) }
    #expect(test.lines.all.withLock { $0.count } == SignUpLog.linesPerMinute)
    seconds.withLock { $0 = 60 }
    for _ in 0..<2 { log.note(.used, of: pass) }
    let last = test.lines.all.withLock { Array($0.suffix(2)) }
    try #require(last.count == 2)
    #expect(last[0].contains("notLogged=40") && !last[1].contains("notLogged"), "\(last)")
  }
}
