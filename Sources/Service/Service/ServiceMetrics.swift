// SPDX-License-Identifier: Apache-2.0

import PassRegistry
import PassUpdates
import Synchronization

/// Counters of the service and their text for Prometheus. Labels have no serial numbers, device
/// identifiers or tokens.
final class ServiceMetrics: Sendable {
  enum Call: String, CaseIterable {
    case register, unregister, list, pass, head, personalize, log, add, other
  }

  private struct Key: Hashable {
    var call: Call
    var status: Int
  }

  private struct State {
    var calls: [Key: Int64] = [:]
    var causes: [LogMessage.Cause: Int64] = [:]
    var pushes: [String: Int64] = [:]
    var taken: [String: Int64] = [:]
    var built: [String: Int64] = [:]
    var rejectedSignUps: [SignUpRejection: Int64] = [:]
    var storeFaults: Int64 = 0
    var droppedMessages: Int64 = 0
    var unreadPosts: Int64 = 0
    var timesFull: Int64 = 0
    var rejectedConnections: Int64 = 0
  }

  private let state = Mutex(State())

  func count(_ call: Call, _ status: Int) {
    state.withLock { $0.calls[Key(call: call, status: status), default: 0] += 1 }
  }

  func count(_ cause: LogMessage.Cause) {
    state.withLock { $0.causes[cause, default: 0] += 1 }
  }

  func count(push outcome: String) { state.withLock { $0.pushes[outcome, default: 0] += 1 } }

  func count(saved outcome: String, _ count: Int) {
    guard count > 0 else { return }
    state.withLock { $0.taken[outcome, default: 0] += Int64(count) }
  }

  func count(built outcome: String) { state.withLock { $0.built[outcome, default: 0] += 1 } }

  func count(rejected signUp: SignUpRejection) {
    state.withLock { $0.rejectedSignUps[signUp, default: 0] += 1 }
  }

  func count(droppedMessages count: Int) {
    guard count > 0 else { return }
    state.withLock { $0.droppedMessages += Int64(count) }
  }

  /// Counts a log request that was not read.
  func countUnread() { state.withLock { $0.unreadPosts += 1 } }

  /// Counts a time when a listener reached its connection limit.
  func countFull() { state.withLock { $0.timesFull += 1 } }

  func rejectedConnection() { state.withLock { $0.rejectedConnections += 1 } }

  func countStoreError(_ error: StoreError) { state.withLock { $0.storeFaults += 1 } }

  // long: a few lines for each metric, one after the other
  /// Returns the text for Prometheus (exposition format 0.0.4).
  ///
  /// - Parameters:
  ///   - dropped: number of registrations that were removed because of the device limit of a pass.
  ///   - gauges: current values with name and help.
  func text(
    _ counts: StoreCounts, dropped: Int64,
    gauges: [(name: String, help: String, value: Double)]
  ) -> String {
    let state = state.withLock { $0 }
    var text = ""
    func head(_ name: String, _ kind: String, _ help: String) {
      text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }
    head("passc_requests_total", "counter", "Device requests by call and status.")
    for (key, count) in state.calls.sorted(by: {
      ($0.key.call.rawValue, $0.key.status) < ($1.key.call.rawValue, $1.key.status)
    }) {
      text +=
        "passc_requests_total{call=\"\(key.call.rawValue)\",status=\"\(key.status)\"} \(count)\n"
    }
    head("passc_device_messages_total", "counter", "Device log messages by cause.")
    for (cause, count) in state.causes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      text += "passc_device_messages_total{cause=\"\(cause.rawValue)\"} \(count)\n"
    }
    head(
      "passc_dropped_messages_total", "counter",
      "Log messages that were not kept, from clients that sent too many.")
    text += "passc_dropped_messages_total \(state.droppedMessages)\n"
    head(
      "passc_unread_posts_total", "counter",
      "Log calls that were not read, from clients that sent too many.")
    text += "passc_unread_posts_total \(state.unreadPosts)\n"
    head(
      "passc_dropped_registrations_total", "counter",
      "Registrations removed because their pass is on too many devices, unused ones first.")
    text += "passc_dropped_registrations_total \(dropped)\n"
    head("passc_rejected_sign_ups_total", "counter", "Sign-ups that were rejected, by reason.")
    for rejection in SignUpRejection.allCases {
      let count = state.rejectedSignUps[rejection] ?? 0
      text += "passc_rejected_sign_ups_total{reason=\"\(rejection.rawValue)\"} \(count)\n"
    }
    head(
      "passc_full_total", "counter",
      "Times the device listener reached its connection limit and further connections waited.")
    text += "passc_full_total \(state.timesFull)\n"
    head(
      "passc_refused_connections_total", "counter",
      "Connections closed at once, from clients that had too many.")
    text += "passc_refused_connections_total \(state.rejectedConnections)\n"
    head("passc_pushes_total", "counter", "Pushes by outcome.")
    for (outcome, count) in state.pushes.sorted(by: { $0.key < $1.key }) {
      text += "passc_pushes_total{outcome=\"\(outcome)\"} \(count)\n"
    }
    head("passc_versions_total", "counter", "Versions of passes that were imported, by outcome.")
    for (outcome, count) in state.taken.sorted(by: { $0.key < $1.key }) {
      text += "passc_versions_total{outcome=\"\(outcome)\"} \(count)\n"
    }
    head("passc_builds_total", "counter", "Passes of a table that were built, by outcome.")
    for (outcome, count) in state.built.sorted(by: { $0.key < $1.key }) {
      text += "passc_builds_total{outcome=\"\(outcome)\"} \(count)\n"
    }
    head("passc_store_faults_total", "counter", "Requests that failed because of the database.")
    text += "passc_store_faults_total \(state.storeFaults)\n"
    for (name, help, value) in [
      ("passes", "Passes.", counts.passes), ("devices", "Devices.", counts.devices),
      ("registrations", "Registrations.", counts.registrations),
      ("waiting_pushes", "Waiting pushes.", counts.pushes),
    ] {
      head("passc_\(name)", "gauge", help)
      text += "passc_\(name) \(value)\n"
    }
    for gauge in gauges {
      head("passc_\(gauge.name)", "gauge", gauge.help)
      text += "passc_\(gauge.name) \(gauge.value)\n"
    }
    return text
  }
}
