// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
import Synchronization

/// Keys that encrypt links. The first key makes new links, and all keys can read links.
package struct LinkKeys: Sendable {
  private let keys: [Secret]

  /// The reason why a key file is invalid.
  package struct LinkKeyError: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Reads a file with a key of 64 hex digits on each line. Empty lines and lines that begin with
  /// `#` are skipped.
  ///
  /// - Throws: `FileError`, `LinkKeyError`.
  package init(file: String) throws {
    var bytes = try Disk.read(file, limit: 1 << 16)
    defer { Secret.wipe(&bytes) }
    var keys: [Secret] = []
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let digits = line.filter { $0 > 0x20 }
      guard let first = digits.first, first != UInt8(ascii: "#") else { continue }
      guard digits.count == 64, var key = Hex.decode(String(decoding: digits, as: UTF8.self)) else {
        throw LinkKeyError(
          description: "\(file) has a line that is not a key, expected 64 hex digits: "
            + "openssl rand -hex 32")
      }
      keys.append(Secret(key))
      Secret.wipe(&key)
    }
    guard !keys.isEmpty else {
      throw LinkKeyError(
        description: "\(file) has no key, make one: openssl rand -hex 32 > \(file)")
    }
    self.keys = keys
  }

  /// - Parameter keys: keys of 32 bytes.
  init(_ keys: [[UInt8]]) { self.keys = keys.map { Secret($0) } }

  /// Returns whether these are the same keys in the same order, compared in constant time.
  func isSame(as other: LinkKeys) -> Bool {
    keys.count == other.keys.count && zip(keys, other.keys).allSatisfy { $0.isEqual(to: $1) }
  }

  /// Encrypts a link with AES-GCM and returns nonce and ciphertext in the base64 alphabet for URLs.
  ///
  /// - Throws: an error of OpenSSL.
  package func text(of link: PassLink) throws(CryptoError) -> String {
    let nonce = try SecureRandom.bytes(Self.nonceLength)
    let encrypted = try AESGCM.encrypt(
      link.bytes, key: keys[0], nonce: nonce, additional: Self.purpose)
    return Base64.encodeForURL(nonce + encrypted)
  }

  /// Decrypts a link. Returns nil if none of the keys made it.
  func link(in text: Substring) -> PassLink? {
    guard text.utf8.count <= Self.limitInCharacters, let bytes = Self.decoded(text),
      bytes.count > Self.nonceLength + AESGCM.tagLength
    else { return nil }
    let nonce = Array(bytes[..<Self.nonceLength])
    for key in keys {
      let plain = try? AESGCM.open(
        bytes[Self.nonceLength...], key: key, nonce: nonce, additional: Self.purpose)
      if let plain { return PassLink(plain) }
    }
    return nil
  }

  private static let nonceLength = 12
  /// Additional authenticated data. It prevents the use of other ciphertext of the same key as a
  /// link.
  private static let purpose = Array("passc link 1".utf8)
  /// Longest link that is decrypted. A link to a serial number of 1 KB is shorter.
  static let limitInCharacters = 4_096

  private static func decoded(_ text: Substring) -> [UInt8]? {
    var plain: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"): plain.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): plain.append(UInt8(ascii: "/"))
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
      default: plain.append(byte)
      }
    }
    plain += [UInt8](repeating: UInt8(ascii: "="), count: (4 - plain.count % 4) % 4)
    return Base64.decode(plain)
  }
}

/// The current link keys. They can be read again while the service runs.
final class CurrentLinkKeys: Sendable {
  private let keys: Mutex<LinkKeys>

  init(_ keys: LinkKeys) { self.keys = Mutex(keys) }

  /// Decrypts a link. Returns nil if none of the keys made it.
  func link(in text: Substring) -> PassLink? { keys.withLock { $0 }.link(in: text) }

  /// Replaces the keys.
  ///
  /// - Returns: whether they differ from the previous ones.
  func renew(with new: LinkKeys) -> Bool {
    keys.withLock { keys in
      guard !keys.isSame(as: new) else { return false }
      keys = new
      return true
    }
  }
}

/// A link that adds one pass until it expires. Anyone with the address can use it.
package struct PassLink: Hashable, Sendable {
  package let passType: String
  package let serial: String
  /// Time when the link expires, in seconds since 1970.
  package let end: Int64
  /// Number of times the links of the pass had been revoked when this one was made. The link is
  /// revoked if the number in the store is different.
  package let generation: Int64

  package init(passType: String, serial: String, end: Int64, generation: Int64) {
    self.passType = passType
    self.serial = serial
    self.end = end
    self.generation = generation
  }

  /// The plaintext: expiry and generation as big-endian 8-byte integers, pass type identifier, NUL,
  /// serial number.
  fileprivate var bytes: [UInt8] {
    Self.bytes(end) + Self.bytes(generation) + Array(passType.utf8) + [0] + Array(serial.utf8)
  }

  fileprivate init?(_ bytes: [UInt8]) {
    guard bytes.count > 16, let zero = bytes[16...].firstIndex(of: 0) else { return nil }
    end = Self.number(bytes[..<8])
    generation = Self.number(bytes[8..<16])
    passType = String(decoding: bytes[16..<zero], as: UTF8.self)
    serial = String(decoding: bytes[(zero + 1)...], as: UTF8.self)
  }

  private static func bytes(_ number: Int64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }
}

/// Beginning of all links: the address at which phones and browsers reach the service.
package struct PublicAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address without a slash at the end.
  package let description: String

  /// Accepts https with or without a path, and http only for this machine. Returns nil for anything
  /// else.
  package init?(_ text: String) {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    let isPlain = ["http://localhost", "http://127.0.0.1", "http://[::1]"].contains { base in
      text == base || text.hasPrefix(base + ":") || text.hasPrefix(base + "/")
    }
    guard isPlain || text.hasPrefix("https://"), text.utf8.count > 8, text.utf8.count <= 1_024,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}?#".utf8.contains($0) })
    else { return nil }
    description = text
  }

  /// Returns the address of an encrypted link.
  package func address(of text: String) -> String { "\(description)/add/\(text)" }
}
