// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Hashes with a context that is used again: making one takes as long as hashing 300 bytes.
/// For one thread.
package final class DigestSession {
  private let context: OpaquePointer
  private let sha1Algorithm = DigestAlgorithm.sha1.handle
  private let sha256Algorithm = DigestAlgorithm.sha256.handle

  /// A session with a hash context of its own.
  package init() {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("no memory for a hash") }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Writes the 20 bytes of a SHA-1.
  package func sha1(_ bytes: UnsafeRawBufferPointer, into hash: UnsafeMutableRawBufferPointer) {
    digest(bytes, sha1Algorithm, 20, hash)
  }

  /// Writes the 32 bytes of a SHA-256.
  package func sha256(_ bytes: UnsafeRawBufferPointer, into hash: UnsafeMutableRawBufferPointer) {
    digest(bytes, sha256Algorithm, 32, hash)
  }

  /// The 32 bytes of a SHA-256.
  package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { hash, count in
      bytes.withUnsafeBytes { sha256($0, into: UnsafeMutableRawBufferPointer(hash)) }
      count = 32
    }
  }

  /// The 32 bytes of the SHA-256 of a beginning that was hashed before and of the parts that
  /// follow.
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
    // No input can make these fail, only a lack of memory.
    let done =
      EVP_DigestInit_ex(context, algorithm, nil) == 1
      && EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
      && EVP_DigestFinal_ex(context, hash.bindMemory(to: UInt8.self).baseAddress, nil) == 1
    precondition(done, "OpenSSL could not hash")
  }
}

/// How far SHA-256 has come after a beginning that many inputs have in common. Only read once made.
package final class PartialSHA256 {
  fileprivate let context: OpaquePointer

  /// Hashes a beginning, which is given in pieces.
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
