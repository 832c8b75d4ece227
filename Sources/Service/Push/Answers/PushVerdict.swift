// SPDX-License-Identifier: Apache-2.0

/// What an answer of the push service asks for, by its status and reason alone.
package enum PushVerdict: Sendable, Hashable {
  /// Done: the service has it. That an update arrived shows only when the device fetches it.
  case delivered
  /// The token is dead since that moment, in milliseconds since 1970: a device that registered it
  /// later has come back.
  case deviceGone(before: Int64?)
  /// The service does not know the token: a dead device, or tokens of another environment.
  case badDeviceToken
  /// Later, and for this device alone.
  case laterForDevice
  /// Later, for everybody; with what the service asks for, in seconds.
  case later(seconds: Int?)
  /// The provider token is too old: one new one, once.
  case renewToken
  /// Provider tokens were renewed too often: keep this one and wait.
  case tooManyTokens
  /// Our configuration or our request is wrong: stop the topic, delete nothing.
  case stopTopic(String)
  /// The certificate or the key is refused: stop the topic, delete nothing.
  case credentialRefused(String)
  /// Send it again over a new connection: a push twice is harmless.
  case again(String)

  /// The verdict on an answer.
  package init(of answer: PushAnswer) {
    switch answer {
    case .unanswered(let reason): self = .again(reason)
    case .answer(let answer): self = Self.verdict(answer)
    }
  }

  private static func verdict(_ answer: PushAnswer.Answer) -> PushVerdict {
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

  /// What to do about a topic that stands still; whoever keeps an outbox says when it goes on.
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
