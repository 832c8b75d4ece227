// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about every key whose value is a colour.
struct ColourRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: Pass, backgroundColor")
  private static func background(_ text: String, isBad: Bool = true) -> Example {
    .json(#"{"backgroundColor": "\#(text)"}"#, at: isBad ? "/backgroundColor" : nil)
  }

  static let invalid = Finding(
    "colour.value.invalid", .error, effect: .refused, step: .colours,
    why: """
      Wallet rejects a pass with a colour that it cannot read. It reads neither the names of \
      colours nor percentages.
      """,
    help: "write the colour as rgb(20, 60, 90), with each part from 0 to 255",
    source: apple,
    walletLog: "Unable to parse color string",
    wrong: """
      "backgroundColor": "navy"
      """,
    right: """
      "backgroundColor": "rgb(20, 60, 90)"
      """,
    bad: [
      background("red"), background("rgb(255-255-255)"), background("rgb(256, 0, 0)"),
      background("rgb(10%, 20%, 30%)"), background("hsl(1, 2, 3)"), background("#12345"),
      background(""),
      .json(
        #"{"generic": null, "eventTicket": {}, "semantics": {"seats": [{"seatSectionColor": "x"}]}}"#,
        at: "/semantics/seats/0/seatSectionColor"),
    ],
    good: [
      background("rgb(255,0,0)", isBad: false), background("rgb( 0 , 0 , 255 )", isBad: false),
    ])

  static let alpha = Finding(
    "colour.alpha.present", .warning, effect: .maybeRefused, step: .colours,
    why: """
      Apple documents no transparent colours. One authentic airline pass has rgba(), so some \
      versions of Wallet accept it.
      """,
    help: "write rgb() with the first three parts",
    source: .observed("7 public passes with rgba()"),
    wrong: """
      "backgroundColor": "rgba(20, 60, 90, 0.8)"
      """,
    right: """
      "backgroundColor": "rgb(20, 60, 90)"
      """,
    bad: [background("rgba(1, 2, 3, 0.5)")], good: [background("rgb(1, 2, 3)", isBad: false)])

  static let hex = Finding(
    "colour.hex.used", .note, effect: .style,
    why: "Apple documents rgb() only. Its own builder and 14 authentic passes use #RRGGBB.",
    help: "write rgb(), the documented form",
    source: .observed("14 of 110 authentic passes"),
    wrong: """
      "backgroundColor": "#143C5A"
      """,
    right: """
      "backgroundColor": "rgb(20, 60, 90)"
      """,
    bad: [background("#102030"), background("#abc")],
    good: [background("rgb(16, 32, 48)", isBad: false)])

  var findings: [Finding] { [Self.invalid, Self.alpha, Self.hex] }

  private static let selection = KeySelection { $0.type == .colour }

  private static func documented(_ colour: PassColour) -> String {
    "write rgb(\(colour.red), \(colour.green), \(colour.blue))"
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.selection) { entry, member, _ in
      guard let text = member.value.string else { return }
      guard let colour = PassColour(text) else {
        return report(
          Self.invalid, "\(entry.name) is \(quoted(text)), expected rgb(r, g, b)", at: member.value)
      }
      switch colour.form {
      case .rgb: break
      case .hex:
        report(
          Self.hex, "\(entry.name) is \(quoted(text)), expected rgb(r, g, b)", at: member.value,
          help: Self.documented(colour))
      case .rgba:
        report(
          Self.alpha, "\(entry.name) \(quoted(text)) has an alpha part", at: member.value,
          help: Self.documented(colour))
      }
    }
  }
}
