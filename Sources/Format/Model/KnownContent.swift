// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The content of a file that was met before, with what was found out about it then.
///
/// Issuers put the same images into every pass. Whoever holds the same object holds the same bytes.
package final class KnownContent: Sendable {
  /// The whole file, unpacked.
  package let bytes: [UInt8]
  /// As it stands in an archive, when it is packed there; nil for stored content.
  fileprivate let packed: [UInt8]?
  /// What the bytes say as an image.
  package let png: Result<PNGHeader, PNGHeader.Refusal>
  /// Whether `-----BEGIN` stands anywhere, as in keys and certificates.
  package let holdsPEM: Bool
  /// What the bytes say as pass.strings.
  package let strings = StringsMemory()

  /// Looks at the bytes once, for everybody who meets them again.
  ///
  /// - Parameter packed: as it stands in an archive, when it is packed there.
  package init(_ bytes: [UInt8], packed: [UInt8]? = nil) {
    self.bytes = bytes
    self.packed = packed
    png = PNGHeader.read(bytes)
    holdsPEM = ByteSearch.contains("-----BEGIN", in: bytes)
  }

  /// Whether an entry of an archive with these packed bytes has this content.
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

/// Contents that were met, to be recognised when they come again. One per worker.
///
/// Exact: content is known only when every byte is equal; sizes and check sums merely say which
/// one to compare with.
package struct ContentPool: Sendable {
  private struct Key: Hashable {
    let count: Int
    let crc32: UInt32
  }

  private var contents: [Key: KnownContent] = [:]
  private var total = 0

  /// Bytes kept at most; beyond that everything is forgotten and learned again.
  private static let limitInBytes = 12 << 20

  /// A pool that has met nothing yet.
  package init() {}

  /// The content of an archive's entry, when an equal one was kept.
  ///
  /// - Parameters:
  ///   - entry: the bytes in the archive, packed or stored.
  ///   - crc32: the sum the archive gives for the content.
  package func content(
    of entry: UnsafeRawBufferPointer, isPacked: Bool, crc32: UInt32
  ) -> KnownContent? {
    guard let known = contents[Key(count: entry.count, crc32: crc32)],
      known.isContent(of: entry, isPacked: isPacked)
    else { return nil }
    return known
  }

  /// Keeps content whose size and sum were found right.
  ///
  /// - Parameter packed: the bytes in the archive; nil when they are the content.
  package mutating func keep(_ bytes: [UInt8], packed: [UInt8]?, crc32: UInt32) -> KnownContent? {
    let size = (packed?.count ?? 0) + bytes.count
    guard !bytes.isEmpty, size <= Self.limitInBytes / 4 else { return nil }
    if total + size > Self.limitInBytes {
      contents = [:]
      total = 0
    }
    let known = KnownContent(bytes, packed: packed)
    let key = Key(count: packed?.count ?? bytes.count, crc32: crc32)
    if let old = contents.updateValue(known, forKey: key) {
      total -= old.bytes.count + (old.packed?.count ?? 0)
    }
    total += size
    return known
  }
}
