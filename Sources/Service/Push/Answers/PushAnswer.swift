// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// What came of sending one push.
package enum PushAnswer: Sendable, Hashable {
  /// Apple's service answered.
  case answer(Answer)
  /// There was no answer: a broken or refused connection, GOAWAY, a reset stream, time running out.
  case unanswered(String)

  /// An answer of the push service.
  package struct Answer: Sendable, Hashable {
    /// The status code.
    package let status: Int
    /// `reason` of the body, as in `BadDeviceToken`; nil where there is none.
    package let reason: String?
    /// `timestamp` of the body: since when the token is dead, in milliseconds since 1970.
    package let timestamp: Int64?
    /// `Retry-After` in seconds.
    package let retryAfter: Int?

    /// An answer with these parts.
    package init(
      status: Int, reason: String? = nil, timestamp: Int64? = nil, retryAfter: Int? = nil
    ) {
      self.status = status
      self.reason = reason
      self.timestamp = timestamp
      self.retryAfter = retryAfter
    }

    /// Reads the body of an answer; what is not JSON has no reason.
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

  /// The push was taken over.
  package static let accepted = PushAnswer.answer(Answer(status: 200))
}

/// Sends pushes; what keeps an outbox needs no more of it.
package protocol PushSending: Sendable {
  /// Sends pushes together.
  ///
  /// - Parameters:
  ///   - topic: the pass type identifier.
  ///   - deviceTokens: the push tokens devices registered with, as hex.
  /// - Returns: an answer for each, in their order.
  func send(topic: String, deviceTokens: [String]) async -> [PushAnswer]
}

extension PushSending {
  /// Sends one push.
  package func send(topic: String, deviceToken: String) async -> PushAnswer {
    await send(topic: topic, deviceTokens: [deviceToken])[0]
  }
}
