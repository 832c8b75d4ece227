// SPDX-License-Identifier: Apache-2.0

import Logging
import PassRegistry
import Synchronization

/// Logs rejected personalizations without the data of the request, and limits the rate.
final class SignUpLog: Sendable {
  /// Most lines in a minute. The next line after that has the number of lines that were left out.
  static let linesPerMinute = 60

  private struct State {
    var minute: Int64 = .min
    var lines = 0
    var leftOut = 0
  }

  private let state = Mutex(State())
  private let logger: Logger
  /// Seconds of a monotonic clock.
  private let seconds: @Sendable () -> Int64

  init(_ logger: Logger, seconds: @escaping @Sendable () -> Int64 = ClientWatch.uptime) {
    self.logger = logger
    self.seconds = seconds
  }

  func note(_ rejection: SignUpRejection, of pass: StoredPass) {
    let minute = seconds() / 60
    let leftOut: Int? = state.withLock { state in
      if state.minute != minute { (state.minute, state.lines) = (minute, 0) }
      guard state.lines < Self.linesPerMinute else {
        state.leftOut += 1
        return nil
      }
      state.lines += 1
      defer { state.leftOut = 0 }
      return state.leftOut
    }
    guard let leftOut else { return }
    var metadata: Logger.Metadata = [
      "passType": "\(pass.passType)", "serial": "\(pass.serial)", "reason": "\(rejection.message)",
    ]
    if leftOut > 0 { metadata["notLogged"] = .count(leftOut) }
    logger.warning("a sign-up was rejected", metadata: metadata)
  }
}
