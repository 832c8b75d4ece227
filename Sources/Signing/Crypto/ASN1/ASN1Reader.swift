// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// An error in ASN.1 data.
struct ASN1Error: Error, Equatable, CustomStringConvertible {
  enum Reason: Equatable {
    case truncated
    case unsupportedTag
    case indefiniteLength
    case lengthTooLong
    case unexpected(tag: UInt8, wanted: UInt8)
    case trailingBytes(Int)
    case tooDeep
    case malformed(String)
  }

  let complaint: Reason
  /// Offset in bytes from the start of the data.
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

/// Positions of a tag, length and value in the bytes that were read.
struct ASN1Element: Equatable {
  let tag: UInt8
  /// Offset of the tag.
  let start: Int
  let content: Range<Int>
  /// Offset after the value. After an indefinite length, this includes the end mark.
  let end: Int

  var isConstructed: Bool { tag & 0x20 != 0 }
  var isIndefinite: Bool { end != content.upperBound }
  /// Range of the whole element with its tag.
  var whole: Range<Int> { start..<end }
}

/// A reader for DER, or for BER if allowed. It does not build a tree.
///
/// It never traps on untrusted input and reads at most `depthLimit` levels. Each level has its own
/// reader, and indefinite lengths are skipped with a counter rather than recursion.
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

  /// Returns the size that a SEQUENCE of more than 127 bytes declares. Returns nil if the bytes are
  /// too few or not DER.
  static func declaredSize(of bytes: [UInt8]) -> Int? {
    // The long form of the length. No text has such a byte after an ASCII character.
    guard bytes.count > 4, bytes[0] == sequence, (0x81...0x83).contains(bytes[1]) else {
      return nil
    }
    let octets = Int(bytes[1] & 0x0F)
    let length = bytes[2..<(2 + octets)].reduce(0) { $0 << 8 | Int($1) }
    return 2 + octets + length
  }

  /// The next tag, or nil at the end.
  var nextTag: UInt8? { position < end ? bytes[position] : nil }

  /// Returns a reader for the content of an element.
  func inside(_ element: ASN1Element) throws(ASN1Error) -> ASN1Reader {
    guard depth < Self.depthLimit else { throw validationError(.tooDeep, at: element.start) }
    return ASN1Reader(self, element.content)
  }

  /// Reads the next element of any type.
  mutating func next() throws(ASN1Error) -> ASN1Element {
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

  /// Reads the next element. It must have this tag.
  mutating func next(_ wanted: UInt8) throws(ASN1Error) -> ASN1Element {
    guard let tag = nextTag else { throw validationError(.truncated, at: position) }
    guard tag == wanted else {
      throw validationError(.unexpected(tag: tag, wanted: wanted), at: position)
    }
    return try next()
  }

  /// Reads the next element if it has this tag. Otherwise returns nil and reads nothing.
  mutating func nextIf(_ wanted: UInt8) throws(ASN1Error) -> ASN1Element? {
    nextTag == wanted ? try next() : nil
  }

  /// Returns the next element if it has this tag and is not constructed. Does not advance.
  func primitive(_ wanted: UInt8) -> ASN1Element? {
    var copy = self
    guard nextTag == wanted, let element = try? copy.next(), !element.isConstructed else {
      return nil
    }
    return element
  }

  /// Reads the next element, which must have this tag, and returns a reader for its content.
  mutating func enter(_ wanted: UInt8) throws(ASN1Error) -> ASN1Reader {
    try inside(try next(wanted))
  }

  mutating func nextOID() throws(ASN1Error) -> OID {
    OID(content: bytes[try next(Self.objectIdentifier).content])
  }

  /// Reads an AlgorithmIdentifier and returns its identifier. Its parameters may be one element of
  /// any type.
  mutating func nextAlgorithm() throws(ASN1Error) -> OID {
    var algorithm = try enter(Self.sequence)
    let oid = try algorithm.nextOID()
    if !algorithm.isAtEnd { _ = try algorithm.next() }
    try algorithm.finish()
    return oid
  }

  /// Reads a non-negative INTEGER and returns its octets without leading zeros. Zero is one zero
  /// octet.
  mutating func nextUnsigned() throws(ASN1Error) -> ArraySlice<UInt8> {
    let element = try next(Self.integer)
    var content = bytes[element.content]
    guard let first = content.first else {
      throw validationError(.malformed("has an integer without octets"), at: element.start)
    }
    guard first < 0x80 else {
      throw validationError(.malformed("has a negative integer"), at: element.start)
    }
    while content.count > 1, content.first == 0 { content.removeFirst() }
    return content
  }

  /// Reads a non-negative INTEGER of at most 7 octets.
  mutating func nextSmallInteger() throws(ASN1Error) -> Int {
    let start = position
    let content = try nextUnsigned()
    guard content.count <= 7 else {
      throw validationError(.malformed("has an integer that is too large"), at: start)
    }
    return content.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a BIT STRING without unused bits.
  mutating func nextBitString() throws(ASN1Error) -> ArraySlice<UInt8> {
    let element = try next(Self.bitString)
    let content = bytes[element.content]
    guard content.first == 0 else {
      throw validationError(
        .malformed("has a bit string that is not whole octets"), at: element.start)
    }
    return content.dropFirst()
  }

  /// Reads an OCTET STRING, or the same type with the tag `tag`. In BER, its parts are joined.
  mutating func nextOctets(
    tag: UInt8 = ASN1Reader.octetString
  ) throws(ASN1Error) -> ArraySlice<UInt8> {
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

  /// Throws if there is data left.
  func finish() throws(ASN1Error) {
    guard isAtEnd else { throw validationError(.trailingBytes(end - position), at: position) }
  }

  func validationError(_ complaint: ASN1Error.Reason, at offset: Int) -> ASN1Error {
    ASN1Error(complaint: complaint, offset: offset)
  }

  /// Returns tag, length (nil if indefinite) and start of the content. The content is within
  /// bounds.
  private func header(at start: Int) throws(ASN1Error) -> (UInt8, Int?, Int) {
    guard start < end, end - start >= 2 else { throw validationError(.truncated, at: start) }
    let tag = bytes[start]
    guard tag & 0x1f != 0x1f else { throw validationError(.unsupportedTag, at: start) }
    let first = bytes[start + 1]
    var position = start + 2
    if first < 0x80 {
      guard Int(first) <= end - position else { throw validationError(.truncated, at: start) }
      return (tag, Int(first), position)
    }
    if first == 0x80 {
      guard allowsBER, tag & 0x20 != 0 else { throw validationError(.indefiniteLength, at: start) }
      return (tag, nil, position)
    }
    let count = Int(first & 0x7f)
    guard count <= 4 else { throw validationError(.lengthTooLong, at: start) }
    guard count <= end - position else { throw validationError(.truncated, at: start) }
    var length = 0
    for _ in 0..<count {
      length = length << 8 | Int(bytes[position])
      position += 1
    }
    // DER allows only the shortest length. BER and some real files have longer ones.
    guard allowsBER || (length >= 0x80 && length >> (8 * (count - 1)) != 0) else {
      throw validationError(.lengthTooLong, at: start)
    }
    guard length <= end - position else { throw validationError(.truncated, at: start) }
    return (tag, length, position)
  }

  /// Returns the offset of the end mark of an indefinite length.
  private func endOfIndefinite(from contentStart: Int) throws(ASN1Error) -> Int {
    var position = contentStart
    var open = 1
    while true {
      guard end - position >= 2 else { throw validationError(.truncated, at: position) }
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
        guard open <= Self.depthLimit else { throw validationError(.tooDeep, at: position) }
        position = start
      }
    }
  }
}
