// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension PrivateKey {
  /// Reads an unencrypted DER key: PKCS #8, PKCS #1 (RSA) or SEC 1 (EC), detected by content.
  package convenience init(der: [UInt8]) throws(CryptoError) {
    switch DERKind(der) {
    case .pkcs8: try self.init(pkcs8: der)
    case .pkcs1: try self.init(pkcs1: der)
    case .sec1: try self.init(sec1: der, curve: nil)
    default: throw CryptoError("this is not an unencrypted private key")
    }
  }

  /// Reads a PrivateKeyInfo (RFC 5208, RFC 5958).
  convenience init(pkcs8 der: [UInt8]) throws(CryptoError) {
    let numbers = try Self.reading { () throws(ASN1Error) -> KeyNumbers in
      var outer = ASN1Reader(der)
      var info = try outer.enter(ASN1Reader.sequence)
      try outer.finish()
      _ = try info.nextSmallInteger()
      var algorithm = try info.enter(ASN1Reader.sequence)
      let oid = try algorithm.nextOID()
      // Read in place, because a copy of the key would stay in memory.
      let key = try info.inside(try info.next(ASN1Reader.octetString))
      switch oid {
      case .rsaEncryption:
        return .rsa(try RSANumbers(pkcs1: key))
      case .ecPublicKey:
        return .ec(try ECNumbers(sec1: key, curve: try ECParameters.curve(&algorithm)))
      default:
        return .other(oid)
      }
    }
    try self.init(numbers)
  }

  /// Reads an RSAPrivateKey (RFC 8017, A.1.2).
  convenience init(pkcs1 der: [UInt8]) throws(CryptoError) {
    try self.init(
      Self.reading { () throws(ASN1Error) in .rsa(try RSANumbers(pkcs1: ASN1Reader(der))) })
  }

  /// Reads an ECPrivateKey (RFC 5915). `curve` is the curve from the structure around it.
  convenience init(sec1 der: [UInt8], curve: OID?) throws(CryptoError) {
    try self.init(
      Self.reading { () throws(ASN1Error) in .ec(try ECNumbers(sec1: ASN1Reader(der), curve: curve))
      })
  }

  private static func reading(
    _ body: () throws(ASN1Error) -> KeyNumbers
  ) throws(CryptoError) -> KeyNumbers {
    do {
      return try body()
    } catch {
      throw CryptoError("the private key \(error)")
    }
  }

  private convenience init(_ numbers: KeyNumbers) throws(CryptoError) {
    switch numbers {
    case .rsa(let numbers): try self.init(numbers)
    case .ec(let numbers): try self.init(numbers)
    case .other(let oid):
      let name = PublicKeyKind.name(of: oid)
      throw CryptoError("a private key of kind \(name) cannot sign passes; RSA and P-256 can")
    }
  }

  private convenience init(_ numbers: consuming RSANumbers) throws(CryptoError) {
    let bits = PublicKeyKind.bitLength(numbers.values[0])
    guard (1024...16_384).contains(bits) else {
      throw CryptoError("the RSA key has \(bits) bits, usual are 2048")
    }
    guard numbers.areConsistent else {
      throw CryptoError("the numbers of the RSA key do not belong together")
    }
    let names: [StaticString] = [
      "n", "e", "d", "rsa-factor1", "rsa-factor2", "rsa-exponent1", "rsa-exponent2",
      "rsa-coefficient1",
    ]
    var parameters = KeyParameters()
    for (name, value) in zip(names, numbers.values) { parameters.add(name, number: value) }
    guard let key = parameters.makeKey(type: "RSA", isPrivate: true) else {
      throw CryptoError("the RSA key is not usable")
    }
    let publicKey = DERWriter.sequence(
      DERWriter.unsigned(numbers.values[0]), DERWriter.unsigned(numbers.values[1]))
    self.init(
      owning: key, kind: .rsa(bits: bits),
      publicKeyDER: DERWriter.sequence(
        DERWriter.sequence(DERWriter.oid(.rsaEncryption), DERWriter.null),
        DERWriter.bitString(publicKey)))
  }

  private convenience init(_ numbers: consuming ECNumbers) throws(CryptoError) {
    guard let curve = Curve.all.first(where: { $0.oid == numbers.curve }) else {
      throw CryptoError("the EC key's curve \(numbers.curve) is unknown, usual is P-256")
    }
    let point = try ECPoint.publicPoint(of: numbers.scalar, on: curve.oid)
    if let stated = numbers.point {
      guard try ECPoint.uncompressed(stated, on: curve.oid) == point else {
        throw CryptoError("the two halves of the EC key do not belong together")
      }
    }
    var parameters = KeyParameters()
    parameters.add("group", text: curve.opensslName)
    parameters.add("pub", octets: point[...])
    parameters.add("priv", number: numbers.scalar)
    guard let key = parameters.makeKey(type: "EC", isPrivate: true) else {
      throw CryptoError("the EC key is not usable")
    }
    self.init(
      owning: key, kind: .ec(curveName: curve.name),
      publicKeyDER: DERWriter.sequence(
        DERWriter.sequence(DERWriter.oid(.ecPublicKey), DERWriter.oid(curve.oid)),
        DERWriter.bitString(point)))
  }
}

