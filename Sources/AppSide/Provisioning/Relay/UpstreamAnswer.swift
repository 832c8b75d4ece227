// SPDX-License-Identifier: Apache-2.0

/// What a processor answered: its status and its body.
public struct UpstreamAnswer: Sendable, Concealed {
  /// The status of HTTP.
  public let status: Int
  /// The body as it came.
  public let body: [UInt8]

  /// An answer as the host got it.
  public init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}
