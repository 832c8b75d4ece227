// SPDX-License-Identifier: Apache-2.0

/// The parts of a CMS SignedData message (RFC 5652) in DER or BER.
struct CMSStructure {
  /// Offset after the outermost element.
  let end: Int
  /// Hashes that are listed before the content.
  let digests: [OID]
  /// Attached content, or nil if the signature is detached.
  let content: [UInt8]?
  let contentType: OID
  /// DER of each certificate.
  let certificates: [[UInt8]]
  /// Content of the SET of signers.
  let signers: ASN1Reader

  init(_ bytes: [UInt8]) throws(ASN1Error) {
    var outer = ASN1Reader(bytes, allowsBER: true)
    var info = try outer.enter(ASN1Reader.sequence)
    end = outer.position
    let type = info.position
    guard try info.nextOID() == .cmsSignedData else {
      throw info.validationError(.malformed("is not signed data"), at: type)
    }
    var wrapper = try info.enter(0xa0)
    var data = try wrapper.enter(ASN1Reader.sequence)
    _ = try data.nextSmallInteger()
    var digestSet = try data.enter(ASN1Reader.set)
    var digests: [OID] = []
    while !digestSet.isAtEnd { digests.append(try digestSet.nextAlgorithm()) }
    self.digests = digests
    var encapsulated = try data.enter(ASN1Reader.sequence)
    contentType = try encapsulated.nextOID()
    if let explicit = try encapsulated.nextIf(0xa0) {
      var inner = try encapsulated.inside(explicit)
      content = Array(try inner.nextOctets())
    } else {
      content = nil
    }
    var certificates: [[UInt8]] = []
    if let element = try data.nextIf(0xa0) {
      var list = try data.inside(element)
      while !list.isAtEnd {
        let certificate = try list.next()
        switch certificate.tag {
        case ASN1Reader.sequence: certificates.append(Array(bytes[certificate.whole]))
        case 0xa0...0xa3: continue  // other kinds of certificate (RFC 5652, 10.2.2)
        default:
          throw list.validationError(.malformed("contains no certificate"), at: certificate.start)
        }
      }
    }
    self.certificates = certificates
    _ = try data.nextIf(0xa1)
    signers = try data.enter(ASN1Reader.set)
  }

  static func certificates(in bytes: [UInt8]) throws(ASN1Error) -> [[UInt8]] {
    try CMSStructure(bytes).certificates
  }
}
