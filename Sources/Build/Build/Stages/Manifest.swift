// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
import PassJSON
package import PassModel

/// manifest.json: the SHA-1 of every file of the pass, by its path.
///
/// Written whole for one pass; `PassSealer` joins members that it has kept of the files
/// that thousands of passes share, and `givesTheBytesOfBuild` of IssueTests holds the two equal.
package struct Manifest: Sendable {
  /// The exact bytes that are signed.
  package let bytes: [UInt8]

  /// Hashes the files; manifest.json and signature are never among them.
  package init(of files: [PackagedFile]) {
    self.init(files.map { ($0.path, Digest.sha1Hex($0.bytes)) })
  }

  /// Writes the manifest from digests that are known already, 40 lowercase hex digits each.
  package init(_ digests: [(path: String, sha1Hex: String)]) {
    var out: [UInt8] = []
    out.reserveCapacity(digests.count * 72)
    out.append(UInt8(ascii: "{"))
    let sorted = digests.filter { !Self.isOwnFile($0.path) }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for (index, digest) in sorted.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      JSONWriter.writeString(digest.path, to: &out)
      out.append(UInt8(ascii: ":"))
      JSONWriter.writeString(digest.sha1Hex, to: &out)
    }
    out.append(UInt8(ascii: "}"))
    bytes = out
  }

  /// The two files that seal a pass and are not part of its content.
  package static func isOwnFile(_ path: String) -> Bool {
    path == "manifest.json" || path == "signature"
  }
}

extension Identity {
  /// Signs a manifest at a time in seconds since 1970.
  package func sign(_ manifest: Manifest, at time: Int64) throws(CryptoError) -> [UInt8] {
    try signer.sign(ManifestText(manifest.bytes), at: time)
  }
}
