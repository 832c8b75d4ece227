// SPDX-License-Identifier: Apache-2.0

import PassArchive
package import PassCrypto
package import PassModel

/// A finished pass: its files, their manifest and its signature.
public struct SignedBundle: Sendable {
  /// Every file that goes into the archive, sorted by path, seal included.
  package let files: [PackagedFile]

  init(_ pass: CheckedPass, _ manifest: Manifest, signature: [UInt8]) {
    files =
      (pass.files + [
        PackagedFile(path: "manifest.json", bytes: manifest.bytes),
        PackagedFile(path: "signature", bytes: signature),
      ]).sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Returns the bytes of the .pkpass. Entries are sorted by path and stored with fixed dates, so
  /// that equal files give equal bytes.
  public func archive() throws -> [UInt8] {
    try ArchiveWriter.archive(
      of: files.map { try ArchiveEntry(path: $0.path, bytes: $0.bytes) })
  }
}

extension CheckedPass {
  /// Writes the manifest and signs it.
  ///
  /// - Parameter time: the signing time in seconds since 1970.
  package func sealed(by identity: Identity, at time: Int64) throws(CryptoError) -> SignedBundle {
    let manifest = Manifest(of: files)
    let signature = try identity.sign(manifest, at: time)
    return SignedBundle(self, manifest, signature: signature)
  }
}
