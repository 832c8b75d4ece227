// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// Keys and certificates for examples. They are made on demand and never shipped.
package enum SampleCredentials {
  /// Returns a private key in PEM.
  package static func privateKeyPEM() throws -> [UInt8] {
    try PrivateKey.generateP256().pemBytes()
  }

  /// Returns a certificate in PEM without content. Rules recognize it by the BEGIN line.
  package static func certificatePEM() throws -> [UInt8] {
    Array(PEM.encode("CERTIFICATE", [0x30, 0x00]).utf8)
  }
}
