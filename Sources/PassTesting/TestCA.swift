// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// A test CA with keys that are made once, and what tests of identities share.
package enum TestCA {
  /// 2030-01-01T00:00:00Z, the signing time unless a test says otherwise.
  package static let now: Int64 = 1_893_456_000
  package static let day: Int64 = 86_400
  package static let type = "pass.com.example.gym"

  private static let parts = Result { () throws(CryptoError) in
    try (
      authority: ExampleAuthority(notBefore: now - 3650 * day, notAfter: now + 3650 * day),
      key: PrivateKey.generateRSA2048(), otherKey: PrivateKey.generateRSA2048()
    )
  }

  package static var authority: ExampleAuthority { get throws { try parts.get().authority } }
  package static var key: PrivateKey { get throws { try parts.get().key } }
  package static var otherKey: PrivateKey { get throws { try parts.get().otherKey } }
  package static var intermediate: [UInt8] {
    get throws { try Array(authority.intermediate.certificate.pem.utf8) }
  }
  package static var keyPEM: [UInt8] { get throws { try key.pemBytes() } }

  /// A certificate that ends in a year, changed by the test.
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

  package static func leafPEM(
    _ key: PrivateKey? = nil, _ change: (inout PassCertificateRequest) -> Void = { _ in }
  ) throws -> [UInt8] {
    try Array(leaf(key, change).pem.utf8)
  }
}
