// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassModel
import Testing

@testable import PassBuild

/// Tests that files without changes are copied together, wherever rows insert others.
struct ArchiveStepsTests {
  private static let paths = [
    "de.lproj/logo.png", "en.lproj/logo.png", "icon.png", "icon@2x.png", "logo.png", "pass.json",
    "strip.png", "thumbnail.png",
  ]

  /// - Parameter varying: the files of the row. The others are the template's.
  private static func files(
    _ shared: [String: PackagedFile], varying: Set<String>, without: Set<String> = []
  ) throws -> [PackagedFile] {
    try paths.filter { !without.contains($0) }.map { path in
      varying.contains(path)
        ? PackagedFile(path: path, bytes: Array("row's \(path)".utf8), varies: true)
        : try #require(shared[path])
    }
  }

  private static func archive(
    _ files: [PackagedFile], _ steps: ArchiveSteps
  ) throws -> [UInt8] {
    var assembly = ArchiveAssembly()
    assembly.begin()
    for step in steps.steps {
      switch step {
      case .shared(let laidOut): assembly.add(laidOut)
      case .file(let place):
        assembly.add(try EntryName(files[place].path), files[place].bytes)
      case .addSignatureFile(let number):
        let path = ArchiveSteps.seal[number]
        assembly.add(try EntryName(path), Array(path.utf8))
      }
    }
    try assembly.finish()
    return assembly.bytes
  }

  private static func expected(_ files: [PackagedFile]) throws -> [UInt8] {
    try ArchiveWriter.archive(
      of: files.map { try ArchiveEntry(path: $0.path, bytes: $0.bytes) }
        + ArchiveSteps.seal.map { try ArchiveEntry(path: $0, bytes: Array($0.utf8)) })
  }

  @Test func givesTheBytesOfTheWriterWhateverRowsBring() throws {
    let shared = Dictionary(
      uniqueKeysWithValues: Self.paths.map {
        ($0, PackagedFile(path: $0, bytes: Array($0.utf8)))
      })
    let rows: [(varying: Set<String>, without: Set<String>)] = [
      (["pass.json"], []), (["pass.json", "icon@2x.png"], []), (["pass.json"], ["icon@2x.png"]),
      (["pass.json", "de.lproj/logo.png"], []), (["pass.json", "logo.png"], ["strip.png"]),
      (["pass.json", "thumbnail.png"], ["de.lproj/logo.png", "icon.png"]), ([], []),
      (Set(Self.paths), []), (["pass.json"], Set(Self.paths.filter { $0 != "pass.json" })),
    ]
    for first in rows {
      let sharedFiles = try SharedFiles(
        of: Self.files(shared, varying: first.varying, without: first.without)
      ).apart
      for row in rows + rows.reversed() {
        let files = try Self.files(shared, varying: row.varying, without: row.without)
        let steps = ArchiveSteps(files, sharedFiles)
        #expect(try Self.archive(files, steps) == Self.expected(files), "\(first), \(row)")
      }
    }
  }

  /// Neighbours are copied at once. Here there are two runs, before and after the manifest and
  /// signature.
  @Test func laysNeighboursOutTogether() throws {
    let shared = Dictionary(
      uniqueKeysWithValues: Self.paths.map {
        ($0, PackagedFile(path: $0, bytes: Array($0.utf8)))
      })
    let files = try Self.files(shared, varying: ["pass.json"])
    let kinds = ArchiveSteps(files, try SharedFiles(of: files)).steps.map { step in
      switch step {
      case .shared: "shared"
      case .file(let place): files[place].path
      case .addSignatureFile(let number): ArchiveSteps.seal[number]
      }
    }
    #expect(kinds == ["shared", "manifest.json", "pass.json", "signature", "shared"])
  }
}
