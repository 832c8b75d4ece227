// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import PassBasics
import PassCrypto
import Synchronization

/// The current certificate and key of the server. Open connections keep the one they began with.
final class ServerTLS: Sendable {
  /// The reason why the files are not a certificate and its key.
  struct TLSFileError: Error, CustomStringConvertible {
    let description: String
  }

  private struct Loaded {
    var context: NIOSSLContext
    /// SHA-256 of the certificate.
    var digest: [UInt8]
    var end: Int64
  }

  private let files: (certificate: String, key: String)
  private let loaded: Mutex<Loaded>

  /// Reads both files.
  ///
  /// - Throws: `TLSFileError`, `FileError`.
  init(certificate: String, key: String) throws {
    files = (certificate, key)
    loaded = Mutex(try Self.load(files))
  }

  /// The context for new connections.
  var context: NIOSSLContext { loaded.withLock { $0.context } }

  /// Time when the certificate expires, in seconds since 1970.
  var end: Int64 { loaded.withLock { $0.end } }

  /// Reads both files again. If they are invalid, the previous ones stay.
  ///
  /// - Returns: whether the certificate is different.
  /// - Throws: `TLSFileError`, `FileError`.
  func renew() throws -> Bool {
    let next = try Self.load(files)
    return loaded.withLock { loaded in
      defer { loaded = next }
      return loaded.digest != next.digest
    }
  }

  private static func load(_ files: (certificate: String, key: String)) throws -> Loaded {
    let chainBytes = try Disk.read(files.certificate)
    var keyBytes = try Disk.read(files.key)
    defer { Secret.wipe(&keyBytes) }
    guard let chain = try? NIOSSLCertificate.fromPEMBytes(chainBytes), let first = chain.first,
      let leaf = try? Certificate(der: first.toDERBytes())
    else { throw TLSFileError(description: "\(files.certificate) has no PEM certificate") }
    guard let key = try? NIOSSLPrivateKey(bytes: keyBytes, format: .pem) else {
      throw TLSFileError(
        description: "\(files.key) has no PEM key that can be read without a password")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    configuration.cipherSuites = TLSSuites.forwardSecret
    do {
      return Loaded(
        context: try NIOSSLContext(configuration: configuration),
        digest: Digest.sha256(leaf.der), end: leaf.notAfter)
    } catch {
      throw TLSFileError(
        description: "\(files.key) is not the key of the first certificate in \(files.certificate)")
    }
  }
}

/// A TLS connection that uses the certificate at the time it is opened.
struct RenewableTLSChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  let tls: ServerTLS

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls.context))
    }.flatMap { base.setup(channel: channel, logger: logger) }
  }

  func handle(value: Base.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}
