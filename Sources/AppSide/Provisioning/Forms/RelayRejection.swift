// SPDX-License-Identifier: Apache-2.0

/// The reason why an app gets no card, in the format of the app.
public enum RelayRejection: String, Sendable, CaseIterable {
  /// The processor rejects the credentials of your server: 401, 403.
  case configuration
  /// The card is unknown or belongs to another user: 404.
  case cardUnknown = "card.unknown"
  /// The processor rejects the request: 409, 422.
  case refused
  /// The request of the app is malformed, or the profile does not support it.
  case requestMalformed = "request.malformed"
  /// The processor is temporarily unable to respond: 429, 5xx.
  case upstreamBusy = "upstream.busy"
  /// The processor did not respond while the phone waited.
  case upstreamTimeout = "upstream.timeout"
  /// The response does not match the profile of the processor.
  case upstreamMalformed = "upstream.malformed"

  /// Whether the customer may try again. A nonce is used only once, so PassKit then creates a new
  /// one.
  public var mayBeginAgain: Bool { self == .upstreamBusy || self == .upstreamTimeout }

  /// Returns the error for an HTTP status, or nil for success.
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
