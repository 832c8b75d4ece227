// SPDX-License-Identifier: Apache-2.0

import PassPush
import PassRegistry
import PassUpdates

extension PushStep {
  /// Returns the new state of pushes in the outbox. It is empty if the topic pauses or stops.
  ///
  /// - Parameter entry: the push that got a response.
  func outcomes(
    of entry: OutboxEntry, _ verdict: PushVerdict, now: Int64
  ) -> [(OutboxEntry, OutboxOutcome)] {
    switch self {
    case .done(let token) where verdict == .badDeviceToken:
      // Kept for 30 minutes. It is deleted once the environment of the push service is known to be
      // right, else retried.
      [(entry.to(token), .later(now + 1_800))]
    case .done(let token): [(entry.to(token), .delivered)]
    case .delete(let tokens, let moment):
      tokens.map { (entry.to($0), .gone(before: moment ?? .max)) }
    case .later(let token, let milliseconds):
      [(entry.to(token), .later(now + max(1, milliseconds / 1_000)))]
    case .renewToken: [(entry, .later(now + 1))]
    case .pauseTopic, .stopTopic: []
    }
  }
}

extension OutboxEntry {
  /// Returns the entry of another push token that is settled with this one.
  fileprivate func to(_ token: String) -> OutboxEntry {
    token == pushToken
      ? self
      : OutboxEntry(passType: passType, pushToken: token, number: .max, attempts: 0)
  }
}

extension [String: DevicePace] {
  /// Returns the new pace of the devices whose push was delivered.
  func after(_ answers: [(OutboxEntry, PushResult)], at now: Int64) -> [String: DevicePace] {
    var changed: [String: DevicePace] = [:]
    for (entry, answer) in answers where PushVerdict(of: answer) == .delivered {
      guard var known = self[entry.pushToken] else { continue }
      var pace = known.pace(at: now)
      pace.sent(at: now, passes: Swift.max(1, known.passes))
      known.score = pace.rate.score
      known.lastAt = pace.rate.lastAt
      changed[entry.pushToken] = known
    }
    return changed
  }
}

extension PassStore {
  /// Returns the passes of push tokens that the push service does not know. They are few.
  func passes(
    ofUnknown answers: [(OutboxEntry, PushResult)]
  ) async throws(StoreError) -> [String: Int64] {
    let unknown = answers.filter { PushVerdict(of: $0.1) == .badDeviceToken }.map(\.0)
    return unknown.isEmpty ? [:] : try await passes(of: unknown)
  }
}
