// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Why bytes are not the ASN.1 they should be.
struct ASN1Fault: Error, Equatable, CustomStringConvertible {
  enum Complaint: Equatable {
    case truncated
    case unsupportedTag
    case indefiniteLength
    case lengthTooLong
    case unexpected(tag: UInt8, wanted: UInt8)
    case trailingBytes(Int)
    case tooDeep
    case malformed(String)
  }

  let complaint: Complaint
  /// Offset in bytes from the start of what was given to the reader.
  let offset: Int

  var description: String {
    let what =
      switch complaint {
      case .truncated: "ends too soon"
      case .unsupportedTag: "has an unknown kind of tag"
      case .indefiniteLength: "has an indefinite length, which DER does not allow"
      case .lengthTooLong: "has an impossible length"
      case .unexpected(let tag, let wanted):
        "has tag \(Hex.encode([tag])) instead of \(Hex.encode([wanted]))"
      case .trailingBytes(let count): "is followed by \(count) bytes too many"
      case .tooDeep: "is nested too deeply"
      case .malformed(let what): what
      }
    return "\(what), at byte \(offset)"
  }
}

/// One tag, length and value, as places in the bytes it was read from.
struct ASN1Element: Equatable {
  let tag: UInt8
  /// Where the tag stands.
  let start: Int
  let content: Range<Int>
  /// Behind the value and, after an indefinite length, behind its end mark.
  let end: Int

  var isConstructed: Bool { tag & 0x20 != 0 }
  var isIndefinite: Bool { end != content.upperBound }
  /// Everything, tag included.
  var whole: Range<Int> { start..<end }
}

/// Walks over DER, or over BER where that is allowed, without building a tree.
///
/// Never traps, and goes no deeper than `depthLimit`: each level is a reader of its own, and an
/// indefinite length is skipped with a counter.
struct ASN1Reader {
  static let sequence: UInt8 = 0x30
  static let set: UInt8 = 0x31
  static let boolean: UInt8 = 0x01
  static let integer: UInt8 = 0x02
  static let bitString: UInt8 = 0x03
  static let octetString: UInt8 = 0x04
  static let null: UInt8 = 0x05
  static let objectIdentifier: UInt8 = 0x06
  static let utf8String: UInt8 = 0x0c
  static let utcTime: UInt8 = 0x17
  static let generalizedTime: UInt8 = 0x18

  static let depthLimit = 32

  let bytes: [UInt8]
  let allowsBER: Bool
  private(set) var position: Int
  private let end: Int
  private let depth: Int

  init(_ bytes: [UInt8], allowsBER: Bool = false) {
    self.bytes = bytes
    self.allowsBER = allowsBER
    position = 0
    end = bytes.count
    depth = 0
  }

  private init(_ parent: ASN1Reader, _ content: Range<Int>) {
    bytes = parent.bytes
    allowsBER = parent.allowsBER
    position = content.lowerBound
    end = content.upperBound
    depth = parent.depth + 1
  }

  var isAtEnd: Bool { position >= end }

  /// The size a SEQUENCE of more than 127 bytes gives for itself; nil when the bytes are no DER,
  /// or too few to tell.
  static func declaredSize(of bytes: [UInt8]) -> Int? {
    // The long form of the length: no text has such a byte behind an ASCII one.
    guard bytes.count > 4, bytes[0] == sequence, (0x81...0x83).contains(bytes[1]) else {
      return nil
    }
    let octets = Int(bytes[1] & 0x0F)
    let length = bytes[2..<(2 + octets)].reduce(0) { $0 << 8 | Int($1) }
    return 2 + octets + length
  }

  /// The tag that comes next, nil at the end.
  var nextTag: UInt8? { position < end ? bytes[position] : nil }

  /// A reader of an element's content.
  func inside(_ element: ASN1Element) throws(ASN1Fault) -> ASN1Reader {
    guard depth < Self.depthLimit else { throw fault(.tooDeep, at: element.start) }
    return ASN1Reader(self, element.content)
  }

  /// The next element, whatever it is.
  mutating func next() throws(ASN1Fault) -> ASN1Element {
    let start = position
    let (tag, length, contentStart) = try header(at: start)
    let element: ASN1Element
    if let length {
      let contentEnd = contentStart + length
      element = ASN1Element(
        tag: tag, start: start, content: contentStart..<contentEnd, end: contentEnd)
    } else {
      let mark = try endOfIndefinite(from: contentStart)
      element = ASN1Element(tag: tag, start: start, content: contentStart..<mark, end: mark + 2)
    }
    position = element.end
    return element
  }

  /// The next element, which must have this tag.
  mutating func next(_ wanted: UInt8) throws(ASN1Fault) -> ASN1Element {
    guard let tag = nextTag else { throw fault(.truncated, at: position) }
    guard tag == wanted else { throw fault(.unexpected(tag: tag, wanted: wanted), at: position) }
    return try next()
  }

  /// The next element if it has this tag, else nothing is consumed.
  mutating func nextIf(_ wanted: UInt8) throws(ASN1Fault) -> ASN1Element? {
    nextTag == wanted ? try next() : nil
  }

