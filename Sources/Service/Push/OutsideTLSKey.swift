// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL
import PassCrypto
import Synchronization

/// A key that is in no file, as the key of a TLS connection.
///
/// Whoever holds an RSA key for passes signs with PKCS #1 v1.5, which TLS 1.3 does not take: such a
/// connection is of TLS 1.2.
struct OutsideTLSKey: NIOSSLCustomPrivateKey, Hashable {
  private let key: any SigningKey
  let signatureAlgorithms: [SignatureAlgorithm]
  private let fault: KeyFault

  /// A key of another kind can hold no connection.
  struct Unfit: Error {}

  init(_ key: any SigningKey, fault: KeyFault) throws(Unfit) {
    guard let algorithm = OutsideAlgorithm(key.kind) else { throw Unfit() }
    self.key = key
    self.fault = fault
    switch algorithm {
    case .rsaPKCS1SHA256: signatureAlgorithms = [.rsaPkcs1Sha256]
    case .ecdsaP256SHA256: signatureAlgorithms = [.ecdsaSecp256R1Sha256]
    }
  }

  /// The newest version of TLS it can hold a connection of; nil for any.
  var newestVersion: TLSVersion? {
    signatureAlgorithms == [.rsaPkcs1Sha256] ? .tlsv12 : nil
  }

  func sign(
    channel: any Channel, algorithm: SignatureAlgorithm, data: ByteBuffer
  ) -> EventLoopFuture<ByteBuffer> {
    // Whoever holds the key may be asked over a network.
    NIOSingletons.posixBlockingThreadPool.runIfActive(eventLoop: channel.eventLoop) {
      [key, fault] in
      do {
        let signature = try key.sign(sha256: Digest.sha256(Array(data.readableBytesView)))
        fault.set(nil)
        return ByteBuffer(bytes: signature)
      } catch {
        fault.set("\(error)")
        throw error
      }
    }
  }

  /// Asked of servers alone, for an exchange of keys nobody offers.
  func decrypt(channel: any Channel, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
    channel.eventLoop.makeFailedFuture(Unfit())
  }

  static func == (a: OutsideTLSKey, b: OutsideTLSKey) -> Bool { a.key === b.key }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(key)) }
}

/// Why whoever holds a key did not sign, which TLS itself does not tell.
final class KeyFault: Sendable {
  private let words = Mutex<String?>(nil)

  func set(_ reason: String?) { words.withLock { $0 = reason } }

  /// The reason of the last failure, once.
  func take() -> String? {
    words.withLock { words in
      defer { words = nil }
      return words
    }
  }
}
