// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassDiagnostics
import PassModel
import PassRegistry

/// Everything that a pass of an API row has, except manifest and signature. The service stores it,
/// and signs it when a device requests the pass.
///
/// Files that are the same in every pass of a template are stored once, as `CommonFiles`. pass.json,
/// and files that depend on the row, are stored with the pass. Databases of earlier releases have
/// the signed bundle instead.
struct RowContent {
  /// The stored bytes are damaged.
  struct DamageError: Error {}

  /// The files, sorted by path.
  let files: [PackagedFile]

  /// The bytes that the store keeps for a pass.
  struct Stored {
    let bytes: [UInt8]
    let commonFiles: CommonFiles
  }

  /// Returns the digest of the common files that stored bytes use, or nil for a signed bundle.
  static func commonDigest(of stored: [UInt8]) -> [UInt8]? {
    guard stored.first == CommonFiles.mark, stored.count >= headLength else { return nil }
    return Array(stored[1..<headLength])
  }

  /// The mark and a SHA-256.
  private static let headLength = 33

  /// Reads stored bytes together with the bytes of their common files.
  init(_ stored: [UInt8], commonFiles: [UInt8]) throws(DamageError) {
    guard Self.commonDigest(of: stored) != nil else { throw DamageError() }
    let common = try Self.files(in: commonFiles[...], varies: false)
    let own = try Self.files(in: stored[Self.headLength...], varies: true)
    files = (common + own).sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  init(_ files: [PackagedFile]) { self.files = files }

  /// Returns the bytes to store.
  ///
  /// - Parameter last: the common files of the previous pass, which are often the same.
  func stored(after last: inout [PackagedFile], _ known: inout CommonFiles?) -> Stored {
    var own: [UInt8] = []
    var common: [PackagedFile] = []
    for file in files {
      if file.varies || file.path == PackageKind.pass.document {
        Self.append(file, to: &own)
      } else {
        common.append(file)
      }
    }
    // Arrays with the same storage are compared without reading them.
    let isKnown =
      known != nil && common.count == last.count
      && zip(common, last).allSatisfy { $0.path == $1.path && $0.bytes == $1.bytes }
    let commonFiles: CommonFiles
    if isKnown, let known {
      commonFiles = known
    } else {
      var bytes: [UInt8] = []
      for file in common { Self.append(file, to: &bytes) }
      commonFiles = CommonFiles(digest: Digest.sha256(bytes), bytes: bytes)
      (last, known) = (common, commonFiles)
    }
    return Stored(bytes: [CommonFiles.mark] + commonFiles.digest + own, commonFiles: commonFiles)
  }

  // MARK: Form

  /// Appends path and content, each after its length in four bytes, big-endian.
  private static func append(_ file: PackagedFile, to bytes: inout [UInt8]) {
    for part in [Array(file.path.utf8), file.bytes] {
      withUnsafeBytes(of: UInt32(part.count).bigEndian) { bytes += $0 }
      bytes += part
    }
  }

  private static func files(
    in bytes: ArraySlice<UInt8>, varies: Bool
  ) throws(DamageError) -> [PackagedFile] {
    var rest = bytes
    var files: [PackagedFile] = []
    func part() throws(DamageError) -> ArraySlice<UInt8> {
      guard rest.count >= 4 else { throw DamageError() }
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard rest.count >= length else { throw DamageError() }
      defer { rest = rest.dropFirst(length) }
      return rest.prefix(length)
    }
    while !rest.isEmpty {
      let path = String(decoding: try part(), as: UTF8.self)
      files.append(PackagedFile(path: path, bytes: Array(try part()), varies: varies))
    }
    return files
  }
}
