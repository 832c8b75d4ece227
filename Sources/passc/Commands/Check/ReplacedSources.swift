// SPDX-License-Identifier: Apache-2.0

import PassCheck
import PassConsole
import PassFiles
import PassModel

/// Files of what is checked, which no report may be written over.
enum ReplacedSources {
  /// Nothing that is written may replace what is read, in a folder that is checked neither.
  ///
  /// - Parameter inputs: files that are read, wherever they lie.
  static func refuse(
    _ outputs: [String], inputs: [String], targets: [CheckTargets.Target]
  ) throws {
    let read = Dictionary(
      inputs.compactMap { path in Disk.identity(of: path).map { ($0, path) } },
      uniquingKeysWith: { first, _ in first })
    for output in outputs where output != "-" {
      guard let identity = Disk.identity(of: output), !identity.isFolder else { continue }
      let replaced = read[identity] ?? targets.lazy.compactMap { source(output, in: $0) }.first
      guard let replaced else { continue }
      throw Failure.usage(
        "writing \(output) would replace \(replaced), which is checked",
        help: "name another file for it")
    }
  }

  /// Nothing that is written may replace a source within one of these folders.
  ///
  /// - Parameter isSource: whether a file of that name is read.
  static func refuse(
    _ outputs: [String], in folders: [String], _ isSource: (String) -> Bool
  ) throws {
    for output in outputs where output != "-" && isSource(FilePath.lastComponent(output)) {
      guard let file = try? Disk.resolvingSymbolicLinks(output) else { continue }
      for folder in folders where Disk.identity(of: folder)?.isFolder == true {
        guard let root = try? Disk.resolvingSymbolicLinks(folder),
          FilePath.relative(file, to: root) != nil
        else { continue }
        throw Failure.usage(
          "writing \(output) would replace a file of \(folder), which is checked",
          help: "name another file for it")
      }
    }
  }

  /// The path of a file within a checked folder that belongs to the pass or template in it.
  private static func source(_ path: String, in target: CheckTargets.Target) -> String? {
    switch target {
    case .template(let folder), .folder(let folder):
      guard let root = try? Disk.resolvingSymbolicLinks(folder),
        let file = try? Disk.resolvingSymbolicLinks(path),
        let inside = FilePath.relative(file, to: root)
      else { return nil }
      let others = ["template.json", "manifest.json", "signature"]
      return PackableFile(path: inside) != nil || others.contains(inside)
        ? FilePath.join(folder, inside) : nil
    case .file, .standardInput, .unreadable: return nil
    }
  }
}
