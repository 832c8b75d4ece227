// SPDX-License-Identifier: Apache-2.0

import PassBasics

@testable import PassArchive

/// A builder of archives in which every number can be wrong.
struct ZIPBuilder {
  struct Entry {
    var name: [UInt8]
    var packed: [UInt8]
    var method: UInt16 = 0
    var flags: UInt16 = 0
    var crc32: UInt32
    var size: UInt32
    var packedSize: UInt32
    var madeBy: UInt16 = 0x031E
    var attributes: UInt32 = 0o100644 << 16
    var localExtra: [UInt8] = []
    var directoryExtra: [UInt8] = []
    var comment: [UInt8] = []
    /// Values of the local header, if they differ from the directory.
    var localName: [UInt8]?
    var localMethod: UInt16?
    var localFlags: UInt16?
    var localCRC32: UInt32?
    var localSize: UInt32?
    var localPackedSize: UInt32?
    /// Bytes between the data of this entry and the next one.
    var after: [UInt8] = []
    /// Offset in the directory.
    var offset: UInt32?
    /// Number of the archive part in the directory.
    var startDisk: UInt16 = 0
    var isInDirectory = true
    var isWritten = true

    init(_ name: String, _ content: [UInt8] = Array("content".utf8)) {
      self.name = Array(name.utf8)
      packed = content
      crc32 = CRC32.of(content)
      size = UInt32(content.count)
      packedSize = size
    }

    /// Returns an entry in stored deflate blocks.
    static func deflated(_ name: String, _ content: [UInt8]) -> Entry {
      var entry = Entry(name, content)
      entry.packed = deflateStored(content)
      entry.packedSize = UInt32(entry.packed.count)
      entry.method = 8
      return entry
    }

    /// Returns an entry with its sizes after the data.
    static func streamed(
      _ name: String, _ content: [UInt8] = Array("content".utf8), signature: Bool = true
    ) -> Entry {
      var entry = deflated(name, content)
      entry.flags = 8
      (entry.localCRC32, entry.localSize, entry.localPackedSize) = (0, 0, 0)
      var descriptor = ZIPBytes()
      if signature { descriptor.add32(ZIPSignature.dataDescriptor) }
      descriptor.add32(entry.crc32)
      descriptor.add32(entry.packedSize)
      descriptor.add32(entry.size)
      entry.after = descriptor.bytes
      return entry
    }

    func with(_ change: (inout Entry) -> Void) -> Entry {
      var entry = self
      change(&entry)
      return entry
    }
  }

  var entries: [Entry]
  var before: [UInt8] = []
  var afterDirectory: [UInt8] = []
  var comment: [UInt8] = []
  var after: [UInt8] = []
  var entryCount: UInt16?
  /// Number of entries in this part of the archive.
  var entriesOnDisk: UInt16?
  var directorySize: UInt32?
  var directoryOffset: UInt32?
  var disk: UInt16 = 0
  /// Whether offsets count from the first entry instead of the start of the file.
  var offsetsFromFirstEntry = false

  init(_ entries: Entry...) { self.entries = entries }
  init(_ entries: [Entry]) { self.entries = entries }

  func with(_ change: (inout ZIPBuilder) -> Void) -> ZIPBuilder {
    var builder = self
    change(&builder)
    return builder
  }

  var bytes: [UInt8] {
    var output = before
    var directory = ZIPBytes()
    let base = offsetsFromFirstEntry ? before.count : 0
    for entry in entries {
      let offset = output.count - base
      if entry.isWritten {
        var local = ZIPBytes()
        local.add32(ZIPSignature.localHeader)
        local.add16(20)
        local.add16(entry.localFlags ?? entry.flags)
        local.add16(entry.localMethod ?? entry.method)
        local.add32(0x0021_0000)
        local.add32(entry.localCRC32 ?? entry.crc32)
        local.add32(entry.localPackedSize ?? entry.packedSize)
        local.add32(entry.localSize ?? entry.size)
        local.add16(UInt16((entry.localName ?? entry.name).count))
        local.add16(UInt16(entry.localExtra.count))
        output += local.bytes + (entry.localName ?? entry.name) + entry.localExtra + entry.packed
        output += entry.after
      }
      guard entry.isInDirectory else { continue }
      directory.add32(ZIPSignature.directoryHeader)
      directory.add16(entry.madeBy)
      directory.add16(20)
      directory.add16(entry.flags)
      directory.add16(entry.method)
      directory.add32(0x0021_0000)
      directory.add32(entry.crc32)
      directory.add32(entry.packedSize)
      directory.add32(entry.size)
      directory.add16(UInt16(entry.name.count))
      directory.add16(UInt16(entry.directoryExtra.count))
      directory.add16(UInt16(entry.comment.count))
      directory.add16(entry.startDisk)
      directory.add16(0)
      directory.add32(entry.attributes)
      directory.add32(entry.offset ?? UInt32(offset))
      directory.bytes += entry.name + entry.directoryExtra + entry.comment
    }
    let count = UInt16(truncatingIfNeeded: entries.count { $0.isInDirectory })
    var end = ZIPBytes()
    end.add32(ZIPSignature.end)
    end.add16(disk)
    end.add16(disk)
    end.add16(entriesOnDisk ?? entryCount ?? count)
    end.add16(entryCount ?? count)
    end.add32(directorySize ?? UInt32(directory.bytes.count))
    end.add32(directoryOffset ?? UInt32(output.count - base))
    end.add16(UInt16(comment.count))
    return output + directory.bytes + afterDirectory + end.bytes + comment + after
  }
}

/// Returns a deflate stream without compression.
func deflateStored(_ content: [UInt8]) -> [UInt8] {
  var output: [UInt8] = []
  var position = 0
  repeat {
    let count = min(content.count - position, 65_535)
    output.append(position + count == content.count ? 1 : 0)
    for number in [count, ~count & 0xFFFF] {
      output += [UInt8(number & 255), UInt8(number >> 8)]
    }
    output += content[position..<(position + count)]
    position += count
  } while position < content.count
  return output
}

/// Returns a deflate stream of zeros, about 158 bytes for each compressed byte: one literal and
/// runs of 258.
func deflateZeros(runs: Int) -> [UInt8] {
  var output: [UInt8] = []
  var pending: UInt32 = 0
  var pendingCount: UInt32 = 0
  func add(_ bits: UInt32, _ count: UInt32) {
    pending |= bits << pendingCount
    pendingCount += count
    while pendingCount >= 8 {
      output.append(UInt8(pending & 255))
      pending >>= 8
      pendingCount -= 8
    }
  }
  add(0b011, 3)  // last block, fixed codes
  add(0b00001100, 8)  // literal 0
  // Length 258 and distance 1. The first bit of a code is the lowest.
  for _ in 0..<runs { add(0b10100011, 8 + 5) }
  add(0, 7)  // end of block
  add(0, 7)
  return output
}
