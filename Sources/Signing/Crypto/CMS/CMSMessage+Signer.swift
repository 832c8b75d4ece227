// SPDX-License-Identifier: Apache-2.0

extension CMSMessage {
  /// One signer's part of the message.
  package struct Signer: Sendable {
    /// How the signer's certificate is named.
    package enum Identifier: Sendable, Hashable {
      /// `serial` as content octets of the INTEGER.
      case issuerAndSerial(DistinguishedName, serial: [UInt8])
      case keyIdentifier([UInt8])

      /// Whether the certificate is the one named here; its key need not have made the signature.
      package func names(_ certificate: Certificate) -> Bool {
        switch self {
        case .issuerAndSerial(let issuer, let serial):
          certificate.serialOctets.elementsEqual(serial) && certificate.issuer.matches(issuer)
        case .keyIdentifier(let identifier):
          certificate.subjectKeyIdentifier == identifier
        }
      }
    }

    /// Which certificate the signer says is its own.
    package let identifier: Identifier
    /// The hash of content and signed attributes, whether it is known here or not.
    package let digestOID: OID
    /// The algorithm of the signature value. Only the kind of key is taken from it: the hash is
    /// that of `digestOID`, as for Apple and OpenSSL.
    package let signatureOID: OID
    /// Types of the signed attributes in the message's order; nil when there are none at all.
    package let signedAttributes: [OID]?
    /// The moment the signer says it signed at, in Unix seconds; nil when there is no such
    /// attribute or its value is not a time.
    package let signingTime: Int64?
    /// Whether the signer carries attributes that its signature does not cover, as time stamps are.
    package let hasUnsignedAttributes: Bool

    /// What the signature value covers: the attributes as they stand under the tag of a SET.
    let signedOctets: [UInt8]?
    let messageDigest: [UInt8]?
    /// What the attribute contentType says.
    let contentType: OID?
    let signature: [UInt8]
    let faults: [CMSFault]
    /// Where the parts stand that differ from one message of a signer to the next; nil when one
    /// of them is not written in one piece.
    let places: Places?

    /// Places in the bytes of the message.
    struct Places: Sendable {
      /// The signed attributes, tag included.
      let attributes: Range<Int>
      let digest: Range<Int>
      let time: Range<Int>
      let timeTag: UInt8
      let value: Range<Int>

      /// The three that differ, from first to last; none lies in another.
      let inOrder: [Range<Int>]

      init(
        attributes: Range<Int>, digest: Range<Int>, time: Range<Int>, timeTag: UInt8,
        value: Range<Int>
      ) {
        self.attributes = attributes
        self.digest = digest
        self.time = time
        self.timeTag = timeTag
        self.value = value
        inOrder = [digest, time, value].sorted { $0.lowerBound < $1.lowerBound }
      }
    }

    /// Why there is no signing time; nil when there is one, or when the attribute has several
    /// values or none, which is a fault of its own.
    package var timeFault: CMSFault? {
      guard signingTime == nil else { return nil }
      guard signedAttributes?.contains(.signingTime) == true else { return .noSigningTime }
      return faults.contains(.attributeFault("signingTime")) ? nil : .unreadableSigningTime
    }

    /// The hash of content and signed attributes; nil for one that is not known here.
    package var digest: DigestAlgorithm? { DigestAlgorithm(oid: digestOID) }

    /// `SHA-256`, or an OID for an unknown hash.
    package var digestName: String {
      DigestAlgorithm.name(of: digestOID)
    }

    init(_ reader: inout ASN1Reader) throws(ASN1Fault) {
      var fields = try reader.enter(ASN1Reader.sequence)
      _ = try fields.nextSmallInteger()
      if fields.nextTag == ASN1Reader.sequence {
        var name = try fields.enter(ASN1Reader.sequence)
        let issuer = try DistinguishedName(&name)
        let serial = try name.next(ASN1Reader.integer)
        identifier = .issuerAndSerial(issuer, serial: Array(name.bytes[serial.content]))
      } else {
        identifier = .keyIdentifier(Array(try fields.nextOctets(tag: 0x80)))
      }
      digestOID = try fields.nextAlgorithm()
      let attributes = try fields.nextIf(0xa0).map { element throws(ASN1Fault) in
        try Attributes(element, in: fields)
      }
      signedAttributes = attributes?.types
      signedOctets = attributes?.signedOctets
      signingTime = attributes?.signingTime
      messageDigest = attributes?.messageDigest
      contentType = attributes?.contentType
      faults = attributes?.faults ?? []
      signatureOID = try fields.nextAlgorithm()
      let value = fields
      signature = Array(try fields.nextOctets())
      places = attributes.flatMap { $0.places(value: value.primitive(ASN1Reader.octetString)) }
      hasUnsignedAttributes = try fields.nextIf(0xa1) != nil
      try fields.finish()
    }

    /// The same signer's signature over something else.
    init(
      _ model: Signer, time: Int64, digest: [UInt8], attributes: [UInt8], value: [UInt8]
    ) {
      identifier = model.identifier
      digestOID = model.digestOID
      signatureOID = model.signatureOID
      signedAttributes = model.signedAttributes
      signingTime = time
      hasUnsignedAttributes = model.hasUnsignedAttributes
      signedOctets = attributes
      messageDigest = digest
      contentType = model.contentType
      signature = value
      faults = model.faults
      places = model.places
    }
  }
}

