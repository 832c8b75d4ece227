// SPDX-License-Identifier: Apache-2.0

package import PassArchive
import PassBasics
import PassCrypto
package import PassDiagnostics
package import PassModel

/// A finished pass, intact or broken: its files and the diagnostics from reading it.
package struct FoundPass: Sendable {
  package enum Form: String, Sendable {
    case bundle, folder
  }

  /// The path as the user knows it, `outer.pkpasses!inner.pkpass` for a pass in a .pkpasses.
  package let name: String
  /// Whether it is one archive or a folder of files.
  package let form: Form
  /// The size of the bundle, or of all files of the folder together.
  package let sizeInBytes: Int
  /// The bytes of the bundle, or nil for a folder.
  private let archive: [UInt8]?
  /// The SHA-256 of the bundle as 64 hex digits, or nil for a folder.
  package var sha256Hex: String? { archive.map { Digest.sha256Hex($0) } }
  /// Every file that could be read, sorted by path, including manifest.json and signature.
  package let files: [PackagedFile]
  /// The archive entries whose content cannot be read, in archive order.
  package let damagedPaths: [String]
  /// The diagnostics from reading archive and files, and the sources for further ones.
  package let report: Report

}

extension FoundPass {
  /// Creates a bundle from an archive that was read. `report` contains the diagnostics from reading
  /// it.
  package init(_ archive: ReadArchive, bytes: [UInt8], report: Report) {
    self.init(
      name: archive.name, form: .bundle, sizeInBytes: bytes.count,
      archive: bytes, files: RepeatedNames.settled(archive.allFiles()),
      damagedPaths: archive.entries.filter { !$0.isIntact }.map { archive.pathInPass(of: $0) },
      report: report)
  }

  /// Creates a pass from the files of a folder.
  package init(folder: String, files: [PackagedFile]) {
    self.init(
      name: folder, form: .folder, sizeInBytes: files.reduce(0) { $0 + $1.bytes.count },
      archive: nil,
      files: files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) },
      damagedPaths: [], report: Report())
  }

  /// Returns the file with that path, or nil if it is missing or could not be read.
  package func file(_ path: String) -> PackagedFile? { files.first { $0.path == path } }

  /// The files the pass consists of, without manifest.json and signature.
  package var content: [PackagedFile] { files.filter { !PackageKind.pass.isOwnFile($0.path) } }

  /// The bytes of all files that are parsed: documents, strings, manifest and signature.
  package var textSizeInBytes: Int {
    files.reduce(0) { size, file in
      switch file.kind {
      case .passJSON, .personalizationJSON, .strings: size + file.bytes.count
      case nil where PackageKind.pass.isOwnFile(file.path): size + file.bytes.count
      case .image, nil: size
      }
    }
  }

  /// The files that a build would pack if this is a template, otherwise all files. Data and other
  /// files next to a template are not part of a pass.
  package var packable: FoundPass {
    guard form == .folder, file("template.json") != nil, file(PackageKind.pass.manifest) == nil
    else {
      return self
    }
    return FoundPass(folder: name, files: files.filter { PackableFile(path: $0.path) != nil })
  }

  /// Whether any file shows that this is meant to be a pass.
  package var looksLikePass: Bool {
    PackageKind.pass.requiredFiles.contains { file($0) != nil }
  }

  /// Reads pass.json and the files that belong to it. The diagnostics are added to `report`.
  package func package(_ report: inout Report) -> PassPackage {
    var found = Report(sources: report.sources, wantsNotes: report.wantsNotes)
    let package = PassPackage.read(content, origin: .package, report: &found)
    report.sources = found.sources
    report.append(
      found.diagnostics.compactMap { diagnostic in
        guard diagnostic.finding == PackageFindings.passJSONMissing else { return diagnostic }
        // pass.json is there but damaged, which already has a diagnostic.
        if damagedPaths.contains(where: isPassJSON) { return nil }
        return form == .bundle
          ? diagnostic.at(Location(bundle: name, file: PackageKind.pass.document)) : diagnostic
      })
    return package
  }

  /// Returns whether a path is that of pass.json, at the root or in a folder around the whole
  /// archive.
  private func isPassJSON(_ path: String) -> Bool {
    path == PackageKind.pass.document
      || (path.hasSuffix("/pass.json") && !path.hasSuffix(".lproj/pass.json"))
  }
}

/// A .pkpasses with the passes in it.
package struct FoundPasses: Sendable {
  /// The path of the .pkpasses as the user knows it.
  package let name: String
  /// The size of the .pkpasses file, not of its content.
  package let sizeInBytes: Int
  /// The SHA-256 of the .pkpasses, 64 hex digits.
  package let sha256Hex: String
  /// The passes that could be read, in archive order, each with the name of its entry.
  package let passes: [(entry: String, pass: FoundPass)]
  /// The number of passes that were left out because of `GroupLimits`, which has a diagnostic.
  package let unreadPasses: Int
  /// The entries that are not a pass or cannot be read.
  package let otherPaths: [String]
  /// The packages that cannot be read, by entry, with the reasons. The entries are in `otherPaths`
  /// too.
  package let unreadable: [(entry: String, diagnostics: [Diagnostic])]
  /// The diagnostics from reading the archive.
  package let report: Report

  /// The diagnostics from reading the archive and all packages in it.
  package var allDiagnostics: [Diagnostic] {
    (report.diagnostics + unreadable.flatMap(\.diagnostics)).sorted(by: Diagnostic.inOrder)
  }
}

/// The result of a search in a path or bytes.
package enum Found: Sendable {
  case pass(FoundPass)
  case passes(FoundPasses)
  /// Nothing could be read. The diagnostics contain the reason.
  case nothing([Diagnostic])
}
