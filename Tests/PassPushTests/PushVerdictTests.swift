// SPDX-License-Identifier: Apache-2.0

import PassPush
import PassRehearsal
import PassUpdates
import Testing

struct PushVerdictTests {
  /// Every row of the table of responses.
  static let rows: [(PushResult.Response, PushVerdict)] = [
    (.init(status: 200), .delivered),
    (.init(status: 410, reason: "Unregistered", timestamp: 5), .deviceGone(before: 5)),
    (.init(status: 410, reason: "ExpiredToken", timestamp: 6), .deviceGone(before: 6)),
    (.init(status: 410), .deviceGone(before: nil)),
    (.init(status: 400, reason: "BadDeviceToken"), .badDeviceToken),
    (
      .init(status: 400, reason: "DeviceTokenNotForTopic"),
      .stopTopic("400 DeviceTokenNotForTopic")
    ),
    (.init(status: 400, reason: "TopicDisallowed"), .stopTopic("400 TopicDisallowed")),
    (.init(status: 400, reason: "MissingTopic"), .stopTopic("400 MissingTopic")),
    (.init(status: 400, reason: "BadTopic"), .stopTopic("400 BadTopic")),
    (.init(status: 400, reason: "BadMessageId"), .stopTopic("400 BadMessageId")),
    (.init(status: 404, reason: "BadPath"), .stopTopic("404 BadPath")),
    (.init(status: 405, reason: "MethodNotAllowed"), .stopTopic("405 MethodNotAllowed")),
    (.init(status: 413, reason: "PayloadTooLarge"), .stopTopic("413 PayloadTooLarge")),
    (.init(status: 403, reason: "BadCertificate"), .credentialRefused("403 BadCertificate")),
    (
      .init(status: 403, reason: "BadCertificateEnvironment"),
      .credentialRefused("403 BadCertificateEnvironment")
    ),
    (
      .init(status: 403, reason: "InvalidProviderToken"),
      .credentialRefused("403 InvalidProviderToken")
    ),
    (
      .init(status: 403, reason: "MissingProviderToken"),
      .credentialRefused("403 MissingProviderToken")
    ),
    (.init(status: 403, reason: "Forbidden"), .credentialRefused("403 Forbidden")),
    (
      .init(status: 403, reason: "UnrelatedKeyIdInToken"),
      .credentialRefused("403 UnrelatedKeyIdInToken")
    ),
    (
      .init(status: 403, reason: "BadEnvironmentKeyIdInToken"),
      .credentialRefused("403 BadEnvironmentKeyIdInToken")
    ),
    (.init(status: 403, reason: "ExpiredProviderToken"), .renewToken),
    (.init(status: 429, reason: "TooManyRequests"), .laterForDevice),
    (.init(status: 429, reason: "TooManyProviderTokenUpdates"), .tooManyTokens),
    (.init(status: 500, reason: "InternalServerError"), .later(seconds: nil)),
    (.init(status: 503, reason: "ServiceUnavailable"), .later(seconds: nil)),
    (.init(status: 503, reason: "Shutdown", retryAfter: 7), .later(seconds: 7)),
  ]

  @Test(arguments: rows.indices)
  func asksForWhatTheTableSays(_ row: Int) {
    let (answer, verdict) = Self.rows[row]
    #expect(PushVerdict(of: .response(answer)) == verdict)
  }

  @Test func whatHadNoAnswerIsSentAgain() {
    #expect(PushVerdict(of: .unanswered("GOAWAY")) == .again("GOAWAY"))
  }

