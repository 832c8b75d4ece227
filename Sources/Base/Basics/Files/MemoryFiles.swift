// SPDX-License-Identifier: Apache-2.0

/// Files in memory with the interface of a disk. Folders come from slashes in paths, and there are
/// no links.
package struct MemoryFiles: Sendable {
  private var files: [String: [UInt8]] = [:]
  /// Entries of every folder, with their kinds.
  private var folders: [String: [String: Disk.Kind]] = [:]

  package init() {}

  /// Adds files to a folder. The folder exists even if there are no files.
  ///
  /// - Parameters:
  ///   - files: content by path inside the folder.
  ///   - folder: path of the folder.
  /// - Throws: if a path is empty or leads out of the folder.
  package mutating func add(_ files: [String: [UInt8]], to folder: String) throws(FileError) {
    let folder = FilePath.normalised(folder)
    if folders[folder] == nil { folders[folder] = [:] }
    for (path, bytes) in files {
      let whole = FilePath.normalised(FilePath.join(folder, path))
      guard !FilePath.isAbsolute(path), FilePath.isInside(whole, folder), whole != folder else {
        throw FileError(.read, path, .outsideFolder)
      }
      self.files[whole] = bytes
      var (child, kind) = (whole, Disk.Kind.file)
      while child != folder {
        let parent = FilePath.parent(child)
        folders[parent, default: [:]][FilePath.lastComponent(child)] = kind
        (child, kind) = (parent, .folder)
      }
    }
  }

  package func read(_ path: String, limit: Int = Disk.ordinaryLimit) throws(FileError) -> [UInt8] {
    guard let bytes = files[FilePath.normalised(path)] else {
      throw FileError(.read, path, .missing)
    }
    guard bytes.count <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
    return bytes
  }

  /// Lists a folder, sorted by the bytes of the names.
  package func list(_ folder: String) throws(FileError) -> [Disk.Entry] {
    guard let names = folders[FilePath.normalised(folder)] else {
      throw FileError(.list, folder, .missing)
    }
    return names.map { Disk.Entry(name: $0.key, kind: $0.value) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Returns the kind of file at a path, or nil if it does not exist.
  package func kind(of path: String) -> Disk.Kind? {
    let path = FilePath.normalised(path)
    if files[path] != nil { return .file }
    return folders[path] == nil ? nil : .folder
  }

  /// Returns the path without `.` and `..`.
  package func resolvingSymbolicLinks(_ path: String) throws(FileError) -> String {
    guard kind(of: path) != nil else { throw FileError(.resolve, path, .missing) }
    return FilePath.normalised(path)
  }
}
