// SPDX-License-Identifier: Apache-2.0

/// Public keys put together from the numbers that tokens give.
package enum PublicKeyParts {
  /// SubjectPublicKeyInfo of an RSA key from big-endian numbers.
  package static func rsa(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
    DERWriter.sequence(
      DERWriter.sequence(DERWriter.oid(.rsaEncryption), DERWriter.null),
      DERWriter.bitString(
        DERWriter.sequence(DERWriter.unsigned(modulus), DERWriter.unsigned(exponent))))
  }

  /// SubjectPublicKeyInfo of an EC key.
  ///
  /// - Parameters:
  ///   - parameters: DER of the curve's OID.
  ///   - point: an OCTET STRING around the point, or the point alone, as some tokens give it.
  package static func ec(parameters: [UInt8], point: [UInt8]) -> [UInt8] {
    var octets = point
    var reader = ASN1Reader(point)
    if let inner = try? reader.nextOctets(), (try? reader.finish()) != nil { octets = Array(inner) }
    return DERWriter.sequence(
      DERWriter.sequence(DERWriter.oid(.ecPublicKey), parameters), DERWriter.bitString(octets))
  }
}

/// ECDSA signatures as tokens give them.
package enum ECDSAValue {
  /// Two numbers of equal length, one after the other, as a DER SEQUENCE of INTEGERs.
  package static func der(_ value: [UInt8]) -> [UInt8] {
    let half = value.count / 2
    return DERWriter.sequence(
      DERWriter.unsigned(value[..<half]), DERWriter.unsigned(value[half...]))
  }
}
