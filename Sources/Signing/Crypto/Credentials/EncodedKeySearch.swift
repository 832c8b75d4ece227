// SPDX-License-Identifier: Apache-2.0

/// A search for private keys in Base64 inside text: on one line or several, in JSON strings, and as
/// an array of lines.
enum EncodedKeySearch {
  /// Returns whether the text contains Base64 of a DER key, or of a PEM key (double Base64).
  static func containsPrivateKey(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { text in
      containsDER(text) || containsPEM(text)
    }
  }

  private static func containsDER(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // A SEQUENCE begins with M in Base64. If it has at least 32 bytes, C to I follows.
    var runEnd = 0
    var position = 0
    while let start = ByteFinder.first("M", in: text, from: position) {
      position = start + 1
      guard position < text.count, (67...73).contains(text[position]) else { continue }
      var reader = Base64Reader(text, at: start)
      guard let size = sizeOfPrivateKey(&reader) else { continue }
      if start >= runEnd { runEnd = Base64Reader.endOfRun(in: text, from: start) }
      if (runEnd - start) / 4 * 3 + 3 >= size { return true }
    }
    return false
  }

  /// Base64 of `-----BEGIN`, for each of the three possible alignments.
  private static let armour: [StaticString] = [
    "LS0tLS1CRUdJT", "LS0tQkVHSU4g", "LS0tLUJFR0lOI",
  ]

  private static func containsPEM(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    while let start = ByteFinder.first("LS0t", in: text, from: position) {
      position = start + 1
      guard let base = text.baseAddress, text.count - start > 40,
        armour.contains(where: { ByteFinder.matches($0, at: base + start) })
      else { continue }
      var reader = Base64Reader(text, at: start)
      var line: [UInt8] = []
      // The longest label in use fits.
      line.reserveCapacity(48)
      while line.count < 48, let byte = reader.next() { line.append(byte) }
      if ByteFinder.contains("PRIVATE KEY", in: line) { return true }
    }
    return false
  }

  /// Returns the size of a private key that begins here in DER, or nil.
  ///
  /// It is stricter than `DERKind`, because every letter M in a text gets here.
  private static func sizeOfPrivateKey(_ reader: inout Base64Reader) -> Int? {
    guard let outer = reader.header(), outer.tag == ASN1Reader.sequence else { return nil }
    let size = outer.length.map { reader.count + $0 } ?? reader.count
    // Most false matches end here.
    guard let tag = reader.peek(), tag == ASN1Reader.sequence || tag == ASN1Reader.integer,
      let first = reader.header()
    else { return nil }
    if first.tag == ASN1Reader.sequence {
      // Encrypted PKCS #8. No other structure begins with the OID of PKCS #5 or PKCS #12.
      guard let oid = reader.identifier() else { return nil }
      return oid.starts(with: pkcs + [5]) || oid.starts(with: pkcs + [12, 1]) ? size : nil
    }
    guard first.tag == ASN1Reader.integer, first.length == 1, let version = reader.next(),
      version <= 3, let second = reader.header()
    else { return nil }
    switch second.tag {
    case ASN1Reader.integer:
      return version <= 1 && second.length ?? 0 >= 32 ? size : nil
    case ASN1Reader.octetString:
      return version == 1 && (16...80).contains(second.length ?? 0) ? size : nil
    case ASN1Reader.sequence:
      let end = second.length.map { reader.count + $0 }
      guard let oid = reader.identifier() else { return nil }
      if version == 3 { return oid.starts(with: pkcs + [7]) ? size : nil }
      guard version <= 1, let end else { return nil }
      // The parameters of the curve may be here instead of its name. These are long.
      if oid.starts(with: ellipticCurves) { return size }
      guard reader.skip(to: end) else { return nil }
      return reader.header()?.tag == ASN1Reader.octetString ? size : nil
    default:
      return nil
    }
  }

  /// 1.2.840.113549.1
  private static let pkcs: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01]
  /// 1.2.840.10045
  private static let ellipticCurves: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d]
}

/// A reader for the first bytes of Base64 text. It skips line ends, their escapes in JSON and
/// pass.strings, and the boundaries between strings of an array.
struct Base64Reader {
  private let text: UnsafeBufferPointer<UInt8>
  private var position: Int
  private let end: Int
  private var group: UInt64 = 0
  private var bits = 0
  /// Number of bytes that were read.
  private(set) var count = 0

  /// Maximum number of bytes to read, enough to identify any key. It bounds the work for each
  /// candidate, so that the time is linear.
  private static let limit = 160
  private static let limitInCharacters = 1024

  init(_ text: UnsafeBufferPointer<UInt8>, at position: Int) {
    self.text = text
    self.position = position
    end = min(text.count, position + Self.limitInCharacters)
  }

  mutating func next() -> UInt8? {
    if bits < 8 {
      guard fill() else { return nil }
    }
    bits -= 8
    count += 1
    guard count <= Self.limit else { return nil }
    return UInt8(truncatingIfNeeded: group >> UInt64(bits))
  }

