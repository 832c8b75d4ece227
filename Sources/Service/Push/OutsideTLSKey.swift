// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL
import PassCrypto
import Synchronization

/// A TLS client key that is not in a file, such as one in an HSM or key service.
///
/// Such an RSA key signs with PKCS #1 v1.5, as for passes. TLS 1.3 does not allow this, so the
/// connection uses TLS 1.2.
struct OutsideTLSKey: NIOSSLCustomPrivateKey, Hashable {
  private let key: any SigningKey
  let signatureAlgorithms: [SignatureAlgorithm]
  private let lastError: LastKeyError

  /// Error for a key that is neither RSA nor P-256.
  struct KeyKindError: Error {}

  init(_ key: any SigningKey, lastError: LastKeyError) throws(KeyKindError) {
    guard let algorithm = OutsideAlgorithm(key.kind) else { throw KeyKindError() }
    self.key = key
    self.lastError = lastError
    switch algorithm {
    case .rsaPKCS1SHA256: signatureAlgorithms = [.rsaPkcs1Sha256]
    case .ecdsaP256SHA256: signatureAlgorithms = [.ecdsaSecp256R1Sha256]
    }
  }

  /// The newest TLS version that the key can sign for, or nil for any version.
  var newestVersion: TLSVersion? {
    signatureAlgorithms == [.rsaPkcs1Sha256] ? .tlsv12 : nil
  }

  func sign(
    channel: any Channel, algorithm: SignatureAlgorithm, data: ByteBuffer
  ) -> EventLoopFuture<ByteBuffer> {
    // The signature may need the network, so it must not block the event loop.
    NIOSingletons.posixBlockingThreadPool.runIfActive(eventLoop: channel.eventLoop) {
      [key, lastError] in
      do {
        let signature = try key.sign(sha256: Digest.sha256(Array(data.readableBytesView)))
        lastError.set(nil)
        return ByteBuffer(bytes: signature)
      } catch {
        lastError.set("\(error)")
        throw error
      }
    }
  }

  /// Always fails. Only servers decrypt, and only in an RSA key exchange that we do not offer.
  func decrypt(channel: any Channel, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
    channel.eventLoop.makeFailedFuture(KeyKindError())
  }

  static func == (a: OutsideTLSKey, b: OutsideTLSKey) -> Bool { a.key === b.key }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(key)) }
}

/// The reason of the last failed signature. TLS does not report it.
final class LastKeyError: Sendable {
  private let message = Mutex<String?>(nil)

  func set(_ reason: String?) { message.withLock { $0 = reason } }

  /// Returns the reason and clears it.
  func remove() -> String? {
    message.withLock { words in
      defer { words = nil }
      return words
    }
  }
}
