// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
import PassJSON
import Synchronization

/// A team key of App Store Connect, and the tokens that are signed with it.
package final class APIKey: Sendable {
  /// The time in seconds that a token is dated back. Apple rejects tokens from the future.
  private static let backdate: Int64 = 60
  /// The lifetime of a token in seconds, including the time that it is dated back. Apple's limit is
  /// 1,200.
  private static let lifetime: Int64 = 600
  /// The remaining seconds below which another token is made.
  private static let reserve: Int64 = 60

  private let key: PrivateKey
  private let keyID: String
  private let issuerID: String
  private let last = Mutex<(token: String, end: Int64)?>(nil)

  /// - Parameters:
  ///   - key: the P-256 key of the `.p8` file.
  ///   - keyID: ten characters, from the name of the file.
  ///   - issuerID: the UUID of the team. An individual key has none, and cannot be used.
  package init(key: PrivateKey, keyID: String, issuerID: String) throws(CryptoError) {
    guard case .ec("P-256") = key.kind else {
      throw CryptoError("the API key is a \(key.kind), expected the P-256 key of a .p8 file")
    }
    self.key = key
    self.keyID = keyID
    self.issuerID = issuerID
  }

  /// Returns the token to send.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970.
  ///   - isNew: whether to make another token although the last one has not expired.
  func token(at now: Int64, isNew: Bool = false) throws(CryptoError) -> String {
    try last.withLock { last throws(CryptoError) in
      if !isNew, let last, last.end - now > Self.reserve { return last.token }
      let start = now - Self.backdate
      let end = start + Self.lifetime
      let header: JSONTree = ["alg": "ES256", "kid": .string(keyID), "typ": "JWT"]
      let claims: JSONTree = [
        "iss": .string(issuerID), "iat": .number(start), "exp": .number(end),
        "aud": "appstoreconnect-v1",
      ]
      let content = Base64.encodeForURL(header.bytes) + "." + Base64.encodeForURL(claims.bytes)
      let token = content + "." + Base64.encodeForURL(try key.es256(Array(content.utf8)))
      last = (token, end)
      return token
    }
  }
}
