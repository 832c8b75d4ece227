// SPDX-License-Identifier: Apache-2.0

/// Public keys from the numbers that an HSM returns.
package enum PublicKeyParts {
  /// Returns a SubjectPublicKeyInfo from big-endian numbers.
  package static func rsa(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
    DERWriter.sequence(
      DERWriter.sequence(DERWriter.oid(.rsaEncryption), DERWriter.null),
      DERWriter.bitString(
        DERWriter.sequence(DERWriter.unsigned(modulus), DERWriter.unsigned(exponent))))
  }

  /// Returns a SubjectPublicKeyInfo.
  ///
  /// - Parameters:
  ///   - parameters: DER of the curve's OID.
  ///   - point: an OCTET STRING with the point, or only the point, depending on the HSM.
  package static func ec(parameters: [UInt8], point: [UInt8]) -> [UInt8] {
    var octets = point
    var reader = ASN1Reader(point)
    if let inner = try? reader.nextOctets(), (try? reader.finish()) != nil { octets = Array(inner) }
    return DERWriter.sequence(
      DERWriter.sequence(DERWriter.oid(.ecPublicKey), parameters), DERWriter.bitString(octets))
  }
}

/// ECDSA signatures as an HSM returns them.
package enum ECDSAValue {
  /// Converts two numbers of equal length to a DER SEQUENCE of two INTEGERs.
  package static func der(_ value: [UInt8]) -> [UInt8] {
    let half = value.count / 2
    return DERWriter.sequence(
      DERWriter.unsigned(value[..<half]), DERWriter.unsigned(value[half...]))
  }
}
