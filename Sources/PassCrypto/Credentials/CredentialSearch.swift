// SPDX-License-Identifier: Apache-2.0

import PassSystem

/// Finds keys and certificates in files that were not made to hold them.
///
/// Takes time proportional to the file, and next to none where nothing looks like a key.
package enum CredentialSearch {
  /// What was found, the gravest alone.
  package enum Found: Sendable, Equatable {
    case privateKey
    case certificate
    /// A file made to hold keys, under its name with an article.
    case keyStore(String)
  }

  /// Looks for PEM anywhere, for DER from the first byte on, for Base64 of a private key
  /// anywhere and of a certificate from the first character on; in UTF-8 and UTF-16 of either
  /// order, with or without a mark.
  package static func look(in bytes: [UInt8]) -> Found? {
    // Every file of every row comes by here: most begin with none of these bytes.
    if let first = bytes.first {
      for (magic, name) in keyStores where first == magic[0] && bytes.starts(with: magic) {
        return .keyStore(name)
      }
    }
    let found = lookInText(bytes)
    guard found != .privateKey, holds(0, in: bytes) else { return found }
    // ASCII in UTF-16 is ASCII with a zero before or behind each byte.
    return lookInText(withoutZeros(bytes)) ?? found
  }

  /// The bytes but for zeros, four letters of UTF-16 at a time: every pass.strings comes by here.
  private static func withoutZeros(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count) { out, count in
      bytes.withUnsafeBytes { bytes in
        var position = 0
        while position + 8 <= bytes.count {
          let eight = UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
          if let letters = lettersOfUTF16(eight) {
            UnsafeMutableRawBufferPointer(out).storeBytes(
              of: letters.littleEndian, toByteOffset: count, as: UInt32.self)
            count += 4
          } else {
            for byte in bytes[position..<position + 8] where byte != 0 {
              out[count] = byte
              count += 1
            }
          }
          position += 8
        }
        for byte in bytes[position...] where byte != 0 {
          out[count] = byte
          count += 1
        }
      }
    }
  }

  /// The four bytes between zeros, before or behind each; nil where not just every other byte is a
  /// zero.
  private static func lettersOfUTF16(_ eight: UInt64) -> UInt32? {
    let inEven = eight & 0x00FF_00FF_00FF_00FF
    let inOdd = eight & 0xFF00_FF00_FF00_FF00
    guard inEven == 0 || inOdd == 0 else { return nil }
    var letters = inEven | inOdd >> 8
    letters = (letters | letters >> 8) & 0x0000_FFFF_0000_FFFF
    let four = UInt32(truncatingIfNeeded: letters | letters >> 16)
    // A byte that is zero borrows from its highest bit.
    let hasZero = (four &- 0x0101_0101) & ~four & 0x8080_8080 != 0
    return hasZero ? nil : four
  }

  private static let keyStores: [([UInt8], String)] = [
    ([0xfe, 0xed, 0xfe, 0xed], "a Java key store"), ([0xce, 0xce, 0xce, 0xce], "a Java key store"),
    (Array("kych".utf8), "a macOS keychain"), (Array("PuTTY-User-Key-File-".utf8), "a PuTTY key"),
  ]

  private static func lookInText(_ bytes: [UInt8]) -> Found? {
    let start = startOfText(bytes)
    var found: Found?
    if start < bytes.count, bytes[start] == ASN1Reader.sequence {
      found = look(atStart: start == 0 ? bytes : Array(bytes[start...]))
    }
    // The words first: a list of labels is made only where one can be that of a key or certificate.
    if found != .privateKey, contains("-----BEGIN ", bytes) {
      if contains("PRIVATE KEY", bytes),
        PEM.labels(in: bytes).contains(where: { $0.contains("PRIVATE KEY") })
      {
        return .privateKey
      }
      let mayBeCertificate = contains("CERTIFICATE", bytes) || contains("PKCS7", bytes)
      if mayBeCertificate, CredentialFile.containsCertificate(bytes) { found = .certificate }
    }
    if found != .privateKey, holdsPrivateKeyInBase64(bytes) { return .privateKey }
    if found == nil, start < bytes.count, bytes[start] == UInt8(ascii: "M"),
      bytes.count < 1 << 16, let der = Base64.decodeIgnoringWhitespace(bytes[start...])
    {
      return look(atStart: der)
    }
    return found
  }

  /// Behind a mark of UTF-8 or UTF-16 and blanks.
  private static func startOfText(_ bytes: [UInt8]) -> Int {
    var start = 0
    if let first = bytes.first, first >= 0xef {
      start = marks.first { bytes.starts(with: $0) }?.count ?? 0
    }
    while start < bytes.count, Base64.isWhitespace(bytes[start]) { start += 1 }
    return start
  }

  private static let marks: [[UInt8]] = [[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]]

  private static func look(atStart der: [UInt8]) -> Found? {
    if CredentialFile.containsPrivateKey(der) { return .privateKey }
    return CredentialFile.containsCertificate(der) ? .certificate : nil
  }

  // MARK: Base64

  /// Whether a key in DER stands anywhere as Base64, in lines or in one, or a PEM key in Base64
  /// once more.
  private static func holdsPrivateKeyInBase64(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { text in
      // A SEQUENCE begins with M, whatever its length.
      var runEnd = 0
      var position = 0
      while let start = next(UInt8(ascii: "M"), in: text, from: position) {
        position = start + 1
        guard position < text.count, (65...73).contains(text[position]) else { continue }
        var reader = Base64Reader(text, at: start)
        guard let size = sizeOfPrivateKey(&reader) else { continue }
        if start >= runEnd { runEnd = Base64Reader.endOfRun(in: text, from: start) }
        if (runEnd - start) / 4 * 3 + 3 >= size { return true }
      }
      position = 0
      while let start = next(UInt8(ascii: "L"), in: text, from: position) {
        position = start + 1
        guard text.count - start > 40, text[start...].starts(with: pemInBase64) else { continue }
        var reader = Base64Reader(text, at: start)
        var line: [UInt8] = []
        while line.count < 64, let byte = reader.next() { line.append(byte) }
        if contains("PRIVATE KEY", line) { return true }
      }
      return false
    }
  }

  /// Base64 of `-----BEGIN`, as far as it hangs on nothing else.
  private static let pemInBase64 = Array("LS0tLS1CRUdJT".utf8)

  /// The size of the private key whose DER begins here; nil when none does.
  ///
  /// Stricter than `DERKind`: here any letter M of any text is asked.
  private static func sizeOfPrivateKey(_ reader: inout Base64Reader) -> Int? {
    guard let outer = reader.header(), outer.tag == ASN1Reader.sequence else { return nil }
    let size = outer.length.map { reader.count + $0 } ?? reader.count
    guard let first = reader.header() else { return nil }
    if first.tag == ASN1Reader.sequence {
      // PKCS #8 under a password of PKCS #5 or PKCS #12.
      guard let length = first.length else { return nil }
      let end = reader.count + length
      guard let oid = reader.identifier() else { return nil }
      let isEncryption = oid.starts(with: pkcs + [5]) || oid.starts(with: pkcs + [12, 1])
      guard isEncryption, reader.skip(to: end) else { return nil }
      return reader.header()?.tag == ASN1Reader.octetString ? size : nil
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
      guard version <= 1, let end, reader.skip(to: end) else { return nil }
      return reader.header()?.tag == ASN1Reader.octetString ? size : nil
    default:
      return nil
    }
  }

  /// 1.2.840.113549.1
  private static let pkcs: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01]

  // MARK: Bytes

  private static func holds(_ byte: UInt8, in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { next(byte, in: $0, from: 0) != nil }
  }

  private static func contains(_ text: StaticString, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let length = text.utf8CodeUnitCount
      var position = 0
      while let start = next(text.utf8Start.pointee, in: bytes, from: position) {
        guard let base = bytes.baseAddress, bytes.count - start >= length else { return false }
        if memcmp(base + start, text.utf8Start, length) == 0 { return true }
        position = start + 1
      }
      return false
    }
  }

  private static func next(
    _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from position: Int
  ) -> Int? {
    guard let base = bytes.baseAddress, position < bytes.count,
      let found = memchr(base + position, Int32(byte), bytes.count - position)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}

