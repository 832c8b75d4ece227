// SPDX-License-Identifier: Apache-2.0

/// A key in a network service. An async client requests each signature. Every signature is
/// verified with the public key before it is returned.
package final class ExternalKey: SigningKey {
  /// Requests the signature of a SHA-256. Its errors are passed on.
  package typealias Ask = @Sendable (_ hash: [UInt8]) async throws -> [UInt8]

  private let publicKey: PublicKey
  private let algorithm: OutsideAlgorithm
  private let ask: Ask

  package var kind: PublicKeyKind { publicKey.kind }
  package var publicKeyDER: [UInt8] { publicKey.der }

  /// - Parameter publicKeyDER: SubjectPublicKeyInfo.
  /// - Throws: `CryptoError` if a key of this kind cannot sign passes outside this process.
  package init(publicKeyDER: [UInt8], ask: @escaping Ask) throws(CryptoError) {
    (publicKey, algorithm) = try OutsideKey.parts(ofPublicKey: publicKeyDER)
    self.ask = ask
  }

  /// Always throws, because it would block a thread. Use `awaitSignature`.
  package func sign(sha256 hash: [UInt8]) throws(CryptoError) -> [UInt8] {
    throw CryptoError("the key is in another process, and the caller must wait for its signature")
  }

  /// Requests a signature and verifies it.
  ///
  /// - Throws: the error of the request, `CancellationError` if the task was cancelled, or
  ///   `CryptoError` if the signature does not match the key.
  func awaitSignature(sha256 hash: [UInt8]) async throws -> [UInt8] {
    let signature = try await ask(hash)
    try Task.checkCancellation()
    try algorithm.verify(signature, ofHash: hash, with: publicKey, signer: "the signer")
    return signature
  }
}