  @Test func readsReasonAndTimestampOfABody() {
    let body = Array(#"{"reason":"Unregistered","timestamp":1700000000123}"#.utf8)
    let answer = PushResult.Response(status: 410, body: body, retryAfter: "12")
    #expect(answer.reason == "Unregistered")
    #expect(answer.timestamp == 1_700_000_000_123)
    #expect(answer.retryAfter == 12)
  }

  @Test(arguments: ["", "<html>", #"{"reason":7}"#, "[]"])
  func aBodyOfAnotherFormHasNoReason(_ body: String) {
    let answer = PushResult.Response(status: 400, body: Array(body.utf8), retryAfter: "soon")
    #expect(answer.reason == nil && answer.timestamp == nil && answer.retryAfter == nil)
  }

  @Test(arguments: [
    ("ab", true), ("ABCDEF0123456789", true), ("", false), ("abc", false), ("xy", false),
    ("../x", false), ("ab cd", false), (String(repeating: "a", count: 514), false),
  ])
  func sendsToHexOfEvenLengthOnly(_ token: String, _ isSendable: Bool) {
    #expect(PushToken.isSendable(token) == isSendable)
  }
}

struct TopicGuardTests {
  @Test func keepsWhatCameBackSinceTheMomentOfA410() {
    var guardian = TopicGuard()
    let steps = guardian.handle(.deviceGone(before: 1_000), token: "aa")
    #expect(steps == [.done(token: "aa"), .delete(tokens: ["aa"], registeredBefore: 1_000)])
  }

  @Test func stopsTheTopicBeforeAnythingIsDeletedWhenMostTokensAreUnknown() {
    var guardian = TopicGuard()
    var steps: [PushStep] = []
    for number in 0..<20 where guardian.stopped == nil {
      steps += guardian.handle(.badDeviceToken, token: "\(number)")
    }
    #expect(guardian.stopped == "BadDeviceToken for 11 of the last 11 devices")
    #expect(!steps.contains { if case .delete = $0 { true } else { false } })
    #expect(
      steps.last
        == .stopTopic(
          why: "BadDeviceToken for 11 of the last 11 devices",
          help: "use push tokens of production: passes are pushed only there"))
  }

  @Test func countsWhatFailedTogetherOnce() {
    var guardian = TopicGuard()
    for number in 0..<100 {
      let steps = guardian.handle(
        .again("reset"), token: "\(number)", isSameFailure: number > 0)
      #expect(steps == [.later(token: "\(number)", milliseconds: TopicGuard.topicPauses[0])])
    }
    #expect(
      guardian.handle(.later(seconds: nil), token: "a")
        == [
          .later(token: "a", milliseconds: TopicGuard.topicPauses[1]),
          .pauseTopic(milliseconds: TopicGuard.topicPauses[1]),
        ])
  }

  @Test func waitsLongerEachTimeNothingIsAnswered() {
    var guardian = TopicGuard()
    for pause in TopicGuard.topicPauses + [900_000] {
      #expect(guardian.handleSilence() == pause)
    }
    #expect(guardian.handleSilence(chance: 1) == 1_350_000)
    _ = guardian.handle(.delivered, token: "aa")
    #expect(guardian.handleSilence() == 1_000)
  }

  @Test func deletesAnUnknownTokenOnceNineteenOthersWereTaken() {
    var guardian = TopicGuard()
    #expect(guardian.handle(.badDeviceToken, token: "aa") == [.done(token: "aa")])
    for number in 1..<19 {
      #expect(guardian.handle(.delivered, token: "\(number)") == [.done(token: "\(number)")])
    }
    #expect(
      guardian.handle(.delivered, token: "bb")
        == [.done(token: "bb"), .delete(tokens: ["aa"], registeredBefore: nil)])
  }

  /// Independent of the order of good and unknown tokens before it.
  @Test(arguments: 0...40)
  func stopsBeforeAnythingIsDeletedOfWhatStopsIt(_ good: Int) {
    var guardian = TopicGuard()
    var steps: [PushStep] = []
    for number in 0..<good { steps += guardian.handle(.delivered, token: "good \(number)") }
    for number in 0..<60 where guardian.stopped == nil {
      steps += guardian.handle(
        number % 7 == 3 ? .delivered : .badDeviceToken, token: "unknown \(number)")
    }
    #expect(guardian.stopped != nil)
    #expect(!steps.contains { if case .delete = $0 { true } else { false } })
  }

  @Test func oneDeviceThatIsTriedAgainStopsNothing() {
    var guardian = TopicGuard()
    for _ in 0..<100 {
      #expect(guardian.handle(.badDeviceToken, token: "aa") == [.done(token: "aa")])
    }
    #expect(guardian.stopped == nil)
  }

  @Test func tokensThatWereMadeUpForOnePassStopNothing() {
    var guardian = TopicGuard()
    _ = guardian.handle(.delivered, token: "aa")
    for number in 0..<100 {
      let steps = guardian.handle(.badDeviceToken, token: "\(number)", pass: 7)
      #expect(steps == [.done(token: "\(number)")])
    }
    #expect(guardian.stopped == nil)
    // The push that counts is sent like any other, and the next one counts again.
    var deleted: [String] = []
    for number in 0..<40 {
      for case .delete(let tokens, _) in guardian.handle(.delivered, token: "good \(number)") {
        deleted += tokens
      }
      _ = guardian.handle(.badDeviceToken, token: "1", pass: 7)
    }
    #expect(deleted == ["0", "1"])
  }

  @Test func tokensOfOnePassCountWhereNoneWasEverKnown() {
    var guardian = TopicGuard()
    for number in 0..<11 {
      _ = guardian.handle(.badDeviceToken, token: "\(number)", pass: 7)
    }
    #expect(guardian.stopped != nil)
  }

