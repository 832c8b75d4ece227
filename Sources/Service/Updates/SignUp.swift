// SPDX-License-Identifier: Apache-2.0

/// A customer's sign-up for rewards, as sent by a phone.
package struct SignUp: Hashable, Sendable {
  /// The personalization token, not checked yet. `SignUpToken` checks it before it is signed.
  package let token: String
  /// The personal data of the customer, by the names in Apple's protocol.
  package let enteredValues: [String: String]

  package init(token: String, given: [String: String]) {
    self.token = token
    self.enteredValues = given
  }
}
