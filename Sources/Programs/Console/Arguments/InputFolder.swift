// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassModel
import PassTemplate

/// A folder that a run reads, asked whether a file is one of those read.
struct InputFolder {
  private let input: OutputGuard.Input

  init(_ input: OutputGuard.Input) { self.input = input }

  /// Whether a file is read from the folder, under any of its names.
  ///
  /// - Parameters:
  ///   - path: an existing ordinary file.
  ///   - identity: that file to the disk.
  func holds(_ path: String, _ identity: Disk.Identity) throws -> Bool {
    let hasOtherNames = (Disk.hardLinkCount(of: path) ?? 1) > 1
    let file = try? Disk.resolvingSymbolicLinks(path)
    for folder in folders {
      guard let root = try? Disk.resolvingSymbolicLinks(folder) else { continue }
      if let file, let inside = Self.name(of: file, in: root), reads(inside, in: root) {
        return true
      }
      for name in try names(in: root, all: hasOtherNames)
      where Disk.identity(of: FilePath.join(root, name)) == identity && reads(name, in: root) {
        return true
      }
    }
    return false
  }

  /// The path inside a folder; nil for a file elsewhere. Both paths are resolved.
  private static func name(of file: String, in root: String) -> String? {
    let folder = root == "/" ? root : root + "/"
    guard file.utf8.starts(with: folder.utf8) else { return nil }
    return String(file.utf8.dropFirst(folder.utf8.count))
  }

  /// The folder, and those that a template extends.
  var folders: [String] {
    guard case .template(let first) = input else { return [input.path] }
    var folders = [first]
    while folders.count < Self.mostBases, let last = folders.last,
      let settings = try? Disk.read(FilePath.join(last, "template.json"), limit: 1 << 20),
      let base = TemplateBase.path(in: settings)
    {
      let next = FilePath.join(last, base)
      if folders.contains(next) { break }
      folders.append(next)
    }
    return folders
  }

  private static let mostBases = 32

  /// The paths below a folder that can be other names of a file elsewhere: symbolic links, and where
  /// the file has several names, ordinary files too.
  private func names(in root: String, all: Bool) throws -> [String] {
    var found: [String] = []
    var folders = [""]
    while let inner = folders.popLast() {
      for entry in (try? Disk.list(FilePath.join(root, inner))) ?? [] {
        let name = inner.isEmpty ? entry.name : "\(inner)/\(entry.name)"
        switch entry.kind {
        case .folder: folders.append(name)
        case .symbolicLink: found.append(name)
        case .file: if all { found.append(name) }
        case .other: continue
        }
      }
    }
    return found
  }

  // MARK: Which files count

  /// Whether a run reads the file: everything in the folder but results of earlier runs.
  private func reads(_ name: String, in root: String) -> Bool {
    let path = FilePath.join(root, name)
    if case .sources(_, let isSource) = input { return isSource(FilePath.lastComponent(name)) }
    guard let head = try? Disk.head(of: path, limit: 1 << 16) else { return true }
    let kind = FilePath.extension(FilePath.lastComponent(name)).lowercased()
    switch (FileContent(head), input) {
    case (.archive, _): return !(PackageKind.pass.fileExtensions + ["xlsx", "tar"]).contains(kind)
    case (.image, .file), (.database, _): return false
    case (.image, .template):
      // Another image, such as a preview of an earlier run, is not a part of the pass.
      return PackableFile(path: name) != nil || isNamed(name, in: root)
        || isNamedByRow(name, in: root)
    case (.image, _), (.key, _), (.tokenKey, _), (.certificate, _): return true
    case (_, .template):
      return PackableFile(path: name) != nil || isNamed(name, in: root)
        || !(Self.resultsInTemplates.contains(kind) || head.starts(with: Self.jsonLines))
    case (_, .pictures): return Self.images.contains(kind)
    default: return !Self.results.contains(kind)
    }
  }

  /// Whether template.json or manifest.json is the file, or template.json names it or its folder.
  private func isNamed(_ name: String, in root: String) -> Bool {
    if (PackageKind.pass.seal + ["template.json"]).contains(name) { return true }
    guard let settings = try? Disk.read(FilePath.join(root, "template.json"), limit: 1 << 20) else {
      return false
    }
    let text = String(decoding: settings, as: UTF8.self)
    return FilePath.components(name).contains { text.contains($0) }
  }

  /// Whether a table next to template.json has the name of the file, as photos have.
  private func isNamedByRow(_ name: String, in root: String) -> Bool {
    let file = Array(FilePath.lastComponent(name).utf8)
    return ((try? Disk.list(root)) ?? []).contains { entry in
      guard Self.tables.contains(FilePath.extension(entry.name).lowercased()) else { return false }
      // One that is too large to look at may name it.
      guard let bytes = try? Disk.read(FilePath.join(root, entry.name), limit: 16 << 20) else {
        return true
      }
      return bytes.indices.contains { bytes[$0] == file[0] && bytes[$0...].starts(with: file) }
    }
  }

  private static let tables: Set<String> = ["csv", "tsv", "json", "jsonl", "txt"]

  /// The first bytes of a report or baseline that passc has written.
  private static let jsonLines = Array(#"{"version":1,"#.utf8)
  private static let images: Set<String> = ["png", "jpg", "jpeg", "gif", "webp", "heic", "tiff"]
  private static let resultsInTemplates = Set(
    PackageKind.pass.fileExtensions + ["tar", "d", "sarif", "xml", "log"])
  private static let results: Set<String> = resultsInTemplates.union([
    "csv", "tsv", "jsonl", "json", "txt", "md", "html", "svg", "ledger", "sqlite",
  ])
}
