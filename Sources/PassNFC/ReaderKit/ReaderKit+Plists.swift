// SPDX-License-Identifier: Apache-2.0

/// Entitlements and Info.plist entries.
extension ReaderKit {
  /// The entitlements the app asks Apple for.
  var entitlements: String {
    switch api {
    case .proximity:
      Self.plist([
        ("com.apple.developer.proximity-reader.payment.acceptance", "<true/>", nil)
      ])
    // TAG alone: the App Store refuses NDEF beside it for apps built with a current SDK.
    case .coreNFC, .paymentTag:
      Self.plist([
        ("com.apple.developer.nfc.readersession.formats", Self.array(["TAG"]), nil),
        (
          "com.apple.developer.pass-type-identifiers",
          Self.array(merchants.map { "$(TeamIdentifierPrefix)" + $0.id }),
          "for adding these passes on this phone too; leave it out where the app does not"
        ),
      ])
    }
  }

  /// What goes into Info.plist; nil where nothing does.
  var informationProperties: String? {
    let usage = (
      "NFCReaderUsageDescription",
      "<string>\(Self.xml("Hold the customer's phone near this one to read \(shownName)."))</string>",
      "say it in your words; must not be empty" as String?
    )
    switch api {
    case .proximity: return nil
    case .coreNFC: return Self.plist([usage])
    case .paymentTag:
      return Self.plist([
        usage,
        (
          "com.apple.developer.nfc.readersession.iso7816.select-identifiers",
          Self.array(identifiers.map(\.description)),
          "the session selects them in this order and stops at the first that answers"
        ),
      ])
    }
  }

  private var shownName: String { program.isEmpty ? "a loyalty card" : program }

  private static func plist(_ entries: [(key: String, value: String, comment: String?)]) -> String {
    let lines = entries.map { entry in
      (entry.comment.map { "\t<!-- \($0) -->\n" } ?? "")
        + "\t<key>\(entry.key)</key>\n\t\(entry.value)\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \(lines.joined())</dict>
      </plist>

      """
  }

  private static func array(_ strings: [String]) -> String {
    "<array>\n" + strings.map { "\t\t<string>\(xml($0))</string>\n" }.joined() + "\t</array>"
  }

  private static func xml(_ text: String) -> String {
    var out = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      // Control characters cannot stand in XML at all.
      case _ where character.value < 0x20: out += " "
      default: out.unicodeScalars.append(character)
      }
    }
    return out
  }
}
