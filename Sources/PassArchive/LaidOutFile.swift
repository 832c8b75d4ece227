// SPDX-License-Identifier: Apache-2.0

/// A file that stands in many archives, laid out once: what goes before its bytes, and they, in
/// memory that stays where it is, so that archives are written without copying it.
package final class LaidOutFile: @unchecked Sendable {
  let directoryHeader: [UInt8]
  /// Header and content; nothing changes them.
  let bytes: UnsafeRawBufferPointer
  private let memory: Memory

  private final class Memory {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ count: Int) { bytes = .allocate(byteCount: count, alignment: 64) }

    deinit { bytes.deallocate() }
  }

  /// Copies headers and content into memory of its own.
  package init(_ entry: ArchiveEntry) {
    directoryHeader = entry.directoryHeader
    memory = Memory(entry.localHeader.count + entry.bytes.count)
    memory.bytes.copyBytes(from: entry.localHeader)
    UnsafeMutableRawBufferPointer(rebasing: memory.bytes[entry.localHeader.count...])
      .copyBytes(from: entry.bytes)
    bytes = UnsafeRawBufferPointer(memory.bytes)
  }

  /// The same file for another thread: with the same memory, but counted by itself. An object that
  /// several processors count goes from one to the other each time.
  package init(apartFrom other: LaidOutFile) {
    directoryHeader = other.directoryHeader.withUnsafeBufferPointer { Array($0) }
    memory = other.memory
    bytes = other.bytes
  }
}
