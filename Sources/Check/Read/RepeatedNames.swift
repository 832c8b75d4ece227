// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassModel
import PassRules

/// The choice among several entries with one name. The one that fits the manifest and signature
/// counts, at any position. The repetition itself has a diagnostic.
enum RepeatedNames {
  /// Returns one file for each path. Of several it returns the last one that the manifest lists or
  /// the signature verifies, or else the last.
  ///
  /// - Parameter files: sorted by path. Those with one path are in archive order.
  static func settled(_ files: [PackagedFile]) -> [PackagedFile] {
    guard zip(files, files.dropFirst()).contains(where: haveOnePath) else { return files }
    var groups: [[PackagedFile]] = []
    for file in files {
      if let last = groups.last?.last, haveOnePath(last, file) {
        groups[groups.count - 1].append(file)
      } else {
        groups.append([file])
      }
    }
    let manifest = manifest(among: groups)
    let repeated = groups.lazy.filter { $0.count > 1 }.joined()
    let listed = manifest.map { hashes(in: $0.bytes, among: digests(of: repeated)) } ?? []
    return groups.compactMap { group in
      guard group.count > 1 else { return group.first }
      switch group.first?.path {
      case SignedManifest.manifestPath: return manifest
      case SignedManifest.signaturePath:
        return group.suffix(maxSignatures).last { proves($0, manifest) } ?? group.last
      default: return group.last { listed.contains(PackageKind.pass.hash($0.bytes)) } ?? group.last
      }
    }
  }

  private static func haveOnePath(_ one: PackagedFile, _ other: PackagedFile) -> Bool {
    one.path.utf8.elementsEqual(other.path.utf8)
  }

  /// Returns the manifest that lists most of the other files.
  private static func manifest(among groups: [[PackagedFile]]) -> PackagedFile? {
    guard let all = groups.first(where: { $0.first?.path == SignedManifest.manifestPath }),
      all.count > 1
    else { return groups.joined().first { $0.path == SignedManifest.manifestPath } }
    let present = digests(of: groups.joined())
    var best: (file: PackagedFile, count: Int)?
    for file in all {
      let count = hashes(in: file.bytes, among: present).count
      if count >= best?.count ?? 0 { best = (file, count) }
    }
    return best?.file
  }

  private static func digests(of files: some Sequence<PackagedFile>) -> Set<[UInt8]> {
    Set(files.lazy.map { PackageKind.pass.hash($0.bytes) })
  }

  /// The number of entries named signature that are verified, counted from the last. Each one
  /// hashes the manifest, so untrusted archives need a limit.
  private static let maxSignatures = 8

  /// Returns the hashes in a manifest, found as runs of 40 hex digits without parsing. Only hashes
  /// of present files are kept, because a manifest can contain millions.
  private static func hashes(
    in manifest: [UInt8], among present: Set<[UInt8]>
  ) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    var start = 0
    for index in 0...manifest.count
    where index == manifest.count || !Hex.isDigit(manifest[index]) {
      if index - start == 40,
        let hash = Hex.decode(String(decoding: manifest[start..<index], as: UTF8.self)),
        present.contains(hash)
      {
        found.insert(hash)
      }
      start = index + 1
    }
    return found
  }

  private static func proves(_ signature: PackagedFile, _ manifest: PackagedFile?) -> Bool {
    guard let manifest, let message = try? CMSMessage(signature.bytes) else { return false }
    return message.verify(content: manifest.bytes).provesContent
  }
}
