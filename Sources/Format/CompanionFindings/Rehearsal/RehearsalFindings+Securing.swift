// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What the server's TLS can have wrong.
extension RehearsalFindings {
  /// The service speaks plain HTTP.
  package static let plain = Finding(
    "rehearse.tls.none", .error, effect: .wrong,
    why: """
      Phones ask plain addresses only with a developer's switch. Tokens and passes can be read \
      on the way.
      """,
    help: "serve over HTTPS, by itself or behind a proxy",
    source: endpoints,
    wrong: "http://example.com/",
    right: "https://example.com/")

  /// The certificate of the server is not trusted.
  package static let untrusted = Finding(
    "rehearse.tls.untrusted", .error, effect: .wrong,
    why: """
      Phones make no connection, and nobody is told: to the service it looks as if nobody had \
      added the pass.
      """,
    help: """
      use a certificate of a public authority, with its intermediate and the name in the address
      """,
    source: endpoints,
    wrong: "a self-signed certificate",
    right: "one whose chain a phone knows")

  /// TLS is not as App Transport Security demands.
  package static let tlsOld = Finding(
    "rehearse.tls.demands", .error, effect: .wrong,
    why: "TLS 1.2 or later with forward secrecy; phones make no connection otherwise.",
    help: "offer TLS 1.3, and of TLS 1.2 the suites with ECDHE",
    source: endpoints,
    wrong: "TLS 1.1 at most",
    right: "TLS 1.3")

  /// The certificate of the server is too weak.
  package static let tlsKey = Finding(
    "rehearse.tls.weakKey", .error, effect: .wrong,
    why: "RSA of at least 2048 bits or EC of at least 256, signed with SHA-256 or better.",
    help: "order a certificate for a new key",
    source: endpoints,
    wrong: "RSA of 1024 bits",
    right: "RSA of 2048 bits")

  /// The certificate of the server ends soon.
  package static let tlsEnds = Finding(
    "rehearse.tls.ends", .warning, effect: .style,
    why: "From that moment on no phone registers, lists or fetches.",
    help: "renew it; see that the renewal is loaded",
    source: careful,
    wrong: "a certificate that ends in three days",
    right: "one that ends in sixty")

  static let securing = [
    plain, untrusted, tlsOld, tlsKey, tlsEnds,
  ]
}
