// SPDX-License-Identifier: Apache-2.0

/// A file that stands in many archives, or several that stand there one behind the other, laid out
/// once: headers and content, in memory that stays where it is, so that archives are written without
/// copying it.
package final class LaidOutFiles: @unchecked Sendable {
  /// A file of them.
  struct Entry {
    /// Where its header begins in `directory`.
    let header: Int
    /// Where it begins in `bytes`.
    let offset: Int
  }

  /// Their headers in the directory, with offsets to be filled in.
  let directory: [UInt8]
  let entries: [Entry]
  /// Headers and contents; nothing changes them.
  let bytes: UnsafeRawBufferPointer
  private let memory: Memory

  private final class Memory {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ count: Int) { bytes = .allocate(byteCount: count, alignment: 64) }

    deinit { bytes.deallocate() }
  }

  /// Copies headers and contents into memory of its own.
  ///
  /// - Parameter files: in the order they have in each archive.
  package init(_ files: [ArchiveEntry]) {
    memory = Memory(files.reduce(0) { $0 + $1.localHeader.count + $1.bytes.count })
    var directory: [UInt8] = []
    var entries: [Entry] = []
    var end = 0
    for file in files {
      entries.append(Entry(header: directory.count, offset: end))
      directory += file.directoryHeader
      for part in [file.localHeader, file.bytes] {
        UnsafeMutableRawBufferPointer(rebasing: memory.bytes[end...]).copyBytes(from: part)
        end += part.count
      }
    }
    self.directory = directory
    self.entries = entries
    bytes = UnsafeRawBufferPointer(memory.bytes)
  }

  /// One of several by itself, in the same memory.
  package init(_ position: Int, of others: LaidOutFiles) {
    let entry = others.entries[position]
    let next = position + 1 < others.entries.count ? others.entries[position + 1] : nil
    directory = Array(others.directory[entry.header..<(next?.header ?? others.directory.count)])
    entries = [Entry(header: 0, offset: 0)]
    memory = others.memory
    bytes = UnsafeRawBufferPointer(
      rebasing: others.bytes[entry.offset..<(next?.offset ?? others.bytes.count)])
  }

  /// The same files for another thread: with the same memory, but counted by themselves. An object
  /// that several processors count goes from one to the other each time.
  package init(apartFrom other: LaidOutFiles) {
    directory = other.directory.withUnsafeBufferPointer { Array($0) }
    entries = other.entries.withUnsafeBufferPointer { Array($0) }
    memory = other.memory
    bytes = other.bytes
  }
}
