// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// Keys and certificates for examples, made when they are asked for and never shipped.
package enum SampleCredentials {
  /// A private key in PEM.
  package static func privateKeyPEM() throws -> [UInt8] {
    try PrivateKey.generateP256().pemBytes()
  }

  /// The armour of a certificate: rules tell one by it and read no further.
  package static func certificatePEM() throws -> [UInt8] {
    Array(PEM.encode("CERTIFICATE", [0x30, 0x00]).utf8)
  }
}
