// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

extension PrivateKey {
  /// Returns unencrypted PKCS #8 in PEM. Only for tests, because a String cannot be wiped from
  /// memory.
  package func pem() throws(CryptoError) -> String {
    String(decoding: try pemBytes(), as: UTF8.self)
  }
}
