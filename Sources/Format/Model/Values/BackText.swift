// SPDX-License-Identifier: Apache-2.0

/// Text of the back of a pass with its links.
package struct BackText: Equatable {
  /// A piece of text with at most one link.
  package struct Run: Equatable {
    package var text: String
    /// Address with the scheme https, http, mailto or tel.
    package var link: String?

    package init(text: String, link: String? = nil) {
      self.text = text
      self.link = link
    }
  }

  package var runs: [Run] = []

  package init(runs: [Run] = []) { self.runs = runs }

  /// The text without links.
  package var plain: String { runs.map(\.text).joined() }

  // MARK: attributedValue

  /// Parses `attributedValue`. Only `<a href>` and `<br>` have an effect. Other tags are removed,
  /// and their text stays.
  package static func markup(_ source: String) -> BackText {
    var text = BackText()
    var link: String?
    var rest = source[...]
    while let open = rest.firstIndex(of: "<") {
      text.add(decoded(rest[..<open]), link)
      let after = rest.index(after: open)
      guard let first = rest[after...].first, first.isLetter || first == "/" || first == "!" else {
        text.add("<", link)
        rest = rest[after...]
        continue
      }
      guard let close = tagEnd(rest[after...]) else {
        // An HTML parser would treat the rest as part of the tag that never ends.
        return text
      }
      let tag = rest[after..<close]
      let name = tag.prefix { !$0.isWhitespace && $0 != ">" }.lowercased()
      if name == "a" { link = target(of: String(tag.dropFirst())) }
      if name == "/a" { link = nil }
      if name == "br" || name == "br/" { text.add("\n", link) }
      rest = rest[rest.index(after: close)...]
    }
    text.add(decoded(rest), link)
    return text
  }

  /// Returns the `>` that ends a tag, but not one in quotation marks.
  private static func tagEnd(_ text: Substring) -> String.Index? {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return index
      }
    }
    return nil
  }

  private static func target(of attributes: String) -> String? {
    var rest = attributes[...]
    while let place = rest.range(of: "href", caseInsensitive: true) {
      let before =
        place.lowerBound > rest.startIndex ? rest[rest.index(before: place.lowerBound)] : " "
      rest = rest[place.upperBound...].drop(while: \.isWhitespace)
      guard before.isWhitespace, rest.first == "=" else { continue }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      let value: Substring
      if let quote = rest.first, quote == "\"" || quote == "'" {
        value = rest.dropFirst().prefix { $0 != quote }
      } else {
        value = rest.prefix { !$0.isWhitespace }
      }
      return BackLink.allowed(decoded(value))
    }
    return nil
  }

  /// Decodes character entities once.
  static func decoded(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    var result = ""
    var rest = text
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      let after = rest[rest.index(after: mark)...]
      let name = after.prefix(10).prefix { $0 != ";" }
      guard name.endIndex < after.endIndex, after[name.endIndex] == ";",
        let character = character(ofEntity: name)
      else {
        result += "&"
        rest = after
        continue
      }
      result += character
      rest = after[after.index(after: name.endIndex)...]
    }
    return result + rest
  }

  private static func character(ofEntity name: Substring) -> String? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return "\u{A0}"
    default:
      guard name.first == "#" else { return nil }
      let digits = name.dropFirst()
      let value =
        digits.first?.lowercased() == "x"
        ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      // Control characters must not get in through numeric entities.
      guard let value, value == 10 || (value >= 32 && !(0x7F..<0xA0).contains(value)) else {
        return nil
      }
      return Unicode.Scalar(value).map { String($0) }
    }
  }

  private mutating func add(_ text: String, _ link: String?) {
    guard !text.isEmpty else { return }
    if let last = runs.last, last.link == link {
      runs[runs.count - 1].text += text
    } else {
      runs.append(Run(text: text, link: link))
    }
  }

  // MARK: value

  /// Finds web addresses, email addresses and telephone numbers in `value`, as the device does.
  ///
  /// - Parameter detectors: `dataDetectorTypes`, or nil for all.
  package static func detected(in value: String, detectors: Set<String>?) -> BackText {
    func finds(_ name: String) -> Bool { detectors?.contains(name) ?? true }
    let links = finds("PKDataDetectorTypeLink")
    let phones = finds("PKDataDetectorTypePhoneNumber")
    var text = BackText()
    guard links || phones else {
      text.add(value, nil)
      return text
    }
    var rest = value[...]
    // The end of a longer number is not a telephone number, as in 4410 0007 3108.
    var follows = false
    while !rest.isEmpty {
      let start = rest.startIndex
      if links, let (end, link) = BackLink.page(at: rest) {
        text.add(String(rest[start..<end]), link)
        rest = rest[end...]
      } else if phones, !follows, let (end, link) = BackLink.telephone(at: rest) {
        text.add(String(rest[start..<end]), link)
        rest = rest[end...]
      } else {
        // Continues with the next word.
        let word = rest.prefix { !$0.isWhitespace && $0 != "(" }
        let blanks = rest[word.endIndex...].prefix { $0.isWhitespace || $0 == "(" }
        let end = blanks.endIndex > start ? blanks.endIndex : rest.index(after: start)
        follows = word.last?.isNumber == true
        text.add(String(rest[start..<end]), nil)
        rest = rest[end...]
      }
    }
    return text
  }
}

