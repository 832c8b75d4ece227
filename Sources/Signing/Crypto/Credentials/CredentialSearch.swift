// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A search for keys and certificates in files of other kinds, such as images.
///
/// It takes linear time, and almost none if nothing looks like a key. It needs no extra memory for
/// files with many possible beginnings.
package enum CredentialSearch {
  /// The most serious match.
  package enum Found: Sendable, Equatable {
    case privateKey
    case certificate
    /// A file format for keys. The value is its name with an article.
    case keyStore(String)

    fileprivate var isKey: Bool { self != .certificate }
  }

  /// Searches for PEM anywhere, for DER at the beginning, for Base64 and JSON Web Keys of private
  /// keys anywhere, and for Base64 of a certificate at the beginning. It handles UTF-8, UTF-16 in
  /// both byte orders and JSON escapes.
  package static func find(in bytes: [UInt8]) -> Found? {
    // Checks the first byte before the whole pattern, because every file of every row passes here.
    if let first = bytes.first {
      for (magic, name) in keyStores where first == magic[0] && bytes.starts(with: magic) {
        return .keyStore(name)
      }
    }
    var found = findInText(bytes)
    if let found, found.isKey { return found }
    var text = bytes
    if ByteFinder.contains("\0", in: text) {
      // ASCII in UTF-16 has a zero before or after each byte.
      text = withoutZeros(text)
      found = findInText(text) ?? found
      if let found, found.isKey { return found }
    }
    if ByteFinder.contains("\\u00", in: text) { found = findInText(unescaped(text)) ?? found }
    return found
  }

  /// Replaces `\u000a` and other ASCII escapes of JSON and pass.strings with the characters.
  /// Removes all backslashes before them, because strings may be nested.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\\"), position + 6 <= bytes.count,
        bytes[position + 1] == UInt8(ascii: "u"), bytes[position + 2] == UInt8(ascii: "0"),
        bytes[position + 3] == UInt8(ascii: "0"), let high = Hex.value(of: bytes[position + 4]),
        let low = Hex.value(of: bytes[position + 5]), high < 8
      {
        while text.last == byte { text.removeLast() }
        text.append(high << 4 | low)
        position += 6
      } else {
        text.append(byte)
        position += 1
      }
    }
    return text
  }

  /// Removes zero bytes, four UTF-16 units at a time, because every pass.strings passes here.
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

  /// Returns the four bytes between zeros. Returns nil unless exactly every other byte is zero.
  private static func lettersOfUTF16(_ eight: UInt64) -> UInt32? {
    let inEven = eight & 0x00FF_00FF_00FF_00FF
    let inOdd = eight & 0xFF00_FF00_FF00_FF00
    guard inEven == 0 || inOdd == 0 else { return nil }
    var letters = inEven | inOdd >> 8
    letters = (letters | letters >> 8) & 0x0000_FFFF_0000_FFFF
    let four = UInt32(truncatingIfNeeded: letters | letters >> 16)
    // A zero byte sets its highest bit by borrowing.
    let hasZero = (four &- 0x0101_0101) & ~four & 0x8080_8080 != 0
    return hasZero ? nil : four
  }

  private static let keyStores: [([UInt8], String)] = [
    ([0xfe, 0xed, 0xfe, 0xed], "a Java key store"), ([0xce, 0xce, 0xce, 0xce], "a Java key store"),
    (Array("kych".utf8), "a macOS keychain"), (Array("PuTTY-User-Key-File-".utf8), "a PuTTY key"),
    (Array("openssh-key-v1\0".utf8), "an OpenSSH key"),
    (Array("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----".utf8), "an SSH2 key"),
  ]

  private static func findInText(_ bytes: [UInt8]) -> Found? {
    let start = startOfText(bytes)
    var found: Found?
    if start < bytes.count, bytes[start] == ASN1Reader.sequence {
      found = find(atStart: start == 0 ? bytes : Array(bytes[start...]))
      if found == .privateKey { return found }
    }
    let pem = PEM.contents(of: bytes)
    if pem.containsPrivateKey { return .privateKey }
    if pem.containsCertificate { found = .certificate }
    if EncodedKeySearch.containsPrivateKey(bytes) || WebKeySearch.containsPrivateKey(bytes) {
      return .privateKey
    }
    if HexKeys.areAlone(in: bytes[start...]) {
      return .keyStore("64 hex digits, as in a token key or link key")
    }
    if found == nil, start < bytes.count, bytes[start] == UInt8(ascii: "M"),
      bytes.count < 1 << 16, let der = Base64.decodeIgnoringWhitespace(bytes[start...])
    {
      return find(atStart: der)
    }
    return found
  }

  /// Returns the offset after a byte order mark and white space.
  private static func startOfText(_ bytes: [UInt8]) -> Int {
    var start = 0
    if let first = bytes.first, first >= 0xef {
      start = marks.first { bytes.starts(with: $0) }?.count ?? 0
    }
    while start < bytes.count, Base64.isWhitespace(bytes[start]) { start += 1 }
    return start
  }

  private static let marks: [[UInt8]] = [[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]]

  private static func find(atStart der: [UInt8]) -> Found? {
    switch DERKind(der) {
    case .pkcs1, .pkcs8, .encryptedPKCS8, .sec1, .pkcs12: .privateKey
    case .certificate: .certificate
    case .pkcs7: CredentialFile.containsCertificate(der) ? .certificate : nil
    case .certificateRequest, .publicKey, .unknown: nil
    }
  }
}

/// Keys of passc: token keys for authentication tokens, and link keys.
enum HexKeys {
  /// Maximum size of a file with such keys.
  private static let limitInBytes = 1 << 16

  /// Returns whether text has only keys of 64 hex digits: one key over several lines as in
  /// `--token-key`, or one key on each line with comments as in `--link-key`.
  static func areAlone(in text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, Hex.value(of: first) != nil || first == UInt8(ascii: "#"),
      text.count >= 64, text.count <= limitInBytes
    else { return false }
    var (digits, onLine) = (0, 0)
    var isEachLineAKey = true
    var isComment = false
    for byte in text {
      if byte == 0x0a || byte == 0x0d {
        isEachLineAKey = isEachLineAKey && (onLine == 0 || onLine == 64)
        (onLine, isComment) = (0, false)
      } else if isComment || byte <= 0x20 {
        continue
      } else if Hex.value(of: byte) != nil {
        digits += 1
        onLine += 1
      } else if byte == UInt8(ascii: "#"), onLine == 0 {
        isComment = true
      } else {
        return false
      }
    }
    isEachLineAKey = isEachLineAKey && (onLine == 0 || onLine == 64)
    return digits == 64 || digits > 0 && isEachLineAKey
  }
}
