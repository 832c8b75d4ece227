// SPDX-License-Identifier: Apache-2.0

/// Why an app gets no card, as its own shape says it.
public enum RelayRefusal: String, Sendable, CaseIterable {
  /// The processor does not take our credentials: 401, 403.
  case configuration
  /// The card is unknown, or not of this user: 404.
  case cardUnknown = "card.unknown"
  /// The processor says no: 409, 422.
  case refused
  /// What the app sent is not its own shape, or not what the profile can carry.
  case requestMalformed = "request.malformed"
  /// The processor cannot now: 429, 5xx.
  case upstreamBusy = "upstream.busy"
  /// No answer while the phone waits.
  case upstreamTimeout = "upstream.timeout"
  /// An answer that is not of the processor's shape.
  case upstreamMalformed = "upstream.malformed"

  /// Whether the person may begin again. A nonce is used once: beginning again asks PassKit anew.
  public var mayBeginAgain: Bool { self == .upstreamBusy || self == .upstreamTimeout }

  /// What an answer's status means; nil when it is one of success.
  init?(status: Int, _ profile: ProvisioningProfile?) {
    if let own = profile?.statuses[status] {
      self = own
      return
    }
    switch status {
    case 200..<300: return nil
    case 401, 403: self = .configuration
    case 404: self = .cardUnknown
    case 429, 500..<600: self = .upstreamBusy
    case 400..<500: self = .refused
    default: self = .upstreamMalformed
    }
  }
}