/// The numbers of a private key for OpenSSL.
private enum KeyNumbers {
  case rsa(RSANumbers)
  case ec(ECNumbers)
  case other(OID)
}

/// n, e, d, p, q, d mod p-1, d mod q-1, 1/q mod p.
private struct RSANumbers {
  let values: [ArraySlice<UInt8>]

  init(pkcs1 reader: ASN1Reader) throws(ASN1Error) {
    var outer = reader
    var numbers = try outer.enter(ASN1Reader.sequence)
    try outer.finish()
    guard try numbers.nextSmallInteger() == 0 else {
      throw numbers.validationError(.malformed("has more than two primes"), at: 0)
    }
    var values: [ArraySlice<UInt8>] = []
    for _ in 0..<8 { values.append(try numbers.nextUnsigned()) }
    self.values = values
  }

  /// Whether p times q is n, and exponents and coefficient are inverse.
  ///
  /// It detects a damaged file. Otherwise only invalid signatures would show the damage. Takes
  /// about 20 µs. Does not test that p and q are prime.
  var areConsistent: Bool {
    guard values.allSatisfy({ $0.count <= 2048 }), let context = BN_CTX_secure_new() else {
      return false
    }
    defer { BN_CTX_free(context) }
    BN_CTX_start(context)
    defer { BN_CTX_end(context) }
    let numbers = values.map { value in
      value.withUnsafeBytes { bytes in
        BN_bin2bn(
          bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(bytes.count),
          BN_CTX_get(context))
      }
    }
    guard let product = BN_CTX_get(context), let p1 = BN_CTX_get(context),
      let q1 = BN_CTX_get(context), let one = BN_CTX_get(context), BN_set_word(one, 1) == 1,
      numbers.allSatisfy({ $0 != nil })
    else { return false }
    let (n, e, d, p, q) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    let (dp, dq, coefficient) = (numbers[5], numbers[6], numbers[7])
    guard BN_sub(p1, p, one) == 1, BN_sub(q1, q, one) == 1,
      BN_cmp(p1, one) > 0, BN_cmp(q1, one) > 0
    else { return false }

    /// Returns whether a and b are inverse for the modulus.
    func undoes(_ a: OpaquePointer?, _ b: OpaquePointer?, modulo modulus: OpaquePointer?) -> Bool {
      BN_mod_mul(product, a, b, modulus, context) == 1 && BN_is_one(product) == 1
    }
    let fits =
      BN_mul(product, p, q, context) == 1 && BN_cmp(product, n) == 0
      && undoes(e, d, modulo: p1) && undoes(e, d, modulo: q1)
      && undoes(e, dp, modulo: p1) && undoes(e, dq, modulo: q1)
      && undoes(coefficient, q, modulo: p)
    if !fits { OpenSSL.clearErrors() }
    return fits
  }
}

/// The scalar, the curve, and the public point if present.
private struct ECNumbers {
  let scalar: ArraySlice<UInt8>
  let curve: OID
  let point: ArraySlice<UInt8>?

  init(sec1 reader: ASN1Reader, curve: OID?) throws(ASN1Error) {
    var outer = reader
    var key = try outer.enter(ASN1Reader.sequence)
    try outer.finish()
    _ = try key.nextSmallInteger()
    scalar = try key.nextOctets()
    var named: OID?
    if let parameters = try key.nextIf(0xa0) {
      var inner = try key.inside(parameters)
      named = try ECParameters.curve(&inner)
    }
    guard let curve = named ?? curve else {
      throw key.validationError(.malformed("names an unknown curve"), at: 0)
    }
    self.curve = curve
    if let stated = try key.nextIf(0xa1) {
      var inner = try key.inside(stated)
      point = try inner.nextBitString()
    } else {
      point = nil
    }
  }
}
