// SPDX-License-Identifier: Apache-2.0

/// Cipher suites of our TLS servers and clients, with the names of OpenSSL and BoringSSL.
package enum TLSSuites {
  /// Suites of TLS 1.2 with forward secrecy and authenticated encryption. All suites of TLS 1.3
  /// have both and need not be named.
  ///
  /// Danger: without forward secrecy (static RSA), a leaked server key decrypts recorded
  /// connections. App Transport Security on iPhones rejects such suites.
  package static let forwardSecret = [
    "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384",
    "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
  ].joined(separator: ":")
}
