// SPDX-License-Identifier: Apache-2.0

/// A writer of XML property lists with the layout of Xcode: tabs, and one value on each line.
package enum PropertyListWriter {
  package struct Member: Sendable {
    package let key: String
    package let value: PropertyListValue.Content
    /// Comment before the member, or nil.
    package let comment: String?

    package init(_ key: String, _ value: PropertyListValue.Content, comment: String? = nil) {
      self.key = key
      self.value = value
      self.comment = comment
    }
  }

  /// Returns a dictionary with comments. Members keep their order.
  package static func text(_ members: [Member], head: String? = nil) -> String {
    var out = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    if let head { out += "<!-- \(comment(head)) -->\n" }
    out += "<dict>\n"
    for member in members {
      if let text = member.comment { out += "\t<!-- \(comment(text)) -->\n" }
      out += "\t<key>\(escaped(member.key))</key>\n"
      write(member.value, "\t", to: &out)
    }
    return out + "</dict>\n</plist>\n"
  }

  private static func write(
    _ value: PropertyListValue.Content, _ indent: String, to out: inout String
  ) {
    switch value {
    case .string(let text): out += "\(indent)<string>\(escaped(text))</string>\n"
    case .integer(let number): out += "\(indent)<integer>\(number)</integer>\n"
    case .real(let number): out += "\(indent)<real>\(number)</real>\n"
    case .boolean(let value): out += "\(indent)<\(value)/>\n"
    case .date(let text): out += "\(indent)<date>\(escaped(text))</date>\n"
    case .data(let bytes): out += "\(indent)<data>\(Base64Text.encode(bytes))</data>\n"
    case .array(let elements):
      out += "\(indent)<array>\n"
      for element in elements { write(element.content, indent + "\t", to: &out) }
      out += "\(indent)</array>\n"
    case .dictionary(let members):
      out += "\(indent)<dict>\n"
      for member in members {
        out += "\(indent)\t<key>\(escaped(member.key))</key>\n"
        write(member.value.content, indent + "\t", to: &out)
      }
      out += "\(indent)</dict>\n"
    }
  }

  /// Escapes text for XML. Control characters become spaces, because XML cannot contain them.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\r": out += "&#13;"
      case _ where scalar.value < 0x20 && scalar != "\t" && scalar != "\n": out += " "
      case _ where scalar.value == 0xFFFE || scalar.value == 0xFFFF: out += "\u{FFFD}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// Breaks up two hyphens, which would end a comment.
  private static func comment(_ text: String) -> String {
    SwiftText.comment(text).replacing("--", with: "- -")
  }
}
