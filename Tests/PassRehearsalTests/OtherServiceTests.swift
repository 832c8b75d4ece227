// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassCrypto
import PassDiagnostics
import PassTesting
import Synchronization
import Testing

@testable import PassRehearsal

/// Tests with the habits of services that others wrote.
@Suite(.timeLimit(.minutes(15)))
struct OtherServiceTests {
  private static func complaint(_ code: String, _ result: RehearsalResult) -> RehearsalLog
    .Complaint?
  {
    result.found.first { $0.finding.code == code }
  }

  // MARK: Lists

  @Test(arguments: [["A-17", "B-2"], ["B-2", "A-17"]])
  func findsAListOfTheNewestInEveryOrder(_ serials: [String]) async throws {
    let result = try await Stage.rehearse(
      .listsOnlyNewest, changes: false, pushes: false, serials: serials)
    let found = try #require(Self.complaint("rehearse.list.missing", result))
    #expect(found.message.contains("A-17"), "\(found)")
  }

  /// Counts from 1. It is a class, because closures share it.
  private final class Counter: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
      value.withLock { value in
        value += 1
        return value
      }
    }
  }

  /// Changes one pass and then the other.
  private static func alternating(_ fault: Fault?) async throws -> RehearsalResult {
    let counter = Counter()
    return try await Stage.rehearse(fault, pushes: false) { options, service in
      options.change = { try await service.change(SmallService.serials[counter.next() % 2]) }
    }
  }

  @Test func findsAnEarlierChangeThatIsNoLongerListed() async throws {
    let result = try await Self.alternating(.listsOnlyNewest)
    let found = try #require(Self.complaint("rehearse.change.notListed", result))
    #expect(found.message.contains("changed first"), "\(found)")
  }

  @Test func findsNothingWhereEachChangeIsOfAnotherPass() async throws {
    let result = try await Self.alternating(nil)
    #expect(result.found.map { "\($0.finding.code): \($0.message)" } == [])
  }

  @Test func findsAnErrorForADeviceWithoutPasses() async throws {
    let left = Mutex<Set<String>>([])
    let result = try await Stage.rehearse(
      nil, changes: false, pushes: false,
      onAnswer: { request, response in
        let parts = request.target.split(separator: "/")
        guard parts.count > 2, parts[1] == "devices" else { return response }
        let device = String(parts[2])
        if request.method == "DELETE", response.status == 200 {
          _ = left.withLock { $0.insert(device) }
        }
        let isLeft = left.withLock { $0.contains(device) }
        return request.method == "GET" && response.status == 204 && isLeft
          ? SmallService.Response(status: 404) : response
      })
    let found = try #require(Self.complaint("rehearse.list.unknownDevice", result))
    #expect(found.severity == .warning)
    #expect(found.message.contains("unregistered everything returned 404"), "\(found)")
  }

  // MARK: Tags

  @Test func namesTheEncodingOfATagThatCameBackDecoded() async throws {
    let result = try await Stage.rehearse(.tagIsDate, changes: false, pushes: false)
    #expect(result.found.map(\.finding.code) == ["rehearse.list.tagDecoded"], "\(result.found)")
    #expect(result.found.first?.message.contains("+ as %2B") == true, "\(result.found)")
  }

  @Test func findsACharacterThatEndsAParameter() async throws {
    let result = try await Stage.rehearse(
      nil, changes: false, pushes: false,
      onAnswer: { request, response in
        if request.target.hasSuffix("=1%261") { return SmallService.Response(status: 204) }
        guard response.status == 200, request.target.contains("/registrations/") else {
          return response
        }
        var changed = response
        changed.body = Array(
          String(decoding: response.body, as: UTF8.self)
            .replacing("\"1-", with: "\"1&").utf8)
        return changed
      })
    #expect(result.found.map(\.finding.code) == ["rehearse.list.tagDecoded"], "\(result.found)")
    #expect(result.found.first?.message.contains("& as %26") == true, "\(result.found)")
  }

  // MARK: The log of the phone

  @Test func findsANullAtTheFirstRegistration() async throws {
    let asked = Mutex<Set<String>>([])
    let result = try await Stage.rehearse(
      nil, changes: false, pushes: false,
      onAnswer: { request, response in
        guard request.method == "GET", response.status == 200,
          request.target.contains("/registrations/"), !request.target.contains("?"),
          asked.withLock({ $0.insert(request.target).inserted })
        else { return response }
        var changed = response
        changed.body = Array(#"{"serialNumbers":["A-17"],"lastUpdated":null}"#.utf8)
        return changed
      })
    let found = try #require(Self.complaint("rehearse.list.tagNumber", result))
    #expect(found.severity == .error && found.message.contains("null"), "\(found)")
    #expect(
      result.timeline.contains { $0.outcome?.contains("Server response was malformed") == true })
  }

  @Test func reportsAMessageThatNoFindingExplains() async throws {
    let posts = Mutex(0)
    let result = try await Stage.rehearse(
      nil, changes: false, pushes: false,
      onAnswer: { request, response in
        if request.method == "POST", request.target.hasSuffix("/B-2") { posts.withLock { $0 += 1 } }
        // The first device asks for its list as soon as it has registered.
        guard request.method == "GET", request.target.contains("?passesUpdatedSince=1-1"),
          posts.withLock({ $0 == 1 })
        else { return response }
        return SmallService.Response(
          status: 200, body: Array(#"{"serialNumbers":["A-17"],"lastUpdated":"1-1"}"#.utf8))
      })
    let found = try #require(Self.complaint("rehearse.phone.logged", result))
    #expect(found.severity == .error && found.message.contains("remained the same"), "\(found)")
  }

  // MARK: Effects

  @Test func theOrderOfDatesIsANote() async throws {
    let result = try await Stage.rehearse(.comparesDatesByOrder, changes: false, pushes: false)
    #expect(result.found.map(\.finding.code) == ["rehearse.get.dateOrder"])
    #expect(result.found.first?.severity == .note)
  }

  @Test func notModifiedForAnEarlierDateIsAnError() async throws {
    let result = try await Stage.rehearse(
      nil, changes: false, pushes: false,
      onAnswer: { request, response in
        guard request.method == "GET", response.status == 200,
          request.header("If-Modified-Since") != nil
        else { return response }
        return SmallService.Response(status: 304, headers: response.headers)
      })
    #expect(Self.complaint("rehearse.get.dateOrder", result)?.severity == .error)
  }

  @Test(arguments: [
    ("A-17", Severity.note), (SmallService.spacedSerial, .error),
  ])
  func escapesAreErrorsOnlyWherePhonesSendThem(_ serial: String, _ severity: Severity) async throws
  {
    let result = try await Stage.rehearse(
      .decodesNothing, changes: false, pushes: false, serials: ["B-2", serial])
    let found = try #require(Self.complaint("rehearse.path.escaped", result))
    #expect(found.severity == severity, "\(found)")
  }

  @Test func findsNothingInASerialNumberWithASpace() async throws {
    let result = try await Stage.rehearse(
      nil, changes: false, pushes: false, serials: ["A-17", SmallService.spacedSerial])
    #expect(result.found.map { "\($0.finding.code): \($0.message)" } == [])
  }

  // MARK: One finding for one error

  @Test func oneErrorIsOneFindingWithItsPasses() async throws {
    let result = try await Stage.rehearse(.asksForNoToken, changes: false, pushes: false)
    let found = result.found.filter { $0.finding.code == "rehearse.token.ignored" }
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.passes == [0, 1])
    #expect(found.first?.further.isEmpty == false)
    #expect(found.first?.evidence?.text.contains("/v1/passes/") == true, "\(found)")
    let severities = result.found.map(\.severity)
    #expect(severities == severities.sorted(by: >), "\(result.found)")
  }

  // MARK: Pushes

  @Test(arguments: [PushAuthentication.token, .any])
  func findsNothingInAServiceWithProviderTokens(_ accepting: PushAuthentication) async throws {
    let result = try await Stage.rehearse(nil, accepting: accepting, withToken: true)
    #expect(result.found.map { "\($0.finding.code): \($0.message)" } == [])
    #expect(result.notChecked == [])
  }

  @Test func blamesNoServiceForARefusedHandshake() async throws {
    let result = try await Stage.rehearse(nil, accepting: .certificate, withToken: true) {
      options, _ in options.pushWait = 500
    }
    #expect(result.found.map { "\($0.finding.code): \($0.message)" } == [])
    #expect(
      result.notChecked.contains { $0.contains("sent no certificate") }, "\(result.notChecked)")
    #expect(result.timeline.contains { $0.text == "TLS handshake failed" })
  }
}

