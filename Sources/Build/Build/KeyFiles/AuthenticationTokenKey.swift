// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassCrypto

/// A secret key that authentication tokens are derived from. A pass has the same token whenever and
/// wherever it is built.
///
/// ```swift
/// let key = try AuthenticationTokenKey(hexDigits: secrets.tokenKey)
/// let factory = try PassFactory(template: template, identity: identity, tokenKey: key)
/// ```
///
/// Printing the key, or a value that contains it, does not show the secret. The secret is wiped
/// when the last copy is released.
public struct AuthenticationTokenKey: Sendable {
  private let secret: Secret

  /// The reason why a file is not a token key.
  public struct InvalidKeyError: Error, Sendable, CustomStringConvertible {
    /// The message for people.
    public let description: String
  }

  /// Creates a key from 64 hex digits. Spaces and line ends are ignored.
  ///
  /// - Throws: `InvalidKeyError` for any other string.
  public init(hexDigits: String) throws(InvalidKeyError) {
    guard var key = Self.key(Array(hexDigits.utf8)) else {
      throw InvalidKeyError(
        description: "not a token key, expected 64 hex digits: openssl rand -hex 32")
    }
    defer { Secret.wipe(&key) }
    secret = Secret(key)
  }

  private static func key(_ bytes: [UInt8]) -> [UInt8]? {
    let digits = bytes.filter { $0 > 0x20 }
    return digits.count == 64 ? Hex.decode(String(decoding: digits, as: UTF8.self)) : nil
  }

  /// Reads a file of 64 hex digits. Spaces and line ends between them are ignored.
  ///
  /// - Throws: `FileError`, or `InvalidKeyError` if the file contains anything else.
  package init(file: String, disk: DiskReader = DiskReader()) throws {
    var bytes = try disk.read(file, limit: 1 << 16)
    defer { Secret.wipe(&bytes) }
    guard var key = Self.key(bytes) else {
      throw InvalidKeyError(
        description: "\(file) is not a token key, expected 64 hex digits")
    }
    defer { Secret.wipe(&key) }
    secret = Secret(key)
  }

  /// Returns the authentication token of a pass: HMAC-SHA-256 over pass type identifier, NUL and
  /// serial number, as 64 hex digits.
  public func token(passTypeIdentifier: String, serialNumber: String) -> String {
    Hex.encode(
      Digest.hmacSHA256(
        key: secret, message: Array(passTypeIdentifier.utf8) + [0] + Array(serialNumber.utf8)))
  }

  /// Returns the same token with the pass type identifier and serial number it belongs to.
  package func derived(passType: String, serial: String) -> DerivedToken {
    DerivedToken(
      passType: passType, serial: serial,
      text: token(passTypeIdentifier: passType, serialNumber: serial))
  }
}

/// The authentication token of one pass, derived from a key.
package struct DerivedToken: Sendable {
  let passType: String
  let serial: String
  /// 64 hex digits.
  package let text: String
}
