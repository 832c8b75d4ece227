// SPDX-License-Identifier: Apache-2.0

/// A public key in the form of `encryptionPublicKey`.
enum ReaderKeyExample {
  /// A key for examples. Its private key was not kept.
  static let example =
    "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACRsYIzRL4Rcu/ap/6cJVuDNOCm7NArncHxX32YAJyKhM="
}
