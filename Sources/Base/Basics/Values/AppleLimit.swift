// SPDX-License-Identifier: Apache-2.0

/// Limits of Apple's systems that several modules need.
package enum AppleLimit {
  /// Bytes of `nfc.message` in UTF-8 that a phone sends. It cuts off the rest.
  package static let nfcMessageInBytes = 64
  /// Characters of `authenticationToken` that Wallet requires at least.
  package static let authenticationTokenInCharacters = 16
  /// Different UUIDs in `beacons`.
  package static let beacons = 10
  /// Bytes of a notification that APNs accepts.
  package static let notificationInBytes = 4_096
}
