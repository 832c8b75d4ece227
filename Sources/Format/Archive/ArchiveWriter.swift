// SPDX-License-Identifier: Apache-2.0

/// A writer of archives with entries sorted by the bytes of their paths, stored, and dated
/// 1980-01-01. The output is reproducible: the same files give the same bytes.
///
/// Entries are not deflated, because images do not shrink and the output of deflate differs between
/// versions of zlib. All entries must be in memory. `passc issue` uses `ArchiveAssembly`, which
/// does not copy the files that thousands of passes share. ArchiveAssemblyTests verifies that both
/// return the same bytes.
package enum ArchiveWriter {
  /// Returns the archive of these entries, given in any order.
  ///
  /// - Throws: `ArchiveError` if two entries have the same path, or if there are more than 65535
  ///   entries or 4 GB.
  package static func archive(of entries: [ArchiveEntry]) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    try append(entries, to: &bytes)
    return bytes
  }

  /// Appends the archive to a buffer. A reused buffer avoids page faults for new memory.
  ///
  /// If it throws, the buffer is unchanged.
  package static func append(
    _ entries: [ArchiveEntry], to bytes: inout [UInt8]
  ) throws(ArchiveError) {
    let entries = try sorted(entries)
    guard entries.count <= Int(UInt16.max) else {
      throw ArchiveError("\(entries.count) entries; an archive holds at most 65535")
    }
    let contents = entries.reduce(0) { $0 + $1.localHeader.count + $1.bytes.count }
    let directory = entries.reduce(0) { $0 + $1.directoryHeader.count }
    guard contents + directory < UInt32.max else {
      throw ArchiveError("\(contents + directory) bytes; an archive holds less than 4 GB")
    }

    bytes.reserveCapacity(bytes.count + contents + directory + 22)
    for entry in entries {
      bytes.append(contentsOf: entry.localHeader)
      bytes.append(contentsOf: entry.bytes)
    }
    var offset = 0
    for entry in entries {
      let position = bytes.count + ArchiveEntry.offsetPosition
      bytes.append(contentsOf: entry.directoryHeader)
      bytes[position] = UInt8(truncatingIfNeeded: offset)
      bytes[position + 1] = UInt8(truncatingIfNeeded: offset >> 8)
      bytes[position + 2] = UInt8(truncatingIfNeeded: offset >> 16)
      bytes[position + 3] = UInt8(truncatingIfNeeded: offset >> 24)
      offset += entry.localHeader.count + entry.bytes.count
    }
    var end = ZIPBytes()
    end.add32(ZIPSignature.end)
    end.add32(0)  // disks
    end.add16(UInt16(entries.count))
    end.add16(UInt16(entries.count))
    end.add32(UInt32(directory))
    end.add32(UInt32(contents))
    end.add16(0)  // no comment
    bytes.append(contentsOf: end.bytes)
  }

  private static func sorted(
    _ entries: [ArchiveEntry]
  ) throws(ArchiveError) -> [ArchiveEntry] {
    var isSorted = true
    for (a, b) in zip(entries, entries.dropFirst()) where !precedes(a, b) {
      isSorted = false
      break
    }
    if isSorted { return entries }
    let entries = entries.sorted(by: precedes)
    for (a, b) in zip(entries, entries.dropFirst()) where !precedes(a, b) {
      throw ArchiveError("two entries have the path \(shown(a.path))")
    }
    return entries
  }

  private static func precedes(_ a: ArchiveEntry, _ b: ArchiveEntry) -> Bool {
    a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
  }
}
