// SPDX-License-Identifier: Apache-2.0

/// The kind of a DER file by its first members. The rest may still be invalid.
enum DERKind: Equatable {
  case certificate
  case certificateRequest
  case pkcs1
  case pkcs8
  case encryptedPKCS8
  case sec1
  case publicKey
  case pkcs7
  case pkcs12
  case unknown

  init(_ bytes: [UInt8]) {
    // All these kinds are a SEQUENCE. PNG, JSON, text and zip have another first byte.
    guard bytes.first == ASN1Reader.sequence else {
      self = .unknown
      return
    }
    self = (try? Self.kind(of: bytes)) ?? .unknown
  }

  private static func kind(of bytes: [UInt8]) throws(ASN1Error) -> DERKind {
    var outer = ASN1Reader(bytes, allowsBER: true)
    var members = try outer.enter(ASN1Reader.sequence)
    switch members.nextTag {
    case ASN1Reader.objectIdentifier:
      return try members.nextOID() == .cmsSignedData ? .pkcs7 : .unknown
    case ASN1Reader.integer:
      return try withVersion(&members)
    case ASN1Reader.sequence:
      return try withSequence(&members)
    default:
      return .unknown
    }
  }

  private static func withVersion(_ members: inout ASN1Reader) throws(ASN1Error) -> DERKind {
    let version = try members.nextSmallInteger()
    switch members.nextTag {
    case ASN1Reader.integer:
      return .pkcs1
    case ASN1Reader.octetString:
      return version == 1 ? .sec1 : .unknown
    case ASN1Reader.sequence:
      var inner = try members.enter(ASN1Reader.sequence)
      let oid = try inner.nextOID()
      if version == 3, oid == .cmsData || oid == .cmsSignedData { return .pkcs12 }
      return members.nextTag == ASN1Reader.octetString ? .pkcs8 : .unknown
    default:
      return .unknown
    }
  }

  private static func withSequence(_ members: inout ASN1Reader) throws(ASN1Error) -> DERKind {
    var first = try members.enter(ASN1Reader.sequence)
    switch members.nextTag {
    case ASN1Reader.octetString:
      _ = try first.nextOID()
      return .encryptedPKCS8
    case ASN1Reader.bitString:
      _ = try first.nextOID()
      return .publicKey
    case ASN1Reader.sequence:
      // A certificate has [0] version or the serial number, then the algorithm. A request has the
      // version, then the subject, whose first member is a SET.
      _ = try first.nextIf(0xa0)
      _ = try first.next(ASN1Reader.integer)
      var next = try first.enter(ASN1Reader.sequence)
      if next.isAtEnd { return .certificateRequest }
      return try next.next().tag == ASN1Reader.set ? .certificateRequest : .certificate
    default:
      return .unknown
    }
  }
}
