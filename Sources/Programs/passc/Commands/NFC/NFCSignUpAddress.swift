// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassNFC

/// A sign-up address, either for one pass type identifier or for all without their own address.
struct NFCSignUpAddress: ExpressibleByArgument, Equatable {
  /// The pass type identifier of the address, or nil for all.
  let passType: String?
  let url: String

  /// Parses `URL` and `TYPE=URL`. A URL can contain equals signs, but a pass type identifier
  /// contains neither colons nor slashes.
  init(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !parts[0].contains(":"), !parts[0].contains("/") {
      (passType, url) = (String(parts[0]), String(parts[1]))
    } else {
      (passType, url) = (nil, argument)
    }
  }

  /// Returns the merchants with their addresses.
  ///
  /// - Throws: `ValidationError` for an address that a phone would reject, for an unknown pass type
  ///   identifier, and for two addresses of the same one.
  static func merchants(_ passTypes: [String], _ addresses: [NFCSignUpAddress]) throws -> [Merchant]
  {
    for (index, address) in addresses.enumerated() {
      let name = address.passType.map { "--url for \($0)" } ?? "--url"
      if let fault = SignUpURL.validationError(in: address.url) {
        throw ValidationError(address.passType == nil ? fault : "\(name): \(fault)")
      }
      if let type = address.passType, !passTypes.contains(type) {
        throw ValidationError("\(name): there is no --pass-type \(type)")
      }
      if addresses[..<index].contains(where: { $0.passType == address.passType }) {
        throw ValidationError("\(name) is given twice")
      }
    }
    return passTypes.map { type in
      let address =
        addresses.first { $0.passType == type } ?? addresses.first { $0.passType == nil }
      return Merchant(id: type, url: address?.url)
    }
  }
}
