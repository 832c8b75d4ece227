// SPDX-License-Identifier: Apache-2.0

import PassSource

/// Entitlements and Info.plist entries.
extension ReaderKit {
  /// The entitlements that the app needs.
  var entitlements: String {
    let head =
      "Apple grants entitlements. Your identifier and provisioning profile must include them."
    switch api {
    case .proximity:
      return PropertyListWriter.text(
        [.init("com.apple.developer.proximity-reader.payment.acceptance", .boolean(true))],
        head: head)
    // Only TAG: the App Store rejects NDEF in apps built with a current SDK.
    case .coreNFC, .paymentTag:
      return PropertyListWriter.text(
        [
          .init("com.apple.developer.nfc.readersession.formats", Self.strings(["TAG"])),
          .init(
            "com.apple.developer.pass-type-identifiers",
            Self.strings(merchants.map { "$(TeamIdentifierPrefix)" + $0.id }),
            comment:
              "to add these passes on this iPhone too (delete it if the app does not)"
          ),
        ], head: head)
    }
  }

  /// The entries for Info.plist, or nil if there are none.
  var informationProperties: String? {
    let name = program.isEmpty ? "a loyalty card" : program
    let usage = PropertyListWriter.Member(
      "NFCReaderUsageDescription",
      .string("Hold the customer's phone near this one to read \(name)."),
      comment: "write it in your own words (must not be empty)")
    switch api {
    case .proximity: return nil
    case .coreNFC: return PropertyListWriter.text([usage])
    case .paymentTag:
      return PropertyListWriter.text([
        usage,
        .init(
          "com.apple.developer.nfc.readersession.iso7816.select-identifiers",
          Self.strings(identifiers.map(\.description)),
          comment: "tried in this order until a tag accepts one"),
      ])
    }
  }

  private static func strings(_ texts: [String]) -> PropertyListValue.Content {
    .array(texts.map { PropertyListValue(.string($0), offset: 0) })
  }
}
