// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON

/// Finds the base template that a template.json extends.
package enum TemplateBase {
  /// Returns the path of `extends`. Nil if there is none, or if the file is not JSON, which loading
  /// the template reports.
  package static func path(in settings: [UInt8]) -> String? {
    guard mayExtend(settings) else { return nil }
    var report = Report()
    let document = JSONReader.read(settings, name: "", mode: .strict, report: &report)
    return document?.root["extends"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns whether the file may contain the name `extends`, plain, with escapes or in UTF-16.
  /// Most files do not, and need not be parsed twice.
  private static func mayExtend(_ settings: [UInt8]) -> Bool {
    let name = Array("extends".utf8)
    return settings.indices.contains { index in
      switch settings[index] {
      case UInt8(ascii: "\\"), 0: true
      case UInt8(ascii: "e"): settings[index...].starts(with: name)
      default: false
      }
    }
  }
}

/// One folder of a template: the template itself, or a base that it extends.
struct TemplateLayer {
  /// A file of the folder that can be packed or read.
  struct File {
    /// The path in the folder, with `/` between its parts.
    let path: String
    /// The path on disk for messages.
    let diskPath: String
    /// The content of a file in an archive. Nil for a file on the disk.
    var bytes: [UInt8]?

    func read(_ disk: DiskReader) throws(FileError) -> [UInt8] {
      if let bytes { return bytes }
      return try disk.read(diskPath)
    }
  }

  /// The folder or archive as the user named it.
  let folder: String
  /// The folder without symbolic links, to detect links that leave it.
  let resolvedFolder: String
  /// The files at the top and in language folders, sorted by path, without links that leave the
  /// folder.
  let files: [File]
  /// Links that lead out of the folder or to nothing, by path.
  let escapingLinks: [String]
  /// Folders, pipes and the like, by path. None of them can be packed.
  let others: [String]
  /// template.json, if the folder has one that could be read.
  let settings: JSONDocument?
  /// All files by path, if the template is in a zip archive.
  var archived: [String: [UInt8]]?
  /// Whether it is an export of Apple's Pass Designer, whose values columns fill by field key.
  var isExport = false

  func file(_ path: String) -> File? { files.first { $0.path == path } }

  /// Returns whether a path leads into the archive.
  func isArchived(_ path: String?) -> Bool {
    archived != nil && path.map { FilePath.isInside($0, folder) } == true
  }

  /// Whether the folder may hold the files of a pass that another program wrote, not a template.
  var mayBePass: Bool {
    file("template.json") == nil && !isExport && archived == nil
  }

  /// Lists the folder and reads its template.json.
  static func read(
    _ folder: String, disk: DiskReader, report: inout Report
  ) throws(FileError) -> TemplateLayer? {
    if try disk.kind(of: folder, followingLinks: true) == .file {
      return try archive(folder, disk: disk, report: &report)
    }
    let resolved = try disk.resolvingSymbolicLinks(folder)
    var files: [File] = []
    var links: [String] = []
    var others: [String] = []
    func visit(_ inner: String, _ folder: String) throws(FileError) {
      for entry in try disk.list(folder) {
        let path = inner.isEmpty ? entry.name : "\(inner)/\(entry.name)"
        let diskPath = FilePath.join(folder, entry.name)
        var kind: Disk.Kind? = entry.kind
        if kind == .symbolicLink {
          guard let target = try? disk.resolvingSymbolicLinks(diskPath),
            FilePath.isInside(target, resolved)
          else {
            links.append(path)
            continue
          }
          kind = try disk.kind(of: diskPath, followingLinks: true)
        }
        if kind == .file {
          files.append(File(path: path, diskPath: diskPath))
        } else if kind == .folder, inner.isEmpty, entry.name.hasSuffix(".lproj") {
          try visit(path, diskPath)
        } else {
          others.append(path)
        }
      }
    }
    try visit("", folder)
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var settings: JSONDocument?
    if let file = files.first(where: { $0.path == "template.json" }) {
      settings = try readObject(file, disk: disk, report: &report)
    }
    return TemplateLayer(
      folder: folder, resolvedFolder: resolved, files: files, escapingLinks: links,
      others: others, settings: settings,
      isExport: DesignerExport.isName(resolved) || DesignerExport.isName(folder)
        || files.contains { $0.path == DesignerExport.toolingFile })
  }

  /// Reads a template in a zip archive. Nil if it cannot be read, which was reported.
  private static func archive(
    _ path: String, disk: DiskReader, report: inout Report
  ) throws(FileError) -> TemplateLayer? {
    guard let archive = try ArchivedTemplate.read(path, disk: disk, report: &report) else {
      return nil
    }
    var files: [File] = []
    for (inner, bytes) in archive.files {
      let steps = FilePath.components(inner)
      guard steps.count == 1 || (steps.count == 2 && steps[0].hasSuffix(".lproj")) else { continue }
      files.append(File(path: inner, diskPath: FilePath.join(path, inner), bytes: bytes))
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var settings: JSONDocument?
    if let file = files.first(where: { $0.path == "template.json" }) {
      settings = try readObject(file, disk: disk, report: &report)
    }
    return TemplateLayer(
      folder: path, resolvedFolder: try disk.resolvingSymbolicLinks(path), files: files,
      escapingLinks: [], others: [], settings: settings, archived: archive.files,
      isExport: DesignerExport.isName(path)
        || archive.enclosingFolder.map(DesignerExport.isName) == true
        || archive.files[DesignerExport.toolingFile] != nil)
  }

  /// Reads a JSON file of the template in strict mode. Returns nil if it is not an object, which
  /// was reported.
  ///
  /// - Parameter mayBePass: whether the file is read as leniently as that of a finished pass if it
  ///   has no placeholder and no condition.
  static func readObject(
    _ file: File, mayBePass: Bool = false, disk: DiskReader, report: inout Report
  ) throws(FileError) -> JSONDocument? {
    let bytes = try file.read(disk)
    let errors = report.count(of: .error)
    let isPass =
      mayBePass && !bytes.contains(Array("{{".utf8)) && !bytes.contains(Array("\"$if\"".utf8))
    let mode: JSONReader.Mode = isPass ? .lenient : .strict
    guard let document = JSONReader.read(bytes, name: file.diskPath, mode: mode, report: &report)
    else { return nil }
    guard document.root.isObject else {
      report(
        TemplateFindings.notAnObject, "\(file.path) is not a JSON object", at: document.root)
      return nil
    }
    // A document with errors is not used.
    return report.count(of: .error) == errors ? document : nil
  }

  /// Returns the folder and every base it extends, the nearest first. Empty if the folder is an
  /// archive that cannot be read, which was reported.
  static func chain(
    from folder: String, disk: DiskReader, report: inout Report
  ) throws(FileError) -> [TemplateLayer] {
    guard let first = try read(folder, disk: disk, report: &report) else { return [] }
    var layers = [first]
    while let extends = layers.last?.settings?.root["extends"], let last = layers.last {
      guard let path = extends.string, !path.isEmpty else {
        report(
          TemplateFindings.invalidSetting, "\"extends\" must be a string, the path of a folder",
          at: extends)
        break
      }
      // What a template in an archive extends is next to the archive.
      let base = FilePath.join(
        last.archived == nil ? last.folder : FilePath.parent(last.folder), path)
      let kind = (try? disk.kind(of: base, followingLinks: true)) ?? nil
      guard kind == .folder || (kind == .file && ArchivedTemplate.isTemplate(base, disk: disk))
      else {
        let wanted = FilePath.normalised(base)
        let near = NearbyFile.path(for: wanted) { Disk.identity(of: $0)?.isFolder == true }
        report(
          TemplateFindings.baseMissing, "\"extends\" names \(wanted), which does not exist",
          at: extends, help: near.map { "did you mean \($0)?" })
        break
      }
      guard let layer = try read(FilePath.normalised(base), disk: disk, report: &report) else {
        break
      }
      if layers.contains(where: { $0.resolvedFolder == layer.resolvedFolder }) {
        report(
          TemplateFindings.cycle,
          "\(layer.folder) extends itself: "
            + (layers.map(\.folder) + [layer.folder]).joined(separator: " extends "),
          at: extends)
        break
      }
      layers.append(layer)
    }
    return layers
  }
}
