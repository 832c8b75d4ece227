// SPDX-License-Identifier: Apache-2.0

package import PassArchive
import PassBuild
import PassCrypto
package import PassDiagnostics
package import PassModel

/// A finished pass as it was found, sound or not: its files, and what reading them complained
/// about.
package struct FoundPass: Sendable {
  /// What the files were found in.
  package enum Form: String, Sendable {
    case bundle, folder
  }

  /// The path as the user knows it, `outer.pkpasses!inner.pkpass` when nested.
  package let name: String
  /// Whether it was found as one archive or as a folder of files.
  package let form: Form
  /// The bundle, or the files of the folder together.
  package let sizeInBytes: Int
  /// The bytes of the bundle; nil for a folder.
  private let archive: [UInt8]?
  /// SHA-256 of the bundle, 64 hex digits; nil for a folder.
  package var sha256Hex: String? { archive.map { Digest.sha256Hex($0) } }
  /// Every file that could be read, sorted by path, manifest.json and signature among them.
  package let files: [PackagedFile]
  /// Entries of the archive whose content cannot be read, in its order.
  package let damagedPaths: [String]
  /// What archive and files complained about while they were read, and the sources for more.
  package let report: Report

}

extension FoundPass {
  /// A bundle whose archive was read; `report` holds what that complained about.
  package init(_ archive: ReadArchive, bytes: [UInt8], report: Report) {
    self.init(
      name: archive.name, form: .bundle, sizeInBytes: bytes.count,
      archive: bytes, files: RepeatedNames.settled(archive.allFiles()),
      damagedPaths: archive.entries.filter { !$0.isIntact }.map { archive.pathInPass(of: $0) },
      report: report)
  }

  /// The files of a folder.
  package init(folder: String, files: [PackagedFile]) {
    self.init(
      name: folder, form: .folder, sizeInBytes: files.reduce(0) { $0 + $1.bytes.count },
      archive: nil,
      files: files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) },
      damagedPaths: [], report: Report())
  }

  /// The file at that path inside the pass; nil when it is not there or could not be read.
  package func file(_ path: String) -> PackagedFile? { files.first { $0.path == path } }

  /// The files the pass consists of, without manifest.json and signature.
  package var content: [PackagedFile] { files.filter { !Manifest.isOwnFile($0.path) } }

  /// How many bytes the files have that are read for what they say: documents, strings and the
  /// seal.
  package var textSizeInBytes: Int {
    files.reduce(0) { size, file in
      switch file.kind {
      case .passJSON, .personalizationJSON, .strings: size + file.bytes.count
      case nil where Manifest.isOwnFile(file.path): size + file.bytes.count
      case .image, nil: size
      }
    }
  }

  /// Of a template what a build would pack, of anything else all of it: the photos and the data
  /// beside a template are no part of a pass.
  package var packable: FoundPass {
    guard form == .folder, file("template.json") != nil, file("manifest.json") == nil else {
      return self
    }
    return FoundPass(folder: name, files: files.filter { PackableFile(path: $0.path) != nil })
  }

  /// Whether any file says that this is meant to be a pass.
  package var looksLikePass: Bool {
    ["pass.json", "manifest.json", "signature"].contains { file($0) != nil }
  }

  /// Reads pass.json and what belongs to it; complaints go to `report`.
  package func package(_ report: inout Report) -> PassPackage {
    var found = Report(sources: report.sources, wantsNotes: report.wantsNotes)
    let package = PassPackage.read(content, origin: .package, report: &found)
    report.sources = found.sources
    report.append(
      found.diagnostics.compactMap { diagnostic in
        guard diagnostic.finding == PackageFindings.passJSONMissing else { return diagnostic }
        // It is there and cannot be read, which was said already.
        if damagedPaths.contains(where: isPassJSON) { return nil }
        return form == .bundle
          ? diagnostic.at(Location(bundle: name, file: "pass.json")) : diagnostic
      })
    return package
  }

  /// Whether a path is pass.json's: at the top, or where everything lies in an enclosing folder.
  private func isPassJSON(_ path: String) -> Bool {
    path == "pass.json" || (path.hasSuffix("/pass.json") && !path.hasSuffix(".lproj/pass.json"))
  }
}

/// A .pkpasses as it was found: the passes in it.
package struct FoundPasses: Sendable {
  /// The path of the .pkpasses as the user knows it.
  package let name: String
  /// The size of the .pkpasses itself, not of what is in it.
  package let sizeInBytes: Int
  /// SHA-256 of the .pkpasses, 64 hex digits.
  package let sha256Hex: String
  /// The passes that could be read, in the order of the archive, each with its entry's name.
  package let passes: [(entry: String, pass: FoundPass)]
  /// How many passes were left out since the others come to the limits, which was reported.
  package let unreadPasses: Int
  /// Entries that hold no pass, or none that can be read.
  package let otherPaths: [String]
  /// Packages that cannot be read, by their entries, which stand in `otherPaths` too, and why.
  package let unreadable: [(entry: String, diagnostics: [Diagnostic])]
  /// What reading the archive complained about.
  package let report: Report

  /// What reading the archive and all its packages complained about.
  package var allDiagnostics: [Diagnostic] {
    (report.diagnostics + unreadable.flatMap(\.diagnostics)).sorted(by: Diagnostic.inOrder)
  }
}

/// What a path or some bytes turned out to be.
package enum Found: Sendable {
  case pass(FoundPass)
  case passes(FoundPasses)
  /// Nothing could be read; the diagnostics say why.
  case nothing([Diagnostic])
}
