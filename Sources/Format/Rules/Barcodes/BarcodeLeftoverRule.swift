// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about remains of programs and template engines in the text that scanners read.
struct BarcodeLeftoverRule: Rule {
  static let leftover = Finding(
    "barcode.message.leftover", .error, effect: .wrong,
    why: """
      A scanner reads exactly this text. If it has a placeholder, undefined or characters of a \
      failed conversion, the pass does not open the gate, and often all passes have the same code.
      """,
    help: "correct the program or template that wrote the message",
    source: .convention("what template engines and programming languages leave in texts"),
    wrong: """
      "format": "PKBarcodeFormatQR",
      "message": "undefined"
      """,
    right: """
      "format": "PKBarcodeFormatQR",
      "message": "A-17"
      """,
    bad: [
      qr("undefined"), qr("null"), qr("NaN"), qr("[object Object]"), qr("{{serial}}"),
      qr("https://example.com/m/${id}"), qr("ID-undefined"), qr("%s"), qr("Ticket %s"),
      qr("<%= id %>"),
      qr("{0}"), qr("#{id}"), qr("https://example.com/?a=1&amp;b=2"), qr(#"A-17\\nAda"#),
      qr("MÃ¼ller"),
      BarcodeFormatRule.old(
        #"{"format": "PKBarcodeFormatQR", "message": "undefined", "messageEncoding": "utf-8"}"#,
        at: "/barcode/message"),
    ],
    good: [
      fine("Null"), fine("NaN-17"), fine(#"{\"id\": \"a\\nb\", \"list\": [[1, 2]]}"#),
      fine(#"BEGIN:VCARD\nNOTE:one\\ntwo\nEND:VCARD"#), fine(#"WIFI:S:my\\\"net;;"#),
      fine("<ticket><b>1</b>&amp;</ticket>"), fine("HC1:6BF %NB%JC"),
      fine("https://example.com/?q=50%25&b=%20s"), fine("\\u00c3\\u00a9\\u0001\\u00ff"),
    ])

  private static func qr(_ message: String) -> Example {
    BarcodeMessageRule.qr(message, "iso-8859-1", at: "message")
  }
  private static func fine(_ message: String) -> Example {
    BarcodeMessageRule.qr(message, "iso-8859-1")
  }

  var findings: [Finding] { [Self.leftover] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    for (message, found) in Self.leftovers(in: pass) {
      report(Self.leftover, found.message(about: "the barcode message"), at: message)
    }
  }

  /// Returns the messages with a leftover, each text once.
  static func leftovers(in pass: PassPackage) -> [(message: JSONValue, found: Leftover)] {
    var leftovers: [(message: JSONValue, found: Leftover)] = []
    var texts: Set<String> = []
    for barcode in Barcode.all(of: pass) {
      guard let message = barcode.object["message"], let text = message.string,
        // Most messages end here.
        !Leftover.all(in: text).isEmpty,
        let found = Leftover.all(in: text, except: exemptions(for: text)).first(where: isCertain),
        // barcode and barcodes often have the same message.
        texts.insert(text).inserted
      else { continue }
      leftovers.append((message, found))
    }
    return leftovers
  }

  /// Returns what is normal in a message of that form.
  private static func exemptions(for text: String) -> Leftover.Exemptions {
    var exemptions: Leftover.Exemptions = []
    // Base45, as in health certificates, may have letters between percent signs.
    let hasLowercase = text.utf8.contains { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    if !hasLowercase, text.utf8.first != UInt8(ascii: "%") { exemptions.insert(.formatCodes) }
    switch text.utf8.first {
    // JSON.
    case UInt8(ascii: "{"), UInt8(ascii: "["): exemptions.insert(.escapes)
    // XML.
    case UInt8(ascii: "<"): exemptions.insert(.markup)
    default: break
    }
    let formats = ["BEGIN:", "MECARD:", "WIFI:"]
    if formats.contains(where: { text.hasPrefix($0) }) { exemptions.insert(.escapes) }
    // Binary data that is read as text may look like UTF-8 that was encoded twice.
    if text.unicodeScalars.contains(where: Barcode.isControl) {
      exemptions.insert([.encoding, .escapes, .markup])
    }
    return exemptions
  }

  /// Returns whether people cannot mean it. A text that was encoded twice has no other characters
  /// beyond ASCII.
  private static func isCertain(_ found: Leftover) -> Bool {
    guard case .encodedTwice(let word) = found.kind else { return true }
    guard let word else { return false }
    func count(_ text: String) -> Int { text.unicodeScalars.count { $0.value >= 0x80 } }
    return count(found.text) >= 2 * count(word)
  }
}
