// SPDX-License-Identifier: Apache-2.0

import PassSource

/// Entitlements and Info.plist entries.
extension ReaderKit {
  /// The entitlements the app asks Apple for.
  var entitlements: String {
    let head =
      "Apple grants entitlements; the identifier and the provisioning profile have to carry them"
    switch api {
    case .proximity:
      return PropertyListWriter.text(
        [.init("com.apple.developer.proximity-reader.payment.acceptance", .boolean(true))],
        head: head)
    // TAG alone: the App Store refuses NDEF beside it for apps built with a current SDK.
    case .coreNFC, .paymentTag:
      return PropertyListWriter.text(
        [
          .init("com.apple.developer.nfc.readersession.formats", Self.strings(["TAG"])),
          .init(
            "com.apple.developer.pass-type-identifiers",
            Self.strings(merchants.map { "$(TeamIdentifierPrefix)" + $0.id }),
            comment:
              "for adding these passes on this phone too; leave it out where the app does not"
          ),
        ], head: head)
    }
  }

  /// What goes into Info.plist; nil where nothing does.
  var informationProperties: String? {
    let name = program.isEmpty ? "a loyalty card" : program
    let usage = PropertyListWriter.Member(
      "NFCReaderUsageDescription",
      .string("Hold the customer's phone near this one to read \(name)."),
      comment: "say it in your words; must not be empty")
    switch api {
    case .proximity: return nil
    case .coreNFC: return PropertyListWriter.text([usage])
    case .paymentTag:
      return PropertyListWriter.text([
        usage,
        .init(
          "com.apple.developer.nfc.readersession.iso7816.select-identifiers",
          Self.strings(identifiers.map(\.description)),
          comment: "the session selects them in this order and stops at the first that answers"),
      ])
    }
  }

  private static func strings(_ texts: [String]) -> PropertyListValue.Content {
    .array(texts.map { PropertyListValue(.string($0), offset: 0) })
  }
}
