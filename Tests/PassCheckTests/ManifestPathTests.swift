// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck
import PassCrypto
import PassDiagnostics
import PassReport
import PassTesting
import Testing

/// Manifests that mean the files of the pass under other paths, and images in a folder.
struct ManifestPathTests {
  /// Returns the diagnostics about the manifest of a signed bundle.
  ///
  /// - Parameters:
  ///   - moved: returns the path of a file in the bundle.
  ///   - entry: returns the entry for a file by its path before it was moved, or nil for none.
  private static func found(
    moved: (String) -> String = { $0 },
    entry: (String, String) -> (String, String)? = { ($0, $1) }
  ) throws -> [Diagnostic] {
    let sample = SampleBundle()
    var files: [String: [UInt8]] = [:]
    var lines: [String] = []
    for (path, bytes) in sample.pass.files {
      files[moved(path)] = bytes
      guard let (name, hash) = entry(path, Digest.sha1Hex(bytes)) else { continue }
      lines.append("\"\(name)\":\"\(hash)\"")
    }
    let manifest = Array("{\(lines.sorted().joined(separator: ","))}".utf8)
    let identity = try TestAuthority.shared.get().identity(.ordinary, today: TestAuthority.today)
    files["manifest.json"] = manifest
    files["signature"] = try TestSignature(
      leaf: identity.leaf, key: identity.key, others: identity.others, time: identity.time
    ).message(over: manifest)
    return try SampleBundle.check(ArchiveSketch(files).bytes, sample.options()).diagnostics
      .filter { $0.code.hasPrefix("manifest.") || $0.code.hasPrefix("package.icon") }
  }

  private static func inFolder(_ path: String) -> String {
    path == "pass.json" ? path : "model/gym.pass/\(path)"
  }

  @Test func theSampleHasNoFindings() throws {
    #expect(try Self.found().isEmpty)
  }

  @Test(arguments: [
    "./%", "/%", "gym.pass/%", "/home/ada/gym.pass/%", "SHA1(%)", "SHA1 (%)= ", "*%", " %",
  ])
  func onePatternIsOneFinding(_ pattern: String) throws {
    let found = try Self.found(entry: { (pattern.replacing("%", with: $0), $1) })
    #expect(found.map(\.code) == ["manifest.path.different"], "\(found.map(\.message))")
    let message = try #require(found.first?.message)
    #expect(message.hasPrefix("manifest.json lists ") && message.hasSuffix(" more differ"))
    #expect(found.first?.help.contains("remove") == false)
  }

  @Test func namesAsInAnAddressAreOneFinding() throws {
    let found = try Self.found(entry: { ($0.replacing("@", with: "%40"), $1) })
    #expect(found.map(\.code) == ["manifest.path.different"], "\(found.map(\.message))")
  }

  @Test func otherCaseIsOneFinding() throws {
    let found = try Self.found(entry: { ($0 == "pass.json" ? $0 : $0.uppercased(), $1) })
    #expect(found.map(\.code) == ["manifest.path.different"])
  }

  @Test func namesAndHashesThatAreSwappedAreOneFinding() throws {
    #expect(try Self.found(entry: { ($1, $0) }).map(\.code) == ["manifest.path.different"])
  }

  @Test func filesInAFolderThatTheManifestListsAtTheRootAreOneFinding() throws {
    let found = try Self.found(moved: Self.inFolder)
    #expect(found.map(\.code) == ["manifest.path.different"], "\(found.map(\.message))")
    #expect(found.first?.pointer?.contains("icon") == true)
    #expect(found.first?.help.contains("at the root") == true)
  }

  /// The icon alone is at the root and in the manifest.
  @Test func imagesInAFolderThatAreNotListedAreOneFinding() throws {
    let stays: Set<String> = ["pass.json", "icon.png"]
    let found = try Self.found(
      moved: { stays.contains($0) ? $0 : Self.inFolder($0) },
      entry: { stays.contains($0) ? ($0, $1) : nil })
    #expect(found.map(\.code) == ["manifest.file.unlisted"], "\(found.map(\.message))")
    #expect(found.first?.message.contains(" more in its folder are not in ") == true)
    #expect(found.first?.help.contains("at the root") == true)
  }

  @Test func anIconThatIsNotListedIsNotToBeRemoved() throws {
    let found = try Self.found(entry: { $0 == "icon.png" ? nil : ($0, $1) })
    #expect(found.map(\.code) == ["manifest.file.unlisted"])
    #expect(found.first?.help == "build the pass again, so that manifest.json lists the file")
  }

  @Test func anEntryThatMeansNoFileStaysOne() throws {
    let found = try Self.found(entry: { ($0 == "logo.png" ? "logo@4x.png" : $0, $1) })
    #expect(Set(found.map(\.code)) == ["manifest.entry.noFile", "manifest.file.unlisted"])
  }
}
