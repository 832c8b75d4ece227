// SPDX-License-Identifier: Apache-2.0

import PassModel
import PassValues

/// Text in which links, `<a href="…">`, are the only markup that means anything.
enum LinkMarkup {
  /// The name of the first tag that is no link.
  static func otherTag(in text: String) -> String? {
    tags(in: text).first { !$0.isLink }.map { String($0.name.prefix(20)) }
  }

  /// What is wrong with the first link that leads nowhere, as a sentence part.
  static func fault(ofLinksIn text: String) -> String? {
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
        return "has a link to \(quoted(address)), which is no absolute URL"
      }
      guard ["https", "http", "mailto", "tel"].contains(url.scheme) else {
        return "has a link with the scheme \(url.scheme), expected https"
      }
      isOpen = true
    }
    return isOpen ? "has a link without </a>" : nil
  }

  /// Something between `<` and `>` that begins with a letter, or `/` and a letter.
  private struct Tag {
    let name: Substring
    let isEnd: Bool
    private let attributes: Substring

    init?(_ part: Substring) {
      guard let end = part.firstIndex(of: ">") else { return nil }
      isEnd = part.hasPrefix("/")
      let body = part[..<end].dropFirst(isEnd ? 1 : 0)
      name = body.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
      guard let first = name.first, first.isLetter else { return nil }
      attributes = body[name.endIndex...]
    }

    var isLink: Bool { name.lowercased() == "a" }

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

  private static func tags(in text: String) -> [Tag] {
    text.split(separator: "<", omittingEmptySubsequences: false).dropFirst().compactMap { Tag($0) }
  }
}
