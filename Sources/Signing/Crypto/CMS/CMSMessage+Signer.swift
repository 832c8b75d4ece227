// SPDX-License-Identifier: Apache-2.0

extension CMSMessage {
  /// The data of one signer (SignerInfo).
  package struct Signer: Sendable {
    /// The reference to the signer's certificate.
    package enum Identifier: Sendable, Hashable {
      /// `serial` has the content octets of the INTEGER.
      case issuerAndSerial(DistinguishedName, serial: [UInt8])
      case keyIdentifier([UInt8])

      /// Returns whether this refers to the certificate. Its key need not have made the signature.
      package func names(_ certificate: Certificate) -> Bool {
        switch self {
        case .issuerAndSerial(let issuer, let serial):
          certificate.serialOctets.elementsEqual(serial) && certificate.issuer.matches(issuer)
        case .keyIdentifier(let identifier):
          certificate.subjectKeyIdentifier == identifier
        }
      }
    }

    /// Reference to the signer's certificate.
    package let identifier: Identifier
    /// The hash of content and signed attributes, which may be an unknown one.
    package let digestOID: OID
    /// The algorithm of the signature value. Only the type of key is used. The hash is always
    /// `digestOID`, as in Apple's code and OpenSSL.
    package let signatureOID: OID
    /// Types of the signed attributes in their order, or nil if there are none.
    package let signedAttributes: [OID]?
    /// The signing time in Unix seconds, or nil if the attribute is missing or invalid.
    package let signingTime: Int64?
    /// Whether there are attributes without a signature, such as timestamps.
    package let hasUnsignedAttributes: Bool

    /// The signed octets: the attributes with the tag of a SET.
    let signedOctets: [UInt8]?
    let messageDigest: [UInt8]?
    /// Value of the attribute contentType.
    let contentType: OID?
    let signature: [UInt8]
    let faults: [CMSError]
    /// Positions of the parts that differ between messages of one signer. Nil if a part is split
    /// (BER).
    let places: Places?

    /// Positions in the bytes of the message.
    struct Places: Sendable {
      /// Signed attributes with their tag.
      let attributes: Range<Int>
      let digest: Range<Int>
      let time: Range<Int>
      let timeTag: UInt8
      let value: Range<Int>

      /// The three parts that differ, in ascending order. They do not overlap.
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

    /// The error for a missing or unreadable signing time. Nil if there is a time. Nil also if the
    /// attribute does not have exactly one value, because that is another error.
    package var timeFault: CMSError? {
      guard signingTime == nil else { return nil }
      guard signedAttributes?.contains(.signingTime) == true else { return .noSigningTime }
      return faults.contains(.attributeError("signingTime")) ? nil : .unreadableSigningTime
    }

    /// The hash, or nil if it is unknown.
    package var digest: DigestAlgorithm? { DigestAlgorithm(oid: digestOID) }

    /// Name of the hash, such as `SHA-256`, or the OID of an unknown one.
    package var digestName: String {
      DigestAlgorithm.name(of: digestOID)
    }

    init(_ reader: inout ASN1Reader) throws(ASN1Error) {
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
      let attributes = try fields.nextIf(0xa0).map { element throws(ASN1Error) in
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

    /// Copies a signer with another digest, time and signature.
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

private struct Attributes {
  var types: [OID] = []
  var signingTime: Int64?
  var messageDigest: [UInt8]?
  var contentType: OID?
  var faults: [CMSError] = []
  let signedOctets: [UInt8]
  /// Range of the attributes in the message. Nil if they differ from the signed octets in more than
  /// the tag.
  private var place: Range<Int>?
  private var digestPlace: Range<Int>?
  private var timePlace: ASN1Element?

  func places(value: ASN1Element?) -> CMSMessage.Signer.Places? {
    guard let place, let digestPlace, let timePlace, let value else { return nil }
    return CMSMessage.Signer.Places(
      attributes: place, digest: digestPlace, time: timePlace.content, timeTag: timePlace.tag,
      value: value.content)
  }

  init(_ element: ASN1Element, in reader: ASN1Reader) throws(ASN1Error) {
    var list = try reader.inside(element)
    // Not sorted, because some real signers hash attributes that are not in DER order.
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
        faults.append(.attributeError(Self.name(of: type)))
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
      if !values.isAtEnd { faults.append(.attributeError(Self.name(of: type))) }
    }
    // RFC 5652, 11: each occurs at most once. The first two are required if there are any
    // attributes.
    for type in Self.singleValued {
      let count = types.count { $0 == type }
      if count > 1 || (count == 0 && type != .signingTime) {
        faults.append(.attributeError(Self.name(of: type)))
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
  /// Returns the rest of this level with definite lengths.
  fileprivate func definiteContent() throws(ASN1Error) -> [UInt8] {
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
