// SPDX-License-Identifier: Apache-2.0

package import PassPush
package import PassRegistry
import PassUpdates

/// A manual push: to devices in a store, or to push tokens from a file.
package struct HandPush: Sendable {
  /// The result, in numbers of devices.
  package struct Outcome: Hashable, Sendable {
    /// Accepted by the push service. In a dry run, pushes that would be sent.
    package var sent = 0
    /// Push tokens that are no longer valid (410).
    package var gone = 0
    /// Push tokens that the push service does not know.
    package var unknown = 0
    /// Deferred by the push service.
    package var later = 0
    /// Without a response, by reason.
    package var unanswered: [String: Int] = [:]
    /// Not sent: nothing has changed since the last push to these devices.
    package var unchanged = 0
    /// Not sent: their pushes were deferred before and are not due.
    package var putOff = 0
    /// Sent to devices that got so many pushes lately that they delay updates.
    package var tooSoon = 0
    /// Not sent: pass type identifiers that the certificate cannot push for.
    package var foreign: [String: Int] = [:]
    /// Not sent: their topic was stopped.
    package var left = 0
    package var stopped: Stop?

    /// The reason why a topic was stopped, and advice for the user.
    package struct Stop: Hashable, Sendable {
      package let why: String
      package let help: String
    }

    package init() {}

    /// Number of pushes without a response.
    package var unansweredCount: Int { unanswered.values.reduce(0, +) }
  }

  /// Most pushes in progress.
  static let atOnce = 1_000

  /// The sender. Nil in a dry run, which only counts.
  private let sender: (any PushSending)?
  /// The only topic to push. Nil for all.
  private let topic: String?
  /// Whether to push devices that have nothing to fetch or whose push is deferred.
  private let isForced: Bool
  private let clock: @Sendable () -> Int64

  /// - Parameters:
  ///   - sender: nil for a dry run, which only counts.
  ///   - topic: the only pass type identifier to push. Nil for all.
  ///   - isForced: whether to push devices that have nothing to fetch or whose push is deferred.
  ///   - clock: seconds since 1970.
  package init(
    _ sender: (any PushSending)?, topic: String?, isForced: Bool,
    clock: @escaping @Sendable () -> Int64
  ) {
    self.sender = sender
    self.topic = topic
    self.isForced = isForced
    self.clock = clock
  }

  /// Pushes to a list of push tokens.
  package func push(tokens: [String], of topic: String) async -> Outcome {
    var work = Sending(self, store: nil)
    var rest = tokens[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.atOnce)
      rest = rest.dropFirst(some.count)
      // Only the store throws, and there is none.
      try? await work.send(
        some.map { OutboxEntry(passType: topic, pushToken: $0, number: 0, attempts: 0) })
    }
    return work.outcome
  }

  /// Pushes to the devices of these passes, each once. Nil means all passes.
  package func push(
    serials: [String]?, in store: any PassStore
  ) async throws(StoreError) -> Outcome {
    var work = Sending(self, store: store)
    var seen: Set<OutboxEntry.Key> = []
    for serial in serials?.map(Optional.some) ?? [nil] {
      var last: Int64 = 0
      while true {
        var page = try await store.recipients(
          serial: serial, after: last, limit: Self.atOnce, now: clock())
        guard let end = page.last else { break }
        last = end.place
        // With all passes the store returns each device once. With several serial numbers, a device
        // may have two of the passes. It is neither pushed to nor counted twice.
        if let serials, serials.count > 1 {
          page = page.filter { seen.insert($0.entry.key).inserted }
        }
        try await work.send(choose(page, &work.outcome))
      }
    }
    return work.outcome
  }

  private func choose(_ page: [PushRecipient], _ outcome: inout Outcome) -> [OutboxEntry] {
    var chosen: [OutboxEntry] = []
    for recipient in page {
      let entry = recipient.entry
      if let topic, topic != entry.passType {
        outcome.foreign[entry.passType, default: 0] += 1
        continue
      }
      switch recipient.pendingKind {
      case .now: chosen.append(entry)
      case .nothing where !isForced: outcome.unchanged += 1
      case .later where !isForced: outcome.putOff += 1
      case .nothing, .later: chosen.append(entry)
      }
    }
    return chosen
  }

  // MARK: Sending

  private struct Sending {
    let push: HandPush
    let store: (any PassStore)?
    var outcome = Outcome()
    private var topics: [String: TopicGuard] = [:]
    private var proven: Set<String> = []

    init(_ push: HandPush, store: (any PassStore)?) {
      self.push = push
      self.store = store
    }

    mutating func send(_ entries: [OutboxEntry]) async throws(StoreError) {
      for (topic, entries) in Dictionary(grouping: entries, by: \.passType)
        .sorted(by: { $0.key < $1.key })
      {
        var rest = entries[...]
        if !proven.contains(topic) {
          // The first push of a topic is sent alone. If the certificate or push key is wrong, there
          // is only one failed request.
          try await send(rest.prefix(1), topic)
          rest = rest.dropFirst()
          proven.insert(topic)
        }
        try await send(rest, topic)
      }
    }

    private mutating func send(
      _ entries: ArraySlice<OutboxEntry>, _ topic: String
    ) async throws(StoreError) {
      guard !entries.isEmpty else { return }
      var guardian = topics[topic] ?? TopicGuard()
      guard guardian.stopped == nil else {
        outcome.left += entries.count
        return
      }
      guard let sender = push.sender else {
        outcome.sent += entries.count
        return
      }
      let now = push.clock()
      let paces = try await store?.paces(of: Array(entries)) ?? [:]
      outcome.tooSoon += entries.count { entry in
        paces[entry.pushToken].map { $0.isTooSoon(at: now * 1_000) } ?? false
      }
      let answers = Array(zip(entries, await HandPush.answers(to: Array(entries), topic, sender)))
      let passes = try await store?.passes(ofUnknown: answers) ?? [:]
      var outcomes: [(OutboxEntry, OutboxOutcome)] = []
      for (entry, answer) in answers {
        let verdict = PushVerdict(of: answer)
        count(verdict)
        guard guardian.stopped == nil else { continue }
        for step in guardian.handle(
          verdict, token: entry.pushToken, pass: passes[entry.pushToken],
          chance: .random(in: 0...1))
        {
          // A push without a response keeps its place in the outbox.
          if case .again = verdict { continue }
          outcomes += step.outcomes(of: entry, verdict, now: now)
          if case .stopTopic(let why, let help) = step {
            outcome.stopped = Outcome.Stop(why: why, help: help)
          }
        }
      }
      topics[topic] = guardian
      try await store?.settle(outcomes, now: now)
      try await store?.save(paces.after(answers, at: now * 1_000))
    }

    private mutating func count(_ verdict: PushVerdict) {
      switch verdict {
      case .delivered: outcome.sent += 1
      case .deviceGone: outcome.gone += 1
      case .badDeviceToken: outcome.unknown += 1
      case .laterForDevice, .later, .tooManyTokens: outcome.later += 1
      case .again(let words): outcome.unanswered[words, default: 0] += 1
      case .renewToken, .stopTopic, .credentialRefused: outcome.left += 1
      }
    }
  }

  /// Sends pushes, and once more those without a response. A second push does no harm.
  private static func answers(
    to entries: [OutboxEntry], _ topic: String, _ sender: any PushSending
  ) async -> [PushResult] {
    var answers = await sender.send(topic: topic, deviceTokens: entries.map(\.pushToken))
    let open = answers.indices.filter {
      if case .again = PushVerdict(of: answers[$0]) { true } else { false }
    }
    guard !open.isEmpty else { return answers }
    let later = await sender.send(
      topic: topic, deviceTokens: open.map { entries[$0].pushToken })
    for (index, answer) in zip(open, later) { answers[index] = answer }
    return answers
  }
}

extension OutboxEntry {
  /// The identity of a push.
  fileprivate struct Key: Hashable {
    let passType: String
    let pushToken: String
  }

  fileprivate var key: Key { Key(passType: passType, pushToken: pushToken) }
}

extension DevicePace {
  /// Returns whether the device would delay its next request after a push now. Time is in
  /// milliseconds since 1970.
  func isTooSoon(at now: Int64) -> Bool { pace(at: now).isTooSoon(at: now, passes: max(1, passes)) }

  /// Returns the first time from `now` on at which a push does not make the device delay its
  /// requests, in milliseconds since 1970.
  func earliest(from now: Int64) -> Int64 {
    pace(at: now).earliest(from: now, passes: max(1, passes))
  }

  /// Returns the estimated pace of the device. A last push in the future, sent before the clock was
  /// set back, counts as sent now.
  func pace(at now: Int64) -> PushPace {
    PushPace(PushRate(score: score, lastAt: lastAt.map { min($0, now) }))
  }
}
