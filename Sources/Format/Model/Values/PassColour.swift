// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A colour in pass.json.
package struct PassColour: Sendable, Hashable {
  /// The red part, from 0 to 255.
  package let red: UInt8
  /// The green part, from 0 to 255.
  package let green: UInt8
  /// The blue part, from 0 to 255.
  package let blue: UInt8
  /// The spelling it was read from, or `rgb` if it was created from its parts.
  package let form: Form

  /// The accepted spellings of a colour.
  package enum Form: Sendable, Hashable {
    /// `rgb(1, 2, 3)`, which Apple documents.
    case rgb
    /// `#RGB` or `#RRGGBB`, which Apple's builder accepts.
    case hex
    /// `rgba(1, 2, 3, 0.5)`, which is undocumented. The alpha value is dropped.
    case rgba
  }

  /// Creates a colour from its parts, each from 0 to 255.
  package init(red: UInt8, green: UInt8, blue: UInt8, form: Form = .rgb) {
    self.red = red
    self.green = green
    self.blue = blue
    self.form = form
  }

  /// Reads a colour. Returns nil for names, percentages, `hsl()` and everything else.
  package init?(_ text: String) {
    if let plain = Self.plain(text) {
      self = plain
      return
    }
    let text = text.filter { $0 != " " && $0 != "\t" }.lowercased()
    if text.hasPrefix("#") {
      self.init(hex: text.dropFirst())
    } else if text.hasPrefix("rgb("), text.hasSuffix(")") {
      self.init(parts: text.dropFirst(4).dropLast(), form: .rgb)
    } else if text.hasPrefix("rgba("), text.hasSuffix(")") {
      self.init(parts: text.dropFirst(5).dropLast(), form: .rgba)
    } else {
      return nil
    }
  }

  /// Reads the common spelling `rgb(1, 2, 3)` without a copy. It is a fast path: nil means that the
  /// general code must read the text.
  private static func plain(_ text: String) -> PassColour? {
    var rest = text.utf8[...]
    guard rest.starts(with: "rgb(".utf8) else { return nil }
    rest = rest.dropFirst(4)
    var levels = (0, 0, 0)
    for part in 0..<3 {
      if part > 0, rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
      var level = 0
      var count = 0
      while let digit = rest.first, digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9"),
        count < 3
      {
        level = level * 10 + Int(digit - UInt8(ascii: "0"))
        count += 1
        rest = rest.dropFirst()
      }
      guard count > 0, level <= 255,
        rest.first == (part < 2 ? UInt8(ascii: ",") : UInt8(ascii: ")"))
      else { return nil }
      rest = rest.dropFirst()
      levels = (levels.1, levels.2, level)
    }
    guard rest.isEmpty else { return nil }
    return PassColour(red: UInt8(levels.0), green: UInt8(levels.1), blue: UInt8(levels.2))
  }

  private init?(hex: Substring) {
    let digits = hex.utf8.compactMap { Hex.value(of: $0) }
    guard digits.count == hex.utf8.count else { return nil }
    switch digits.count {
    case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17, form: .hex)
    case 6:
      self.init(
        red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3],
        blue: digits[4] << 4 | digits[5], form: .hex)
    default: return nil
    }
  }

  private init?(parts text: Substring, form: Form) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == (form == .rgba ? 4 : 3), let red = Self.level(parts[0]),
      let green = Self.level(parts[1]), let blue = Self.level(parts[2])
    else { return nil }
    if form == .rgba {
      guard let alpha = Double(parts[3]), (0...1).contains(alpha) else { return nil }
    }
    self.init(red: red, green: green, blue: blue, form: form)
  }

  private static func level(_ text: Substring) -> UInt8? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) else { return nil }
    return UInt8(text)
  }
}
