// SPDX-License-Identifier: Apache-2.0

/// Characters that a program, a template engine or a conversion left in a text for people.
struct Leftover: Equatable {
  enum Kind: Equatable {
    /// An HTML tag, or an entity such as `&amp;`, where Wallet shows plain text.
    case markup
    /// An HTML tag of a link.
    case link
    /// An escape such as `\n` whose backslash is in the text.
    case escape
    /// A placeholder of a template engine.
    case placeholder
    /// Text that a program writes if it has no value, such as `undefined`.
    case noValue
    /// UTF-8 that was read with another encoding, with the word before it, if known.
    case encodedTwice(String?)
  }

  /// Characters that are normal in some places.
  struct Exemptions: OptionSet {
    let rawValue: Int

    static let markup = Exemptions(rawValue: 1)
    static let escapes = Exemptions(rawValue: 2)
    /// `%@` and the like.
    static let formatCodes = Exemptions(rawValue: 4)
    static let encoding = Exemptions(rawValue: 8)
  }

  let kind: Kind
  /// The characters as they are in the text.
  let text: String

  /// Returns the first leftover of each kind. A clean text costs one look at each of its bytes,
  /// because every text of every row gets here.
  static func all(in text: String, except exemptions: Exemptions = []) -> [Leftover] {
    var text = text
    return text.withUTF8 { bytes in
      guard mayBeIn(bytes) else { return [] }
      var scan = LeftoverScan(bytes, exemptions)
      return scan.all()
    }
  }

  private static func mayBeIn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return false }
    switch first {
    case UInt8(ascii: "u"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "I"),
      UInt8(ascii: "O"), UInt8(ascii: "("):
      return true
    default: break
    }
    // The last letters of "undefined" and "NaN".
    if last == UInt8(ascii: "d") || last == UInt8(ascii: "N") || isEndMark(last) { return true }
    return bytes.contains(where: isSuspicious)
  }

  /// Returns whether a byte ends a sentence.
  static func isEndMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "."), UInt8(ascii: ","),
      UInt8(ascii: ":"):
      true
    default: false
    }
  }

  /// Returns whether a leftover may begin with a byte.
  static func isSuspicious(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\\"), UInt8(ascii: "{"),
      UInt8(ascii: "["), UInt8(ascii: "%"), UInt8(ascii: "*"), UInt8(ascii: "@"),
      UInt8(ascii: "_"):
      true
    // The first bytes of Ã, of √ and of Γ.
    case 0xC3, 0xE2, 0xCE: true
    default: false
    }
  }

  /// Returns the message about a leftover.
  ///
  /// - Parameter subject: the text that contains it, such as `value`.
  func message(about subject: String) -> String {
    switch kind {
    case .markup where text.hasPrefix("&"):
      "\(subject) has the HTML entity \(quoted(text)), expected the character itself"
    case .markup, .link: "\(subject) has the HTML tag \(quoted(text)), expected plain text"
    case .escape: "\(subject) has \(quoted(text)) written out, expected the character itself"
    case .placeholder: "\(subject) has the placeholder \(quoted(text)), which was not filled"
    case .noValue: "\(subject) has \(quoted(text)), which a program writes if it has no value"
    case .encodedTwice(let word?):
      "\(subject) has \(quoted(text)), which is \(quoted(word)) encoded as UTF-8 twice"
    case .encodedTwice(.none):
      "\(subject) has \(quoted(text)), which is UTF-8 read with another encoding"
    }
  }
}
