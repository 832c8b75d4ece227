// SPDX-License-Identifier: Apache-2.0

import PassPush
import PassRegistry
import PassUpdates

extension PushStep {
  /// What becomes of pushes in the outbox after this step; nothing where a topic pauses or stops.
  ///
  /// - Parameter entry: the push that was answered.
  func outcomes(
    of entry: OutboxEntry, _ verdict: PushVerdict, now: Int64
  ) -> [(OutboxEntry, OutboxOutcome)] {
    switch self {
    case .done(let token) where verdict == .badDeviceToken:
      // Held: it is deleted when the environment is known to be right, or tried again.
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
  /// The entry of another device that is settled with this one.
  fileprivate func to(_ token: String) -> OutboxEntry {
    token == pushToken
      ? self
      : OutboxEntry(passType: passType, pushToken: token, number: .max, attempts: 0)
  }
}

extension [String: DevicePace] {
  /// What the devices that were pushed reckon with now.
  func after(_ answers: [(OutboxEntry, PushAnswer)], at now: Int64) -> [String: DevicePace] {
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
  /// The passes of the tokens that the push service does not know, of which few are expected.
  func passes(
    ofUnknown answers: [(OutboxEntry, PushAnswer)]
  ) async throws(StoreError) -> [String: Int64] {
    let unknown = answers.filter { PushVerdict(of: $0.1) == .badDeviceToken }.map(\.0)
    return unknown.isEmpty ? [:] : try await passes(of: unknown)
  }
}