  /// The next element if it has this tag and a length of its own; nothing is consumed.
  func primitive(_ wanted: UInt8) -> ASN1Element? {
    var copy = self
    guard nextTag == wanted, let element = try? copy.next(), !element.isConstructed else {
      return nil
    }
    return element
  }

  /// The content of the next element, which must have this tag.
  mutating func enter(_ wanted: UInt8) throws(ASN1Fault) -> ASN1Reader {
    try inside(try next(wanted))
  }

  mutating func nextOID() throws(ASN1Fault) -> OID {
    OID(content: bytes[try next(Self.objectIdentifier).content])
  }

  /// The identifier of an AlgorithmIdentifier, whose parameters may be one element of any kind.
  mutating func nextAlgorithm() throws(ASN1Fault) -> OID {
    var algorithm = try enter(Self.sequence)
    let oid = try algorithm.nextOID()
    if !algorithm.isAtEnd { _ = try algorithm.next() }
    try algorithm.finish()
    return oid
  }

  /// The content octets of a non-negative INTEGER without leading zeros (zero is one zero octet).
  mutating func nextUnsigned() throws(ASN1Fault) -> ArraySlice<UInt8> {
    let element = try next(Self.integer)
    var content = bytes[element.content]
    guard let first = content.first else {
      throw fault(.malformed("has an integer without octets"), at: element.start)
    }
    guard first < 0x80 else {
      throw fault(.malformed("has a negative integer"), at: element.start)
    }
    while content.count > 1, content.first == 0 { content.removeFirst() }
    return content
  }

  /// A small non-negative INTEGER.
  mutating func nextSmallInteger() throws(ASN1Fault) -> Int {
    let start = position
    let content = try nextUnsigned()
    guard content.count <= 7 else {
      throw fault(.malformed("has an integer that is too large"), at: start)
    }
    return content.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The octets of a BIT STRING of whole octets.
  mutating func nextBitString() throws(ASN1Fault) -> ArraySlice<UInt8> {
    let element = try next(Self.bitString)
    let content = bytes[element.content]
    guard content.first == 0 else {
      throw fault(.malformed("has a bit string that is not whole octets"), at: element.start)
    }
    return content.dropFirst()
  }

  /// The octets of an OCTET STRING (or of `tag` in its place), joined when BER has cut it.
  mutating func nextOctets(
    tag: UInt8 = ASN1Reader.octetString
  ) throws(ASN1Fault) -> ArraySlice<UInt8> {
    if nextTag == tag { return bytes[try next().content] }
    guard allowsBER, nextTag == tag | 0x20 else {
      return bytes[try next(tag).content]
    }
    var joined: [UInt8] = []
    var inner = try inside(try next())
    while !inner.isAtEnd {
      joined.append(contentsOf: try inner.nextOctets())
    }
    return joined[...]
  }

  /// Throws when something is left over.
  func finish() throws(ASN1Fault) {
    guard isAtEnd else { throw fault(.trailingBytes(end - position), at: position) }
  }

  func fault(_ complaint: ASN1Fault.Complaint, at offset: Int) -> ASN1Fault {
    ASN1Fault(complaint: complaint, offset: offset)
  }

  /// Tag, length (nil: indefinite) and start of the content; the content lies within bounds.
  private func header(at start: Int) throws(ASN1Fault) -> (UInt8, Int?, Int) {
    guard start < end, end - start >= 2 else { throw fault(.truncated, at: start) }
    let tag = bytes[start]
    guard tag & 0x1f != 0x1f else { throw fault(.unsupportedTag, at: start) }
    let first = bytes[start + 1]
    var position = start + 2
    if first < 0x80 {
      guard Int(first) <= end - position else { throw fault(.truncated, at: start) }
      return (tag, Int(first), position)
    }
    if first == 0x80 {
      guard allowsBER, tag & 0x20 != 0 else { throw fault(.indefiniteLength, at: start) }
      return (tag, nil, position)
    }
    let count = Int(first & 0x7f)
    guard count <= 4 else { throw fault(.lengthTooLong, at: start) }
    guard count <= end - position else { throw fault(.truncated, at: start) }
    var length = 0
    for _ in 0..<count {
      length = length << 8 | Int(bytes[position])
      position += 1
    }
    // DER has one way to write a length; BER, and files in the wild, may pad it.
    guard allowsBER || (length >= 0x80 && length >> (8 * (count - 1)) != 0) else {
      throw fault(.lengthTooLong, at: start)
    }
    guard length <= end - position else { throw fault(.truncated, at: start) }
    return (tag, length, position)
  }

  /// Where the end mark of an indefinite length stands.
  private func endOfIndefinite(from contentStart: Int) throws(ASN1Fault) -> Int {
    var position = contentStart
    var open = 1
    while true {
      guard end - position >= 2 else { throw fault(.truncated, at: position) }
      if bytes[position] == 0, bytes[position + 1] == 0 {
        open -= 1
        if open == 0 { return position }
        position += 2
        continue
      }
      let (_, length, start) = try header(at: position)
      if let length {
        position = start + length
      } else {
        open += 1
        guard open <= Self.depthLimit else { throw fault(.tooDeep, at: position) }
        position = start
      }
    }
  }
}
