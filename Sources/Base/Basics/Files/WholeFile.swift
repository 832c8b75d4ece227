// SPDX-License-Identifier: Apache-2.0

/// A writer of many files that each appear complete or not at all, in the fastest way that the disk
/// supports.
package struct WholeFile: Sendable {
  /// Whether files survive a power failure after they were written.
  package let durable: Bool

  package init(durable: Bool = false) {
    self.durable = durable
  }

  /// Writes a new file. Returns false without a change if the path exists.
  ///
  /// - Parameter pieces: its bytes in order.
  package func create(
    _ path: String, _ pieces: [UnsafeRawBufferPointer]
  ) throws(FileError) -> Bool {
    try Disk.check(path, .write)
    if let file = try UnnamedFile(for: path) {
      try file.append(pieces)
      if let done = try file.commit(durable: durable) { return done }
    }
    do {
      try Disk.write(Self.joined(pieces), to: path, replacing: false, durable: durable)
      return true
    } catch {
      if error.isExisting { return false }
      throw error
    }
  }

  /// Writes a file and replaces an existing one.
  package func replace(_ path: String, _ pieces: [UnsafeRawBufferPointer]) throws(FileError) {
    try Disk.check(path, .write)
    if let file = try UnnamedFile(for: path) {
      try file.append(pieces)
      if try file.commit(replacingBy: Self.passingName(of: path), durable: durable) != nil {
        return
      }
    }
    try Disk.write(Self.joined(pieces), to: path, durable: durable)
  }

  private static func joined(_ pieces: [UnsafeRawBufferPointer]) -> [UInt8] {
    pieces.reduce(into: []) { $0.append(contentsOf: $1) }
  }

  /// Returns the temporary name, a hash of the file name. It is short enough for any name, and
  /// different files in a folder get different names.
  static func passingName(of path: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
    for byte in FilePath.lastComponent(path).utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    return FilePath.join(FilePath.parent(path), StaleFiles.prefix + String(hash, radix: 16))
  }
}

/// A large file that is written in pieces and appears complete or not at all.
package final class GrowingFile {
  private let path: String
  private let durable: Bool
  private let unnamed: UnnamedFile?
  private let named: AtomicFile?

  /// Starts a file. Nothing is visible at its path until `commit()`.
  ///
  /// - Parameter replacing: whether an existing file may be replaced.
  package init(
    _ path: String, replacing: Bool, durable: Bool = false
  ) throws(FileError) {
    self.path = path
    self.durable = durable
    try Disk.check(path, .write)
    let kind = try Disk.kind(of: path)
    if kind != nil, !replacing { throw FileError(.write, path, .system(EEXIST)) }
    if kind == .folder { throw FileError(.write, path, .system(EISDIR)) }
    // `AtomicFile` writes pipes and devices directly.
    unnamed = kind == nil || kind == .file ? try UnnamedFile(for: path) : nil
    named =
      unnamed == nil ? try AtomicFile(path, replacing: replacing, durable: durable) : nil
    self.replacing = replacing
  }

  private let replacing: Bool

  package func append(_ bytes: [UInt8]) throws(FileError) {
    if let unnamed { try unnamed.append(bytes) } else { try named?.append(bytes) }
  }

  /// Names the complete file. Throws if the path exists and must not be replaced.
  package func commit() throws(FileError) {
    guard let unnamed else {
      try named?.commit()
      return
    }
    switch try unnamed.commit(durable: durable) {
    case true: return
    case false where replacing:
      if try unnamed.commit(replacingBy: WholeFile.passingName(of: path), durable: durable) != nil {
        return
      }
    case false: throw FileError(.write, path, .system(EEXIST))
    case nil: break
    }
    throw FileError(.write, path, .system(EOPNOTSUPP))
  }
}
