// SPDX-License-Identifier: Apache-2.0

/// A key that is asked for each signature by code that awaits the answer: a service in the network,
/// reached by the program's own client. Every signature is verified with the public half before
/// anybody gets it.
package final class AwaitedKey: SigningKey {
  /// Asks for the signature over a SHA-256; what it throws goes through.
  package typealias Ask = @Sendable (_ hash: [UInt8]) async throws -> [UInt8]

  private let publicKey: PublicKey
  private let algorithm: OutsideAlgorithm
  private let ask: Ask

  package var kind: PublicKeyKind { publicKey.kind }
  package var publicKeyDER: [UInt8] { publicKey.der }

  /// The key that whoever is asked holds.
  ///
  /// - Parameter publicKeyDER: SubjectPublicKeyInfo.
  /// - Throws: `CryptoError` when it is no key that can sign passes outside.
  package init(publicKeyDER: [UInt8], ask: @escaping Ask) throws(CryptoError) {
    (publicKey, algorithm) = try OutsideKey.parts(ofPublicKey: publicKeyDER)
    self.ask = ask
  }

  /// Cannot be had at once: no thread waits for whoever is asked.
  package func sign(sha256 hash: [UInt8]) throws(CryptoError) -> [UInt8] {
    throw CryptoError("the key is in another process, and the caller must wait for its signature")
  }

  /// The signature, once it came and was verified.
  ///
  /// - Throws: what the asking throws, `CancellationError` when the task was cancelled meanwhile, and
  ///   `CryptoError` for a signature that is not the key's.
  func awaitSignature(sha256 hash: [UInt8]) async throws -> [UInt8] {
    let signature = try await ask(hash)
    try Task.checkCancellation()
    try algorithm.verify(signature, ofHash: hash, with: publicKey, signer: "the signer")
    return signature
  }
}
