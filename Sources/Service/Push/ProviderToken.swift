// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
import PassJSON
import Synchronization

/// The provider token of a `.p8` key: a JSON Web Token that says which team sends.
///
/// One for a team in all of a process: Apple's service answers 429 when it sees new ones more often
/// than every 20 minutes, and 403 when one is older than an hour.
package final class ProviderToken: Sendable {
  /// After how many seconds a token is replaced by itself.
  package static let lifetime: Int64 = 3_000
  /// A token that is younger is not replaced, unless the service says once that it is too old.
  package static let shortest: Int64 = 1_200

  private let key: PrivateKey
  private let header: String
  private let team: String
  private let state = Mutex<State>(State())

  private struct State {
    var token: String?
    var issuedAt: Int64 = 0
    /// When a token was replaced although it was young.
    var forcedAt: Int64?
  }

  /// The tokens of a key.
  ///
  /// - Parameters:
  ///   - key: the key of the `.p8` file, on P-256.
  ///   - keyID: ten characters, from the file's name or the developer account.
  ///   - team: the team identifier the key belongs to.
  package init(key: PrivateKey, keyID: String, team: String) throws(CryptoError) {
    guard case .ec("P-256") = key.kind else {
      throw CryptoError("the push key is a \(key.kind), expected the P-256 key of a .p8 file")
    }
    self.key = key
    self.team = team
    header = Self.encoded(["alg": "ES256", "kid": keyID], numbers: [:])
  }

  /// Whether another one has the same key, name and team.
  package func isSame(as other: ProviderToken) -> Bool {
    header == other.header && team == other.team
      && key.matches(publicKeyDER: other.key.publicKeyDER)
  }

  /// The token to send, made anew when it gets old.
  ///
  /// - Parameter now: seconds since 1970.
  package func token(at now: Int64) throws(CryptoError) -> String {
    try state.withLock { state throws(CryptoError) in
      // A clock that was set back makes a token of the future, which is refused.
      if let token = state.token, (0..<Self.lifetime).contains(now - state.issuedAt) {
        return token
      }
      return try make(&state, at: now)
    }
  }

  /// The service said that the token is too old.
  ///
  /// - Returns: whether there is another one now: a young token is replaced once in 20 minutes.
  package func renew(at now: Int64) throws(CryptoError) -> Bool {
    try state.withLock { state throws(CryptoError) in
      if now - state.issuedAt < Self.shortest {
        if let forced = state.forcedAt, now - forced < Self.shortest { return false }
        state.forcedAt = now
      }
      _ = try make(&state, at: now)
      return true
    }
  }

  private func make(_ state: inout State, at now: Int64) throws(CryptoError) -> String {
    let content = header + "." + Self.encoded(["iss": team], numbers: ["iat": now])
    let signature = try key.es256(Array(content.utf8))
    let token = content + "." + Base64.encodeForURL(signature)
    (state.token, state.issuedAt) = (token, now)
    return token
  }

  private static func encoded(_ texts: KeyValuePairs<String, String>, numbers: [String: Int64])
    -> String
  {
    var json: [UInt8] = [UInt8(ascii: "{")]
    for (name, value) in texts {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      JSONWriter.writeString(name, to: &json)
      json.append(UInt8(ascii: ":"))
      JSONWriter.writeString(value, to: &json)
    }
    for (name, value) in numbers {
      json += Array(",\"\(name)\":\(value)".utf8)
    }
    json.append(UInt8(ascii: "}"))
    return Base64.encodeForURL(json)
  }
}
