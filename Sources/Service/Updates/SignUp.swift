// SPDX-License-Identifier: Apache-2.0

/// What a phone sends when its holder signs up for rewards.
package struct SignUp: Hashable, Sendable {
  /// The token as it came. `SignUpToken` accepts it or not before it is signed.
  package let token: String
  /// What the holder gave, by the names of the protocol.
  package let given: [String: String]

  /// A sign-up.
  package init(token: String, given: [String: String]) {
    self.token = token
    self.given = given
  }
}
