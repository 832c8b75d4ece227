// SPDX-License-Identifier: Apache-2.0

extension SigningKey {
  /// Whether the certificate was made for this key.
  package func matches(_ certificate: Certificate) -> Bool {
    matches(publicKeyDER: certificate.publicKeyDER)
  }
}
