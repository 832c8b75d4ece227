// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The curve of an elliptic-curve key, as a name or as explicit parameters (RFC 3279, 2.3.5).
enum ECParameters {
  /// Reads the parameters. Returns nil for explicit parameters other than those of P-256.
  ///
  /// Danger: all of them are compared, including the generator. With another generator, anybody can
  /// make a private key for a known public key (CVE-2020-0601).
  static func curve(_ reader: inout ASN1Reader) throws(ASN1Error) -> OID? {
    if reader.nextTag == ASN1Reader.objectIdentifier { return try reader.nextOID() }
    var parameters = try reader.enter(ASN1Reader.sequence)
    let version = try parameters.nextSmallInteger()
    var field = try parameters.enter(ASN1Reader.sequence)
    let kind = try field.nextOID()
    guard kind == .primeField else { return nil }
    let prime = try field.nextUnsigned()
    var coefficients = try parameters.enter(ASN1Reader.sequence)
    let a = try coefficients.nextOctets()
    let b = try coefficients.nextOctets()
    let generator = try parameters.nextOctets()
    let order = try parameters.nextUnsigned()
    var cofactor = 1
    if parameters.nextTag == ASN1Reader.integer { cofactor = try parameters.nextSmallInteger() }
    let isP256 =
      (1...3).contains(version) && prime.elementsEqual(P256.prime) && a.elementsEqual(P256.a)
      && b.elementsEqual(P256.b) && P256.isGenerator(generator) && order.elementsEqual(P256.order)
      && cofactor == 1
    return isP256 ? .p256 : nil
  }

  /// FIPS 186-4, D.1.2.3.
  private enum P256 {
    static let prime = number("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
    static let a = number("ffffffff00000001000000000000000000000000fffffffffffffffffffffffc")
    static let b = number("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b")
    static let order = number("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    static let x = number("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")
    static let y = number("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")

    static func number(_ hex: String) -> [UInt8] { Hex.decode(hex) ?? [] }

    /// Returns whether octets are the generator in one of three forms. Its y is odd.
    static func isGenerator(_ octets: ArraySlice<UInt8>) -> Bool {
      [[0x03] + x, [0x04] + x + y, [0x07] + x + y].contains { $0.elementsEqual(octets) }
    }
  }
}
