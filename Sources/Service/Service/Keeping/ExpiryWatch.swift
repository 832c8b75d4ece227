// SPDX-License-Identifier: Apache-2.0

import Logging

/// Logs once a day when a certificate expires soon. A service runs for longer than a certificate is
/// valid, and the warning at the start was months ago.
struct ExpiryWatch: Sendable {
  let state: ServiceState
  let logger: Logger
  let clock: @Sendable () -> Int64

  /// The number of days left below which a certificate is logged.
  static let warningDays: Int64 = 30

  /// Logs at the start and once a day, until the service ends.
  func run() async {
    while !Task.isCancelled {
      logOnce()
      try? await Task.sleep(for: .seconds(86_400))
    }
  }

  func logOnce() {
    let now = clock()
    for certificate in state.ends where certificate.end - now < Self.warningDays * 86_400 {
      let days: Logger.Metadata = ["daysLeft": "\((certificate.end - now) / 86_400)"]
      if certificate.end < now {
        logger.error(
          "the \(certificate.what) has expired: renew it and send SIGHUP", metadata: days)
      } else {
        logger.warning(
          "the \(certificate.what) expires soon: renew it and send SIGHUP", metadata: days)
      }
    }
  }
}