/// Reads the first bytes that a text holds as Base64, over line ends and the escapes JSON and
/// pass.strings write for them.
private struct Base64Reader {
  private let text: UnsafeBufferPointer<UInt8>
  private var position: Int
  private var group: UInt32 = 0
  private var bits = 0
  /// How many bytes were read.
  private(set) var count = 0

  /// No key has more before the part that tells it.
  private static let limit = 400

  init(_ text: UnsafeBufferPointer<UInt8>, at position: Int) {
    self.text = text
    self.position = position
  }

  mutating func next() -> UInt8? {
    while bits < 8 {
      guard let value = Self.value(in: text, &position) else { return nil }
      group = group << 6 | UInt32(value)
      bits += 6
    }
    bits -= 8
    count += 1
    guard count <= Self.limit else { return nil }
    return UInt8(truncatingIfNeeded: group >> UInt32(bits))
  }

  /// A tag and the length of what follows; no length where an end mark stands in its place.
  mutating func header() -> (tag: UInt8, length: Int?)? {
    guard let tag = next(), let first = next() else { return nil }
    if first < 0x80 { return (tag, Int(first)) }
    if first == 0x80 { return (tag, nil) }
    guard first <= 0x84 else { return nil }
    var length = 0
    for _ in 0..<(first & 0x0f) {
      guard let octet = next() else { return nil }
      length = length << 8 | Int(octet)
    }
    return (tag, length)
  }

  /// The octets of an object identifier.
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

  /// Where what can be read as one piece of Base64 ends.
  static func endOfRun(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var position = start
    while value(in: text, &position) != nil {}
    return position
  }

  /// The value of the next character, behind blanks and escapes; nil at anything else.
  private static func value(
    in text: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> UInt8? {
    while position < text.count {
      let character = text[position]
      if let value = Base64.value(of: character) {
        position += 1
        return value
      }
      switch character {
      case UInt8(ascii: "-"), UInt8(ascii: "_"):
        position += 1
        return character == UInt8(ascii: "-") ? 62 : 63
      case UInt8(ascii: "\\"):
        guard position + 1 < text.count else { return nil }
        switch text[position + 1] {
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), 0x0a, 0x0d: position += 2
        case UInt8(ascii: "/"): position += 1
        default: return nil
        }
      case _ where Base64.isWhitespace(character):
        position += 1
      default:
        return nil
      }
    }
    return nil
  }
}
