// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto

/// Certificates with extensions that our issuer would not write.
package enum TestCertificate {
  /// An extension of a certificate (RFC 5280, 4.2).
  package struct Extension {
    /// Object identifier in dotted form.
    package let oid: String
    /// Whether readers that do not know the extension must reject the certificate.
    package var isCritical: Bool
    /// DER inside the OCTET STRING.
    package var value: [UInt8]

    /// Creates an extension. The DER need not be valid.
    package init(_ oid: String, isCritical: Bool, _ value: [UInt8]) {
      self.oid = oid
      self.isCritical = isCritical
      self.value = value
    }

    fileprivate var der: [UInt8] {
      let critical: [UInt8] = isCritical ? [1, 1, 0xFF] : []
      return DER.sequence(DER.oid(oid), critical, DER.octets(value))
    }
  }

  /// Returns the certificate with other extensions, signed again by the issuer.
  package static func again(
    _ model: Certificate, issuer: ExampleAuthority.Issuer,
    changing change: (inout [Extension]) -> Void
  ) throws -> Certificate {
    var extensions = model.extensions.map {
      Extension($0.oid.dotted, isCritical: $0.isCritical, $0.value)
    }
    change(&extensions)
    let algorithm = DER.sequence(DER.oid("1.2.840.113549.1.1.11"), DER.null)
    var body = DER.tagged(0xA0, DER.integer(2))
    body += DER.tagged(0x02, Hex.decode(model.serialHex) ?? []) + algorithm + model.issuer.der
    body += DER.sequence(DER.time(model.notBefore), DER.time(model.notAfter))
    body += model.subject.der + model.publicKeyDER
    if !extensions.isEmpty {
      body += DER.tagged(0xA3, DER.sequence(extensions.flatMap(\.der)))
    }
    let signed = DER.sequence(body)
    let value = try issuer.key.sign(hash: Digest.sha256(signed))
    return try Certificate(der: DER.sequence(signed, algorithm, DER.tagged(0x03, [0] + value)))
  }
}

extension [TestCertificate.Extension] {
  /// Replaces the value of an extension, if it exists.
  package mutating func replace(_ oid: String, with value: [UInt8]) {
    for index in indices where self[index].oid == oid { self[index].value = value }
  }
}

extension ExampleAuthority {
  /// Returns a leaf of this authority with other extensions.
  package func again(
    _ leaf: Certificate, changing change: (inout [TestCertificate.Extension]) -> Void
  ) throws -> Certificate {
    try TestCertificate.again(leaf, issuer: intermediate, changing: change)
  }
}
