// SPDX-License-Identifier: Apache-2.0

/// The first step of a tap: choosing the application.
package enum SelectCommand {
  /// `OSE.VAS.01` in ASCII; other wallets answer to it too.
  package static let applicationName = Array("OSE.VAS.01".utf8)

  /// The INS of SELECT.
  package static let instruction: UInt8 = 0xa4

  /// SELECT by name (P1 `04`), the same for every tap.
  package static let command = CommandAPDU(
    0x00, instruction, p1: 0x04, p2: 0x00, data: applicationName)
}

/// What the phone says of itself when it is selected.
package struct SelectResponse: Sendable, Hashable {
  /// What Apple's Wallet calls itself in tag 50; other wallets have names of their own.
  package static let appleLabel = "ApplePay"
  /// Protocol version 1.0; a response with another one is refused.
  package static let version: [UInt8] = [0x01, 0x00]

  /// Which wallet answers: the content of tag 50.
  package var label: String
  /// The protocol version the phone speaks: the content of 9F21.
  package var version: [UInt8]
  /// Four bytes, different each time; nothing is known to use them.
  package var deviceNonce: [UInt8]
  /// What the phone can do now: the last byte of 9F23.
  package var capabilities: MobileCapabilities

  /// What Apple's Wallet says in protocol version 1.0.
  package init(deviceNonce: [UInt8], capabilities: MobileCapabilities) {
    label = Self.appleLabel
    version = Self.version
    self.deviceNonce = deviceNonce
    self.capabilities = capabilities
  }

  /// Reads the phone's answer; another wallet's, another version's and a refusal are errors.
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

  /// The answer as a phone sends it: a template 6F with all four elements, success.
  package var response: ResponseAPDU {
    let inner = [
      TLV(VASTag.label, Array(label.utf8)), TLV(VASTag.version, version),
      TLV(VASTag.deviceNonce, deviceNonce),
      TLV(VASTag.mobileCapabilities, [0, 0, 0, capabilities.rawValue]),
    ]
    return ResponseAPDU(.success, data: TLV(VASTag.fci, TLV.bytes(of: inner)).bytes)
  }
}

/// What the phone can do now, the last byte of 9F23; the bits are from one public source.
package struct MobileCapabilities: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The phone can send data that are not encrypted.
  package static let plaintext = MobileCapabilities(rawValue: 0x01)
  /// The phone can send encrypted data.
  package static let encrypted = MobileCapabilities(rawValue: 0x02)
  /// The terminal need not ask for passes.
  package static let vasMayBeSkipped = MobileCapabilities(rawValue: 0x04)
  /// The terminal may ask for passes.
  package static let vasMayBePerformed = MobileCapabilities(rawValue: 0x08)
  /// The terminal need not go on to a payment.
  package static let paymentMayBeSkipped = MobileCapabilities(rawValue: 0x10)
  /// The terminal may go on to a payment: a card is authenticated.
  package static let paymentMayBePerformed = MobileCapabilities(rawValue: 0x20)

  /// `1E`, seen with a loyalty pass.
  package static let pass: MobileCapabilities = [
    .encrypted, .vasMayBeSkipped, .vasMayBePerformed, .paymentMayBeSkipped,
  ]
  /// `3E`, seen once a payment card is authenticated.
  package static let payment: MobileCapabilities = [.pass, .paymentMayBePerformed]

  /// The bits that are set in words, with commas between.
  package var meaning: String {
    let names: [(MobileCapabilities, String)] = [
      (.plaintext, "plaintext"), (.encrypted, "encrypted"), (.vasMayBeSkipped, "VAS optional"),
      (.vasMayBePerformed, "VAS possible"), (.paymentMayBeSkipped, "payment optional"),
      (.paymentMayBePerformed, "payment possible"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
