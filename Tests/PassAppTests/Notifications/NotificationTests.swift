// SPDX-License-Identifier: Apache-2.0

import AppleStubs
import Foundation
import PassApp
import PassCompanionFindings
import PassDiagnostics
import PassJSON
import PassTesting
import Testing

/// Tests of checking and routing notifications, and of the generated router.
struct NotificationTests {
  static let bad = FindingProof.bad(of: NotificationFindings.all)
  static let good = FindingProof.good(of: NotificationFindings.all)

  private static func json(_ text: String) throws -> JSONDocument {
    var report = Report()
    let document = JSONReader.read(Array(text.utf8), name: "a.json", report: &report)
    #expect(report.diagnostics.isEmpty, "\(text)")
    return try #require(document)
  }

  private static func diagnostics(_ example: Example) throws -> [Diagnostic] {
    let sample = try #require(NotificationExample(rawValue: String(example.document.dropLast(5))))
    guard case .patch(let patch)? = example.changes.first else { return [] }
    let merged = JSONMergePatch.merged(try json(sample.text()).root, try json(patch).root)
    return try diagnostics(
      of: String(decoding: JSONWriter.bytes(of: merged.root), as: UTF8.self), as: example)
  }

  /// Checks a payload with the settings of an example. `headers` replaces its headers.
  static func diagnostics(
    of text: String, as example: Example, headers: [String: String]? = nil
  ) throws -> [Diagnostic] {
    var options = NotificationOptions()
    for case .option(let option) in example.settings {
      let words = option.split(separator: " ").map(String.init)
      if words[0] == "--to" {
        options.receiver = NotificationReceiver(rawValue: words[1])
      } else {
        let parts = words[1].split(separator: "=").map(String.init)
        options.headers[parts[0]] = parts[1]
      }
    }
    if let headers { options.headers = headers }
    var report = Report()
    let document = try #require(
      JSONReader.read(Array(text.utf8), name: example.document, report: &report))
    NotificationCheck.check(document.root, options, report: &report)
    return report.sorted
  }

  @Test(arguments: bad) func badExampleGivesExactlyItsFinding(_ proof: FindingProof) throws {
    let diagnostics = try Self.diagnostics(proof.example)
    let text = TextWriter(showsNotes: true).text(of: diagnostics)
    try #require(diagnostics.map(\.code) == [proof.finding.code], "\(text)")
    #expect(diagnostics[0].pointer == proof.example.pointer, "\(text)")
    #expect(diagnostics[0].severity == proof.finding.severity, "\(text)")
  }

  @Test(arguments: good) func goodExampleIsSilent(_ proof: FindingProof) throws {
    let diagnostics = try Self.diagnostics(proof.example)
    #expect(diagnostics.isEmpty, "\(TextWriter(showsNotes: true).text(of: diagnostics))")
  }

  @Test func everyFindingHasBothKindsOfExamples() {
    for finding in NotificationFindings.all {
      #expect(!finding.bad.isEmpty && !finding.good.isEmpty, "\(finding.code)")
      #expect(finding.isOutsidePasses && finding.why.last == ".", "\(finding.code)")
    }
  }

  // MARK: Routing

  private static let routes: [(NotificationExample, String)] = [
    (.tns, "TNS  transaction  card 0000… (16)"), (.mg, "MG   replenish  card 0000… (16)"),
    (.cps, "CPS  card operation"),
    (.coBadged, "TNS  transaction  card 0000… (16)  record type primary"),
    (.background, "other"), (.alert, "other"), (.passUpdate, "other"),
    (.wrongPrefix, "TNS  invalid  the action belongs to another sender"),
    (.missingCardIdentifier, "MG   invalid  no card id"),
    (.numericCardIdentifier, "TNS  invalid  the card id is not a string"),
    (.duplicateCardIdentifier, "TNS  invalid  two card ids"), (.tooLarge, "other"),
    (.lowercaseSender, "TNS  transaction  card 0000… (16)"), (.apsOnly, "other"),
  ]

  @Test(arguments: routes) func routesEveryExample(
    _ example: NotificationExample, _ line: String
  ) throws {
    #expect(WalletPush(try Self.json(example.text()).root).line(showsIDs: false) == line)
    // In other letter case and with an additional key.
    let text = example.text().replacing("sender", with: "SENDER")
      .replacing("digitalCardId", with: "DIGITALCARDID").replacing("action", with: "Action")
      .replacing("transactionRecordType", with: "TRANSACTIONrecordType")
      .replacing("}\n", with: example == .passUpdate ? "\"x\":1}\n" : ",\"x\":null}\n")
    #expect(WalletPush(try Self.json(text).root).line(showsIDs: false) == line)
    // With null and with a number as values.
    for value in ["null", "1"] {
      let odd = text.replacing("\"00000000-example\"", with: value)
      let push = WalletPush(try Self.json(odd).root)
      if odd != text, case .transaction = push { Issue.record("\(odd)") }
    }
  }

  @Test func everyExampleIsRouted() {
    #expect(Self.routes.count == NotificationExample.allCases.count)
  }

  @Test func idsAreShortenedUnlessAskedFor() throws {
    let push = WalletPush(try Self.json(NotificationExample.mg.text(card: "secret-card-id")).root)
    #expect(!push.line(showsIDs: false).contains("secret-card-id"))
    #expect(push.line(showsIDs: true).contains("secret-card-id"))
    #expect(WalletPush.shortened("abcd") == "… (4)")
  }

  @Test func aCardNumberIsNeverSaidAgain() throws {
    var report = Report()
    let document = try Self.json(#"{"sender":"CPS","x":{"y":["4111111111111111"]}}"#)
    NotificationCheck.check(document.root, NotificationOptions(), report: &report)
    let text = TextWriter(showsNotes: true).text(of: report.sorted)
    #expect(report.sorted.map(\.code) == ["notify.secret.value"])
    #expect(!text.contains("4111"), "\(text)")
  }

  private static let count =
    ProcessInfo.processInfo.environment["PASSC_RANDOM_DOCUMENTS"].flatMap(Int.init) ?? 5_000

  @Test func randomPayloadsNeitherTrapNorHang() throws {
    var random = SplitMix64(seed: 4)
    let values = ["null", "1", "\"TNS\"", "[]", "{}", "true", "\"\"", "\"a:b\"", "\":\"", "-1e9"]
    for index in 0..<Self.count {
      var bytes = Array(
        NotificationExample.allCases[index % NotificationExample.allCases.count].text().utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[place] = random.byte()
        } else if let colon = bytes[place...].firstIndex(of: 0x3A) {
          let end = bytes[colon...].firstIndex { $0 == 0x2C || $0 == 0x7D } ?? bytes.count
          bytes.replaceSubrange(
            (colon + 1)..<max(colon + 1, end),
            with: Array((values.randomElement(using: &random) ?? "").utf8))
        }
      }
      var report = Report()
      guard let document = JSONReader.read(bytes, name: "a", report: &report) else { continue }
      _ = WalletPush(document.root).line(showsIDs: false)
      var options = NotificationOptions()
      options.receiver = NotificationReceiver.allCases.randomElement(using: &random)
      NotificationCheck.check(document.root, options, report: &report)
    }
  }

  // MARK: The generated router

  /// The vendor's SDK as in its guide and sample.
  private static let sdkStub = """
    import Foundation
    public struct NotificationMessage: Sendable { public var code: String }
    public enum NotificationEvent: Sendable {
      case completed
      case serverMessage(NotificationMessage?, tokenizedId: String?)
      case unsupportedPushContent
      case errorEncountered(any Error, userInfo: String)
    }
    public final class NotificationService {
      public enum KnownMessage: String {
        case requestInstallCard, requestResumeCard, requestSuspendCard, requestDeleteCard
      }
      public init() {}
      public var notificationEventStream: AsyncStream<NotificationEvent> { AsyncStream { _ in } }
      @MainActor public func processNotification(forUserInfo: [AnyHashable: Any]) async throws {}
    }
    public final class TransactionHistoryService {
      public init() {}
      @MainActor public func records(forDigitalCardID: String) async throws -> [String] { [] }
      @MainActor public func records(
        forDigitalCardID: String, transactionRecordType: String
      ) async throws -> [String] { [] }
    }
    public final class ReplenishmentService {
      public init() {}
      @MainActor public func replenish(digitalCardID: String, isForced: Bool) async throws {}
    }
    """

  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func theRouterTypeChecksWithAndWithoutTheSDK() throws {
    let plain = try AppleSources.complaints(about: [
      "WalletPush.swift": RouterSource.router, "WalletPush+SDK.swift": RouterSource.sdk,
    ])
    #expect(plain.isEmpty, "\(plain)")
    let folder = try TemporaryFolder([
      "NFCWalletSDK.swift": Self.sdkStub, "WalletPush.swift": RouterSource.router,
      "WalletPush+SDK.swift": RouterSource.sdk,
      "Wrong.swift": RouterSource.sdk.replacing("isForced:", with: "forced:"),
    ])
    let stub = try AppleSources.swiftc(
      [
        "-emit-module", "-module-name", "NFCWalletSDK", "-o", "NFCWalletSDK.swiftmodule",
        "NFCWalletSDK.swift",
      ], in: folder.path)
    try #require(stub.status == 0, "\(stub.errors)")
    let common = ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", "."]
    let right = try AppleSources.swiftc(
      common + ["WalletPush.swift", "WalletPush+SDK.swift"], in: folder.path)
    #expect(right.status == 0, "\(right.errors)")
    let wrong = try AppleSources.swiftc(
      common + ["WalletPush.swift", "Wrong.swift"], in: folder.path)
    #expect(wrong.status != 0)
  }

  /// Runs the router. Each example must be routed as by passc, the result must come after the work,
  /// and work that takes too long must fail.
  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func theRouterRoutesAsWeDo() throws {
    let folder = try TemporaryFolder([
      "WalletPush.swift": RouterSource.router,
      "main.swift": """
      import Foundation
      @MainActor final class Fake: WalletPushHandler {
        var done: [String] = []
        func cardOperation(_ userInfo: [AnyHashable: Any]) async throws -> PushOutcome {
          done.append("CPS")
          return .newData
        }
        func transaction(cardID: String, recordType: String?) async throws -> PushOutcome {
          if cardID == "slow" { try await Task.sleep(for: .seconds(20)) }
          done.append("TNS \\(cardID) \\(recordType ?? "-")")
          return .newData
        }
        func replenish(cardID: String) async throws -> PushOutcome {
          struct Away: Error {}
          if cardID == "away" { throw Away() }
          done.append("MG \\(cardID)")
          return .newData
        }
        func other(_ userInfo: [AnyHashable: Any]) async throws -> PushOutcome {
          done.append("other \\(userInfo.count)")
          return .noData
        }
      }
      let fake = Fake()
      let router = WalletPushRouter(fake, limit: .milliseconds(300))
      for line in try String(contentsOfFile: "pushes", encoding: .utf8).split(separator: "\\n") {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        fake.done = []
        let outcome = await router.route(object as? [AnyHashable: Any] ?? [:])
        print(outcome, fake.done.joined(separator: ","))
      }
      """,
      "pushes": [
        NotificationExample.tns.text(), NotificationExample.coBadged.text(),
        NotificationExample.mg.text(), NotificationExample.cps.text(),
        NotificationExample.background.text(), NotificationExample.missingCardIdentifier.text(),
        NotificationExample.duplicateCardIdentifier.text(),
        NotificationExample.lowercaseSender.text(),
        NotificationExample.tns.text(card: "slow"), NotificationExample.mg.text(card: "away"),
      ].joined(),
    ])
    let built = try AppleSources.swiftc(
      ["-swift-version", "6", "main.swift", "WalletPush.swift", "-o", "router"], in: folder.path)
    try #require(built.status == 0, "\(built.errors)")
    let lines = try Program.run(folder("router"), [], in: folder.path).text.split(separator: "\n")
    let id = "00000000-example"
    #expect(
      lines == [
        "newData TNS \(id) -", "newData TNS \(id) primary", "newData MG \(id)", "newData CPS",
        "noData other 2", "failed ", "failed ", "newData TNS \(id) -", "failed ", "failed ",
      ])
  }
}
