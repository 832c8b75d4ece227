// SPDX-License-Identifier: Apache-2.0

package import PassBasics

extension PackageKind {
  /// Algorithm of the hashes in the manifest.
  package var manifestAlgorithm: DigestAlgorithm {
    switch self {
    case .pass: .sha1
    }
  }

  /// Returns the hash of a file as the manifest has it, before it is written in hex.
  package func hash(_ bytes: [UInt8]) -> [UInt8] { manifestAlgorithm.hash(bytes) }
}
