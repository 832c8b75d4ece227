// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// What the simulated push service does with a push.
package enum PushBehaviour: Sendable, Hashable {
  /// Responds with 200.
  case accept
  /// Responds with a status and a reason, as Apple's service does.
  case answer(status: Int, reason: String? = nil, timestamp: Int64? = nil, retryAfter: Int? = nil)
  /// Resets the stream.
  case reset
  /// Sends GOAWAY with no response to this push, then closes the connection.
  case goAway(reason: String = "Shutdown")
  /// Closes the connection without GOAWAY.
  case hangUp
  /// Never responds.
  case silence
}

/// A push as the simulated push service received it.
package struct ReceivedPush: Sendable, Hashable {
  /// Position in the order of arrival, from 0.
  package let number: Int
  package let path: String
  /// The push token in the path, or nil if the path is invalid.
  package let token: String?
  /// Headers in order, with names in lower case.
  package let headers: [Header]
  package let body: [UInt8]
  /// Number of the connection, from 1.
  package let connection: Int
  /// The client certificate as DER, or nil without one.
  package let client: [UInt8]?
  package let behaviour: PushBehaviour
  /// When it arrived, in milliseconds since 1970.
  package let arrivedAt: Int64

  package struct Header: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  /// Returns the first header with that name, which has to be in lower case.
  package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
  package var topic: String? { header("apns-topic") }
}

/// How senders of pushes authenticate themselves.
package enum PushAuthentication: String, Sendable, CaseIterable {
  /// With a client certificate. The handshake fails without one.
  case certificate
  /// With a provider token in each request. No client certificate is requested.
  case token
  /// With a client certificate, or else with a provider token.
  case any
}

/// The reason why the simulated push service has no connection with a client.
package enum PushRefusal: Sendable, Hashable {
  /// The client sent no certificate, and the service accepts no tokens.
  case noCertificate
  /// The client did not accept the server certificate.
  case untrusted
  /// The handshake failed for another reason.
  case failed(String)

  /// The reason, with what to do about it.
  package var reason: String {
    switch self {
    case .noCertificate:
      "the client sent no certificate (for pushes with a provider token, give --push-auth any)"
    case .untrusted:
      "the client does not trust the CA (give it the file of --push-ca-out or of --push-ca)"
    case .failed(let error): error
    }
  }
}

/// Options of the simulated push service.
package struct PushSimulatorOptions: Sendable {
  /// The address to listen on. It has to be a loopback address.
  package var host = "127.0.0.1"
  /// The port to listen on. 0 chooses a free one.
  package var port = 0
  /// Maximum number of parallel streams of a connection.
  package var streams = 1_000
  /// Whether HTTP/2 is offered. If not, every connection is closed.
  package var offersHTTP2 = true
  package var authentication = PushAuthentication.certificate
  /// The issuer of the server certificate, or nil for one that is made for this run.
  package var authority: LoopbackAuthority?
  /// Whether the certificate has to be for the topic, as Apple's service requires.
  package var comparesTopic = true
  /// Whether pushes are kept. Without it only their number is, for tests with millions of pushes.
  package var recordsPushes = true

  package init() {}
}
