// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import PassBasics

/// A reusable hash context for one thread. Creating a context takes as long as hashing 300 bytes.
package final class DigestSession {
  private let context: OpaquePointer
  private let manifestAlgorithm = PackageKind.pass.manifestAlgorithm.handle
  private let sha256Algorithm = DigestAlgorithm.sha256.handle

  package init() {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("no memory for a hash") }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Length of a hash in manifest.json in bytes.
  package static let manifestLength = PackageKind.pass.manifestAlgorithm.lengthInBytes

  /// Writes a hash for manifest.json of `manifestLength` bytes.
  package func manifest(_ bytes: UnsafeRawBufferPointer, into hash: UnsafeMutableRawBufferPointer) {
    digest(bytes, manifestAlgorithm, Self.manifestLength, hash)
  }

  /// Writes a SHA-256 of 32 bytes.
  package func sha256(_ bytes: UnsafeRawBufferPointer, into hash: UnsafeMutableRawBufferPointer) {
    digest(bytes, sha256Algorithm, 32, hash)
  }

  package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { hash, count in
      bytes.withUnsafeBytes { sha256($0, into: UnsafeMutableRawBufferPointer(hash)) }
      count = 32
    }
  }

  /// Returns the SHA-256 of a prefix that was hashed before, followed by more parts.
  package func sha256(
    from start: PartialSHA256, _ parts: ArraySlice<UnsafeRawBufferPointer>
  ) -> [UInt8] {
    var done = EVP_MD_CTX_copy_ex(context, start.context)
    for part in parts where done == 1 {
      done = EVP_DigestUpdate(context, part.baseAddress, part.count)
    }
    let hash = [UInt8](unsafeUninitializedCapacity: 32) { hash, count in
      if done == 1 { done = EVP_DigestFinal_ex(context, hash.baseAddress, nil) }
      count = 32
    }
    precondition(done == 1, "OpenSSL could not compute SHA-256")
    return hash
  }

  private func digest(
    _ bytes: UnsafeRawBufferPointer, _ algorithm: OpaquePointer, _ length: Int,
    _ hash: UnsafeMutableRawBufferPointer
  ) {
    precondition(hash.count == length)
    // These fail only if memory is exhausted, whatever the input is.
    let done =
      EVP_DigestInit_ex(context, algorithm, nil) == 1
      && EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
      && EVP_DigestFinal_ex(context, hash.bindMemory(to: UInt8.self).baseAddress, nil) == 1
    precondition(done, "OpenSSL could not hash")
  }
}

/// The SHA-256 state after a common prefix of many inputs. It is immutable after `init`.
package final class PartialSHA256 {
  fileprivate let context: OpaquePointer

  /// Hashes a prefix in parts.
  package init(_ parts: ArraySlice<UnsafeRawBufferPointer>) {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("no memory for a hash") }
    self.context = context
    var done = EVP_DigestInit_ex(context, DigestAlgorithm.sha256.handle, nil)
    for part in parts where done == 1 {
      done = EVP_DigestUpdate(context, part.baseAddress, part.count)
    }
    precondition(done == 1, "OpenSSL could not compute SHA-256")
  }

  deinit { EVP_MD_CTX_free(context) }
}
