// SPDX-License-Identifier: Apache-2.0

import PassRehearsal
import PassUpdates
import Testing

/// A phone, a clock and bundles in the form `TYPE SERIAL VERSION`.
struct PhoneBench {
  static let type = "pass.com.example.gym"
  static let key = PassKey(passType: type, serial: "A-1")
  static let start: Int64 = 1_800_000_000_000
  static let scope = ServiceScope(webService: "https://example.com/wallet", passType: type)

  var now = start
  var phone = Phone(
    .phone, pushToken: "abcd", identifier: { _ in "device1" },
    read: { bytes in
      let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
      guard words.count == 3 else { return .failure(UnreadablePassError("no pass")) }
      return .success(Self.pass(words[1], type: words[0], version: words[2]))
    })

  static func pass(
    _ serial: String = "A-1", type: String = type, version: String = "v1",
    service: String? = "https://example.com/wallet"
  ) -> ReadPass {
    ReadPass(
      key: PassKey(passType: type, serial: serial), webService: service, token: "secret-token-16ch",
      manifestDigest: version)
  }

  static func answer(
    _ status: Int, _ body: String = "", _ headers: [(String, String)] = []
  ) -> PhoneResult {
    .response(
      .init(
        status: status, headers: headers.map { PhoneCall.Header($0.0, $0.1) },
        body: Array(body.utf8)))
  }

  /// Makes the calls that are due, with the responses of `service`.
  @discardableResult
  mutating func run(_ service: (PhoneCall) -> PhoneResult) -> [PhoneCall] {
    var all: [PhoneCall] = []
    while true {
      let calls = phone.calls(at: now)
      guard !calls.isEmpty else { return all }
      all += calls
      for call in calls { phone.receive(service(call), of: call.id, at: now) }
    }
  }

  /// Returns the lines of the log calls.
  static func lines(_ calls: [PhoneCall]) -> [String] {
    calls.filter { $0.purpose == .log }.map { String(decoding: $0.body, as: UTF8.self) }
  }
}

struct PhoneTests {
  private static let type = PhoneBench.type
  private static let key = PhoneBench.key

