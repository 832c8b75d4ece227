// SPDX-License-Identifier: Apache-2.0

/// The first command of a tap, which selects the application for passes.
package enum SelectCommand {
  /// `OSE.VAS.01` in ASCII. Other wallets respond to it too.
  package static let applicationName = Array("OSE.VAS.01".utf8)

  package static let instruction: UInt8 = 0xa4

  /// SELECT by name (P1 `04`), the same for every tap.
  package static let command = CommandAPDU(
    0x00, instruction, p1: 0x04, p2: 0x00, data: applicationName)
}

/// The response to SELECT.
package struct SelectResponse: Sendable, Hashable {
  /// Label of Apple's Wallet in tag 50. Other wallets have other labels.
  package static let appleLabel = "ApplePay"
  /// Protocol version 1.0. Readers reject others.
  package static let version: [UInt8] = [0x01, 0x00]

  /// Name of the wallet, the content of tag 50.
  package var label: String
  /// Protocol version of the phone, the content of 9F21.
  package var version: [UInt8]
  /// Four bytes that differ each time. No known use.
  package var deviceNonce: [UInt8]
  /// Current capabilities of the phone, the last byte of 9F23.
  package var capabilities: MobileCapabilities

  /// Creates the response of Apple's Wallet with protocol version 1.0.
  package init(deviceNonce: [UInt8], capabilities: MobileCapabilities) {
    label = Self.appleLabel
    version = Self.version
    self.deviceNonce = deviceNonce
    self.capabilities = capabilities
  }

  /// Reads a response. Throws for another wallet, another version or an error status.
  package init(_ response: ResponseAPDU) throws(VASError) {
    guard response.status == .success else { throw .applicationNotFound }
    let outer = try TLV.elements(of: response.data[...])
    guard outer.count == 1, outer[0].tag == VASTag.fci else { throw .unexpectedTemplate }
    let elements = try outer[0].elements()
    func value(_ tag: UInt32) -> [UInt8]? { elements.first { $0.tag == tag }?.value }
    label = String(decoding: value(VASTag.label) ?? [], as: UTF8.self)
    guard label == Self.appleLabel else { throw .notAppleWallet }
    version = value(VASTag.version) ?? []
    guard version == Self.version else { throw .unsupportedApplicationVersion }
    deviceNonce = value(VASTag.deviceNonce) ?? []
    capabilities = MobileCapabilities(rawValue: value(VASTag.mobileCapabilities)?.last ?? 0)
  }

  /// The encoded response: a template 6F with all four elements, and success.
  package var response: ResponseAPDU {
    let inner = [
      TLV(VASTag.label, Array(label.utf8)), TLV(VASTag.version, version),
      TLV(VASTag.deviceNonce, deviceNonce),
      TLV(VASTag.mobileCapabilities, [0, 0, 0, capabilities.rawValue]),
    ]
    return ResponseAPDU(.success, data: TLV(VASTag.fci, TLV.bytes(of: inner)).bytes)
  }
}

/// Current capabilities of the phone, the last byte of 9F23. The bits are from one public source.
package struct MobileCapabilities: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The phone can send unencrypted data.
  package static let plaintext = MobileCapabilities(rawValue: 0x01)
  package static let encrypted = MobileCapabilities(rawValue: 0x02)
  /// The terminal may skip passes.
  package static let vasMayBeSkipped = MobileCapabilities(rawValue: 0x04)
  /// The terminal may request passes.
  package static let vasMayBePerformed = MobileCapabilities(rawValue: 0x08)
  /// The terminal may skip the payment.
  package static let paymentMayBeSkipped = MobileCapabilities(rawValue: 0x10)
  /// The terminal may request a payment, because a card is authenticated.
  package static let paymentMayBePerformed = MobileCapabilities(rawValue: 0x20)

  /// `1E`, observed with a loyalty pass.
  package static let pass: MobileCapabilities = [
    .encrypted, .vasMayBeSkipped, .vasMayBePerformed, .paymentMayBeSkipped,
  ]
  /// `3E`, observed with an authenticated payment card.
  package static let payment: MobileCapabilities = [.pass, .paymentMayBePerformed]

  /// Names of the set bits, separated by commas.
  package var meaning: String {
    let names: [(MobileCapabilities, String)] = [
      (.plaintext, "plaintext"), (.encrypted, "encrypted"), (.vasMayBeSkipped, "VAS optional"),
      (.vasMayBePerformed, "VAS possible"), (.paymentMayBeSkipped, "payment optional"),
      (.paymentMayBePerformed, "payment possible"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
