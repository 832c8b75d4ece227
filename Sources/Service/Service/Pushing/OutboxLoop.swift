// SPDX-License-Identifier: Apache-2.0

import Logging
import PassPush
import PassRegistry
import PassUpdates

/// Sends waiting pushes, each topic separately, so that a stopped topic does not block others.
struct OutboxLoop: Sendable {
  let store: any PassStore
  let sender: any PushSending
  /// The only topic of the certificate. Nil with a push key, which works for every topic of the
  /// team.
  let topic: String?
  /// Whether pushes that are too frequent for a device are held back.
  var isPaced = false
  let state: ServiceState
  let metrics: ServiceMetrics
  let logger: Logger
  let clock: @Sendable () -> Int64
  /// Number of pushes that are read and sent at once.
  static let atOnce = 400

  /// Sends until the service ends.
  func run() async {
    var topics: [String: TopicState] = [:]
    var renewals = state.renewals
    while !Task.isCancelled {
      if state.renewals != renewals {
        // SIGHUP: the operator has fixed something, so stopped topics are tried again.
        renewals = state.renewals
        topics = [:]
        state.clearStoppedTopics()
      }
      do {
        for name in try await store.topics(now: clock()) where !Task.isCancelled {
          var topic = topics[name] ?? TopicState()
          // With `defer`, so that a stop or pause is also kept if the store throws.
          defer { topics[name] = topic }
          try await send(name, &topic)
        }
      } catch {
        logger.error("cannot read or store pushes", metadata: ["reason": "\(error)"])
      }
      await state.waitForWork(atMost: .seconds(1))
    }
  }

  /// The state of a topic between its pushes.
  private struct TopicState {
    var decisions = TopicGuard()
    var pausedUntil: Int64 = 0
    /// Time when the pause began. If the clock shows an earlier time, it was set back, and the
    /// pause is over.
    var pausedAt: Int64 = 0
    var hasLoggedForeign = false
    /// Time of the last warning about too many pushes.
    var warnedAt: Int64?

    func isPaused(at now: Int64) -> Bool { pausedAt <= now && now < pausedUntil }

    /// Pauses the topic for a number of milliseconds, rounded down to seconds but at least one
    /// second. Returns the end of the pause in seconds since 1970.
    @discardableResult
    mutating func pause(_ milliseconds: Int64, at now: Int64) -> Int64 {
      pausedAt = now
      pausedUntil = now + max(1, milliseconds / 1_000)
      return pausedUntil
    }
  }

  private func send(_ name: String, _ topic: inout TopicState) async throws {
    if let own = self.topic, own != name {
      if !topic.hasLoggedForeign {
        topic.hasLoggedForeign = true
        logger.warning(
          "the certificate cannot push for this pass type identifier",
          metadata: ["topic": "\(name)", "certificate": "\(own)"])
      }
      return
    }
    while topic.decisions.stopped == nil, !topic.isPaused(at: clock()), !Task.isCancelled {
      let entries = try await store.claim(topic: name, now: clock(), limit: Self.atOnce)
      guard !entries.isEmpty else { return }
      let paces = try await store.paces(of: entries)
      var held: [(OutboxEntry, OutboxOutcome)] = []
      let now = clock() * 1_000
      var tooSoon = 0
      let sendable = entries.filter { entry in
        guard let known = paces[entry.pushToken] else { return true }
        let earliest = isPaced ? known.earliest(from: now) : now
        if earliest > now {
          held.append((entry, .later((earliest + 999) / 1_000)))
          return false
        }
        if known.isTooSoon(at: now) { tooSoon += 1 }
        return true
      }
      for _ in held { metrics.count(push: "held") }
      try await store.settle(held, now: clock())
      warn(of: tooSoon, name, &topic)
      let answers = Array(
        zip(
          sendable,
          await sender.send(topic: name, deviceTokens: sendable.map(\.pushToken))))
      let passes = try await store.passes(ofUnknown: answers)
      try await store.settle(outcomes(answers, passes, name, &topic), now: clock())
      try await store.save(paces.after(answers, at: now))
    }
  }