  @Test func registersThenListsAndHasNoTagToGetBy() {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    let calls = bench.run { call in
      call.method == "POST" ? PhoneBench.answer(201) : PhoneBench.answer(204)
    }
    #expect(
      calls.map(\.url) == [
        "https://example.com/wallet/v1/devices/device1/registrations/pass.com.example.gym/A-1",
        "https://example.com/wallet/v1/devices/device1/registrations/pass.com.example.gym",
      ])
    #expect(String(decoding: calls[0].body, as: UTF8.self) == #"{"pushToken":"abcd"}"#)
    #expect(calls[0].headers.contains(.init("Authorization", "ApplePass secret-token-16ch")))
    #expect(!calls[1].headers.contains { $0.name == "Authorization" })
  }

  @Test func getsThePassToooWhenItHasATag() {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    bench.run(Self.service(tag: "7", version: "v1"))
    bench.phone.add(PhoneBench.pass("A-2"), at: bench.now)
    let calls = bench.run(Self.service(tag: "7", version: "v1"))
    #expect(calls.map(\.purpose).contains(.get(PassKey(passType: Self.type, serial: "A-2"))))
    #expect(calls.contains { $0.path.hasSuffix("?passesUpdatedSince=7") })
  }

  @Test func aPushIsOneListAndAGetForEachListedPass() {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), lastModified: "Mon, 01 Jan 2026", at: bench.now)
    bench.run { $0.method == "POST" ? PhoneBench.answer(200) : PhoneBench.answer(204) }
    _ = bench.phone.takeEvents()
    bench.phone.push(topic: Self.type, at: bench.now)
    let calls = bench.run(Self.service(tag: "8", version: "v2"))
    #expect(calls.map(\.method) == ["GET", "GET"])
    #expect(calls[1].headers.contains(.init("If-Modified-Since", "Mon, 01 Jan 2026")))
    #expect(bench.phone.tags[PhoneBench.scope] == "8")
    #expect(bench.phone.passes[Self.key]?.pass.manifestDigest == "v2")
    #expect(bench.phone.passes[Self.key]?.lastModified == "date of v2")
    #expect(
      bench.phone.takeEvents().contains {
        if case .updated(Self.key, "v1", "v2", _) = $0 { true } else { false }
      })
  }

  @Test func pushesOfOtherTopicsAreNoMatterOfItsPasses() {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    bench.run { $0.method == "POST" ? PhoneBench.answer(200) : PhoneBench.answer(204) }
    bench.phone.push(topic: "pass.com.example.other", at: bench.now)
    #expect(bench.run { _ in PhoneBench.answer(204) }.isEmpty)
  }

  @Test func repeatsWhatFailedAfterGrowingPausesAndThenDropsIt() {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    var pauses: [Int64] = []
    var last = bench.now
    for _ in 0..<11 {
      let calls = bench.run { $0.purpose == .log ? PhoneBench.answer(200) : PhoneBench.answer(503) }
      #expect(calls.contains { $0.purpose == .register(Self.key) })
      guard let next = bench.phone.nextMoment else { break }
      pauses.append(next - last)
      (bench.now, last) = (next, next)
    }
    #expect(pauses == PhonePauses.ordinary)
    #expect(bench.phone.nextMoment == nil)
    #expect(
      bench.phone.takeEvents().contains {
        if case .dropped(.register(Self.key), "status 503") = $0 { true } else { false }
      })
  }

  @Test(arguments: [
    (PhoneBench.answer(401), "Register task", "Authentication failure"),
    (PhoneBench.answer(404), "Register task", "Unexpected response code 404"),
  ])
  func logsWhyATaskFailed(_ answer: PhoneResult, _ task: String, _ words: String) throws {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    let calls = bench.run { $0.purpose == .log ? PhoneBench.answer(200) : answer }
    let line = try #require(PhoneBench.lines(calls).first)
    #expect(line.contains("[2027-01-15 08:00:00 +0000] \(task) (for device device1"))
    #expect(line.contains("encountered error: \(words)"))
  }

  @Test func brokenConnectionsAreNotLogged() {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    let calls = bench.run { _ in .broken("reset") }
    #expect(calls.count == 1)
  }

  @Test(arguments: [204, 304, 400, 404])
  func unregisterTakes200And201Only(_ status: Int) {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    bench.run { $0.method == "POST" ? PhoneBench.answer(200) : PhoneBench.answer(204) }
    bench.phone.remove(Self.key, at: bench.now)
    let calls = bench.run {
      $0.method == "DELETE" ? PhoneBench.answer(status) : PhoneBench.answer(200)
    }
    #expect(calls.first?.method == "DELETE")
    #expect(PhoneBench.lines(calls).first?.contains("Unregister task") == true)
    #expect(bench.phone.nextMoment != nil)
  }

  @Test(arguments: [
    #"{"serialNumbers":["A-1"],"lastUpdated":7}"#, #"{"serialNumbers":[1],"lastUpdated":"7"}"#,
    #"{"lastUpdated":"7"}"#, "serialNumbers", "", #"{"serialNumbers":"A-1","lastUpdated":"7"}"#,
  ])
  func aListOfOtherTypesIsMalformedAsAWhole(_ body: String) {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    let calls = bench.run { call in
      switch call.purpose {
      case .list: PhoneBench.answer(200, body)
      default: PhoneBench.answer(200)
      }
    }
    #expect(PhoneBench.lines(calls).first?.contains("Server response was malformed") == true)
    #expect(bench.phone.tags.isEmpty)
    #expect(!calls.contains { $0.purpose == .get(Self.key) })
  }

  @Test func logsAListWithoutTagAndOneWithTheSameTag() throws {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    bench.run(Self.service(tag: "7", version: "v1"))
    bench.phone.askForChanges(at: bench.now)
    let same = bench.run(Self.service(tag: "7", version: "v1"))
    #expect(
      PhoneBench.lines(same).first?.contains("lastUpdated tag (7) remained the same.") == true)
    bench.phone.askForChanges(at: bench.now)
    let missing = bench.run { call in
      call.purpose == .log
        ? PhoneBench.answer(200)
        : PhoneBench.answer(
          call.purpose == .list(passType: Self.type) ? 200 : 304, #"{"serialNumbers":["A-1"]}"#)
    }
    #expect(PhoneBench.lines(missing).first?.contains("omitted a lastUpdated tag") == true)
  }

  @Test func logsAPushThatBroughtNothing() {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    bench.run { $0.method == "POST" ? PhoneBench.answer(200) : PhoneBench.answer(204) }
    bench.phone.push(topic: Self.type, at: bench.now)
    let calls = bench.run { $0.method == "POST" ? PhoneBench.answer(200) : PhoneBench.answer(204) }
    #expect(PhoneBench.lines(calls).first?.contains("Device received spurious push.") == true)
  }

  @Test func logsAPassThatWasListedAndNotChangedOnceItIsFiveMinutesOld() {
    for (age, isLogged) in [(299_000 as Int64, false), (300_000, true)] {
      var bench = PhoneBench()
      bench.phone.add(PhoneBench.pass(), lastModified: "x", at: bench.now)
      bench.run { $0.method == "POST" ? PhoneBench.answer(200) : PhoneBench.answer(204) }
      bench.now += age
      bench.phone.push(topic: Self.type, at: bench.now)
      let calls = bench.run { call in
        switch call.purpose {
        case .list: PhoneBench.answer(200, #"{"serialNumbers":["A-1"],"lastUpdated":"9"}"#)
        case .get: PhoneBench.answer(304)
        default: PhoneBench.answer(200)
        }
      }
      #expect(
        PhoneBench.lines(calls).contains { $0.contains("but the pass was unchanged.") } == isLogged)
    }
  }

  @Test(arguments: [
    ("pass.com.example.gym B-2 v2", "Requested serial number A-1, received serial number B-2"),
    ("pass.com.other A-1 v2", "Requested pass of type pass.com.example.gym, received pass of type"),
    ("rubbish", "Received invalid pass data"),
  ])
  func refusesAnotherPassAndWhatIsNone(_ body: String, _ words: String) {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), lastModified: "x", at: bench.now)
    bench.run { $0.method == "POST" ? PhoneBench.answer(200) : PhoneBench.answer(204) }
    bench.phone.refresh(Self.key, at: bench.now)
    let calls = bench.run { call in
      call.purpose == .get(Self.key)
        ? PhoneBench.answer(200, body, [("Last-Modified", "y")]) : PhoneBench.answer(200)
    }
    #expect(PhoneBench.lines(calls).contains { $0.contains(words) })
    #expect(bench.phone.passes[Self.key]?.pass.manifestDigest == "v1")
  }

  @Test func logsADateThatWasIgnoredAndOneThatIsMissing() {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), lastModified: "x", at: bench.now)
    bench.run { $0.method == "POST" ? PhoneBench.answer(200) : PhoneBench.answer(204) }
    bench.phone.refresh(Self.key, at: bench.now)
    let calls = bench.run { call in
      call.purpose == .get(Self.key)
        ? PhoneBench.answer(200, "pass.com.example.gym A-1 v1") : PhoneBench.answer(200)
    }
    let line = PhoneBench.lines(calls).joined()
    #expect(line.contains("Server ignored the 'if-modified-since' header (x)"))
    #expect(line.contains("did not provide a 'last-modified' header"))
  }

  @Test func afterTooManyPushesTheListWaitsAndThenUpdatesAreSwitchedOff() {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    let service = { (call: PhoneCall) in
      call.method == "GET" ? PhoneBench.answer(204) : PhoneBench.answer(200)
    }
    bench.run(service)
    var sawPause = false
    for _ in 0..<20 {
      bench.now += 1_000
      bench.phone.push(topic: Self.type, at: bench.now)
      let calls = bench.run(service)
      if let next = bench.phone.nextMoment, next - bench.now == 120_000 { sawPause = true }
      if calls.contains(where: { $0.method == "DELETE" }) { break }
    }
    #expect(sawPause)
    #expect(bench.phone.passes[Self.key]?.hasUpdates == false)
    #expect(
      bench.phone.takeEvents().contains {
        $0 == .heldBack(topic: Self.type, level: .switchedOff)
      })
  }

  @Test func theDevelopersSwitchHidesTheRate() {
    var bench = PhoneBench()
    bench.phone.ignoresPushRate = true
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    for _ in 0..<30 { bench.phone.push(topic: Self.type, at: bench.now) }
    #expect(bench.phone.passes[Self.key]?.hasUpdates == true)
  }

  @Test func registersEverythingAgainWithANewPushToken() {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    bench.phone.add(PhoneBench.pass("A-2"), at: bench.now)
    bench.run { $0.method == "POST" ? PhoneBench.answer(201) : PhoneBench.answer(204) }
    bench.phone.changePushToken(to: "ef01", at: bench.now)
    let calls = bench.run { $0.method == "POST" ? PhoneBench.answer(200) : PhoneBench.answer(204) }
    let registered = calls.filter { $0.method == "POST" }
    #expect(registered.count == 2)
    #expect(
      registered.allSatisfy { String(decoding: $0.body, as: UTF8.self).contains("ef01") })
  }

  @Test func staysWithTheAddressItWasGivenWhateverUpdatesSay() {
    var bench = PhoneBench()
    bench.phone.address = "http://127.0.0.1:8080"
    bench.phone.add(PhoneBench.pass(), at: bench.now)
    bench.run(Self.service(tag: "7", version: "v2"))
    bench.phone.push(topic: Self.type, at: bench.now)
    let calls = bench.run(Self.service(tag: "8", version: "v3"))
    #expect(calls.count == 2)
    #expect(calls.allSatisfy { $0.url.hasPrefix("http://127.0.0.1:8080/v1/") })
    #expect(calls[0].path.hasSuffix("?passesUpdatedSince=7"))
  }

  @Test func aPassWithoutServiceAsksNobody() {
    var bench = PhoneBench()
    bench.phone.add(PhoneBench.pass(service: nil), at: bench.now)
    #expect(bench.run { _ in PhoneBench.answer(200) }.isEmpty)
  }

  @Test func aLogCallHoldsFiftyLinesAtMost() {
    var bench = PhoneBench()
    for number in 0..<60 {
      bench.phone.add(PhoneBench.pass("N-\(number)"), at: bench.now)
    }
    let calls = bench.run { $0.purpose == .log ? PhoneBench.answer(200) : PhoneBench.answer(404) }
    let counts = PhoneBench.lines(calls).map { $0.split(separator: "Register task").count - 1 }
    #expect(counts == [50, 10])
  }

  /// Returns a service with a tag and a version of the pass.
  private static func service(tag: String, version: String) -> (PhoneCall) -> PhoneResult {
    { call in
      switch call.purpose {
      case .list:
        PhoneBench.answer(200, #"{"serialNumbers":["A-1"],"lastUpdated":"\#(tag)"}"#)
      case .get(let key):
        PhoneBench.answer(
          200, "\(key.passType) \(key.serial) \(version)",
          [("Last-Modified", "date of \(version)")])
      default: PhoneBench.answer(200)
      }
    }
  }
}

