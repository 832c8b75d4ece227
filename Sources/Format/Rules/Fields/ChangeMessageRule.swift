// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `changeMessage`, the notification for a changed field.
struct ChangeMessageRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: PassFieldContent, changeMessage")
  private static func message(_ text: String, at pointer: Bool = true) -> Example {
    .json(
      #"{"generic": {"headerFields": [{"key": "a", "value": "x", "changeMessage": "\#(text)"}]}}"#,
      at: pointer ? "/generic/headerFields/0/changeMessage" : nil)
  }

  static let withoutPlaceholder = Finding(
    "field.changeMessage.withoutPlaceholder", .note, effect: .style,
    why: """
      The notification does not contain the new value. 18 of 110 authentic passes have such a \
      message.
      """,
    help: "write %@ in the place of the new value, unless the message is complete without it",
    source: apple,
    wrong: """
      "headerFields": [ {
        "key": "points", "value": 12,
        "changeMessage": "Your points have changed"
      } ]
      """,
    right: """
      "headerFields": [ {
        "key": "points", "value": 12,
        "changeMessage": "You now have %@ points"
      } ]
      """,
    bad: [message("Gate changed"), message("100%% new")],
    good: [message("Gate changed to %@", at: false), message("%@ (100%%)", at: false)])

  static let several = Finding(
    "field.changeMessage.severalPlaceholders", .error, effect: .wrong,
    why: """
      There is only one new value. It is not documented what appears in the place of a second %@.
      """,
    help: "keep one %@",
    source: apple,
    wrong: """
      "headerFields": [ {
        "key": "points", "value": 12,
        "changeMessage": "Your points changed from %@ to %@"
      } ]
      """,
    right: """
      "headerFields": [ {
        "key": "points", "value": 12,
        "changeMessage": "Your points changed to %@"
      } ]
      """,
    bad: [message("from %@ to %@")],
    good: [message("now %@", at: false)])

  static let otherCode = Finding(
    "field.changeMessage.otherCode", .error, effect: .wrong,
    why: """
      The message is a format string. After a percent sign, letters such as d and s stand for \
      values that do not exist, even after a space. For example, "20% off" contains the code "% \
      o".
      """,
    help: "write %% for a percent sign, and %@ for the value",
    source: apple,
    wrong: """
      "headerFields": [ {
        "key": "offer", "value": "Sauna",
        "changeMessage": "20% off today: %@"
      } ]
      """,
    right: """
      "headerFields": [ {
        "key": "offer", "value": "Sauna",
        "changeMessage": "20%% off today: %@"
      } ]
      """,
    bad: [message("%d points, %@"), message("20% off: %@")],
    good: [message("20%% off: %@", at: false)])

  static let unmatchedPercent = Finding(
    "field.changeMessage.unmatchedPercent", .warning, effect: .style,
    why: """
      A percent sign alone is not a format code. It is not documented what appears in its place.
      """,
    help: "write %% for a percent sign",
    source: apple,
    wrong: """
      "headerFields": [ {
        "key": "goal", "value": "80",
        "changeMessage": "You reached %@ of 100%"
      } ]
      """,
    right: """
      "headerFields": [ {
        "key": "goal", "value": "80",
        "changeMessage": "You reached %@ of 100%%"
      } ]
      """,
    bad: [message("%@ of 100%")],
    good: [message("%@ of 100%%", at: false)])

  var findings: [Finding] {
    [Self.withoutPlaceholder, Self.several, Self.otherCode, Self.unmatchedPercent]
  }

  private static let selection = KeySelection { $0.name == "changeMessage" }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.selection) { _, member, _ in
      guard let text = member.value.string else { return }
      let codes = FormatCodes(text)
      if codes.placeholders == 0 {
        // Without a placeholder no problem with other percent signs was ever observed.
        report(Self.withoutPlaceholder, "changeMessage has no %@", at: member.value)
        return
      }
      if codes.placeholders > 1 {
        report(
          Self.several, "changeMessage has %@ \(codes.placeholders) times, expected it once",
          at: member.value)
      }
      if let other = codes.other {
        report(
          Self.otherCode, "changeMessage has the format code \(quoted(other)), expected only %@",
          at: member.value)
      }
      if codes.hasStrayPercent {
        report(
          Self.unmatchedPercent, "changeMessage has a single percent sign, expected %%",
          at: member.value)
      }
    }
  }
}

/// The format codes of a text, as Foundation reads them.
struct FormatCodes {
  /// The number of `%@`, including `%1$@`.
  private(set) var placeholders = 0
  /// The first code for another value, as written.
  private(set) var other: String?
  private(set) var hasStrayPercent = false

  init(_ text: String) {
    var text = text
    text.withUTF8 { read($0) }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while let percent = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
      index = percent + 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "%") {
        index += 1
        continue
      }
      // The modifiers are position, flags, width, precision and length.
      while index < bytes.count, Self.modifiers.contains(bytes[index]) { index += 1 }
      guard index < bytes.count, Self.conversions.contains(bytes[index]) else {
        hasStrayPercent = true
        continue
      }
      if bytes[index] == UInt8(ascii: "@") {
        placeholders += 1
      } else if other == nil {
        other = String(
          decoding: UnsafeBufferPointer(rebasing: bytes[percent...index]), as: UTF8.self)
      }
      index += 1
    }
  }

  /// A set of ASCII characters as bits. It is fast because every translation of every row is
  /// scanned.
  private struct Characters {
    private var bits: (UInt64, UInt64) = (0, 0)

    init(_ text: String) {
      for byte in text.utf8 {
        if byte < 64 { bits.0 |= 1 << byte } else { bits.1 |= 1 << (byte - 64) }
      }
    }

    func contains(_ byte: UInt8) -> Bool {
      switch byte {
      case ..<64: bits.0 >> byte & 1 == 1
      case ..<128: bits.1 >> (byte - 64) & 1 == 1
      default: false
      }
    }
  }

  private static let modifiers = Characters("0123456789$-+ #'.*hlLqjzt")
  private static let conversions = Characters("@diouxXDOUeEfFgGaAcCsSpn")
}
