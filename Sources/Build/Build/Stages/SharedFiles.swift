// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassCrypto
import PassJSON
import PassModel
import Synchronization

/// The files that are the same in every pass of a template, hashed and laid out once.
struct SharedFiles: Sendable {
  struct File: Sendable {
    let laidOut: LaidOutFiles
    /// `"path":"sha1"`, as in the manifest.
    let manifestMember: [UInt8]
  }

  /// Consecutive files that are laid out together, so that an archive adds them in one step.
  struct Run: Sendable {
    let paths: [String]
    let laidOut: LaidOutFiles
  }

  private(set) var files: [String: File] = [:]
  /// By the path of their first file.
  private(set) var runs: [String: Run] = [:]

  init() {}

  /// Returns the prepared file, or nil if the file depends on the row.
  func file(_ file: PackagedFile) -> File? { file.varies ? nil : files[file.path] }

  /// Hashes and lays out the files that are the same in every pass.
  ///
  /// - Parameter pass: the files of any pass of the template.
  init(of pass: [PackagedFile]) throws(ArchiveError) {
    let ownFiles = ArchiveSteps.signsBefore(pass)
    var start = 0
    while start < pass.count {
      var end = start
      while end < pass.count, !pass[end].varies, ownFiles[end] == ownFiles[start] { end += 1 }
      if end > start { try add(pass[start..<end]) }
      start = max(end, start + 1)
    }
  }

  private mutating func add(_ neighbours: ArraySlice<PackagedFile>) throws(ArchiveError) {
    var entries: [ArchiveEntry] = []
    for file in neighbours {
      entries.append(try ArchiveEntry(path: file.path, bytes: file.bytes))
    }
    let laidOut = LaidOutFiles(entries)
    for (position, file) in neighbours.enumerated() {
      files[file.path] = File(
        laidOut: LaidOutFiles(position, of: laidOut), manifestMember: File.manifestMember(of: file))
    }
    runs[entries[0].path] = Run(paths: neighbours.map(\.path), laidOut: laidOut)
  }

  /// A copy for another thread. See `LaidOutFiles`.
  var apart: SharedFiles {
    var copy = self
    copy.files = files.mapValues { file in
      File(
        laidOut: LaidOutFiles(apartFrom: file.laidOut),
        manifestMember: file.manifestMember.withUnsafeBufferPointer { Array($0) })
    }
    copy.runs = runs.mapValues { run in
      Run(paths: run.paths, laidOut: LaidOutFiles(apartFrom: run.laidOut))
    }
    return copy
  }
}

/// The shared files of a recipe for all its makers. The first maker that makes a second pass hashes
/// and lays them out.
final class SharedFileCache: Sendable {
  private let files = Mutex<SharedFiles?>(nil)

  /// - Parameter pass: the files of any pass of the recipe.
  func files(of pass: [PackagedFile]) throws(ArchiveError) -> SharedFiles {
    if let known = files.withLock({ $0 }) { return known }
    // Outside the lock, so that no thread waits. If two do it at once, the first result is kept.
    let made = try SharedFiles(of: pass)
    return files.withLock { files in
      if let files { return files }
      files = made
      return made
    }
  }
}

extension SharedFiles.File {
  fileprivate static func manifestMember(of file: PackagedFile) -> [UInt8] {
    var member: [UInt8] = []
    JSONWriter.writeString(file.path, to: &member)
    member.append(UInt8(ascii: ":"))
    JSONWriter.writeString(Hex.encode(PackageKind.pass.hash(file.bytes)), to: &member)
    return member
  }
}
