// SPDX-License-Identifier: Apache-2.0

/// The headers of an entry whose bytes change from archive to archive.
package struct EntryName: Sendable {
  fileprivate let entry: ArchiveEntry

  /// Throws when the path is empty, absolute or irregular.
  package init(_ path: String) throws(ArchiveError) {
    entry = try ArchiveEntry(path: path, bytes: [])
  }
}

/// Lays out one archive after another in memory that is used again: the bytes `ArchiveWriter`
/// gives, without looking again at what stays the same.
///
/// The caller adds entries in the order of their paths' bytes, each once, and finishes.
package struct ArchiveAssembly {
  /// The archive, once it is finished.
  package private(set) var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  package init() {}

  /// Starts a new archive.
  package mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    directory.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Adds a file that was laid out before.
  package mutating func add(_ entry: ArchiveEntry) {
    let offset = bytes.count
    bytes.append(contentsOf: entry.localHeader)
    bytes.append(contentsOf: entry.bytes)
    let start = directory.count
    directory.append(contentsOf: entry.directoryHeader)
    put(UInt32(truncatingIfNeeded: offset), at: start + ArchiveEntry.offsetPosition)
    count += 1
  }

  /// The beginning of a file that many archives have in common.
  package struct Beginning: Sendable {
    package let length: Int
    private let crc32: UInt32

    package init(_ bytes: ArraySlice<UInt8>) {
      length = bytes.count
      crc32 = bytes.withUnsafeBytes { CRC32.of($0) }
    }

    fileprivate func sum(of content: [UInt8]) -> UInt32 {
      content.withUnsafeBytes {
        CRC32.of(UnsafeRawBufferPointer(rebasing: $0[length...]), after: crc32)
      }
    }
  }

  /// Adds a file of this archive alone.
  ///
  /// - Parameter beginning: what the content begins with, where that is known.
  package mutating func add(
    _ name: EntryName, _ content: [UInt8], beginning: Beginning? = nil
  ) {
    let offset = bytes.count
    let crc = beginning?.sum(of: content) ?? CRC32.of(content)
    let size = UInt32(truncatingIfNeeded: content.count)
    bytes.append(contentsOf: name.entry.localHeader)
    Self.put(crc, in: &bytes, at: offset + 14)
    Self.put(size, in: &bytes, at: offset + 18)
    Self.put(size, in: &bytes, at: offset + 22)
    bytes.append(contentsOf: content)
    let start = directory.count
    directory.append(contentsOf: name.entry.directoryHeader)
    put(crc, at: start + 16)
    put(size, at: start + 20)
    put(size, at: start + 24)
    put(UInt32(truncatingIfNeeded: offset), at: start + ArchiveEntry.offsetPosition)
    count += 1
  }

  /// Writes the directory.
  ///
  /// - Throws: when there are more than 65535 entries or 4 GB.
  package mutating func finish() throws(ArchiveError) {
    let contents = bytes.count
    guard count <= Int(UInt16.max), contents + directory.count < UInt32.max else {
      throw ArchiveError("\(count) entries of \(contents) bytes; an archive holds less")
    }
    bytes.append(contentsOf: directory)
    var end = ZIPBytes()
    end.add32(ZIPSignature.end)
    end.add32(0)  // disks
    end.add16(UInt16(count))
    end.add16(UInt16(count))
    end.add32(UInt32(directory.count))
    end.add32(UInt32(contents))
    end.add16(0)  // no comment
    bytes.append(contentsOf: end.bytes)
  }

  private mutating func put(_ value: UInt32, at position: Int) {
    Self.put(value, in: &directory, at: position)
  }

  private static func put(_ value: UInt32, in bytes: inout [UInt8], at position: Int) {
    bytes[position] = UInt8(truncatingIfNeeded: value)
    bytes[position + 1] = UInt8(truncatingIfNeeded: value >> 8)
    bytes[position + 2] = UInt8(truncatingIfNeeded: value >> 16)
    bytes[position + 3] = UInt8(truncatingIfNeeded: value >> 24)
  }
}
