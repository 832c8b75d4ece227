// SPDX-License-Identifier: Apache-2.0

/// Bytes that grow in memory and, above a limit, in a file without a name.
package final class SpilledBytes {
  /// The number of bytes that are written to the file at once.
  private static let pieceInBytes = 1 << 20

  /// All bytes, or those that are not in the file yet.
  private var memory: [UInt8] = []
  private var file: ScratchFile?
  private var bytesInFile = 0
  private let limitInBytes: Int
  private let folder: String

  /// The number of bytes.
  package var count: Int { bytesInFile + memory.count }

  /// Creates an empty buffer.
  ///
  /// - Parameter folder: the location of the file. By default the folder for temporary files.
  package init(limitInBytes: Int = 64 << 20, folder: String? = nil) {
    self.limitInBytes = limitInBytes
    let temporary = Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 }
    self.folder = folder ?? temporary ?? "/tmp"
  }

  /// Whether the bytes are in a file because there are too many for memory.
  package var isInFile: Bool { file != nil }

  /// Adds bytes at the end.
  package func append(_ bytes: some Collection<UInt8>) throws(FileError) {
    memory += bytes
    guard memory.count > (file == nil ? limitInBytes : Self.pieceInBytes) else { return }
    try flush()
  }

  /// Returns the bytes in a range, as many of them as there are.
  package func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    var bytes = [UInt8](repeating: 0, count: range.count)
    var failure: FileError?
    bytes.withUnsafeMutableBytes { buffer in
      do throws(FileError) { try read(into: buffer, at: range.lowerBound) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Fills a buffer from an offset. The range must be inside of the bytes.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) {
    precondition(offset >= 0 && buffer.count <= count - offset)
    if buffer.isEmpty { return }
    if offset < bytesInFile {
      if offset + buffer.count > bytesInFile { try flush() }
      try file?.read(into: buffer, at: offset)
      return
    }
    let start = offset - bytesInFile
    memory.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + buffer.count]))
    }
  }

  private func flush() throws(FileError) {
    let file: ScratchFile
    if let open = self.file { file = open } else { file = try ScratchFile(in: folder) }
    self.file = file
    var failure: FileError?
    memory.withUnsafeBytes { bytes in
      do throws(FileError) { try file.write(bytes, at: bytesInFile) } catch { failure = error }
    }
    if let failure { throw failure }
    bytesInFile += memory.count
    memory.removeAll(keepingCapacity: bytesInFile > limitInBytes + Self.pieceInBytes)
  }
}