  @Test func tokensOfManyPassesStopTheTopicAsBefore() {
    var guardian = TopicGuard()
    _ = guardian.handle(.delivered, token: "aa")
    for number in 0..<11 {
      _ = guardian.handle(.badDeviceToken, token: "\(number)", pass: Int64(number))
    }
    #expect(guardian.stopped == "BadDeviceToken for 11 of the last 12 devices")
  }

  @Test func halfOfTheLastTwentyIsNotMoreThanHalf() {
    var guardian = TopicGuard()
    var deleted: [String] = []
    for number in 0..<40 {
      let verdict: PushVerdict = number.isMultiple(of: 2) ? .delivered : .badDeviceToken
      for case .delete(let tokens, _) in guardian.handle(verdict, token: "\(number)") {
        deleted += tokens
      }
    }
    #expect(guardian.stopped == nil)
    // Those of the first twenty responses. It is not yet known how many of the others are bad.
    #expect(deleted == (0..<10).map { "\($0 * 2 + 1)" })
  }

  @Test func aTokenThatIsTakenAgainIsNotDeleted() {
    var guardian = TopicGuard()
    _ = guardian.handle(.badDeviceToken, token: "aa")
    let steps = guardian.handle(.delivered, token: "aa")
    #expect(steps == [.done(token: "aa")])
  }

  @Test func oneDeviceWaitsLongerEachTimeAndTheTopicGoesOn() {
    var guardian = TopicGuard()
    var pauses: [Int64] = []
    for _ in 0..<8 {
      for case .later(_, let pause) in guardian.handle(.laterForDevice, token: "aa") {
        pauses.append(pause)
      }
    }
    #expect(pauses == TopicGuard.devicePauses + [43_200_000, 43_200_000])
  }

  @Test func honoursWhatTheServiceAsksToWait() {
    var guardian = TopicGuard()
    #expect(
      guardian.handle(.later(seconds: 7), token: "aa")
        == [.later(token: "aa", milliseconds: 7_000), .pauseTopic(milliseconds: 7_000)])
  }

  @Test func chanceMakesPausesLongerByHalfAtMost() {
    var guardian = TopicGuard()
    #expect(
      guardian.handle(.later(seconds: nil), token: "aa", chance: 1)
        == [.later(token: "aa", milliseconds: 1_500), .pauseTopic(milliseconds: 1_500)])
  }

  @Test func renewsATokenOnceAndThenStops() {
    var guardian = TopicGuard()
    #expect(guardian.handle(.renewToken, token: "aa") == [.renewToken(token: "aa")])
    guard case .stopTopic? = guardian.handle(.renewToken, token: "aa").first else {
      Issue.record("the topic goes on with a token that is refused twice")
      return
    }
  }

  @Test func waitsAfterTooManyTokensAndKeepsTheOneThereIs() {
    var guardian = TopicGuard()
    #expect(
      guardian.handle(.tooManyTokens, token: "aa") == [
        .later(token: "aa", milliseconds: 1_200_000), .pauseTopic(milliseconds: 1_200_000),
      ])
  }

  @Test(arguments: [
    PushVerdict.stopTopic("400 TopicDisallowed"), .credentialRefused("403 BadCertificate"),
  ])
  func stopsWhenWeAreAtFaultAndSaysWhatToDo(_ verdict: PushVerdict) {
    var guardian = TopicGuard()
    let steps = guardian.handle(verdict, token: "aa")
    #expect(steps.count == 1)
    guard case .stopTopic(_, let help)? = steps.first else {
      Issue.record("the topic goes on")
      return
    }
    #expect(help.contains("certificate"))
    guardian.resume()
    #expect(guardian.stopped == nil)
  }
}

struct PushPaceTests {
  private static let start: Int64 = 1_800_000_000_000

  @Test func holdsPushesBackBeforeADeviceWould() {
    var pace = PushPace()
    var now = Self.start
    for _ in 0..<200 {
      now = pace.earliest(from: now + 1_000, passes: 1)
      pace.sent(at: now, passes: 1)
      #expect(pace.rate.level == .atOnce)
    }
    // It allows a few immediately and then continues at the neutral interval.
    #expect(now - Self.start > 150 * 3_600_000)
  }

  @Test func warnsOfAPushThatADeviceWouldPutOff() {
    var pace = PushPace()
    for _ in 0..<4 { pace.sent(at: Self.start, passes: 1) }
    #expect(pace.isTooSoon(at: Self.start + 1_000, passes: 1) == false)
    pace.sent(at: Self.start, passes: 1)
    #expect(pace.isTooSoon(at: Self.start, passes: 1))
    #expect(!pace.isTooSoon(at: Self.start + 8 * 3_600_000, passes: 1))
  }
}
