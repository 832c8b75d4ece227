// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension RehearsalFindings {
  /// A service without TLS.
  package static let plain = Finding(
    "rehearse.tls.none", .error, effect: .wrong,
    why: """
      Phones connect to plain HTTP only if a developer setting allows it. Authentication tokens \
      and passes can be read on the way.
      """,
    help: "serve over HTTPS, directly or behind a proxy",
    source: endpoints,
    wrong: """
      "webServiceURL": "http://example.com/"
      """,
    right: """
      "webServiceURL": "https://example.com/"
      """)

  /// A server certificate that phones do not trust.
  package static let untrusted = Finding(
    "rehearse.tls.untrusted", .error, effect: .wrong,
    why: """
      Phones do not connect and show no error. On your service it looks as if nobody had added \
      the pass.
      """,
    help: """
      use a certificate of a public authority, with its intermediate and the host name of the \
      address
      """,
    source: endpoints,
    wrong: """
      subject  example.com
      issuer   example.com (self-signed)
      """,
    right: """
      subject  example.com
      issuer   an intermediate of a public authority, sent along
      """)

  /// TLS that App Transport Security does not accept.
  package static let tlsOld = Finding(
    "rehearse.tls.demands", .error, effect: .wrong,
    why: "Phones connect only with TLS 1.2 or later and forward secrecy.",
    help: "offer TLS 1.3, and for TLS 1.2 the cipher suites with ECDHE",
    source: endpoints,
    wrong: """
      highest version offered  TLS 1.1
      """,
    right: """
      highest version offered  TLS 1.3
      """)

  /// A server certificate with a weak key.
  package static let tlsKey = Finding(
    "rehearse.tls.weakKey", .error, effect: .wrong,
    why: """
      Phones require an RSA key of at least 2048 bits or an EC key of at least 256, in a \
      certificate that is signed with SHA-256 or better.
      """,
    help: "make a new key and order a certificate for it",
    source: endpoints,
    wrong: """
      subject  example.com
      key      RSA, 1024 bits
      """,
    right: """
      subject  example.com
      key      RSA, 2048 bits
      """)

  /// A server certificate that expires soon.
  package static let tlsEnds = Finding(
    "rehearse.tls.ends", .warning, effect: .style,
    why: "After that no phone can register, list or fetch passes.",
    help: "renew the certificate, and check that the server loads the new one",
    source: careful,
    wrong: """
      subject      example.com
      valid until  in 3 days
      """,
    right: """
      subject      example.com
      valid until  in 60 days
      """)

  static let securing = [
    plain, untrusted, tlsOld, tlsKey, tlsEnds,
  ]
}
