// SPDX-License-Identifier: Apache-2.0

/// A file or pipe that is read piece by piece, so that it may be larger than memory.
package final class FileStream {
  private let descriptor: Int32
  /// As messages name it: the path, or "standard input".
  package let name: String
  private let isOwned: Bool
  private let isPipe: Bool
  /// The size of an ordinary file in bytes; nil for a pipe, whose end is not known.
  package let size: Int?
  /// Asked while nothing comes: true ends the waiting, as if the input had ended.
  package var isInterrupted: () -> Bool = { false }

  private static let pieceInBytes = 256 << 10

  /// Opens a file, or a pipe by its name.
  package init(_ path: String) throws(FileError) {
    try Disk.check(path, .read)
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    name = path
    isOwned = true
    var status = stat()
    guard fstat(descriptor, &status) == 0, Disk.kind(of: status) != .folder else {
      let error = errno == 0 ? FileError(.read, path, .system(EISDIR)) : FileError(.read, path)
      close(descriptor)
      throw Disk.kind(of: status) == .folder ? FileError(.read, path, .system(EISDIR)) : error
    }
    isPipe = Disk.kind(of: status) != .file
    size = isPipe ? nil : Int(clamping: status.st_size)
  }

  private init(standardInput: Void) {
    descriptor = STDIN_FILENO
    name = "standard input"
    isOwned = false
    var status = stat()
    let isFile = fstat(STDIN_FILENO, &status) == 0 && Disk.kind(of: status) == .file
    isPipe = !isFile
    size = isFile ? Int(clamping: status.st_size) : nil
  }

  /// Standard input, be it a file, a pipe or a terminal; it stays open.
  package static func standardInput() -> FileStream { FileStream(standardInput: ()) }

  deinit { if isOwned { close(descriptor) } }

  /// The next bytes, as many as are there; nil at the end.
  package func next() throws(FileError) -> [UInt8]? {
    if isPipe {
      // In steps, so that somebody who wants to stop need not wait for the next row.
      while true {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, 200) != 0 { break }
        if isInterrupted() { return nil }
      }
    }
    if isInterrupted() { return nil }
    var outcome = 0
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceInBytes) { buffer, count in
      outcome = Disk.readOnce(descriptor, buffer.baseAddress, Self.pieceInBytes)
      count = max(outcome, 0)
    }
    if outcome < 0 { throw FileError(.read, name) }
    return outcome == 0 ? nil : piece
  }

  /// Reads to the end and says how many lines that was, at most: line feeds or carriage returns,
  /// whichever are more, and one.
  package func countLines() throws(FileError) -> Int {
    var (feeds, returns) = (0, 0)
    while let piece = try next() {
      for byte in piece {
        if byte == 0x0A { feeds += 1 }
        if byte == 0x0D { returns += 1 }
      }
    }
    return max(feeds, returns) + 1
  }
}
