// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// State that the parts of a running service share. A mutex protects it, because they run on
/// different threads.
final class ServiceState: Sendable {
  private struct State {
    var drainBegun: ContinuousClock.Instant?
    var certificateEnd: Int64?
    var serverCertificateEnd: Int64?
    var isWoken = false
    var renewals = 0
    var stopped: [String: StoppedTopic] = [:]
    var hindrance: String?
    var damage: String?
  }

  private let state = Mutex(State())

  /// Whether the service is shutting down.
  var isDraining: Bool { drainStart != nil }

  /// Time when the shutdown began.
  var drainStart: ContinuousClock.Instant? { state.withLock { $0.drainBegun } }

  func beginDraining() {
    state.withLock { $0.drainBegun = $0.drainBegun ?? ContinuousClock.now }
  }

  /// The reason why this instance cannot make the passes that phones request, or nil. `/readyz`
  /// shows it.
  var hindrance: String? {
    get { state.withLock { $0.hindrance } }
    set { state.withLock { $0.hindrance = newValue } }
  }

  /// Damage in the database, as SQLite reports it. Nil if none was found.
  var damage: String? {
    get { state.withLock { $0.damage } }
    set { state.withLock { $0.damage = newValue } }
  }

  /// Time when the signing certificate expires, in seconds since 1970.
  var certificateEnd: Int64? {
    get { state.withLock { $0.certificateEnd } }
    set { state.withLock { $0.certificateEnd = newValue } }
  }

  /// Time when the server certificate expires, in seconds since 1970. Nil with plain HTTP.
  var serverCertificateEnd: Int64? {
    get { state.withLock { $0.serverCertificateEnd } }
    set { state.withLock { $0.serverCertificateEnd = newValue } }
  }

  /// Returns current values for the metrics.
  func gauges(now: Int64) -> [(name: String, help: String, value: Double)] {
    var gauges: [(name: String, help: String, value: Double)] = []
    func left(_ end: Int64?, _ name: String, _ what: String) {
      guard let end else { return }
      gauges.append(("\(name)_left_seconds", "Seconds until \(what) expires.", Double(end - now)))
    }
    left(certificateEnd, "certificate", "the signing certificate")
    left(serverCertificateEnd, "server_certificate", "the server certificate")
    gauges.append(
      ("database_damaged", "1 if the database is damaged.", damage == nil ? 0 : 1))
    gauges.append(
      (
        "stopped_topics", "Pass type identifiers whose pushes are stopped.",
        Double(stoppedTopics.count)
      ))
    return gauges
  }

  /// Returns the days until the certificates expire.
  func daysLeft(now: Int64) -> [(what: String, days: Int64)] {
    ends.map { ($0.what, ($0.end - now) / 86_400) }
  }

  /// The certificates and when they expire, in seconds since 1970.
  var ends: [(what: String, end: Int64)] {
    [
      (what: "signing certificate", end: certificateEnd),
      (what: "server certificate", end: serverCertificateEnd),
    ].compactMap { certificate in certificate.end.map { (certificate.what, $0) } }
  }

  // MARK: Certificates and keys

  /// Number of times certificates and keys were read again. The outbox compares it to notice a
  /// SIGHUP.
  var renewals: Int { state.withLock { $0.renewals } }

  func renewed() { state.withLock { $0.renewals += 1 } }

  /// A pass type identifier whose pushes are stopped, why, and what to do.
  struct StoppedTopic: Sendable, Hashable {
    let name: String
    let why: String
    let help: String
  }

  /// The pass type identifiers whose pushes are stopped, by name.
  var stoppedTopics: [StoppedTopic] {
    state.withLock { $0.stopped.values.sorted { $0.name < $1.name } }
  }

  /// Records that the pushes of a topic are stopped.
  func stopped(_ topic: String, why: String, help: String) {
    state.withLock { $0.stopped[topic] = StoppedTopic(name: topic, why: why, help: help) }
  }

  /// Clears the stopped topics before they are tried again.
  func clearStoppedTopics() { state.withLock { $0.stopped = [:] } }

  // MARK: Slow bodies

  /// Longest time for the rest of a body during a shutdown.
  static let grace = Duration.seconds(2)

  /// Returns after the time limit of a body, or earlier during a shutdown.
  func waitForSlowBody(_ time: Duration) async throws {
    let started = ContinuousClock.now
    var end = started + time
    var wasDraining = false
    while true {
      let now = ContinuousClock.now
      if !wasDraining, isDraining {
        wasDraining = true
        end = min(end, now + Self.grace)
      }
      guard now < end else { return }
      try await Task.sleep(for: min(.milliseconds(250), end - now))
    }
  }

  /// Returns when no part of a body has arrived for `time`, or earlier during a shutdown.
  ///
  /// - Parameter last: returns the time when the last part arrived.
  func waitForStalledBody(
    _ time: Duration, since last: @Sendable () -> ContinuousClock.Instant
  ) async throws {
    var drainEnd: ContinuousClock.Instant?
    while true {
      let now = ContinuousClock.now
      if drainEnd == nil, isDraining { drainEnd = now + Self.grace }
      let pauseEnd = last() + time
      let end = drainEnd.map { min($0, pauseEnd) } ?? pauseEnd
      guard now < end else { return }
      try await Task.sleep(for: min(.milliseconds(250), end - now))
    }
  }

  // MARK: Waking the outbox

  /// Wakes the outbox, because a push may be waiting.
  func wakePusher() { state.withLock { $0.isWoken = true } }

  /// Returns when `wakePusher` was called since the last time, after `time`, or when the task is
  /// cancelled.
  ///
  /// It polls. A continuation would need extra code against the race with a call that comes just
  /// before it waits.
  func waitForWork(atMost time: Duration) async {
    let end = ContinuousClock.now + time
    while !isWoken(), ContinuousClock.now < end, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(25))
    }
  }

  private func isWoken() -> Bool {
    state.withLock { state in
      defer { state.isWoken = false }
      return state.isWoken
    }
  }
}
