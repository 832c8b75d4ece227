// SPDX-License-Identifier: Apache-2.0

import NIOSSL
import PassBasics
import PassCrypto

/// Errors of a server's TLS, one at a time.
enum ServerFault: String, CaseIterable, Sendable {
  case otherAuthority, expired, notYetValid, otherHost, tls11, endsSoon

  /// Code of the finding for the error.
  var code: String {
    switch self {
    case .otherAuthority, .expired, .notYetValid, .otherHost: "rehearse.tls.untrusted"
    case .tls11: "rehearse.tls.demands"
    case .endsSoon: "rehearse.tls.ends"
    }
  }

  /// The TLS context of a server, and the authority to trust.
  struct Server: Sendable {
    let context: NIOSSLContext
    let authority: Certificate
  }

  /// Returns a server with one error, or none.
  static func server(with fault: ServerFault?) throws -> Server {
    let now = Environment.now
    let day: Int64 = 86_400
    let (begin, end) =
      switch fault {
      case .expired: (now - 90 * day, now - day)
      case .notYetValid: (now + day, now + 90 * day)
      case .endsSoon: (now - day, now + 3 * day)
      default: (now - day, now + 90 * day)
      }
    let authority = try LoopbackAuthority(name: "small", notBefore: begin, notAfter: end)
    let leaf = try authority.server(
      names: [fault == .otherHost ? "other.example.com" : "127.0.0.1"])
    var tls = TLSConfiguration.makeServerConfiguration(
      certificateChain: [
        .certificate(try NIOSSLCertificate(bytes: leaf.certificate.der, format: .der))
      ],
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: try leaf.key.pkcs8(), format: .der)))
    tls.minimumTLSVersion = .tlsv1
    if fault == .tls11 {
      tls.maximumTLSVersion = .tlsv11
      tls.cipherSuites = "ALL"
    }
    let trusted =
      fault == .otherAuthority
      ? try LoopbackAuthority(name: "other", notBefore: begin, notAfter: end) : authority
    return Server(
      context: try NIOSSLContext(configuration: tls), authority: trusted.certificate)
  }
}
