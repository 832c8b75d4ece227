// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassNFC

/// Where customers can join: for one pass type, or for all that have no address of their own.
struct NFCSignUpAddress: ExpressibleByArgument, Equatable {
  /// The pass type it is for; nil for all.
  let passType: String?
  let url: String

  /// Takes `URL` and `TYPE=URL`; a URL may hold equals signs, a pass type holds neither colon nor
  /// slash.
  init(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !parts[0].contains(":"), !parts[0].contains("/") {
      (passType, url) = (String(parts[0]), String(parts[1]))
    } else {
      (passType, url) = (nil, argument)
    }
  }

  /// The merchants with their addresses.
  ///
  /// - Throws: `ValidationError` for an address no phone would take, one for a pass type that is not
  ///   asked for, and two for the same.
  static func merchants(_ passTypes: [String], _ addresses: [NFCSignUpAddress]) throws -> [Merchant]
  {
    for (index, address) in addresses.enumerated() {
      let name = address.passType.map { "--url for \($0)" } ?? "--url"
      if let fault = SignUpURL.fault(in: address.url) {
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
