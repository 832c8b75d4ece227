// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// The result of sending one push.
package enum PushResult: Sendable, Hashable {
  /// A response of Apple's push service.
  case response(Response)
  /// No response: a broken or rejected connection, GOAWAY, a reset stream or a timeout. The value
  /// is the reason.
  case unanswered(String)

  /// A response of the push service.
  package struct Response: Sendable, Hashable {
    package let status: Int
    /// The `reason` member of the body, such as `BadDeviceToken`.
    package let reason: String?
    /// The `timestamp` member of the body: since when the push token is invalid, in milliseconds
    /// since 1970.
    package let timestamp: Int64?
    package let retryAfter: Int?

    package init(
      status: Int, reason: String? = nil, timestamp: Int64? = nil, retryAfter: Int? = nil
    ) {
      self.status = status
      self.reason = reason
      self.timestamp = timestamp
      self.retryAfter = retryAfter
    }

    /// Reads a response. A body that is not JSON gives no reason and no timestamp.
    package init(status: Int, body: [UInt8], retryAfter: String?) {
      var report = Report(wantsNotes: false)
      let document = JSONReader.read(body, name: "answer", report: &report)
      let root = report.hasErrors ? nil : document?.root
      self.init(
        status: status, reason: root?["reason"]?.string,
        timestamp: root?["timestamp"]?.number?.integer.map(Int64.init),
        retryAfter: retryAfter.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil })
    }
  }

  package static let accepted = PushResult.response(Response(status: 200))
}

/// A sender of pushes, as the outbox uses it.
package protocol PushSending: Sendable {
  /// Sends several pushes for one topic.
  ///
  /// - Parameters:
  ///   - topic: the pass type identifier.
  ///   - deviceTokens: push tokens as devices registered them, in hex.
  /// - Returns: one result for each token, in the same order.
  func send(topic: String, deviceTokens: [String]) async -> [PushResult]
}

extension PushSending {
  package func send(topic: String, deviceToken: String) async -> PushResult {
    await send(topic: topic, deviceTokens: [deviceToken])[0]
  }
}
