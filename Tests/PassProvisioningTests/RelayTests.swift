// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassCrypto
import PassDiagnostics
import PassJSON
import PassProvisioning
import PassTesting
import Synchronization
import Testing

/// Tests of requests to a processor and its responses.
struct RelayTests {
  private static let names = ProvisioningProfile.builtIn.map(\.name)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func body(_ answer: [UInt8]) throws -> [UInt8] {
    JSONWriter.bytes(of: try #require(try Provision.document(answer).root["body"]))
  }

  private static func card(_ profile: ProvisioningProfile) -> AuthorizedCard {
    AuthorizedCard(
      id: profile.name == "enfuce" ? "1234" : ProvisioningExample.card,
      cardholderName: ProvisioningExample.cardholder)
  }

  // MARK: Conversion

  /// The app's request becomes that of the processor, and its response that of the app, with every
  /// byte of every value.
  @Test(arguments: names) func carriesEveryValueBothWays(_ name: String) throws {
    let profile = try #require(ProvisioningProfile.named(name))
    let made = try ProvisioningExample(profile: profile, now: Provision.now)
    let request = try AppRequest(json: made.bytes("app-request.json"))
    let call = try profile.upstreamRequest(from: request, card: Self.card(profile))
    #expect(Self.text(call.body) + "\n" == Self.text(made.bytes("request.json")))
    #expect(call.method == "POST")
    // The converted body has the bytes that the app sent.
    let own = try Provision.document(made.bytes("app-request.json")).root
    for member in ["nonce", "nonceSignature"] {
      let bytes = try #require(own[member]?.string.flatMap { Base64.decode($0) })
      let isHex = name == "wise" || name == "enfuce"
      let text = isHex ? bytes.map { Self.hex($0) }.joined() : Base64.encode(bytes)
      #expect(Self.text(call.body).contains("\"\(text)\""), "\(member)")
    }
    let answer = profile.appAnswer(
      from: UpstreamAnswer(status: 200, body: try Self.body(made.bytes("answer.json"))))
    #expect(answer.rejection == nil && answer.diagnostics.isEmpty)
    let root = try Provision.document(answer.json).root
    for member in ["encryptedPassData", "activationData", "ephemeralPublicKey"] {
      let text = try #require(root[member]?.string)
      #expect(made.secrets.contains(text), "\(member)")
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16)
    return text.utf8.count == 1 ? "0" + text : text
  }

  @Test func increaseIsAskedExactlyAsItsPagesSay() throws {
    let profile = try #require(ProvisioningProfile.named("increase"))
    let request = try AppRequest(
      json: Array(
        #"{"certificates":["AQI=","AwQ="],"nonce":"BQY=","nonceSignature":"Bwg="}"#.utf8))
    let call = try profile.upstreamRequest(
      from: request, card: AuthorizedCard(id: "card/ä", cardholderName: "Ada \"E\""))
    #expect(call.path == "/cards/card%2F%C3%A4/push_provision")
    #expect(
      Self.text(call.body)
        == #"{"channel":"apple_pay_in_app","cardholder_name":"Ada \"E\"","apple_pay_in_app":{"#
        + #""certificates":[{"certificate":"AQI="},{"certificate":"AwQ="}],"nonce":"BQY=","#
        + #""nonce_signature":"Bwg="}}"#)
  }

  @Test func headersAndQueriesAreFilledAndEscaped() throws {
    let json = Array(#"{"certificates":[],"nonce":"BQY=","nonceSignature":"Bwg="}"#.utf8)
    let request = try AppRequest(json: json)
    let wise = try #require(ProvisioningProfile.named("wise"))
    let call = try wise.upstreamRequest(from: request, card: AuthorizedCard(id: "a-b"))
    #expect(call.headers.contains { $0.name == "x-tw-twcard-card-token" && $0.value == "a-b" })
    #expect(Self.text(call.body).contains(#""nonce":"0506""#))
    let enfuce = try #require(ProvisioningProfile.named("enfuce"))
    let other = try enfuce.upstreamRequest(
      from: request, card: AuthorizedCard(id: "12", values: ["auditUser": "a&b"]))
    #expect(other.path == "/v1/12/provision/applepay?auditUser=a%26b")
    for (profile, id) in [(wise, "a\r\nx: y"), (enfuce, "12a"), (wise, "")] {
      #expect(throws: DiagnosticsError.self) {
        try profile.upstreamRequest(from: request, card: AuthorizedCard(id: id))
      }
    }
  }

  @Test func membersNobodyKnowsAreIgnoredAndOtherKindsRefused() throws {
    for (text, isTaken) in [
      (#"{"certificates":["AQI="],"nonce":"BQY=","nonceSignature":"Bwg=","more":[1]}"#, true),
      (#"{"nonce":"BQY=","certificates":["AQI="],"nonceSignature":"Bwg="}"#, true),
      (#"{"certificates":["AQI="],"nonce":5,"nonceSignature":"Bwg="}"#, false),
      (#"{"certificates":[null],"nonce":"BQY=","nonceSignature":"Bwg="}"#, false),
      (#"{"certificates":"AQI=","nonce":"BQY=","nonceSignature":"Bwg="}"#, false),
      (#"[]"#, false), ("", false), (#"{"nonce":"#, false),
    ] {
      let request = try? AppRequest(json: Array(text.utf8))
      #expect((request != nil) == isTaken, "\(text)")
    }
  }

  // MARK: The relay

  /// A clock that moves only when a test advances it.
  final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
      var offset: Duration
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private let offset = Mutex(Duration.zero)
    var now: Instant { Instant(offset: offset.withLock { $0 }) }
    var minimumResolution: Duration { .milliseconds(1) }
    func advance(by duration: Duration) { offset.withLock { $0 += duration } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      while now < deadline { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  private struct Case: Sendable {
    let answer: @Sendable (ManualClock) async throws -> UpstreamAnswer
    let expected: RelayRejection?
  }

  private struct Broken: Error {}

  @Test func everyEndOfACallHasItsAnswer() async throws {
    let profile = try #require(ProvisioningProfile.named("increase"))
    let made = try ProvisioningExample(profile: profile, now: Provision.now)
    let good = try Self.body(made.bytes("answer.json"))
    func body(_ fault: ProvisioningMistake) throws -> [UInt8] {
      try Self.body(
        try ProvisioningExample(profile: profile, fault: fault, now: Provision.now)
          .bytes("answer.json"))
    }
    let (channel, old, hex) = (
      try body(.wrongChannel), try body(.oldVersion), try body(.hexData)
    )
    var cases = [
      Case(answer: { _ in UpstreamAnswer(status: 200, body: good) }, expected: nil),
      Case(answer: { _ in UpstreamAnswer(status: 200, body: old) }, expected: nil),
      Case(
        answer: { _ in UpstreamAnswer(status: 200, body: channel) }, expected: .upstreamMalformed),
      Case(answer: { _ in UpstreamAnswer(status: 200, body: hex) }, expected: .upstreamMalformed),
      Case(
        answer: { _ in UpstreamAnswer(status: 200, body: Array(good.prefix(40))) },
        expected: .upstreamMalformed),
      Case(answer: { _ in throw Broken() }, expected: .upstreamBusy),
      Case(
        answer: { clock in
          clock.advance(by: .seconds(25))
          return UpstreamAnswer(status: 200, body: good)
        }, expected: .upstreamTimeout),
      Case(
        answer: { clock in
          clock.advance(by: .milliseconds(14_900))
          return UpstreamAnswer(status: 200, body: good)
        }, expected: nil),
    ]
    let statuses: [(Int, RelayRejection)] = [
      (401, .configuration), (403, .configuration), (404, .cardUnknown), (409, .refused),
      (422, .refused), (429, .upstreamBusy), (500, .upstreamBusy), (503, .upstreamBusy),
      (302, .upstreamMalformed),
    ]
    for (status, refusal) in statuses {
      cases.append(
        Case(answer: { _ in UpstreamAnswer(status: status, body: []) }, expected: refusal))
    }
    for (index, each) in cases.enumerated() {
      let clock = ManualClock()
      let calls = Mutex(0)
      let answer = await ProvisioningRelay(profile: profile).relay(
        made.bytes("app-request.json"), clock: clock,
        authorize: { _ in Self.card(profile) },
        send: { _, end in
          calls.withLock { $0 += 1 }
          #expect(clock.now.duration(to: end) == .seconds(15))
          return try await each.answer(clock)
        })
      #expect(answer.rejection == each.expected, "case \(index)")
      // A single attempt, whatever the result.
      #expect(calls.withLock { $0 } == 1, "case \(index)")
      let root = try Provision.document(answer.json).root
      if let refusal = each.expected {
        #expect(root["error"]?["code"]?.string == refusal.rawValue)
        #expect(root["error"]?["retry"]?.bool == refusal.mayBeginAgain)
      } else {
        #expect(root["encryptedPassData"]?.string != nil)
      }
    }
  }

  @Test func aCallThatHeedsNothingHoldsUpNobody() async throws {
    let profile = try #require(ProvisioningProfile.named("wise"))
    let made = try ProvisioningExample(profile: profile, now: Provision.now)
    let clock = ManualClock()
    let held = Mutex<CheckedContinuation<Void, Never>?>(nil)
    async let answer = ProvisioningRelay(profile: profile).relay(
      made.bytes("app-request.json"), clock: clock, authorize: { _ in Self.card(profile) },
      send: { _, _ in
        await withCheckedContinuation { continuation in held.withLock { $0 = continuation } }
        return UpstreamAnswer(status: 200, body: [])
      })
    while held.withLock({ $0 == nil }) { try await Task.sleep(for: .milliseconds(1)) }
    clock.advance(by: .seconds(15))
    #expect(await answer.rejection == .upstreamTimeout)
    held.withLock { $0 }?.resume()
  }

  @Test func nobodyIsRelayedForWhomTheHostDoesNotAnswer() async throws {
    let profile = try #require(ProvisioningProfile.named("marqeta"))
    let made = try ProvisioningExample(profile: profile, now: Provision.now)
    let relay = ProvisioningRelay(profile: profile)
    let sent = Mutex(0)
    func answer(
      _ request: [UInt8],
      _ authorize: @escaping @Sendable (AppRequest) async throws -> AuthorizedCard?
    ) async -> AppAnswer {
      await relay.relay(
        request, authorize: authorize,
        send: { _, _ in
          sent.withLock { $0 += 1 }
          return UpstreamAnswer(status: 200, body: [])
        })
    }
    let request = made.bytes("app-request.json")
    #expect(await answer(request) { _ in nil }.rejection == .cardUnknown)
    #expect(await answer(request) { _ in throw Broken() }.rejection == .configuration)
    let long = String(repeating: "x", count: 37)
    #expect(
      await answer(request) { _ in AuthorizedCard(id: long) }.rejection == .requestMalformed)
    #expect(await answer([0x7B]) { _ in nil }.rejection == .requestMalformed)
    #expect(sent.withLock { $0 } == 0)
    // A repeated nonce in one process is reported, and the request continues.
    let again = await answer(request) { _ in AuthorizedCard(id: "a") }
    #expect(again.diagnostics.map(\.code).first == "provision.nonce.repeated")
  }

  @Test func nothingPrintedShowsAValue() async throws {
    let profile = try #require(ProvisioningProfile.named("increase"))
    let made = try ProvisioningExample(profile: profile, now: Provision.now)
    let request = try AppRequest(json: made.bytes("app-request.json"))
    let card = Self.card(profile)
    let call = try profile.upstreamRequest(from: request, card: card)
    let upstream = UpstreamAnswer(status: 200, body: try Self.body(made.bytes("answer.json")))
    let answer = profile.appAnswer(from: upstream)
    var text = ""
    for value in [request, card, call, upstream, answer] as [Any] {
      print(value, to: &text)
      debugPrint(value, to: &text)
      dump(value, to: &text)
      text += String(reflecting: value)
    }
    for secret in made.secrets { #expect(!text.contains(secret)) }
    #expect(text.contains("not shown"))
  }

  /// Both conversions of a relay within the process.
  @Test func aRelayTakesLessThanFiveMilliseconds() throws {
    let profile = try #require(ProvisioningProfile.named("increase"))
    let made = try ProvisioningExample(profile: profile, now: Provision.now)
    let body = try Self.body(made.bytes("answer.json"))
    var times: [Duration] = []
    for _ in 0..<101 {
      times.append(
        try ProcessorTime.ofThread {
          let request = try AppRequest(json: made.bytes("app-request.json"))
          let call = try profile.upstreamRequest(from: request, card: Self.card(profile))
          let answer = profile.appAnswer(from: UpstreamAnswer(status: 200, body: body))
          #expect(call.body.count > 1000 && answer.rejection == nil)
        })
    }
    let median = times.sorted()[50]
    #expect(median < .milliseconds(5), "\(median)")
    print("relay both ways, median of 101: \(median)")
  }
}
