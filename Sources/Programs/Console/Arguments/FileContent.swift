// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// The kind of content of an existing file, to decide whether an output may replace it.
enum FileContent {
  case key, tokenKey, certificate, database, image, archive, other

  /// The number of bytes that `init(start:)` needs.
  static let maxPrefixLength = 16

  /// Finds the kind from the first bytes of a file. The result is nil if the first bytes are not
  /// enough. Fast path: if passc builds a pass again, it reads only these bytes of the old file.
  init?(start: [UInt8]) {
    if start.starts(with: Self.sqlite) {
      self = .database
    } else if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      self = .archive
    } else if Self.images.contains(where: { start.starts(with: $0) }) {
      self = .image
    } else {
      return nil
    }
  }

  /// Finds the kind from the beginning of a file, which must be long enough to include a key.
  init(_ head: [UInt8]) {
    if let content = FileContent(start: head) {
      self = content
    } else if Self.isTokenKey(head) {
      self = .tokenKey
    } else {
      switch CredentialSearch.find(in: head) {
      case .privateKey, .keyStore: self = .key
      case .certificate: self = Self.onlyQuotesPEM(head) ? .other : .certificate
      case nil: self = .other
      }
    }
  }

  /// Whether the text contains PEM markers but no line begins with one, as in a page that quotes a
  /// marker in JSON.
  private static func onlyQuotesPEM(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("-----BEGIN")
      && !text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("-----BEGIN") }
  }

  private static let sqlite = Array("SQLite format 3\0".utf8)

  /// PNG, JPEG, GIF, TIFF, and RIFF, the container of WebP.
  private static let images: [[UInt8]] = [
    [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("II*\0".utf8),
    Array("MM\0*".utf8), Array("RIFF".utf8),
  ]

  /// Whether the file is a key for authentication tokens or links: it has only lines of 64 hex
  /// digits.
  private static func isTokenKey(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= 1 << 12 else { return false }
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }
    return !lines.isEmpty
      && lines.allSatisfy { line in line.count == 64 && line.allSatisfy(Self.isHexDigit) }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
