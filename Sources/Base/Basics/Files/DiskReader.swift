// SPDX-License-Identifier: Apache-2.0

/// A log of the files and folders that were read, for dependency files of make.
package final class ReadLog {
  // Stored as bytes, because two Unicode forms of one name are equal as strings but are two files.
  private var filePaths: Set<[UInt8]> = []
  private var folderPaths: Set<[UInt8]> = []

  package init() {}

  /// The files that were read, as their paths were given, sorted by bytes.
  package var files: [String] { Self.sorted(filePaths) }
  /// The folders that were listed, sorted by bytes. A new file in one of these changes the output
  /// too.
  package var folders: [String] { Self.sorted(folderPaths) }

  /// Adds a file that was not read through `DiskReader`.
  package func addFile(_ path: String) { filePaths.insert(Array(path.utf8)) }
  /// Adds a folder that was not listed through `DiskReader`.
  package func addFolder(_ path: String) { folderPaths.insert(Array(path.utf8)) }

  private static func sorted(_ paths: Set<[UInt8]>) -> [String] {
    paths.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A reader of files on disk, which can log them, or of files in memory.
package struct DiskReader {
  /// The log, or nil if none is needed.
  package let log: ReadLog?
  /// The files in memory, or nil to read the disk.
  private let memory: MemoryFiles?
  var isOfMemory: Bool { memory != nil }

  package init(log: ReadLog? = nil) {
    self.log = log
    memory = nil
  }

  package init(_ memory: MemoryFiles) {
    log = nil
    self.memory = memory
  }

  /// Reads a whole file (see `Disk.read`).
  package func read(
    _ path: String, limit: Int = Disk.ordinaryLimit
  ) throws(FileError) -> [UInt8] {
    if let memory { return try memory.read(path, limit: limit) }
    let bytes = try Disk.read(path, limit: limit)
    log?.addFile(path)
    return bytes
  }

  /// Lists a folder (see `Disk.list`).
  package func list(_ folder: String) throws(FileError) -> [Disk.Entry] {
    if let memory { return try memory.list(folder) }
    let entries = try Disk.list(folder)
    log?.addFolder(folder)
    return entries
  }

  /// Returns the kind of file at a path, or nil if it does not exist. Not logged.
  package func kind(
    of path: String, followingLinks: Bool = false
  ) throws(FileError) -> Disk.Kind? {
    if let memory { return memory.kind(of: path) }
    return try Disk.kind(of: path, followingLinks: followingLinks)
  }

  /// Returns the absolute path without symbolic links. Not logged.
  package func resolvingSymbolicLinks(_ path: String) throws(FileError) -> String {
    if let memory { return try memory.resolvingSymbolicLinks(path) }
    return try Disk.resolvingSymbolicLinks(path)
  }
}
