// SPDX-License-Identifier: Apache-2.0

/// The kind and size of a key.
package enum PublicKeyKind: Sendable, Hashable, CustomStringConvertible {
  case rsa(bits: Int)
  /// A name such as `P-256`, or a dotted OID for an unknown curve.
  case ec(curveName: String)
  /// The algorithm as a name or dotted OID.
  case other(String)

  package var description: String {
    switch self {
    case .rsa(let bits): "RSA \(bits)"
    case .ec(let curveName): "EC \(curveName)"
    case .other(let name): name
    }
  }

  /// Reads the content of a SubjectPublicKeyInfo.
  init(spki reader: ASN1Reader) throws(ASN1Error) {
    var reader = reader
    var algorithm = try reader.enter(ASN1Reader.sequence)
    let oid = try algorithm.nextOID()
    let key = try reader.nextBitString()
    try reader.finish()
    switch oid {
    case .rsaEncryption:
      var numbers = ASN1Reader(Array(key))
      var inner = try numbers.enter(ASN1Reader.sequence)
      self = .rsa(bits: Self.bitLength(try inner.nextUnsigned()))
    case .ecPublicKey:
      self = .ec(curveName: Curve.name(of: try algorithm.nextOID()))
    default:
      self = .other(Self.name(of: oid))
    }
  }

  static func bitLength(_ number: ArraySlice<UInt8>) -> Int {
    guard let first = number.first else { return 0 }
    return number.count * 8 - first.leadingZeroBitCount
  }
}

/// The supported elliptic curves.
enum Curve {
  /// Name for people, OID, OpenSSL's name and length of a coordinate in bytes.
  static let all: [(name: String, oid: OID, opensslName: StaticString, sizeInBytes: Int)] = [
    ("P-256", .p256, "prime256v1", 32), ("P-384", .p384, "secp384r1", 48),
    ("P-521", .p521, "secp521r1", 66), ("P-224", .p224, "secp224r1", 28),
    ("secp256k1", .secp256k1, "secp256k1", 32),
  ]

  static func name(of oid: OID) -> String {
    all.first { $0.oid == oid }?.name ?? oid.dotted
  }
}
