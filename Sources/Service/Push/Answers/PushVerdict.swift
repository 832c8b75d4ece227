// SPDX-License-Identifier: Apache-2.0

/// What to do after a response of the push service, decided by status and reason alone.
package enum PushVerdict: Sendable, Hashable {
  /// The push service accepted the push. Only a request of the device for the pass shows that it
  /// arrived.
  case delivered
  /// The push token is invalid since a time in milliseconds since 1970. A device that registered
  /// the token after that is valid.
  case deviceGone(before: Int64?)
  /// The push service does not know the token. The device is gone, or the token belongs to another
  /// environment.
  case badDeviceToken
  /// Retry later, for this device only.
  case laterForDevice
  /// Retry later, for all devices of the topic. The value is `Retry-After` in seconds.
  case later(seconds: Int?)
  /// The provider token is too old. Renew it once.
  case renewToken
  /// The provider token was renewed too often. Keep it and wait.
  case tooManyTokens
  /// The configuration or the request is wrong. Stop the topic and delete nothing.
  case stopTopic(String)
  /// The push service rejects the certificate or the key. Stop the topic and delete nothing.
  case credentialRefused(String)
  /// Send the push again over a new connection. A duplicate push is harmless. The value is the
  /// reason.
  case again(String)

  package init(of answer: PushResult) {
    switch answer {
    case .unanswered(let reason): self = .again(reason)
    case .response(let answer): self = Self.verdict(answer)
    }
  }

  private static func verdict(_ answer: PushResult.Response) -> PushVerdict {
    let words = "\(answer.status)\(answer.reason.map { " " + $0 } ?? "")"
    switch (answer.status, answer.reason) {
    case (200, _): return .delivered
    case (410, _): return .deviceGone(before: answer.timestamp)
    case (400, "BadDeviceToken"): return .badDeviceToken
    case (403, "ExpiredProviderToken"): return .renewToken
    case (403, _): return .credentialRefused(words)
    case (429, "TooManyProviderTokenUpdates"): return .tooManyTokens
    case (429, _): return .laterForDevice
    case (500..., _): return .later(seconds: answer.retryAfter)
    default: return .stopTopic(words)
    }
  }

  /// Returns what the operator can do about a stopped topic. The caller adds how to resume it.
  package static func help(forStop words: String) -> String {
    let reasons: [(String, String)] = [
      (
        "DeviceTokenNotForTopic",
        "the push tokens belong to another pass type identifier: send that one as the topic"
      ),
      ("TopicDisallowed", "use a certificate or key that may push for this pass type identifier"),
      ("BadTopic", "send the pass type identifier as the topic, such as pass.com.example.gym"),
      ("MissingTopic", "send the topic: the certificate covers several"),
      (
        "BadCertificateEnvironment",
        "use the certificate of production: passes are pushed only there"
      ),
      (
        "BadCertificate",
        "use the certificate that signs the passes, and check it with passc cert doctor"
      ),
      ("InvalidProviderToken", "check that key, key id and team belong together"),
      ("UnrelatedKeyIdInToken", "the key id belongs to another team"),
      ("BadEnvironmentKey", "the key is limited to another environment: passes need production"),
      ("MissingProviderToken", "no client certificate arrived: give a certificate or a .p8 key"),
      ("Forbidden", "the key is not allowed to send pushes"),
    ]
    return reasons.first { words.contains($0.0) }?.1
      ?? "check the address of the push service; nothing was deleted"
  }
}
