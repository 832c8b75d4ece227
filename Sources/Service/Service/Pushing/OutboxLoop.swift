// SPDX-License-Identifier: Apache-2.0

import Logging
import PassPush
import PassRegistry
import PassUpdates

/// Sends the pushes that wait: a topic by itself, so that one that stands still holds up no other.
struct OutboxLoop: Sendable {
  let store: any PassStore
  let sender: any PushSending
  /// The only topic the certificate is good for; nil where a key sends for all.
  let topic: String?
  /// Whether pushes that would come too often for a device are held back.
  var isPaced = false
  let state: ServiceState
  let metrics: ServiceMetrics
  let logger: Logger
  let clock: @Sendable () -> Int64
  /// How many pushes are read at once, and are on their way at once.
  static let atOnce = 400

  /// Sends until the service ends.
  func run() async {
    var topics: [String: TopicState] = [:]
    var renewals = state.renewals
    while !Task.isCancelled {
      if state.renewals != renewals {
        // Somebody has acted: topics that stand still go on.
        renewals = state.renewals
        topics = [:]
        state.nothingStands()
      }
      do {
        for name in try await store.topics(now: clock()) where !Task.isCancelled {
          var topic = topics[name] ?? TopicState()
          // Also of one whose outcome could not be kept: that it stands still, or waits.
          defer { topics[name] = topic }
          try await send(name, &topic)
        }
      } catch {
        logger.error("cannot read or store pushes", metadata: ["reason": "\(error)"])
      }
      await state.waitForWork(atMost: .seconds(1))
    }
  }

  /// What is remembered of a topic between its pushes.
  private struct TopicState {
    var decisions = TopicGuard()
    var pausedUntil: Int64 = 0
    /// When it was paused: a clock that says less was set back, and the pause is over.
    var pausedAt: Int64 = 0
    var hasSaidForeign = false
    /// When it was last said that devices are pushed too often.
    var warnedAt: Int64?

    func isPaused(at now: Int64) -> Bool { pausedAt <= now && now < pausedUntil }

    /// Waits from now on, and says until when: whole seconds, a second at least.
    @discardableResult
    mutating func pause(_ milliseconds: Int64, at now: Int64) -> Int64 {
      pausedAt = now
      pausedUntil = now + max(1, milliseconds / 1_000)
      return pausedUntil
    }
  }

  private func send(_ name: String, _ topic: inout TopicState) async throws {
    if let own = self.topic, own != name {
      if !topic.hasSaidForeign {
        topic.hasSaidForeign = true
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
      try await store.keep(paces.after(answers, at: now))
    }
  }

  /// At most once an hour for a topic.
  private func warn(of count: Int, _ name: String, _ topic: inout TopicState) {
    let now = clock()
    if let last = topic.warnedAt, (0..<3_600).contains(now - last) { return }
    guard count > 0 else { return }
    topic.warnedAt = now
    logger.warning(
      "too many pushes: devices delay their updates, and in the end switch them off",
      metadata: [
        "topic": "\(name)", "devices": "\(count)",
        "help": "merge changes of a few minutes, or serve with --pace",
      ])
  }

  /// Says why pushes were not answered, once for those that were sent together.
  private func tell(of answers: [(OutboxEntry, PushAnswer)], _ name: String) {
    let reasons = answers.compactMap { _, answer in
      if case .unanswered(let reason) = answer { reason } else { nil }
    }
    guard let reason = reasons.first else { return }
    var metadata: Logger.Metadata = [
      "topic": "\(name)", "pushes": "\(reasons.count)", "reason": "\(reason)",
    ]
    if reason == PushSender.untrusted {
      metadata["help"] = "to push to a test service, give its authority with --push-trust"
    }
    logger.warning("no response to pushes; passc will retry", metadata: metadata)
  }

  private func outcomes(
    _ answers: [(OutboxEntry, PushAnswer)], _ passes: [String: Int64], _ name: String,
    _ topic: inout TopicState
  ) -> [(OutboxEntry, OutboxOutcome)] {
    let now = clock()
    var outcomes: [(OutboxEntry, OutboxOutcome)] = []
    var hasFailed = false
    tell(of: answers, name)
    if !answers.isEmpty, answers.allSatisfy({ $0.1.isUnanswered }) {
      for _ in answers { metrics.count(push: PushVerdict.again("").metric) }
      let end = topic.pause(topic.decisions.takeSilence(chance: .random(in: 0...1)), at: now)
      return answers.map { ($0.0, .later(end)) }
    }
    for (entry, answer) in answers {
      let verdict = PushVerdict(of: answer)
      metrics.count(push: verdict.metric)
      // What comes after a stop stays in the outbox as it is.
      guard topic.decisions.stopped == nil else { continue }
      let steps = topic.decisions.take(
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

extension PushAnswer {
  /// Whether there was no answer.
  fileprivate var isUnanswered: Bool {
    if case .unanswered = self { true } else { false }
  }
}

extension PushVerdict {
  /// Whether it says something of the topic's connection, and nothing of the device.
  fileprivate var isFailureOfTopic: Bool {
    switch self {
    case .later, .again: true
    default: false
    }
  }

  /// The name under which it is counted.
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
