// SPDX-License-Identifier: Apache-2.0

extension PublicKeyKind {
  /// Returns the kind of an unencrypted DER private key, including kinds that passc cannot use.
  /// Returns nil if it is unknown.
  init?(privateKey der: [UInt8]) {
    do {
      var outer = ASN1Reader(der)
      var key = try outer.enter(ASN1Reader.sequence)
      _ = try key.nextSmallInteger()
      switch DERKind(der) {
      case .pkcs1:
        self = .rsa(bits: Self.bitLength(try key.nextUnsigned()))
      case .sec1:
        _ = try key.nextOctets()
        guard let parameters = try key.nextIf(0xa0) else { return nil }
        var inner = try key.inside(parameters)
        self = try Self.curve(&inner)
      case .pkcs8:
        var algorithm = try key.enter(ASN1Reader.sequence)
        let oid = try algorithm.nextOID()
        switch oid {
        case .ecPublicKey: self = try Self.curve(&algorithm)
        case .rsaEncryption:
          var octets = try key.inside(try key.next(ASN1Reader.octetString))
          var numbers = try octets.enter(ASN1Reader.sequence)
          _ = try numbers.nextSmallInteger()
          self = .rsa(bits: Self.bitLength(try numbers.nextUnsigned()))
        default: self = .other(Self.name(of: oid))
        }
      default:
        return nil
      }
    } catch {
      return nil
    }
  }

  private static func curve(_ parameters: inout ASN1Reader) throws(ASN1Error) -> PublicKeyKind {
    let curve = try ECParameters.curve(&parameters)
    return .ec(curveName: curve.map { Curve.name(of: $0) } ?? "curve written out in numbers")
  }

  /// Returns the name of an algorithm that passes do not use, or a dotted OID.
  static func name(of oid: OID) -> String {
    names.first { $0.oid == oid }?.name ?? oid.dotted
  }

  private static let names: [(oid: OID, name: String)] = [
    (.x25519, "X25519"), (.x448, "X448"), (.ed25519, "Ed25519"), (.ed448, "Ed448"),
    (.rsaPSS, "RSA-PSS"), (.dsa, "DSA"), (.dh, "DH"),
  ]
}