  /// Logs a warning, at most once an hour for a topic.
  private func warn(of count: Int, _ name: String, _ topic: inout TopicState) {
    let now = clock()
    if let last = topic.warnedAt, (0..<3_600).contains(now - last) { return }
    guard count > 0 else { return }
    topic.warnedAt = now
    logger.warning(
      "too many pushes: devices delay their updates, and in the end switch them off",
      metadata: [
        "topic": "\(name)", "devices": .count(count),
        "help": "merge changes of a few minutes, or serve with --pace",
      ])
  }

  /// Logs pushes without a response, once for all that were sent together.
  private func logUnanswered(_ answers: [(OutboxEntry, PushResult)], _ name: String) {
    let reasons = answers.compactMap { _, answer in
      if case .unanswered(let reason) = answer { reason } else { nil }
    }
    guard let reason = reasons.first else { return }
    var metadata: Logger.Metadata = [
      "topic": "\(name)", "pushes": .count(reasons.count), "reason": "\(reason)",
    ]
    if reason == PushSender.untrusted {
      metadata["help"] = "to push to a test service, give its authority with --push-trust"
    }
    logger.warning("no response to pushes; passc will retry", metadata: metadata)
  }

  private func outcomes(
    _ answers: [(OutboxEntry, PushResult)], _ passes: [String: Int64], _ name: String,
    _ topic: inout TopicState
  ) -> [(OutboxEntry, OutboxOutcome)] {
    let now = clock()
    var outcomes: [(OutboxEntry, OutboxOutcome)] = []
    var hasFailed = false
    logUnanswered(answers, name)
    if !answers.isEmpty, answers.allSatisfy({ $0.1.isUnanswered }) {
      for _ in answers { metrics.count(push: PushVerdict.again("").metric) }
      let end = topic.pause(topic.decisions.handleSilence(chance: .random(in: 0...1)), at: now)
      return answers.map { ($0.0, .later(end)) }
    }
    for (entry, answer) in answers {
      let verdict = PushVerdict(of: answer)
      metrics.count(push: verdict.metric)
      // After a stop, the other pushes keep their place in the outbox.
      guard topic.decisions.stopped == nil else { continue }
      let steps = topic.decisions.handle(
        verdict, token: entry.pushToken, pass: passes[entry.pushToken],
        chance: .random(in: 0...1), isSameFailure: hasFailed)
      hasFailed = hasFailed || verdict.isFailureOfTopic
      for step in steps {
        outcomes += step.outcomes(of: entry, verdict, now: now)
        switch step {
        case .pauseTopic(let milliseconds): topic.pause(milliseconds, at: now)
        case .stopTopic(let why, let help):
          state.stopped(name, why: why, help: help)
          logger.error(
            "pushes are stopped",
            metadata: [
              "topic": "\(name)", "reason": "\(why)",
              "help": "\(help); then send SIGHUP",
            ])
        case .done, .delete, .later, .renewToken: break
        }
      }
    }
    return outcomes
  }
}

extension PushResult {
  fileprivate var isUnanswered: Bool {
    if case .unanswered = self { true } else { false }
  }
}

extension PushVerdict {
  /// Whether it is about the connection or the topic rather than the device.
  fileprivate var isFailureOfTopic: Bool {
    switch self {
    case .later, .again: true
    default: false
    }
  }

  /// The label in the metrics.
  fileprivate var metric: String {
    switch self {
    case .delivered: "delivered"
    case .deviceGone: "gone"
    case .badDeviceToken: "bad_device_token"
    case .laterForDevice, .later, .tooManyTokens, .renewToken: "later"
    case .stopTopic, .credentialRefused: "refused"
    case .again: "unanswered"
    }
  }
}
