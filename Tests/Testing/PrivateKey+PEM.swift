// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

extension PrivateKey {
  /// Unencrypted PKCS #8 as PEM text, which the product never makes: a String cannot be wiped.
  package func pem() throws(CryptoError) -> String {
    String(decoding: try pemBytes(), as: UTF8.self)
  }
}
