// SPDX-License-Identifier: Apache-2.0

extension SigningKey {
  /// Returns whether the certificate is for this key.
  package func matches(_ certificate: Certificate) -> Bool {
    matches(publicKeyDER: certificate.publicKeyDER)
  }
}
