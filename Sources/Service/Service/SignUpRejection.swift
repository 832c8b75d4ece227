// SPDX-License-Identifier: Apache-2.0

/// The reason why a personalization was rejected.
enum SignUpRejection: String, CaseIterable {
  /// The body cannot be parsed.
  case body
  /// The token is not a valid `SignUpToken`, so it is not signed.
  case token
  /// Another token was signed for this version of the pass.
  case used
  /// The data has a field that the pass does not request, or makes no valid pass.
  case data

  /// The reason without any data of the request.
  var message: String {
    switch self {
    case .body: "the body is not a sign-up"
    case .token: "personalizationToken has a character or a length that is not allowed"
    case .used: "another token was already signed for this version of the pass"
    case .data: "the data has a field that the pass does not request, or makes no valid pass"
    }
  }
}
