// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
package import PassModel

/// Writes a pass as a folder, completely or not at all. It replaces only an earlier output.
package enum BundleWriter {
  package struct OverwriteError: Error, CustomStringConvertible {
    package let description: String
  }

  /// Throws `OverwriteError` if the path exists and is neither an empty folder nor an earlier output. An
  /// earlier output is a folder whose manifest.json lists pass.json and every other file in it.
  package static func throwUnlessReplaceable(_ folder: String) throws {
    guard let kind = try Disk.kind(of: folder) else { return }
    guard kind == .folder else {
      throw OverwriteError(
        description: "\(folder) exists and is not a folder; passc does not replace it")
    }
    let files = try paths(in: folder)
    if files.isEmpty { return }
    let listed = try listedInManifest(folder)
    guard let listed, listed.contains(PackageKind.pass.document) else {
      throw OverwriteError(
        description: "\(folder) exists and is not an earlier output; passc does not replace it")
    }
    if let other = files.first(where: { !listed.contains($0) && !PackageKind.pass.isOwnFile($0) }) {
      throw OverwriteError(
        description:
          "\(folder) contains \(other), which passc did not write; passc does not replace it")
    }
  }

  /// Returns the paths of all files below the folder, relative to it.
  private static func paths(in folder: String) throws -> [String] {
    var paths: [String] = []
    var open = [""]
    while let inner = open.popLast() {
      for entry in try Disk.list(FilePath.join(folder, inner)) {
        let path = inner.isEmpty ? entry.name : "\(inner)/\(entry.name)"
        if entry.kind == .folder { open.append(path) } else { paths.append(path) }
      }
    }
    return paths
  }

  /// Returns the names in the folder's manifest.json, or nil if there is none that can be read.
  private static func listedInManifest(_ folder: String) throws -> Set<String>? {
    let path = FilePath.join(folder, PackageKind.pass.manifest)
    guard try Disk.kind(of: path) == .file else { return nil }
    var report = Report()
    let document = JSONReader.read(try Disk.read(path), name: path, report: &report)
    return document.map { Set($0.root.members.map(\.name)) }
  }

  /// Writes the files of a pass into a temporary folder next to the target and then moves that into
  /// place.
  ///
  /// - Throws: `OverwriteError` if the existing folder must not be replaced.
  package static func writeFolder(
    _ files: [PackagedFile], to folder: String
  ) throws {
    let parent = FilePath.parent(folder)
    try Disk.makeFolders(parent)
    try throwUnlessReplaceable(folder)
    let old = try Disk.kind(of: folder)
    // Only the owner can enter the temporary folder. The folder that is moved into place is made
    // inside it, so that it gets the usual mode of new folders.
    let temporary = try ScratchFolder(in: parent)
    defer { try? temporary.remove() }
    let made = FilePath.join(temporary.path, "made")
    try Disk.makeFolders(made)
    for file in files {
      let path = FilePath.join(made, file.path)
      try Disk.makeFolders(FilePath.parent(path))
      try Disk.write(file.bytes, to: path)
    }
    if old == nil {
      try Disk.move(made, to: folder)
    } else if try !Disk.exchange(made, folder) {
      try replace(folder, with: made, aside: FilePath.join(temporary.path, "old"))
    }
  }

  /// Replaces the folder on file systems that cannot exchange two folders in one step. For a moment
  /// there is no folder at the path.
  private static func replace(
    _ folder: String, with made: String, aside: String
  ) throws(FileError) {
    try Disk.move(folder, to: aside)
    do {
      try Disk.move(made, to: folder)
    } catch {
      try? Disk.move(aside, to: folder)
      throw error
    }
  }
}
