// SPDX-License-Identifier: Apache-2.0

/// A reader's public key as pass.json holds it.
enum ReaderKey {
  /// For examples; nobody has the private half.
  static let example =
    "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACRsYIzRL4Rcu/ap/6cJVuDNOCm7NArncHxX32YAJyKhM="
}
