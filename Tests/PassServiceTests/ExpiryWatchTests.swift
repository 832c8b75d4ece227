// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization
import Testing

@testable import PassService

/// Tests of the daily log lines about certificates that expire.
struct ExpiryWatchTests {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  private struct Keeper: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let days = event.metadata?["daysLeft"].map { "\($0)" } ?? ""
      lines.all.withLock { $0.append("\(event.level) \(event.message) \(days)") }
    }
  }

  @Test(arguments: [
    (31, []), (29, ["warning the signing certificate expires soon: renew it and send SIGHUP 29"]),
    (0, ["warning the signing certificate expires soon: renew it and send SIGHUP 0"]),
    (-2, ["error the signing certificate has expired: renew it and send SIGHUP -2"]),
  ])
  func logsInTheLastMonth(_ days: Int, _ expected: [String]) {
    let lines = Lines()
    let state = ServiceState()
    let now: Int64 = 1_893_456_000
    state.certificateEnd = now + Int64(days) * 86_400
    state.serverCertificateEnd = now + 60 * 86_400
    let logger = Logger(label: "test") { _ in Keeper(lines: lines) }
    ExpiryWatch(state: state, logger: logger, clock: { now }).logOnce()
    #expect(lines.all.withLock { $0 } == expected)
  }
}
