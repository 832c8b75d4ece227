// SPDX-License-Identifier: Apache-2.0

import PassSource

/// A key that an app declares, with its file and type.
struct AppKey: Sendable {
  enum File: Sendable { case entitlements, information }
  enum Value: Sendable { case boolean, string, strings }

  let name: String
  let file: File
  let value: Value

  private init(_ name: String, _ file: File, _ value: Value) {
    (self.name, self.file, self.value) = (name, file, value)
  }

  static let passTypes = "com.apple.developer.pass-type-identifiers"
  static let merchants = "com.apple.developer.in-app-payments"
  static let provisioning = "com.apple.developer.payment-pass-provisioning"
  static let suppression = "com.apple.developer.passkit.pass-presentation-suppression"
  static let acceptance = "com.apple.developer.proximity-reader.payment.acceptance"
  static let formats = "com.apple.developer.nfc.readersession.formats"
  static let usage = "NFCReaderUsageDescription"
  static let identifiers = "com.apple.developer.nfc.readersession.iso7816.select-identifiers"
  static let systemCodes = "com.apple.developer.nfc.readersession.felica.systemcodes"
  static let emulation = "com.apple.developer.nfc.hce"
  static let prefixes = "com.apple.developer.nfc.hce.iso7816.select-identifier-prefixes"
  static let defaultApp = "com.apple.developer.nfc.hce.default-contactless-app"
  static let secureElement = "com.apple.developer.secure-element-credential"
  static let pushes = "aps-environment"
  static let background = "UIBackgroundModes"

  static let all: [AppKey] = [
    .init(passTypes, .entitlements, .strings), .init(merchants, .entitlements, .strings),
    .init(provisioning, .entitlements, .boolean), .init(suppression, .entitlements, .boolean),
    .init(acceptance, .entitlements, .boolean), .init(formats, .entitlements, .strings),
    .init(usage, .information, .string), .init(identifiers, .information, .strings),
    .init(systemCodes, .information, .strings), .init(emulation, .entitlements, .boolean),
    .init(prefixes, .entitlements, .strings), .init(defaultApp, .entitlements, .boolean),
    .init(secureElement, .entitlements, .boolean),
    .init(secureElement + ".default-contactless-app", .entitlements, .boolean),
    .init(pushes, .entitlements, .string), .init(background, .information, .strings),
  ]

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  static func named(_ name: String) -> AppKey? { byName[name] }

  /// Returns whether an unknown key belongs to a family whose keys are all known here.
  static func isOfKnownFamily(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["nfc", "passkit", "proximity-reader", "pass-type", "payment-pass"].contains {
      name.hasPrefix("com.apple.developer." + $0)
    } || name.hasPrefix("nfcreader")
  }
}
