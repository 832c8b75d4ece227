// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
import PassJSON
import Synchronization

/// The provider token of a `.p8` key: a JSON Web Token that identifies the team.
///
/// Use one object for each team in a process. Apple's service responds with 429 if it gets new
/// tokens more often than every 20 minutes, and with 403 if a token is older than an hour.
package final class ProviderToken: Sendable {
  /// Age in seconds at which a token is replaced.
  package static let lifetime: Int64 = 3_000
  /// Minimum age in seconds before a replacement. An earlier one is allowed once in this time, if
  /// the push service reports that the token is too old.
  package static let shortest: Int64 = 1_200

  private let key: PrivateKey
  private let header: String
  private let team: String
  private let state = Mutex<State>(State())

  private struct State {
    var token: String?
    var issuedAt: Int64 = 0
    /// When a token was replaced before its minimum age, in seconds since 1970.
    var forcedAt: Int64?
  }

  /// Creates the tokens of a key.
  ///
  /// - Parameters:
  ///   - key: the P-256 key of the `.p8` file.
  ///   - keyID: ten characters, from the name of the file or the developer account.
  ///   - team: the identifier of the team that has the key.
  package init(key: PrivateKey, keyID: String, team: String) throws(CryptoError) {
    guard case .ec("P-256") = key.kind else {
      throw CryptoError("the push key is a \(key.kind), expected the P-256 key of a .p8 file")
    }
    self.key = key
    self.team = team
    header = Self.encoded(["alg": "ES256", "kid": keyID], numbers: [:])
  }

  /// Returns whether both have the same key, key identifier and team.
  package func isSame(as other: ProviderToken) -> Bool {
    header == other.header && team == other.team
      && key.matches(publicKeyDER: other.key.publicKeyDER)
  }

  /// Returns the token to send. Makes another one if it is too old.
  ///
  /// - Parameter now: seconds since 1970.
  package func token(at now: Int64) throws(CryptoError) -> String {
    try state.withLock { state throws(CryptoError) in
      // If the clock was set back, the token has a date in the future, which the service rejects.
      if let token = state.token, (0..<Self.lifetime).contains(now - state.issuedAt) {
        return token
      }
      return try make(&state, at: now)
    }
  }

  /// Replaces the token after the push service reported that it is too old.
  ///
  /// - Returns: false if a young token was replaced in the last 20 minutes.
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
