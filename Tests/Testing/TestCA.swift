// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// A test CA. Its keys are made once per process.
package enum TestCA {
  /// 2030-01-01T00:00:00Z, the default signing time of tests.
  package static let now: Int64 = 1_893_456_000
  /// A day in seconds.
  package static let day: Int64 = 86_400
  /// Pass type identifier of the certificates.
  package static let type = "pass.com.example.gym"

  private static let parts = Result { () throws(CryptoError) in
    try (
      authority: ExampleAuthority(notBefore: now - 3650 * day, notAfter: now + 3650 * day),
      key: PrivateKey.generateRSA2048(), otherKey: PrivateKey.generateRSA2048()
    )
  }

  /// Root and intermediate, valid ten years before and after `now`.
  package static var authority: ExampleAuthority { get throws { try parts.get().authority } }
  /// The default key of the certificates.
  package static var key: PrivateKey { get throws { try parts.get().key } }
  /// A key that does not belong to the certificates for `key`.
  package static var otherKey: PrivateKey { get throws { try parts.get().otherKey } }
  /// The intermediate certificate in PEM.
  package static var intermediate: [UInt8] {
    get throws { try Array(authority.intermediate.certificate.pem.utf8) }
  }
  /// `key` as unencrypted PKCS #8 in PEM.
  package static var keyPEM: [UInt8] { get throws { try key.pemBytes() } }

  /// Returns a signing certificate that is valid from ten days before `now` to a year after it.
  /// `change` can modify it.
  package static func leaf(
    _ key: PrivateKey? = nil, from authority: ExampleAuthority? = nil,
    _ change: (inout PassCertificateRequest) -> Void = { _ in }
  ) throws -> Certificate {
    var request = PassCertificateRequest(
      passTypeIdentifier: type, teamIdentifier: "A1B2C3D4E5", notBefore: now - 10 * day,
      notAfter: now + 365 * day)
    change(&request)
    return try (authority ?? self.authority).issue(
      request, publicKeyDER: (key ?? self.key).publicKeyDER)
  }

  /// Returns a signing certificate of `leaf` in PEM.
  package static func leafPEM(
    _ key: PrivateKey? = nil, _ change: (inout PassCertificateRequest) -> Void = { _ in }
  ) throws -> [UInt8] {
    try Array(leaf(key, change).pem.utf8)
  }
}
