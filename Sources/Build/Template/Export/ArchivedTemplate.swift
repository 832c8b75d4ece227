// SPDX-License-Identifier: Apache-2.0

import PassArchive
package import PassBasics
import PassDiagnostics
import PassModel

/// A template in a zip archive, such as an export that was sent by mail. It is read into memory and
/// never unpacked.
package struct ArchivedTemplate: Sendable {
  /// The content of each file by its path in the template.
  package let files: [String: [UInt8]]
  /// The folder in the archive that contains everything, or nil if there is none.
  package let enclosingFolder: String?

  /// Returns whether a file is a template in a zip archive: it has a pass.json or template.json,
  /// and is not a finished pass.
  package static func isTemplate(_ path: String, disk: DiskReader = DiskReader()) -> Bool {
    let suffix = FilePath.extension(path).lowercased()
    guard ["zip", DesignerExport.fileExtension].contains(suffix), !isNameOfPass(path),
      (try? disk.kind(of: path, followingLinks: true)) == .file
    else { return false }
    var report = Report()
    guard let read = try? read(path, disk: disk, report: &report) else { return false }
    let names = Set(read.files.keys)
    if DesignerExport.isName(path) || names.contains("template.json") { return true }
    return names.contains(PackageKind.pass.document)
      && names.isDisjoint(with: PackageKind.pass.signatureFiles)
  }

  /// Returns whether the name is that of a pass that a browser or mail program renamed.
  private static func isNameOfPass(_ path: String) -> Bool {
    PackageKind.pass.isNameOfFile(FilePath.stem(path))
  }

  /// Reads an archive within the limits for untrusted archives.
  ///
  /// - Returns: nil if it is not a zip archive or exceeds a limit, which was reported.
  static func read(
    _ path: String, disk: DiskReader, report: inout Report
  ) throws(FileError) -> ArchivedTemplate? {
    let bytes = try disk.read(path)
    var reading = Report()
    guard let archive = ArchiveReader.read(bytes, name: path, report: &reading) else {
      report.append(reading.diagnostics)
      return nil
    }
    let files = archive.entries.filter { !isOfSystem($0.plainPath) }
    let damaged = files.filter { !$0.isIntact }
    guard damaged.isEmpty else {
      report.append(reading.diagnostics.filter { $0.severity == .error })
      return nil
    }
    let folder = enclosingFolder(of: files.map(\.plainPath))
    let prefix = folder.map { $0 + "/" } ?? ""
    var contents: [String: [UInt8]] = [:]
    for file in files where file.plainPath.utf8.starts(with: prefix.utf8) {
      contents[String(decoding: file.plainPath.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)] =
        file.bytes
    }
    return ArchivedTemplate(files: contents, enclosingFolder: folder)
  }

  /// Returns whether macOS added the file to the archive.
  private static func isOfSystem(_ path: String) -> Bool {
    path.hasPrefix("__MACOSX/") || FilePath.lastComponent(path) == ".DS_Store"
  }

  /// Returns the folder of the pass.json or template.json that is nearest to the top, or nil if it
  /// is at the top.
  private static func enclosingFolder(of paths: [String]) -> String? {
    let main = [PackageKind.pass.document, "template.json"]
    let found = paths.filter { main.contains(FilePath.lastComponent($0)) }
    let nearest = found.min { FilePath.components($0).count < FilePath.components($1).count }
    guard let nearest, nearest.utf8.contains(UInt8(ascii: "/")) else { return nil }
    return FilePath.parent(nearest)
  }
}
