// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto

extension FoundPass {
  /// Returns the SHA-1 over paths and hashes of all files except manifest and signature. It is
  /// equal for passes with the same files, whatever certificate signed them and when.
  ///
  /// - Parameter files: sorted by path, each with its SHA-1.
  package static func contentHash(of files: [(path: String, hash: [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(files.count * 48)
    for (path, hash) in files where !PackageKind.pass.isOwnFile(path) {
      bytes += path.utf8
      bytes.append(0)
      bytes += hash
    }
    return PackageKind.pass.hash(bytes)
  }
}
