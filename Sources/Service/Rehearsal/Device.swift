// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto

/// A simulated device of a test, with the identifier and tokens it uses.
struct Device {
  /// `phone` or `watch`, as shown in the timeline.
  let name: String
  var phone: Phone
  /// The device library identifier.
  let identifier: String
  /// Push tokens that were replaced. A push to one of them is an error of the service.
  var formerTokens: [String] = []

  /// Creates a device with a random identifier and push token.
  init(_ kind: Phone.Kind, read: @escaping PassReader) throws(CryptoError) {
    name = kind.rawValue
    let identifier = Hex.encode(try SecureRandom.bytes(16))
    self.identifier = identifier
    phone = Phone(
      kind, pushToken: Hex.encode(try SecureRandom.bytes(32)), identifier: { _ in identifier },
      read: read)
  }

  /// Returns a random push token in hex.
  static func freshToken() throws(CryptoError) -> String {
    Hex.encode(try SecureRandom.bytes(32))
  }
}
