// SPDX-License-Identifier: Apache-2.0

/// Files with their headers, built once for many archives in which they follow each other. The
/// memory never moves, so archives are written without copying it.
package final class LaidOutFiles: @unchecked Sendable {
  struct Entry {
    /// The offset of its header in `directory`.
    let header: Int
    /// Its offset in `bytes`.
    let offset: Int
  }

  /// The directory headers. Their archive offsets are filled in later.
  let directory: [UInt8]
  let entries: [Entry]
  /// Headers and contents. They are never modified, so threads may share them without a lock.
  let bytes: UnsafeRawBufferPointer
  private let buffer: Buffer

  private final class Buffer {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ count: Int) { bytes = .allocate(byteCount: count, alignment: 64) }

    deinit { bytes.deallocate() }
  }

  /// Copies headers and contents into new memory.
  ///
  /// - Parameter files: in the order they have in each archive.
  package init(_ files: [ArchiveEntry]) {
    buffer = Buffer(files.reduce(0) { $0 + $1.localHeader.count + $1.bytes.count })
    var directory: [UInt8] = []
    var entries: [Entry] = []
    var end = 0
    for file in files {
      entries.append(Entry(header: directory.count, offset: end))
      directory += file.directoryHeader
      for part in [file.localHeader, file.bytes] {
        UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[end...]).copyBytes(from: part)
        end += part.count
      }
    }
    self.directory = directory
    self.entries = entries
    bytes = UnsafeRawBufferPointer(buffer.bytes)
  }

  /// Creates a view of one of several files, in the same memory.
  package init(_ position: Int, of others: LaidOutFiles) {
    let entry = others.entries[position]
    let next = position + 1 < others.entries.count ? others.entries[position + 1] : nil
    directory = Array(others.directory[entry.header..<(next?.header ?? others.directory.count)])
    entries = [Entry(header: 0, offset: 0)]
    buffer = others.buffer
    bytes = UnsafeRawBufferPointer(
      rebasing: others.bytes[entry.offset..<(next?.offset ?? others.bytes.count)])
  }

  /// Creates a view of the same memory for another thread, with separate reference counts. An
  /// object that several processors retain moves between their caches each time.
  package init(apartFrom other: LaidOutFiles) {
    directory = other.directory.withUnsafeBufferPointer { Array($0) }
    entries = other.entries.withUnsafeBufferPointer { Array($0) }
    buffer = other.buffer
    bytes = other.bytes
  }
}
