// SPDX-License-Identifier: Apache-2.0

/// What a phone sends when its holder signs up for rewards.
package struct SignUp: Hashable, Sendable {
  /// What is to be signed: the text itself, in UTF-8.
  package let token: String
  /// What the holder gave, by the names of the protocol.
  package let given: [String: String]

  /// A sign-up.
  package init(token: String, given: [String: String]) {
    self.token = token
    self.given = given
  }
}
