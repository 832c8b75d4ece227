// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The headers of an entry whose content changes from archive to archive.
package struct EntryName: Sendable {
  fileprivate let entry: ArchiveEntry

  /// Builds the headers of entries with this path.
  ///
  /// - Throws: `ArchiveError` if the path is empty, absolute or irregular.
  package init(_ path: String) throws(ArchiveError) {
    entry = try ArchiveEntry(path: path, bytes: [])
  }
}

/// A writer of one archive after the other in reused memory. The bytes are those of
/// `ArchiveWriter`, but shared files are not copied or hashed again.
///
/// The caller adds entries sorted by the bytes of their paths, each once, and then calls
/// `finish()`. `ArchiveWriter` sorts and rejects repeated paths instead. One implementation for
/// both would have to copy all shared files into each archive. ArchiveAssemblyTests verifies that
/// both return the same bytes.
package struct ArchiveAssembly {
  /// A part of the archive: bytes of this archive only, or shared files.
  private enum Piece {
    /// The bytes of `own` from the previous piece up to this position.
    case own(end: Int)
    case files(LaidOutFiles)
  }

  private var pieces: [Piece] = []
  private var own: [UInt8] = []
  private var directory: [UInt8] = []
  /// The size of the archive so far, in bytes.
  package private(set) var length = 0
  private var count = 0

  /// Creates an assembly with an empty archive.
  package init() {}

  /// Begins a new archive and keeps the memory of the previous one.
  package mutating func begin() {
    pieces.removeAll(keepingCapacity: true)
    own.removeAll(keepingCapacity: true)
    directory.removeAll(keepingCapacity: true)
    length = 0
    count = 0
  }

  /// Adds shared files.
  package mutating func add(_ files: LaidOutFiles) {
    let start = directory.count
    directory.append(contentsOf: files.directory)
    for entry in files.entries {
      write(
        UInt32(truncatingIfNeeded: length + entry.offset),
        at: start + entry.header + ArchiveEntry.offsetPosition)
    }
    pieces.append(.files(files))
    length += files.bytes.count
    count += files.entries.count
  }

  /// Adds a file that only this archive contains.
  package mutating func add(_ name: EntryName, _ content: [UInt8]) {
    let offset = length
    let start = own.count
    let crc = CRC32.of(content)
    let size = UInt32(truncatingIfNeeded: content.count)
    own.append(contentsOf: name.entry.localHeader)
    Self.write(crc, in: &own, at: start + 14)
    Self.write(size, in: &own, at: start + 18)
    Self.write(size, in: &own, at: start + 22)
    own.append(contentsOf: content)
    endPiece(addedSince: start)
    let position = directory.count
    directory.append(contentsOf: name.entry.directoryHeader)
    write(crc, at: position + 16)
    write(size, at: position + 20)
    write(size, at: position + 24)
    write(UInt32(truncatingIfNeeded: offset), at: position + ArchiveEntry.offsetPosition)
    count += 1
  }

  private mutating func endPiece(addedSince start: Int) {
    length += own.count - start
    if case .own = pieces.last { pieces.removeLast() }
    pieces.append(.own(end: own.count))
  }

  /// Writes the directory and the end record. Nothing may be added afterwards.
  ///
  /// - Throws: `ArchiveError` if there are more than 65535 entries or 4 GB.
  package mutating func finish() throws(ArchiveError) {
    let contents = length
    let start = own.count
    guard count <= Int(UInt16.max), contents + directory.count < UInt32.max else {
      throw ArchiveError("\(count) entries of \(contents) bytes; an archive holds less")
    }
    own.append(contentsOf: directory)
    var end = ZIPBytes()
    end.add32(ZIPSignature.end)
    end.add32(0)  // disks
    end.add16(UInt16(count))
    end.add16(UInt16(count))
    end.add32(UInt32(directory.count))
    end.add32(UInt32(contents))
    end.add16(0)  // no comment
    own.append(contentsOf: end.bytes)
    endPiece(addedSince: start)
  }

  /// Passes the finished archive to `body` as pieces in order. The memory is valid only during the
  /// call (otherwise use after free).
  package func withPieces<Result>(
    _ body: ([UnsafeRawBufferPointer]) throws -> Result
  ) rethrows -> Result {
    try own.withUnsafeBytes { own in
      var start = 0
      var list: [UnsafeRawBufferPointer] = []
      list.reserveCapacity(pieces.count)
      for piece in pieces {
        switch piece {
        case .own(let end):
          list.append(UnsafeRawBufferPointer(rebasing: own[start..<end]))
          start = end
        case .files(let files): list.append(files.bytes)
        }
      }
      // `pieces` keeps the shared files alive during the call.
      return try body(list)
    }
  }

  /// The finished archive in one piece.
  package var bytes: [UInt8] {
    withPieces { pieces in
      [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
        for piece in pieces {
          UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[count...])
            .copyBytes(from: piece)
          count += piece.count
        }
      }
    }
  }

  private mutating func write(_ value: UInt32, at position: Int) {
    Self.write(value, in: &directory, at: position)
  }

  private static func write(_ value: UInt32, in bytes: inout [UInt8], at position: Int) {
    bytes[position] = UInt8(truncatingIfNeeded: value)
    bytes[position + 1] = UInt8(truncatingIfNeeded: value >> 8)
    bytes[position + 2] = UInt8(truncatingIfNeeded: value >> 16)
    bytes[position + 3] = UInt8(truncatingIfNeeded: value >> 24)
  }
}
