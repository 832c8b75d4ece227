// SPDX-License-Identifier: Apache-2.0

/// A file or pipe that is read in pieces, so that it may be larger than memory.
package final class FileStream {
  private let descriptor: Int32
  /// Name for messages: the path, or "standard input".
  package let name: String
  private let isOwned: Bool
  private let isPipe: Bool
  /// Size of an ordinary file in bytes, or nil for a pipe.
  package let size: Int?
  /// Called while a pipe has no data. If it returns true, `next()` returns nil as at the end.
  package var isInterrupted: () -> Bool = { false }

  private static let pieceInBytes = 256 << 10

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

  /// Returns a stream of standard input. It is not closed at the end.
  package static func standardInput() -> FileStream { FileStream(standardInput: ()) }

  deinit { if isOwned { close(descriptor) } }

  /// Returns the next bytes, as many as are available, or nil at the end.
  package func next() throws(FileError) -> [UInt8]? {
    if isPipe {
      // Waits in steps of 200 ms, so that an interruption does not wait for the next data.
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

  /// Reads to the end and returns the maximum number of lines: line feeds or carriage returns,
  /// whichever are more, plus one.
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
