// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What parts of a running service tell each other.
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

  /// Whether the process is about to end.
  var isDraining: Bool { drainBegun != nil }

  /// When the process was told to end.
  var drainBegun: ContinuousClock.Instant? { state.withLock { $0.drainBegun } }

  /// The process is about to end.
  func beginDraining() {
    state.withLock { $0.drainBegun = $0.drainBegun ?? ContinuousClock.now }
  }

  /// Why passes that phones ask for cannot be made here, in words; nil where they can.
  var hindrance: String? {
    get { state.withLock { $0.hindrance } }
    set { state.withLock { $0.hindrance = newValue } }
  }

  /// What is damaged in the database, in words; nil if nothing was found.
  var damage: String? {
    get { state.withLock { $0.damage } }
    set { state.withLock { $0.damage = newValue } }
  }

  /// When the pass certificate ends, in seconds since 1970.
  var certificateEnd: Int64? {
    get { state.withLock { $0.certificateEnd } }
    set { state.withLock { $0.certificateEnd = newValue } }
  }

  /// When the certificate of the server ends, where it answers HTTPS itself.
  var serverCertificateEnd: Int64? {
    get { state.withLock { $0.serverCertificateEnd } }
    set { state.withLock { $0.serverCertificateEnd = newValue } }
  }

  /// What is measured when somebody asks.
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

  /// How many days certificates have left, with what they are.
  func daysLeft(now: Int64) -> [(what: String, days: Int64)] {
    [
      (what: "signing certificate", end: certificateEnd),
      (what: "server certificate", end: serverCertificateEnd),
    ].compactMap { certificate in certificate.end.map { (certificate.what, ($0 - now) / 86_400) } }
  }

  // MARK: Certificates and keys

  /// How often certificates and keys were read again.
  var renewals: Int { state.withLock { $0.renewals } }

  /// Certificates and keys were read again.
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

  /// The pushes of a pass type stand still.
  func stopped(_ topic: String, why: String, help: String) {
    state.withLock { $0.stopped[topic] = StoppedTopic(name: topic, why: why, help: help) }
  }

  /// Every pass type is tried again.
  func nothingStands() { state.withLock { $0.stopped = [:] } }

  // MARK: Slow bodies

  /// How long a body may still take when the service is to end.
  static let grace = Duration.seconds(2)

  /// Returns when a body has taken too long: after the time, and soon once the service is to end.
  func waitForSlowBody(_ time: Duration) async throws {
    let begun = ContinuousClock.now
    var end = begun + time
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

  /// Returns when nothing of a body has come for a time, and soon once the service is to end.
  ///
  /// - Parameter last: when something came last.
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

  // MARK: Whoever waits for pushes

  /// There may be something to push.
  func wakePusher() { state.withLock { $0.isWoken = true } }

  /// Returns when somebody woke the pusher since the last time, after the time at the latest, and
  /// when the task is cancelled.
  ///
  /// Looked at again and again: what would wait for a word could wait for ever where the word came
  /// just before.
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
