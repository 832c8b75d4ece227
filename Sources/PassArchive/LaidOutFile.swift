// SPDX-License-Identifier: Apache-2.0

/// A file that stands in many archives, laid out once: what goes before its bytes, and they, in
/// memory that stays where it is, so that archives are written without copying it.
package final class LaidOutFile: @unchecked Sendable {
  let directoryHeader: [UInt8]
  /// Header and content; nothing changes them.
  let bytes: UnsafeRawBufferPointer

  /// Copies headers and content into memory of its own.
  package init(_ entry: ArchiveEntry) {
    directoryHeader = entry.directoryHeader
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: entry.localHeader.count + entry.bytes.count, alignment: 64)
    memory.copyBytes(from: entry.localHeader)
    UnsafeMutableRawBufferPointer(rebasing: memory[entry.localHeader.count...])
      .copyBytes(from: entry.bytes)
    bytes = UnsafeRawBufferPointer(memory)
  }

  deinit { bytes.deallocate() }
}
