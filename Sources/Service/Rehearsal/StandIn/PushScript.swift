// SPDX-License-Identifier: Apache-2.0

/// What the stand-in does with a push.
package enum PushBehaviour: Sendable, Hashable {
  /// Takes it.
  case accept
  /// Answers with a status and a reason, as Apple's service does.
  case answer(status: Int, reason: String? = nil, timestamp: Int64? = nil, retryAfter: Int? = nil)
  /// Resets the stream.
  case reset
  /// Takes no more streams on the connection, this one unanswered, and closes it.
  case goAway(reason: String = "Shutdown")
  /// Closes the connection without a word.
  case hangUp
  /// Never answers.
  case silence
}

/// A push as it reached the stand-in.
package struct ReceivedPush: Sendable, Hashable {
  /// Its place in the order of arrival, from 0.
  package let number: Int
  /// The path as it was sent.
  package let path: String
  /// The device token of the path; nil where it names none.
  package let token: String?
  /// The headers in order, names in lower case.
  package let headers: [Header]
  /// The payload.
  package let body: [UInt8]
  /// Which connection it came over, counted from 1.
  package let connection: Int
  /// The DER of the client's certificate; nil where none was shown.
  package let client: [UInt8]?
  /// What the stand-in did.
  package let behaviour: PushBehaviour
  /// When it arrived, in milliseconds since 1970.
  package let arrivedAt: Int64

  /// A header of a push.
  package struct Header: Sendable, Hashable {
    /// The name in lower case.
    package let name: String
    /// The value.
    package let value: String
  }

  /// The value of a header.
  package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
  /// `apns-topic`.
  package var topic: String? { header("apns-topic") }
}

/// What the stand-in is like.
package struct PushStandInOptions: Sendable {
  /// Where it listens: a loopback address.
  package var host = "127.0.0.1"
  /// 0 for any that is free.
  package var port = 0
  /// How many streams a connection may have at once.
  package var streams = 1_000
  /// Whether it speaks HTTP/2 at all.
  package var offersHTTP2 = true
  /// Whether a client certificate is demanded; else provider tokens are looked at.
  package var wantsCertificate = true
  /// Whether the certificate must be for the topic, as Apple's service has it.
  package var comparesTopic = true
  /// Whether pushes are kept; where millions come only their number is.
  package var keepsPushes = true

  /// A peer that is like Apple's service.
  package init() {}
}
