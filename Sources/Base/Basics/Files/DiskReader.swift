// SPDX-License-Identifier: Apache-2.0

/// Every file and folder that was read, for make's dependency files.
package final class ReadLog {
  // As bytes: two Unicode forms of one name are equal strings, but two files.
  private var filePaths: Set<[UInt8]> = []
  private var folderPaths: Set<[UInt8]> = []

  /// A log in which nothing was read yet.
  package init() {}

  /// The files read, sorted by their bytes, named as they were asked for.
  package var files: [String] { Self.sorted(filePaths) }
  /// The folders listed, sorted by their bytes: a name added there changes the outcome too.
  package var folders: [String] { Self.sorted(folderPaths) }

  /// Remembers a file that was read in another way than through `DiskReader`.
  package func addFile(_ path: String) { filePaths.insert(Array(path.utf8)) }
  /// Remembers a folder whose names were looked at.
  package func addFolder(_ path: String) { folderPaths.insert(Array(path.utf8)) }

  private static func sorted(_ paths: Set<[UInt8]>) -> [String] {
    paths.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Reads from disk and remembers what was read, where somebody wants to know; or reads files that
/// are held in memory.
package struct DiskReader {
  /// Where it is remembered what was read; nil when it need not be.
  package let log: ReadLog?
  /// What is read in place of the disk; nil for the disk.
  private let memory: MemoryFiles?
  /// Whether nothing is read from the disk.
  var isOfMemory: Bool { memory != nil }

  /// Reads without a log when none is given.
  package init(log: ReadLog? = nil) {
    self.log = log
    memory = nil
  }

  /// Reads files in memory and nothing of the disk.
  package init(_ memory: MemoryFiles) {
    log = nil
    self.memory = memory
  }

  /// The whole content of a file; see `Disk.read`.
  package func read(
    _ path: String, limit: Int = Disk.ordinaryLimit
  ) throws(FileError) -> [UInt8] {
    if let memory { return try memory.read(path, limit: limit) }
    let bytes = try Disk.read(path, limit: limit)
    log?.addFile(path)
    return bytes
  }

  /// The names in a folder, sorted by their bytes; see `Disk.list`.
  package func list(_ folder: String) throws(FileError) -> [Disk.Entry] {
    if let memory { return try memory.list(folder) }
    let entries = try Disk.list(folder)
    log?.addFolder(folder)
    return entries
  }

  /// What the path names, or nil when there is nothing; not remembered.
  package func kind(
    of path: String, followingLinks: Bool = false
  ) throws(FileError) -> Disk.Kind? {
    if let memory { return memory.kind(of: path) }
    return try Disk.kind(of: path, followingLinks: followingLinks)
  }

  /// The absolute path without symbolic links; not remembered.
  package func resolvingSymbolicLinks(_ path: String) throws(FileError) -> String {
    if let memory { return try memory.resolvingSymbolicLinks(path) }
    return try Disk.resolvingSymbolicLinks(path)
  }
}
