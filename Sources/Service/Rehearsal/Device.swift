// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto

/// A device of a rehearsal: the phone that is simulated, and what it is called.
struct Device {
  /// `phone`, `watch`.
  let name: String
  /// What it does by itself.
  var phone: Phone
  /// The identifier it goes by towards the service.
  let identifier: String
  /// The push tokens it had before this one.
  var formerTokens: [String] = []

  /// A device with a made-up identifier and push token.
  init(_ kind: Phone.Kind, read: @escaping PassReader) throws(CryptoError) {
    name = kind.rawValue
    let identifier = Hex.encode(try SecureRandom.bytes(16))
    self.identifier = identifier
    phone = Phone(
      kind, pushToken: Hex.encode(try SecureRandom.bytes(32)), identifier: { _ in identifier },
      read: read)
  }

  /// Another made-up push token.
  static func freshToken() throws(CryptoError) -> String {
    Hex.encode(try SecureRandom.bytes(32))
  }
}