  /// Adds enough characters for one byte, four at a time if there is nothing between them.
  private mutating func fill() -> Bool {
    if position + 4 <= end {
      let (a, b) = (Self.values[Int(text[position])], Self.values[Int(text[position + 1])])
      let (c, d) = (Self.values[Int(text[position + 2])], Self.values[Int(text[position + 3])])
      if a | b | c | d < 64 {
        group = group << 24 | UInt64(a) << 18 | UInt64(b) << 12 | UInt64(c) << 6 | UInt64(d)
        bits += 24
        position += 4
        return true
      }
    }
    while bits < 8 {
      guard let value = Self.value(in: text, &position, before: end) else { return false }
      group = group << 6 | UInt64(value)
      bits += 6
    }
    return true
  }

  /// Values of the characters of both alphabets, 255 for others.
  private static let values: [UInt8] = (0...255).map { character in
    switch UInt8(character) {
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: Base64.value(of: UInt8(character)) ?? 255
    }
  }

  /// Returns the next byte without advancing.
  mutating func peek() -> UInt8? {
    guard bits >= 8 || fill() else { return nil }
    return UInt8(truncatingIfNeeded: group >> UInt64(bits - 8))
  }

  /// Reads a tag and length. The length is nil if it is indefinite.
  mutating func header() -> (tag: UInt8, length: Int?)? {
    guard let tag = next(), let first = next() else { return nil }
    if first < 0x80 { return (tag, Int(first)) }
    if first == 0x80 { return (tag, nil) }
    // No key has 64 kB.
    guard first <= 0x82 else { return nil }
    var length = 0
    for _ in 0..<(first & 0x0f) {
      guard let octet = next() else { return nil }
      length = length << 8 | Int(octet)
    }
    return (tag, length)
  }

  /// Reads the octets of an object identifier.
  mutating func identifier() -> [UInt8]? {
    guard let header = header(), header.tag == ASN1Reader.objectIdentifier,
      let length = header.length, (1...16).contains(length)
    else { return nil }
    var octets: [UInt8] = []
    while octets.count < length, let octet = next() { octets.append(octet) }
    return octets.count == length ? octets : nil
  }

  mutating func skip(to end: Int) -> Bool {
    guard end <= Self.limit else { return false }
    while count < end { guard next() != nil else { return false } }
    return count == end
  }

  /// Returns the end of the run of Base64.
  static func endOfRun(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var position = start
    while value(in: text, &position, before: text.count) != nil {}
    return position
  }

  /// Reads the next character and returns its value. It skips white space, escapes and string
  /// boundaries. Returns nil at any other character.
  private static func value(
    in text: UnsafeBufferPointer<UInt8>, _ position: inout Int, before end: Int
  ) -> UInt8? {
    while position < end {
      let character = text[position]
      if let value = Base64.value(of: character) {
        position += 1
        return value
      }
      switch character {
      case UInt8(ascii: "-"), UInt8(ascii: "_"):
        position += 1
        return character == UInt8(ascii: "-") ? 62 : 63
      case _ where Base64.isWhitespace(character):
        position += 1
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard
          let next = escape(in: text, position, before: end)
            ?? border(in: text, position, before: end)
        else { return nil }
        position = next
      default:
        return nil
      }
    }
    return nil
  }

  /// Returns the offset after an escape of white space or a slash: `\n`, or `\\n` in a nested
  /// string.
  private static func escape(
    in text: UnsafeBufferPointer<UInt8>, _ start: Int, before end: Int
  ) -> Int? {
    var position = start
    while position < end, text[position] == UInt8(ascii: "\\") { position += 1 }
    guard position > start, position < end else { return nil }
    switch text[position] {
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), 0x0a, 0x0d: return position + 1
    case UInt8(ascii: "/"): return position
    default: return nil
    }
  }

  /// Returns the offset after a boundary between strings in an array or an expression: `", "` and
  /// `" + "`, with or without escaped quotes.
  private static func border(
    in text: UnsafeBufferPointer<UInt8>, _ start: Int, before end: Int
  ) -> Int? {
    // No program indents by more. Without a limit, many quotes would take quadratic time.
    let end = min(end, start + 128)
    var position = start
    func skip(_ isSkipped: (UInt8) -> Bool) {
      while position < end, isSkipped(text[position]) { position += 1 }
    }
    func isQuote() -> Bool {
      position < end
        && (text[position] == UInt8(ascii: "\"") || text[position] == UInt8(ascii: "'"))
    }
    skip { $0 == UInt8(ascii: "\\") }
    guard isQuote() else { return nil }
    position += 1
    skip(Base64.isWhitespace)
    guard position < end,
      text[position] == UInt8(ascii: ",") || text[position] == UInt8(ascii: "+")
    else { return nil }
    position += 1
    skip { Base64.isWhitespace($0) || $0 == UInt8(ascii: "\\") }
    guard isQuote() else { return nil }
    return position + 1
  }
}