/// The signed attributes of one signer.
private struct Attributes {
  var types: [OID] = []
  var signingTime: Int64?
  var messageDigest: [UInt8]?
  var contentType: OID?
  var faults: [CMSFault] = []
  let signedOctets: [UInt8]
  /// The attributes in the message; nil when they do not stand there as they are signed.
  private var place: Range<Int>?
  private var digestPlace: Range<Int>?
  private var timePlace: ASN1Element?

  func places(value: ASN1Element?) -> CMSMessage.Signer.Places? {
    guard let place, let digestPlace, let timePlace, let value else { return nil }
    return CMSMessage.Signer.Places(
      attributes: place, digest: digestPlace, time: timePlace.content, timeTag: timePlace.tag,
      value: value.content)
  }

  init(_ element: ASN1Element, in reader: ASN1Reader) throws(ASN1Fault) {
    var list = try reader.inside(element)
    // Never sorted again: real signers hash attributes that are not in DER's order.
    signedOctets = DERWriter.element(ASN1Reader.set, try list.definiteContent())
    if reader.bytes[element.whole].dropFirst().elementsEqual(signedOctets.dropFirst()) {
      place = element.whole
    }
    while !list.isAtEnd {
      var attribute = try list.enter(ASN1Reader.sequence)
      let type = try attribute.nextOID()
      var values = try attribute.enter(ASN1Reader.set)
      types.append(type)
      if values.isAtEnd, Self.singleValued.contains(type) {
        faults.append(.attributeFault(Self.name(of: type)))
        continue
      }
      switch type {
      case .messageDigest:
        digestPlace = values.primitive(ASN1Reader.octetString)?.content
        messageDigest = Array(try values.nextOctets())
      case .signingTime:
        let time = try values.next()
        signingTime = ASN1Time.decode(time, in: values.bytes)
        timePlace = time.isConstructed ? nil : time
      case .contentType:
        contentType = try values.nextOID()
      default:
        continue
      }
      if !values.isAtEnd { faults.append(.attributeFault(Self.name(of: type))) }
    }
    // RFC 5652, 11: each once; the first two have to be there when any attribute is.
    for type in Self.singleValued {
      let count = types.count { $0 == type }
      if count > 1 || (count == 0 && type != .signingTime) {
        faults.append(.attributeFault(Self.name(of: type)))
      }
    }
  }

  private static let singleValued: [OID] = [.contentType, .messageDigest, .signingTime]

  private static func name(of type: OID) -> String {
    switch type {
    case .contentType: "contentType"
    case .messageDigest: "messageDigest"
    case .signingTime: "signingTime"
    default: type.dotted
    }
  }
}

extension ASN1Reader {
  /// The rest of this level with every indefinite length written out, all else as it stands.
  fileprivate func definiteContent() throws(ASN1Fault) -> [UInt8] {
    var reader = self
    var result: [UInt8] = []
    while !reader.isAtEnd {
      let element = try reader.next()
      guard element.isConstructed else {
        result += bytes[element.whole]
        continue
      }
      let content = try reader.inside(element).definiteContent()
      if !element.isIndefinite, content.elementsEqual(bytes[element.content]) {
        result += bytes[element.whole]
      } else {
        result += DERWriter.element(element.tag, content)
      }
    }
    return result
  }
}
