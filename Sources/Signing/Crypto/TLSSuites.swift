// SPDX-License-Identifier: Apache-2.0

/// The cipher suites of our TLS servers and clients, as OpenSSL and BoringSSL name them.
package enum TLSSuites {
  /// The suites of TLS 1.2 with forward secrecy and authenticated encryption. Those of TLS 1.3, which
  /// all have both, are not chosen by name.
  ///
  /// Without forward secrecy (static RSA) whoever gets the server's key can read recorded connections,
  /// and App Transport Security of iPhones does not accept it.
  package static let forwardSecret = [
    "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384",
    "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
  ].joined(separator: ":")
}
