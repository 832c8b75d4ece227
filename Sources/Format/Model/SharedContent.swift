// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The content of a file that was read before, with cached results of reading it.
///
/// Issuers put the same images into every pass. The same object means the same bytes, so callers
/// may compare by identity.
package final class SharedContent: Sendable {
  /// The whole file, unpacked.
  package let bytes: [UInt8]
  /// The packed bytes in an archive, or nil if the content is stored there.
  fileprivate let packed: [UInt8]?
  /// The result of reading the bytes as a PNG.
  package let png: Result<PNGHeader, PNGHeader.PNGError>
  /// Whether the bytes contain `-----BEGIN`, as keys and certificates do.
  package let holdsPEM: Bool
  /// The result of reading the bytes as pass.strings.
  package let strings = StringsCache()

  static let pemStart = Array("-----BEGIN".utf8)

  /// Reads the bytes once for all later uses.
  ///
  /// - Parameter packed: the packed bytes in an archive, or nil if the content is stored there.
  package init(_ bytes: [UInt8], packed: [UInt8]? = nil) {
    self.bytes = bytes
    self.packed = packed
    png = PNGHeader.read(bytes)
    holdsPEM = ByteSearch.contains(Self.pemStart, in: bytes)
  }

  /// Returns whether an archive entry with these bytes has this content. It compares every byte.
  fileprivate func isContent(of entry: UnsafeRawBufferPointer, isPacked: Bool) -> Bool {
    guard isPacked == (packed != nil) else { return false }
    return (packed ?? bytes).withUnsafeBytes { known in
      guard known.count == entry.count, let one = known.baseAddress,
        let other = entry.baseAddress
      else { return false }
      return memcmp(one, other, entry.count) == 0
    }
  }
}

/// A cache of file contents. It is not thread-safe, so each worker has one.
///
/// A content is only reused if every byte is equal. Size and checksum are just the lookup key, so
/// an untrusted archive cannot cause a mix-up.
package struct ContentPool: Sendable {
  private struct Key: Hashable {
    let count: Int
    let crc32: UInt32
  }

  private var contents: [Key: SharedContent] = [:]
  private var total = 0

  /// The most bytes in the cache. If it is full, it is emptied.
  private static let limitInBytes = 12 << 20

  package init() {}

  /// Returns the cached content of an archive entry, or nil if there is none with equal bytes.
  ///
  /// - Parameters:
  ///   - entry: the bytes in the archive, packed or stored.
  ///   - crc32: the checksum of the content in the archive.
  package func content(
    of entry: UnsafeRawBufferPointer, isPacked: Bool, crc32: UInt32
  ) -> SharedContent? {
    guard let known = contents[Key(count: entry.count, crc32: crc32)],
      known.isContent(of: entry, isPacked: isPacked)
    else { return nil }
    return known
  }

  /// Adds a content with verified size and checksum. Returns nil if it is empty or too large.
  ///
  /// - Parameter packed: the bytes in the archive, or nil if they are the content itself.
  package mutating func add(_ bytes: [UInt8], packed: [UInt8]?, crc32: UInt32) -> SharedContent? {
    let size = (packed?.count ?? 0) + bytes.count
    guard !bytes.isEmpty, size <= Self.limitInBytes / 4 else { return nil }
    if total + size > Self.limitInBytes {
      contents = [:]
      total = 0
    }
    let known = SharedContent(bytes, packed: packed)
    let key = Key(count: packed?.count ?? bytes.count, crc32: crc32)
    if let old = contents.updateValue(known, forKey: key) {
      total -= old.bytes.count + (old.packed?.count ?? 0)
    }
    total += size
    return known
  }
}