struct KeptAuthorityTests {
  private static let now: Int64 = 1_893_456_000

  @Test func isTheSameInTheNextRun() throws {
    let folder = try TemporaryFolder()
    let first = try KeptAuthority.authority(in: folder("ca"), now: Self.now)
    let second = try KeptAuthority.authority(in: folder("ca"), now: Self.now + 86_400)
    #expect(first.isNew && !second.isNew)
    #expect(first.authority.certificate.der == second.authority.certificate.der)
    #expect(Disk.exposure(of: folder("ca/ca-key.pem")) == nil)
    let later = try KeptAuthority.authority(in: folder("ca"), now: Self.now + 400 * 86_400)
    #expect(later.isNew)
  }

  @Test func rejectsHalfOfTheFilesAndAnotherKey() throws {
    let folder = try TemporaryFolder()
    _ = try KeptAuthority.authority(in: folder("a"), now: Self.now)
    _ = try KeptAuthority.authority(in: folder("b"), now: Self.now)
    try folder.add("c/ca.pem", try Disk.read(folder("a/ca.pem")))
    #expect(throws: KeptAuthorityError.self) {
      try KeptAuthority.authority(in: folder("c"), now: Self.now)
    }
    try folder.add("c/ca-key.pem", try Disk.read(folder("b/ca-key.pem")))
    #expect(throws: KeptAuthorityError.self) {
      try KeptAuthority.authority(in: folder("c"), now: Self.now)
    }
  }
}

struct RehearsalPageTests {
  @Test func containsFindingsAndTimelineAndLoadsNothing() {
    var log = RehearsalLog()
    log.note(.probe, "GET /v1/<script>", "404")
    log.reportFinding(RehearsalFindings.getRefused, "GET returned 404", pass: 0)
    log.notChecked("pushes: none")
    let result = RehearsalResult(
      found: log.found, timeline: log.timeline, notChecked: log.notChecked)
    let diagnostic = Diagnostic(
      finding: RehearsalFindings.getRefused, message: "GET returned 404",
      location: Location(file: "a.pkpass"))
    let text = RehearsalPage(title: "Rehearsal", diagnostics: [diagnostic], result: result).text
    for part in [
      "1 error", "rehearse.get.refused", "What to change", "pushes: none", "GET /v1/&lt;script&gt;",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("<script") && !text.contains("http://") && !text.contains("https://"))
  }
}
