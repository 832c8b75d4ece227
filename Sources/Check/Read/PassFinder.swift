// SPDX-License-Identifier: Apache-2.0

package import PassArchive
package import PassBasics
import PassCrypto
import PassDiagnostics
package import PassModel

/// The search for passes in a file or folder: a .pkpass, a .pkpasses, or a folder with the files of
/// a pass.
package enum PassFinder {
  /// The reason why a folder is not read as a pass.
  package struct PassFinderError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Reads a file or folder.
  ///
  /// - Throws: `FileError`, or `PassFinderError` for a folder that contains no pass or exceeds the limits.
  package static func find(
    path: String, limits: ArchiveLimits = ArchiveLimits(), disk: DiskReader = DiskReader()
  ) throws -> Found {
    if try disk.kind(of: path, followingLinks: true) == .folder {
      return .pass(try folder(path, limits: limits, disk: disk))
    }
    return find(try disk.read(path), name: path, limits: limits)
  }

  /// Reads the bytes of a bundle.
  ///
  /// - Parameter name: the bundle as the user knows it.
  package static func find(
    _ bytes: [UInt8], name: String, limits: ArchiveLimits = ArchiveLimits()
  ) -> Found {
    var pool = ContentPool()
    return find(bytes, name: name, limits: limits, pool: &pool)
  }

  /// Reads the bytes of one of many bundles. `pool` caches contents that several bundles share.
  package static func find(
    _ bytes: [UInt8], name: String, limits: ArchiveLimits, pool: inout ContentPool
  ) -> Found {
    var report = Report()
    guard
      let archive = ArchiveReader.read(
        bytes, name: name, limits: limits, pool: &pool, report: &report)
    else { return .nothing(findings(report, bytes.count, name)) }
    guard isBundleOfPasses(archive) else {
      return .pass(FoundPass(archive, bytes: bytes, report: report))
    }
    return .passes(
      passes(of: archive, bytes: bytes, limits: limits, pool: &pool, report: report))
  }

  /// Replaces the diagnostic about passc's size limit if the .pkpasses is also too large for
  /// Wallet.
  private static func findings(_ report: Report, _ size: Int, _ name: String) -> [Diagnostic] {
    let limit = ArchiveFindings.limit
    guard PassGroup.isNamed(name), size > PassGroup.limitInBytes,
      report.diagnostics.contains(where: { $0.finding == limit })
    else { return report.sorted }
    var others = Report()
    others.append(report.diagnostics.filter { $0.finding != limit })
    others(
      GroupFindings.tooLarge,
      "the bundle has \(size) bytes, the limit is \(PassGroup.limitInBytes); passc did not "
        + "check its passes", at: Place.file(name))
    return others.sorted
  }

  // MARK: Several passes

  /// Returns whether entries are archives themselves and there is no pass.json next to them. The
  /// file name does not count.
  private static func isBundleOfPasses(_ archive: ReadArchive) -> Bool {
    !archive.entries.contains { $0.plainPath == PackageKind.pass.document }
      && archive.entries.contains(where: isPass)
  }

  private static func isPass(_ entry: ReadArchive.Entry) -> Bool {
    guard !isOfFinder(entry.plainPath) else { return false }
    return PackageKind.pass.isName(entry.path) || entry.bytes.starts(with: [0x50, 0x4B, 3, 4])
  }

  /// Returns whether the macOS Finder created the file. `._a.pkpass` contains the tags of a.pkpass,
  /// not a pass.
  private static func isOfFinder(_ path: String) -> Bool {
    path.hasPrefix("__MACOSX/") || path.split(separator: "/").last?.hasPrefix("._") ?? false
  }

  private static func passes(
    of archive: ReadArchive, bytes: [UInt8], limits: ArchiveLimits, pool: inout ContentPool,
    report: Report
  ) -> FoundPasses {
    var passes: [(entry: String, pass: FoundPass)] = []
    var others: [String] = []
    var unreadable: [(entry: String, diagnostics: [Diagnostic])] = []
    let (complaints, errors) = reported(report, archive)
    var own = complaints
    // All passes together may have as many bytes as one archive, or twice the file size if that is
    // more. With separate limits a hundred passes could exhaust memory (decompression bomb).
    var rest = max(
      limits.totalSize - archive.entries.reduce(0) { $0 + $1.bytes.count }, 2 * bytes.count)
    var group = GroupLimits()
    var left = 0
    for entry in archive.entries {
      guard entry.isIntact, isPass(entry) else {
        others.append(entry.path)
        if !entry.isIntact, let about = errors[entry.path] {
          unreadable.append((entry.path, about))
        }
        continue
      }
      guard group.hasRoom else {
        left += 1
        continue
      }
      var found = Report()
      var limits = limits
      limits.totalSize = rest
      let name = "\(archive.name)!\(entry.path)"
      let inner = ArchiveReader.read(
        entry.bytes, name: name, limits: limits, pool: &pool, report: &found)
      guard let inner else {
        others.append(entry.path)
        unreadable.append((entry.path, found.diagnostics))
        continue
      }
      let pass = FoundPass(inner, bytes: entry.bytes, report: found)
      guard group.admits(pass) else {
        left += 1
        continue
      }
      passes.append((entry.path, pass))
      rest -= inner.entries.reduce(0) { $0 + $1.bytes.count }
    }
    if left > 0 {
      own(
        GroupFindings.tooMuch,
        "\(left) of \(passes.count + left) passes are not checked, the bundle has too much content",
        at: Place.file(archive.name))
    }
    return FoundPasses(
      name: archive.name, sizeInBytes: bytes.count, sha256Hex: Digest.sha256Hex(bytes),
      passes: passes, unreadPasses: left, otherPaths: others, unreadable: unreadable,
      report: own)
  }

  /// Separates the diagnostics of the archive from the errors of unreadable packages, by entry. An
  /// error about an entry belongs to the outcome of that package.
  private static func reported(
    _ report: Report, _ archive: ReadArchive
  ) -> (own: Report, errors: [String: [Diagnostic]]) {
    let damaged = Set(
      archive.entries.lazy.filter { !$0.isIntact && PackageKind.pass.isName($0.path) }.map(\.path))
    var own = Report(sources: report.sources)
    var errors: [String: [Diagnostic]] = [:]
    for found in report.diagnostics {
      if found.severity == .error, let path = found.location?.file, damaged.contains(path) {
        errors[path, default: []].append(found)
      } else {
        own.append([found])
      }
    }
    return (own, errors)
  }

  // MARK: A folder

  /// The depth limit of folders in a pass. Languages need one level.
  private static let depthLimit = 8

  private static func folder(
    _ folder: String, limits: ArchiveLimits, disk: DiskReader
  ) throws -> FoundPass {
    let names = Set(try disk.list(folder).map(\.name))
    guard !names.isDisjoint(with: [PackageKind.pass.document, PackageKind.pass.manifest]) else {
      throw PassFinderError(
        description: "\(folder) holds no pass: neither pass.json nor manifest.json")
    }
    var walk = Walk(
      root: folder, resolvedRoot: try disk.resolvingSymbolicLinks(folder), limits: limits,
      disk: disk)
    try walk.visit("", depth: 0)
    return FoundPass(folder: folder, files: walk.files)
  }

  private struct Walk {
    let root: String
    let resolvedRoot: String
    let limits: ArchiveLimits
    let disk: DiskReader
    var files: [PackagedFile] = []
    var total = 0

    mutating func visit(_ below: String, depth: Int) throws {
      guard depth <= PassFinder.depthLimit else {
        throw PassFinderError(
          description: "\(root) nests folders over \(PassFinder.depthLimit) levels deep")
      }
      for entry in try disk.list(below.isEmpty ? root : FilePath.join(root, below))
      where !PassFinder.belongsToSystem(entry.name) {
        let path = below.isEmpty ? entry.name : below + "/" + entry.name
        let name = FilePath.join(root, path)
        switch try disk.kind(of: name, followingLinks: true) {
        case .folder where entry.kind == .folder: try visit(path, depth: depth + 1)
        case .file: try add(path, name, isLink: entry.kind == .symbolicLink)
        default: throw PassFinderError(description: "\(name) is neither a file nor a folder")
        }
      }
    }

    private mutating func add(_ path: String, _ name: String, isLink: Bool) throws {
      if isLink,
        !FilePath.isInside(try disk.resolvingSymbolicLinks(name), resolvedRoot)
      {
        throw PassFinderError(description: "\(name) is a link that leads out of the folder")
      }
      guard files.count < limits.entries else {
        throw PassFinderError(description: "\(root) holds over \(limits.entries) files")
      }
      let bytes = try disk.read(name, limit: limits.entrySize)
      total += bytes.count
      guard total <= limits.totalSize else {
        throw PassFinderError(description: "\(root) holds over \(limits.totalSize) bytes")
      }
      files.append(PackagedFile(path: path, bytes: bytes, name: name))
    }
  }

  /// Returns whether the name belongs to the system or an editor and never to the pass itself.
  static func belongsToSystem(_ name: String) -> Bool {
    name.hasPrefix(".") || name == "__MACOSX" || name == "Thumbs.db" || name == "desktop.ini"
  }
}
