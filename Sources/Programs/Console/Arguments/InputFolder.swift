// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassModel
import PassTemplate

/// A folder that a run reads. It finds out whether a file is among the files that the run reads.
///
/// An output must never replace an input, not even through a link, but the results of an earlier
/// run may be in the same folder and may be replaced. Names and contents show which one it is.
/// When in doubt the file counts as an input, because then nothing is lost.
struct InputFolder {
  private let input: OutputGuard.Input

  init(_ input: OutputGuard.Input) { self.input = input }

  /// Returns whether the run reads the file from the folder, under any of the file's names.
  ///
  /// - Parameters:
  ///   - path: an existing ordinary file.
  ///   - identity: device and inode of that file.
  func isInput(_ path: String, _ identity: Disk.Identity) throws -> Bool {
    let hasOtherNames = (Disk.hardLinkCount(of: path) ?? 1) > 1
    let file = try? Disk.resolvingSymbolicLinks(path)
    for folder in folders {
      guard let root = try? Disk.resolvingSymbolicLinks(folder) else { continue }
      // A template in a zip archive is one file.
      if Disk.identity(of: root) == identity { return true }
      if let file, let inside = Self.relativePath(of: file, in: root), isRead(inside, in: root) {
        return true
      }
      for name in try aliases(in: root, all: hasOtherNames)
      where Disk.identity(of: FilePath.join(root, name)) == identity && isRead(name, in: root) {
        return true
      }
    }
    return false
  }

  /// Returns the path relative to a folder, or nil if the file is elsewhere. Both paths must be
  /// resolved.
  private static func relativePath(of file: String, in root: String) -> String? {
    let folder = root == "/" ? root : root + "/"
    guard file.utf8.starts(with: folder.utf8) else { return nil }
    return String(file.utf8.dropFirst(folder.utf8.count))
  }

  /// The folder, and for a template also the base templates that it extends.
  var folders: [String] {
    guard case .template(let first) = input else { return [input.path] }
    var folders = [first]
    while folders.count < Self.maxBases, let last = folders.last,
      let settings = Self.settings(in: last),
      let base = TemplateBase.path(in: settings)
    {
      let next = FilePath.join(last, base)
      if folders.contains(next) { break }
      folders.append(next)
    }
    return folders
  }

  /// Bounds the chain of base templates, because an untrusted template may name bases without end.
  private static let maxBases = 32

  /// Returns the paths below a folder that can be other names of a file elsewhere: symbolic links
  /// and, with `all`, ordinary files. Ordinary files matter only if the file has several hard
  /// links.
  private func aliases(in root: String, all: Bool) throws -> [String] {
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

  // MARK: Files that a run reads

  /// Returns whether a run reads the file. A run reads everything in the folder except results of
  /// earlier runs.
  private func isRead(_ name: String, in root: String) -> Bool {
    let path = FilePath.join(root, name)
    if case .sources(_, let isSource) = input { return isSource(FilePath.lastComponent(name)) }
    guard let head = try? Disk.head(of: path, limit: 1 << 16) else { return true }
    let kind = FilePath.extension(FilePath.lastComponent(name)).lowercased()
    switch (FileContent(head), input) {
    // Passes and tar files are results. A workbook counts as an input only if an option names it.
    case (.archive, _): return !(PackageKind.pass.fileExtensions + ["xlsx", "tar"]).contains(kind)
    // A run on one file reads no images, and no run reads a database because it is in the folder.
    case (.image, .file), (.database, _): return false
    case (.image, .template):
      // Any other image is not part of the pass. An example is a preview from an earlier run.
      return PackableFile(path: name) != nil || isNamedInSettings(name, in: root)
        || isNamedInTable(name, in: root)
    // An overwritten key or certificate is lost, so it always counts as an input.
    case (.image, _), (.key, _), (.tokenKey, _), (.certificate, _): return true
    case (_, .template):
      return PackableFile(path: name) != nil || isNamedInSettings(name, in: root)
        || !(Self.outputExtensionsInTemplates.contains(kind)
          || head.starts(with: Self.reportPrefix))
    case (_, .pictures): return Self.imageExtensions.contains(kind)
    default: return !Self.outputExtensions.contains(kind)
    }
  }

  /// Returns whether the file is `template.json`, `manifest.json` or the signature, or
  /// `template.json` contains its name or the name of one of its folders.
  private func isNamedInSettings(_ name: String, in root: String) -> Bool {
    if (PackageKind.pass.signatureFiles + ["template.json"]).contains(name) { return true }
    guard let settings = Self.settings(in: root) else { return false }
    let text = String(decoding: settings, as: UTF8.self)
    return FilePath.components(name).contains { text.contains($0) }
  }

  /// Returns whether a table next to `template.json` contains the name of the file, as tables with
  /// photos do.
  private func isNamedInTable(_ name: String, in root: String) -> Bool {
    let file = Array(FilePath.lastComponent(name).utf8)
    return ((try? Disk.list(root)) ?? []).contains { entry in
      let suffix = FilePath.extension(entry.name).lowercased()
      // The names in a workbook are compressed, so that it may contain this one.
      if suffix == "xlsx" { return true }
      guard Self.tableExtensions.contains(suffix) else { return false }
      // A table over 16 MiB is not searched. It may contain the name, so the file counts as an
      // input.
      let path = FilePath.join(root, entry.name)
      guard Self.isFile(path) else { return false }
      guard let bytes = try? Disk.read(path, limit: 16 << 20) else { return true }
      return bytes.indices.contains { bytes[$0] == file[0] && bytes[$0...].starts(with: file) }
    }
  }

  private static func settings(in root: String) -> [UInt8]? {
    let path = FilePath.join(root, "template.json")
    return isFile(path) ? try? Disk.read(path, limit: 1 << 20) : nil
  }

  /// Returns whether a path leads to an ordinary file. Opening a pipe would wait for its writer.
  private static func isFile(_ path: String) -> Bool {
    (try? Disk.kind(of: path, followingLinks: true)) == .file
  }

  private static let tableExtensions: Set<String> = ["csv", "tsv", "json", "jsonl", "txt"]

  /// The first bytes of a report or baseline that passc wrote.
  private static let reportPrefix = Array(#"{"version":1,"#.utf8)
  private static let imageExtensions: Set<String> = [
    "png", "jpg", "jpeg", "gif", "webp", "heic", "tiff",
  ]
  private static let outputExtensionsInTemplates = Set(
    PackageKind.pass.fileExtensions + ["tar", "d", "sarif", "xml", "log"])
  private static let outputExtensions: Set<String> = outputExtensionsInTemplates.union([
    "csv", "tsv", "jsonl", "json", "txt", "md", "html", "svg", "ledger", "sqlite",
  ])
}
