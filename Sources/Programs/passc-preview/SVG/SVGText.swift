// SPDX-License-Identifier: Apache-2.0

/// What an SVG contains, read without a parser of XML: references to other files, and text.
///
/// The program that draws cannot open other files either. This finds them first, so that an image
/// with a missing part is an error.
struct SVGText {
  /// References to files or addresses, in the order of the file.
  private(set) var references: [String] = []
  private(set) var hasText = false

  /// Elements that load what their `href` names.
  private static let loading = ["image", "use", "feimage", "tref", "textpath"]

  init(_ bytes: [UInt8]) {
    // Markup is in ASCII. Other bytes do not matter here.
    let text = String(decoding: bytes, as: UTF8.self)
    readMarkup(text)
    readStyles(text)
  }

  private mutating func readMarkup(_ text: String) {
    var rest = text.utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[open...].dropFirst()
      if rest.starts(with: "!--".utf8) {
        rest = Self.after("-->", rest)
        continue
      }
      if rest.starts(with: "![CDATA[".utf8) {
        rest = Self.after("]]>", rest)
        continue
      }
      let end = Self.endOfTag(rest)
      let tag = String(rest[..<end]) ?? ""
      rest = rest[end...]
      read(tag: tag)
    }
  }

  private static func after(_ mark: String, _ rest: Substring.UTF8View) -> Substring.UTF8View {
    var rest = rest
    while !rest.isEmpty, !rest.starts(with: mark.utf8) { rest = rest.dropFirst() }
    return rest
  }

  /// Returns the place of the `>` that ends a tag, or of the `[` in front of the entities of a
  /// DOCTYPE. Values in quotation marks may contain one.
  private static func endOfTag(_ rest: Substring.UTF8View) -> Substring.UTF8View.Index {
    let isDocumentType = rest.starts(with: "!DOCTYPE".utf8)
    var quote: UInt8?
    var place = rest.startIndex
    while place < rest.endIndex {
      let byte = rest[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") || isDocumentType && byte == UInt8(ascii: "[") {
        return place
      }
      place = rest.index(after: place)
    }
    return place
  }

  private mutating func read(tag: String) {
    let name = tag.prefix { !$0.isWhitespace && $0 != "/" && $0 != ">" }.lowercased()
    if name == "!entity" || name == "!doctype" {
      // A public DOCTYPE is not loaded. An entity can name a file.
      if name == "!entity", tag.contains("SYSTEM") || tag.contains("PUBLIC") {
        references.append(Self.values(of: tag).last ?? tag)
      }
      return
    }
    if name == "?xml-stylesheet" {
      references += Self.value(of: "href", in: tag).map { [$0] } ?? []
      return
    }
    let local = name.split(separator: ":").last.map(String.init) ?? name
    if ["text", "tspan", "textpath"].contains(local) { hasText = true }
    guard Self.loading.contains(local) || name == "xi:include",
      let target = Self.value(of: "href", in: tag), !Self.isInside(target)
    else { return }
    references.append(target)
  }

  /// Returns the value of an attribute, with any prefix.
  private static func value(of attribute: String, in tag: String) -> String? {
    var rest = tag[...]
    while let found = rest.firstRange(of: attribute) {
      rest = rest[found.upperBound...]
      let sign = rest.drop { $0.isWhitespace }
      guard sign.first == "=" else { continue }
      let value = sign.dropFirst().drop { $0.isWhitespace }
      guard let quote = value.first, quote == "\"" || quote == "'" else { continue }
      return String(value.dropFirst().prefix { $0 != quote })
    }
    return nil
  }

  /// Returns all values in quotation marks.
  private static func values(of tag: String) -> [String] {
    let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }

  /// Returns whether a reference is to a part of the file itself.
  private static func isInside(_ target: some StringProtocol) -> Bool {
    let target = target.drop { $0.isWhitespace }
    return target.isEmpty || target.hasPrefix("#") || target.lowercased().hasPrefix("data:")
  }

  private mutating func readStyles(_ text: String) {
    for (mark, isImport) in [("url(", false), ("@import", true)] {
      var rest = text[...]
      while let found = rest.firstRange(of: mark) {
        rest = rest[found.upperBound...]
        let quotes: Set<Character> = ["\"", "'", " "]
        let target = rest.drop { quotes.contains($0) }
          .prefix { !quotes.contains($0) && $0 != ")" && $0 != ";" && $0 != "&" }
        // `@import url(...)` is found as a URL.
        if isImport && target.hasPrefix("url(") { continue }
        if !Self.isInside(target) { references.append(String(target)) }
      }
    }
  }
}