struct PhonePathTests {
  @Test(arguments: [
    ("A-1", "A-1", "A-1"), ("A B", "A%20B", "A%2520B"), ("A/B", "A/B", "A/B"),
    ("50%", "50%25", "50%2525"), ("é", "%C3%A9", "%25C3%25A9"),
    ("a?b#c", "a%3Fb%23c", "a%253Fb%2523c"),
  ])
  func escapesAPartOnceAndTwice(_ text: String, _ once: String, _ twice: String) {
    #expect(PhonePath.part(text, .once) == once)
    #expect(PhonePath.part(text, .twice) == twice)
  }

  @Test func leavesInATagWhatAQueryMayHold() {
    #expect(PhonePath.query("2026-01-01T00:00:00+02:00&a=b/c") == "2026-01-01T00:00:00+02:00&a=b/c")
    #expect(PhonePath.query("a b%") == "a%20b%25")
  }

  @Test(arguments: [
    ("https://a.example/x", "https://a.example/x/v1/log"), ("https://a/", "https://a/v1/log"),
  ])
  func putsOneSlashBehindTheBase(_ base: String, _ url: String) {
    #expect(PhonePath.joined(base, "/v1/log") == url)
  }
}

struct PhoneLogTests {
  @Test func aServiceKnowsEveryLineAPhoneWrites() {
    let key = PhoneBench.key
    let messages: [PhoneLog.Message] = [
      .failed(.register(key), device: "d", since: nil, .authentication),
      .failed(.get(key), device: "d", since: "x", .invalidPass),
      .failed(.list(passType: key.passType), device: "d", since: "7", .malformed),
      .failed(.unregister(key), device: "d", since: nil, .status(204)),
      .wrongSerial(asked: "A", got: "B"), .wrongType(asked: "a", got: "b"), .unchanged(serial: "A"),
      .dateIgnored(serial: "A", since: "x"), .noDate(serial: "A"), .tagSame(count: 1, tag: "7"),
      .tagMissing(count: 2), .spuriousPush(tag: "7", device: "d"), .unregisteredSerial("A"),
      .personalizedUnchanged(serial: "A"), .personalizationSignature,
    ]
    let causes = messages.map { LogMessage.cause(of: $0.line(at: PhoneBench.start)) }
    #expect(!causes.contains(.unknown))
    #expect(Set(causes) == Set(LogMessage.Cause.allCases).subtracting([.unknown]))
  }
}
