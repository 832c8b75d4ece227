// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The error for files that cannot be packed.
package struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A file with its headers. The headers are built once and used in any number of archives.
package struct ArchiveEntry: Sendable {
  /// The path in the archive, with `/` between its parts.
  package let path: String
  /// The content, stored uncompressed.
  package let bytes: [UInt8]
  /// The checksum of the content for both headers (APPNOTE 4.4.7).
  package let crc32: UInt32
  let localHeader: [UInt8]
  /// The directory header with offset 0. The writer fills in the offset at `offsetPosition`.
  let directoryHeader: [UInt8]

  static let offsetPosition = 42

  /// Builds the headers and computes the checksum.
  ///
  /// - Throws: `ArchiveError` if the path is empty, absolute or irregular, or if the file has 4 GB
  ///   or more.
  package init(path: String, bytes: [UInt8]) throws(ArchiveError) {
    try self.init(path: path, bytes: bytes, crc32: CRC32.of(bytes))
  }

  init(path: String, bytes: [UInt8], crc32: UInt32) throws(ArchiveError) {
    if let fault = Self.pathError(in: path) {
      throw ArchiveError("\(shown(path)) cannot be the path of an entry: \(fault)")
    }
    guard bytes.count < UInt32.max else {
      throw ArchiveError("\(shown(path)) has \(bytes.count) bytes; an entry holds less than 4 GB")
    }
    self.path = path
    self.bytes = bytes
    self.crc32 = crc32
    let name = Array(path.utf8)
    // APPNOTE 4.4.4, bit 11: the name is UTF-8. ASCII names do not need it.
    let flags: UInt16 = name.contains { $0 >= 0x80 } ? 0x0800 : 0
    var shared = ZIPBytes()
    shared.add16(10)  // version needed: 1.0
    shared.add16(flags)
    shared.add16(0)  // method: stored
    shared.add16(0)  // 00:00:00
    shared.add16(0x0021)  // 1980-01-01
    shared.add32(crc32)
    shared.add32(UInt32(bytes.count))
    shared.add32(UInt32(bytes.count))
    shared.add16(UInt16(name.count))
    shared.add16(0)  // no extra field

    var local = ZIPBytes()
    local.add32(ZIPSignature.localHeader)
    localHeader = local.bytes + shared.bytes + name

    var directory = ZIPBytes()
    directory.add32(ZIPSignature.directoryHeader)
    directory.add16(0x0314)  // made by Unix, version 2.0: the attributes are Unix permissions
    directory.bytes += shared.bytes
    directory.add16(0)  // no comment
    directory.add16(0)  // disk 0
    directory.add16(0)  // internal attributes
    directory.add32(0o100644 << 16)
    directory.add32(0)  // the offset
    directoryHeader = directory.bytes + name
  }

  private static func pathError(in path: String) -> String? {
    let name = path.utf8
    if name.isEmpty { return "it is empty" }
    if name.count > Int(UInt16.max) { return "it is longer than 65535 bytes" }
    if name.first == UInt8(ascii: "/") { return "it is absolute" }
    if name.contains(0) { return "it contains a NUL byte" }
    if name.contains(UInt8(ascii: "\\")) { return "it contains a backslash" }
    for part in name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if part.isEmpty { return "a part of it is empty" }
      if part.elementsEqual(".".utf8) || part.elementsEqual("..".utf8) {
        return "a part of it is . or .."
      }
    }
    return nil
  }
}

/// The first four bytes of each structure of an archive.
enum ZIPSignature {
  static let localHeader: UInt32 = 0x0403_4B50
  static let directoryHeader: UInt32 = 0x0201_4B50
  static let end: UInt32 = 0x0605_4B50
  static let dataDescriptor: UInt32 = 0x0807_4B50
  static let zip64End: UInt32 = 0x0606_4B50
  static let zip64Locator: UInt32 = 0x0706_4B50
}

/// A byte buffer for little-endian numbers.
struct ZIPBytes {
  var bytes: [UInt8] = []

  mutating func add16(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func add32(_ value: UInt32) {
    add16(UInt16(truncatingIfNeeded: value))
    add16(UInt16(truncatingIfNeeded: value >> 16))
  }
}

/// Returns a name in quotes for messages. Long names are cut and control characters escaped.
func shown(_ name: String) -> String { Excerpt.entryName.quoted(name) }

/// Returns a name without control characters for messages. Long names are cut.
func plain(_ name: String) -> String { Excerpt.entryName.shown(name) }
