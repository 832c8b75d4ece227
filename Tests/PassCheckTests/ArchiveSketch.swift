// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting

/// An archive written by hand, so that it can be unusual or invalid. It is independent of the
/// writer and reader under test.
struct ArchiveSketch {
  struct Entry {
    var name: [UInt8]
    var content: [UInt8]
    var isDeflated = false
    /// The content compressed. With `isDeflated` alone it is stored in deflate blocks.
    var packed: [UInt8]?
    var flags = 0
    var method: Int?
    var crc: UInt32?
    var directoryCRC: UInt32?
    var attributes = 0o100644 << 16
    var isStreamed = false
    var localName: [UInt8]?
    var extra: [UInt8] = []

    init(_ name: String, _ content: [UInt8]) {
      self.name = Array(name.utf8)
      self.content = content
    }
  }

  var entries: [Entry]
  var before: [UInt8] = []
  var after: [UInt8] = []
  var comment: [UInt8] = []

  /// Creates an archive of these files in ascending or descending order.
  init(_ files: [String: [UInt8]], isSorted: Bool = true) {
    entries = files.sorted { isSorted ? $0.key < $1.key : $0.key > $1.key }
      .map { Entry($0.key, $0.value) }
  }

  func changed(_ change: (inout ArchiveSketch) -> Void) -> ArchiveSketch {
    var copy = self
    change(&copy)
    return copy
  }

  subscript(name: String) -> Int { entries.firstIndex { $0.name.elementsEqual(name.utf8) } ?? 0 }

  var bytes: [UInt8] {
    var out = before
    var directory: [UInt8] = []
    for entry in entries {
      let packed =
        entry.packed ?? (entry.isDeflated ? Self.deflated(entry.content) : entry.content)
      let crc = CRC32.of(entry.content)
      let flags = entry.flags | (entry.isStreamed ? 8 : 0)
      let method = entry.method ?? (entry.isDeflated ? 8 : 0)
      func numbers(_ crc: UInt32, _ isLocal: Bool) -> [UInt8] {
        let hidden = isLocal && entry.isStreamed
        return Self.le(hidden ? 0 : Int(crc), 4) + Self.le(hidden ? 0 : packed.count, 4)
          + Self.le(hidden ? 0 : entry.content.count, 4)
      }
      let offset = out.count
      let localName = entry.localName ?? entry.name
      out += [0x50, 0x4B, 3, 4] + Self.le(20, 2) + Self.le(flags, 2) + Self.le(method, 2)
      out += Self.le(0x0021_0000, 4) + numbers(entry.crc ?? crc, true)
      out += Self.le(localName.count, 2) + Self.le(entry.extra.count, 2) + localName + entry.extra
      out += packed
      if entry.isStreamed { out += [0x50, 0x4B, 7, 8] + numbers(crc, false) }
      directory += [0x50, 0x4B, 1, 2] + Self.le(0x0314, 2) + Self.le(20, 2) + Self.le(flags, 2)
      directory += Self.le(method, 2) + Self.le(0x0021_0000, 4)
      directory += numbers(entry.directoryCRC ?? entry.crc ?? crc, false)
      directory += Self.le(entry.name.count, 2) + [UInt8](repeating: 0, count: 8)
      directory += Self.le(entry.attributes, 4) + Self.le(offset, 4) + entry.name
    }
    let start = out.count
    out += directory + [0x50, 0x4B, 5, 6] + Self.le(0, 4) + Self.le(entries.count, 2)
    out += Self.le(entries.count, 2) + Self.le(directory.count, 4) + Self.le(start, 4)
    return out + Self.le(comment.count, 2) + comment + after
  }

  private static func le(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Returns a deflate stream with stored blocks.
  private static func deflated(_ content: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var start = 0
    repeat {
      let end = min(start + 65_535, content.count)
      out += [end == content.count ? 1 : 0] + le(end - start, 2) + le(~(end - start), 2)
      out += content[start..<end]
      start = end
    } while start < content.count
    return out
  }
}