extension Substring {
  /// Returns the range of an ASCII word, ignoring case.
  fileprivate func range(of word: String, caseInsensitive: Bool) -> Range<String.Index>? {
    let word = word.lowercased()
    var index = startIndex
    while index < endIndex {
      if let end = self.index(index, offsetBy: word.count, limitedBy: endIndex),
        self[index..<end].lowercased() == word
      {
        return index..<end
      }
      index = self.index(after: index)
    }
    return nil
  }
}

/// The addresses that the back of a pass may link to.
package enum BackLink {
  private static let schemes = ["https://", "http://", "mailto:", "tel:"]

  /// Returns the address if its scheme is allowed, without spaces, or nil.
  package static func allowed(_ address: String) -> String? {
    let address = address.filter { !$0.isWhitespace && !$0.isNewline }
    guard address.utf8.count <= 2_048,
      schemes.contains(where: { address.lowercased().hasPrefix($0) }),
      address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { return nil }
    return address
  }

  /// Returns a web or email address at the start of the text.
  package static func page(at text: Substring) -> (end: String.Index, link: String)? {
    var word = text.prefix { !$0.isWhitespace && !"<>\"".contains($0) }
    while let last = word.last, ".,;:!?)]'".contains(last) { word = word.dropLast() }
    let lower = word.lowercased()
    if lower.hasPrefix("https://") || lower.hasPrefix("http://"), word.count > 10 {
      return allowed(String(word)).map { (word.endIndex, $0) }
    }
    if lower.hasPrefix("www."), word.filter({ $0 == "." }).count > 1 {
      return allowed("http://" + word).map { (word.endIndex, $0) }
    }
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    if parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), !parts[1].hasPrefix("."),
      word.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    {
      return allowed("mailto:" + word).map { (word.endIndex, $0) }
    }
    return nil
  }

  /// Returns a telephone number at the start of the text: a plus or zero, and 7 to 15 digits.
  package static func telephone(at text: Substring) -> (end: String.Index, link: String)? {
    guard let first = text.first, first == "+" || first == "0" else { return nil }
    var digits = first == "+" ? "+" : ""
    var end = text.startIndex
    var index = text.startIndex
    if first == "+" { index = text.index(after: index) }
    while index < text.endIndex {
      let character = text[index]
      if character.isASCII, character.isNumber {
        digits.append(character)
        end = text.index(after: index)
      } else if !" -/()\u{A0}".contains(character) {
        break
      }
      index = text.index(after: index)
    }
    if index < text.endIndex, index == end, text[index].isLetter { return nil }
    let count = digits.utf8.count - (digits.hasPrefix("+") ? 1 : 0)
    guard (7...15).contains(count) else { return nil }
    return (end, "tel:" + digits)
  }
}
