// SPDX-License-Identifier: Apache-2.0

/// The response of a processor: its status and its body.
public struct UpstreamAnswer: Sendable, Concealed {
  /// The HTTP status.
  public let status: Int
  /// The unchanged body.
  public let body: [UInt8]

  /// Creates a response as your server received it.
  public init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}
