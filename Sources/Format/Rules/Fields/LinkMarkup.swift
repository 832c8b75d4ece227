// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassModel

/// The links in a text. `<a href="…">` is the only markup that Wallet supports.
enum LinkMarkup {
  /// Returns the name of the first tag that is not a link.
  static func otherTag(in text: String) -> String? {
    tags(in: text).first { !$0.isLink }.map { String($0.name.prefix(20)) }
  }

  /// Returns the error of the first broken link, as the end of a sentence.
  static func validationError(ofLinksIn text: String) -> String? {
    var isOpen = false
    for tag in tags(in: text) where tag.isLink {
      if tag.isEnd {
        guard isOpen else { return "has </a> without <a href>" }
        isOpen = false
        continue
      }
      guard !isOpen else { return "has a link inside a link" }
      guard let address = tag.address else { return "has a link without href" }
      guard let url = AbsoluteURL(address) else {
        return "has a link to \(quoted(address)), which is not an absolute URL"
      }
      guard ["https", "http", "mailto", "tel"].contains(url.scheme) else {
        return "has a link with the scheme \(url.scheme), expected https"
      }
      isOpen = true
    }
    return isOpen ? "has a link without </a>" : nil
  }

  /// A tag: the text between `<` and `>` if it begins with a letter, or with `/` and a letter.
  private struct Tag {
    let name: Substring
    let isEnd: Bool
    private let attributes: Substring

    init?(_ part: Substring) {
      guard let end = part.utf8.firstIndex(of: UInt8(ascii: ">")) else { return nil }
      isEnd = part.utf8.first == UInt8(ascii: "/")
      let body = isEnd ? part[part.utf8.index(after: part.startIndex)..<end] : part[..<end]
      let letters = body.utf8.prefix(while: Self.isLetterOrDigit)
      guard let first = letters.first, first > UInt8(ascii: "9") else { return nil }
      name = body[..<letters.endIndex]
      attributes = body[letters.endIndex...]
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: false
      }
    }

    var isLink: Bool { name == "a" || name == "A" }

    /// The value of href, with or without quotes.
    var address: String? {
      var rest = Substring(attributes.filter { !$0.isNewline })
      while let equals = rest.firstIndex(of: "=") {
        let name = rest[..<equals].split(separator: " ").last.map { $0.lowercased() }
        var value = rest[rest.index(after: equals)...].drop { $0 == " " }
        let text: Substring
        if let quote = value.first, quote == "\"" || quote == "'" {
          value = value.dropFirst()
          guard let close = value.firstIndex(of: quote) else { return nil }
          text = value[..<close]
          rest = value[value.index(after: close)...]
        } else {
          text = value.prefix { $0 != " " }
          rest = value[text.endIndex...]
        }
        if name == "href" { return String(text) }
      }
      return nil
    }
  }

  private static func tags(in text: String) -> Tags { Tags(remainder: text[...]) }

  /// The tags of a text, found one at a time. A list of a million tags would need hundreds of
  /// megabytes.
  private struct Tags: Sequence, IteratorProtocol {
    var remainder: Substring

    mutating func next() -> Tag? {
      let bracket = UInt8(ascii: "<")
      while let start = remainder.utf8.firstIndex(of: bracket) {
        let tail = remainder[remainder.utf8.index(after: start)...]
        let end = tail.utf8.firstIndex(of: bracket) ?? tail.endIndex
        remainder = tail[end...]
        if let tag = Tag(tail[..<end]) { return tag }
      }
      return nil
    }
  }
}
