// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassModel
import PassRules
import PassValues

/// Which of several entries with one name a pass is judged by: the one that fits the others,
/// wherever it stands. That there are several was reported.
enum RepeatedNames {
  /// One file for each path; of several the last one that is listed or proven, or else the last.
  ///
  /// - Parameter files: sorted by path, those of one path in the order of the archive.
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
    let listed = manifest.map { hashes(in: $0.bytes) } ?? []
    return groups.compactMap { group in
      guard group.count > 1 else { return group.first }
      switch group.first?.path {
      case Seal.manifestPath: return manifest
      case Seal.signaturePath: return group.last { proves($0, manifest) } ?? group.last
      default: return group.last { listed.contains(Digest.sha1($0.bytes)) } ?? group.last
      }
    }
  }

  private static func haveOnePath(_ one: PackagedFile, _ other: PackagedFile) -> Bool {
    one.path.utf8.elementsEqual(other.path.utf8)
  }

  /// The manifest that lists most of the other files.
  private static func manifest(among groups: [[PackagedFile]]) -> PackagedFile? {
    guard let all = groups.first(where: { $0.first?.path == Seal.manifestPath }), all.count > 1
    else { return groups.joined().first { $0.path == Seal.manifestPath } }
    let present = Set(groups.joined().map { Digest.sha1($0.bytes) })
    var best: (file: PackagedFile, count: Int)?
    for file in all {
      let count = hashes(in: file.bytes).intersection(present).count
      if count >= best?.count ?? 0 { best = (file, count) }
    }
    return best?.file
  }

  /// Every run of 40 hex digits: what stands around them is judged by others.
  private static func hashes(in manifest: [UInt8]) -> Set<[UInt8]> {
    let runs = manifest.split { !Hex.isDigit($0) }
    return Set(
      runs.lazy.filter { $0.count == 40 }
        .compactMap { Hex.decode(String(decoding: $0, as: UTF8.self)) })
  }

  private static func proves(_ signature: PackagedFile, _ manifest: PackagedFile?) -> Bool {
    guard let manifest, let message = try? CMSMessage(signature.bytes) else { return false }
    return message.verify(content: manifest.bytes).provesContent
  }
}
