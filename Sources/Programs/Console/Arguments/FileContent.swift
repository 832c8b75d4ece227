// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// What an existing file holds, as far as replacing it matters.
enum FileContent {
  case key, tokenKey, certificate, database, image, archive, other

  /// How many bytes `init(start:)` needs.
  static let longestStart = 16

  /// Tells the content by the first bytes of a file, where these are enough: of a pass that is built
  /// again nothing else is read.
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

  /// Tells the content by the beginning of a file, as much of it as can hold a key.
  init(_ head: [UInt8]) {
    if let content = FileContent(start: head) {
      self = content
    } else if Self.isTokenKey(head) {
      self = .tokenKey
    } else {
      switch CredentialSearch.look(in: head) {
      case .privateKey, .keyStore: self = .key
      case .certificate: self = Self.onlyQuotesPEM(head) ? .other : .certificate
      case nil: self = .other
      }
    }
  }

  /// Whether PEM markers are in the text but begin no line, as in a page that shows one in JSON.
  private static func onlyQuotesPEM(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("-----BEGIN")
      && !text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("-----BEGIN") }
  }

  private static let sqlite = Array("SQLite format 3\0".utf8)

  /// PNG, JPEG, GIF, TIFF and RIFF, which WebP is in.
  private static let images: [[UInt8]] = [
    [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("II*\0".utf8),
    Array("MM\0*".utf8), Array("RIFF".utf8),
  ]

  /// Whether the file is a key of tokens or links: lines of 64 hex digits and nothing else.
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
