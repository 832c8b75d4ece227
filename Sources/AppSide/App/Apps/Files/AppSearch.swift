// SPDX-License-Identifier: Apache-2.0

import PassArchive
package import PassBasics
import PassCompanionFindings
package import PassDiagnostics
import PassModel

/// A search for property lists of apps in files, bundles, archives and folders.
package struct AppSearch {
  /// The lists that were found and read.
  package private(set) var files: [AppFile] = []
  /// The settings of Xcode projects.
  package private(set) var projects: [AppProject] = []
  /// The number of files, readable or not.
  package private(set) var checkedCount = 0

  package init() {}

  private static let depthLimit = 24

  /// Adds a file, a bundle or a folder.
  package mutating func add(_ path: String, report: inout Report) throws(FileError) {
    guard try Disk.kind(of: path, followingLinks: true) == .folder else {
      return try file(path, isNamed: true, &report)
    }
    if path.hasSuffix(".app") || path.hasSuffix(".appex") { return try app(path, &report) }
    try folder(path, 0, &report)
  }

  private mutating func add(
    _ bytes: [UInt8], _ name: String, bundle: String? = nil, kind: AppFile.Kind? = nil,
    _ report: inout Report
  ) {
    checkedCount += 1
    if let file = AppFile.read(bytes, name: name, bundle: bundle, kind: kind, report: &report) {
      files.append(file)
    }
  }

  /// Returns whether a file with this name in a folder is a list to check.
  private static func isWanted(_ name: String) -> Bool {
    name.hasSuffix(".entitlements") || name.hasSuffix(".mobileprovision")
      || name.hasSuffix(".plist") && name.contains("Info")
  }

  /// Returns whether a file with this name in a folder is read.
  package static func isSource(_ name: String) -> Bool {
    isWanted(name) || name == "project.pbxproj" || name.hasSuffix(".xcconfig")
  }

  private mutating func file(
    _ path: String, isNamed: Bool, _ report: inout Report
  ) throws(FileError) {
    let last = FilePath.lastComponent(path)
    if last.hasSuffix(".ipa") { return archive(try Disk.read(path), path, &report) }
    if last == "project.pbxproj" || last.hasSuffix(".xcconfig") {
      let root =
        last == "project.pbxproj" ? FilePath.parent(FilePath.parent(path)) : FilePath.parent(path)
      projects.append(
        AppProject.read(
          try Disk.read(path), name: path, folder: root == "." ? "" : root, report: &report))
      return
    }
    guard isNamed || Self.isWanted(last) else { return }
    add(try Disk.read(path), path, &report)
  }

  private mutating func folder(
    _ path: String, _ depth: Int, _ report: inout Report
  ) throws(FileError) {
    guard depth < Self.depthLimit else { return }
    for entry in try Disk.list(path) {
      guard !entry.name.hasPrefix("."),
        !["node_modules", "Pods", "build", "DerivedData"].contains(entry.name)
      else { continue }
      let inner = path == "." ? entry.name : FilePath.join(path, entry.name)
      switch entry.kind {
      case .folder where entry.name.hasSuffix(".app"): try app(inner, &report)
      case .folder: try folder(inner, depth + 1, &report)
      case .file where !entry.name.hasSuffix(".ipa"): try file(inner, isNamed: false, &report)
      default: break
      }
    }
  }

  /// Reads the Info.plist and profile of a built app and of its extensions.
  private mutating func app(_ path: String, _ report: inout Report) throws(FileError) {
    for (name, kind) in [
      ("Info.plist", AppFile.Kind.information), ("embedded.mobileprovision", .profile),
    ] {
      let file = FilePath.join(path, name)
      guard try Disk.kind(of: file) != nil else { continue }
      add(try Disk.read(file), file, kind: kind, &report)
    }
    let extensions = FilePath.join(path, "PlugIns")
    guard try Disk.kind(of: extensions) == .folder else { return }
    for entry in try Disk.list(extensions) where entry.name.hasSuffix(".appex") {
      try app(FilePath.join(extensions, entry.name), &report)
    }
  }

  private mutating func archive(_ bytes: [UInt8], _ path: String, _ report: inout Report) {
    // The findings about archives of passes do not apply to archives of apps.
    var aside = Report()
    guard let archive = ArchiveReader.read(bytes, name: path, report: &aside) else {
      checkedCount += 1
      report(
        AppFindings.unreadable, "the archive cannot be read", at: Place(pointer: "", file: path))
      return
    }
    for entry in archive.entries {
      let parts = entry.plainPath.split(separator: "/")
      guard parts.count > 2, parts[0] == "Payload", parts[1].hasSuffix(".app") else { continue }
      let isTop = parts.count == 3 || parts.count == 5 && parts[2] == "PlugIns"
      guard isTop, let last = parts.last else { continue }
      switch last {
      case "Info.plist":
        add(entry.bytes, entry.plainPath, bundle: path, kind: .information, &report)
      case "embedded.mobileprovision":
        add(entry.bytes, entry.plainPath, bundle: path, kind: .profile, &report)
      default: break
      }
    }
  }
}
