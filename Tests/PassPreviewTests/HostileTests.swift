// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassDrawing
import PassModel
import PassTesting
import Testing

@testable import PassPreview

/// Tests that untrusted text is only drawn and never becomes markup (injection).
struct HostileTests {
  static let injections = [
    "</svg><script>alert(1)</script>", "\" onload=\"alert(1)", "' onload='alert(1)",
    "javascript:alert(1)", "<!--", "]]>", "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>",
    "&xxe;", "<foreignObject><body/></foreignObject>", "<a href='javascript:alert(1)'>x</a>",
    "<a href=\"https://example.com/\" onclick=\"alert(1)\">x</a>", "</title><script>1</script>",
    "</style><script>1</script>", "{{ a }}", "\u{0}\u{1}\u{1B}[31m", "\u{202E}\u{202E}\u{202E}",
    "<use href='http://example.com/a.svg#x'/>", "<image href='http://example.com/a.png'/>",
  ]

  /// Returns a pass with the text in every place for text.
  private static func pass(_ text: String) -> String {
    let quoted = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      default:
        scalar.value < 0x20
          ? "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
          : String(scalar)
      }
    }.joined()
    let field = """
      {"key": "\(quoted)", "label": "\(quoted)", "value": "\(quoted)",
       "attributedValue": "\(quoted)", "changeMessage": "%@ \(quoted)"}
      """
    let groups = FieldGroup.allCases.map { "\"\($0.rawValue)\": [\(field), \(field)]" }
    return """
      {"description": "\(quoted)", "organizationName": "\(quoted)", "logoText": "\(quoted)",
       "backgroundColor": "\(quoted)", "labelColor": "\(quoted)", "serialNumber": "\(quoted)",
       "authenticationToken": "SECRETTOKEN0123456789",
       "barcodes": [{"format": "PKBarcodeFormatQR", "message": "SECRETMESSAGE",
         "messageEncoding": "iso-8859-1", "altText": "\(quoted)"}],
       "eventTicket": {\(groups.joined(separator: ","))}}
      """
  }

  private static func html(_ json: String, text: SVGWriter.TextForm) throws -> String {
    let face = try Sample.face(json)
    var report = Report()
    let lists: [(side: PreviewSide, list: DisplayList)] = [
      (.front, CardLayout.front(of: face, kit: Sample.kit, report: &report)),
      (.back, BackLayout.back(of: face, kit: Sample.kit, report: &report)),
    ]
    var page = PreviewPage(isDark: false, text: text)
    let bytes =
      page.head(title: face.title, language: "en\"><script>")
      + (try page.section(
        PreviewPage.Pass(
          name: face.title, lists: lists, face: face, findings: report.diagnostics))) + page.end
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: injections, SVGWriter.TextForm.allCases)
  func keepsStringsOutOfTheMarkup(_ text: String, _ form: SVGWriter.TextForm) throws {
    try Self.expectOnlyOurs(Self.html(Self.pass(text), text: form))
  }

  /// Sheets and pages of differences consist of the same parts and some others.
  @Test(arguments: injections) func keepsStringsOutOfOtherPages(_ text: String) throws {
    let old = try Sample.face(Self.pass(text))
    let new = try Sample.face(Self.pass(text + " now"))
    var report = Report()
    let lists = [old, new].map { CardLayout.front(of: $0, kit: Sample.kit, report: &report) }
    var page = PreviewPage(isDark: false)
    let head = page.head(title: text, language: text)
    let difference = PictureDifference(old: lists[0], new: lists[1])
    #expect(!difference.roles.isEmpty)
    let changes =
      head
      + (try page.section(
        text, [(side: .front, difference: difference)],
        messages: [text] + PictureDifference.messages(old: old, new: new),
        findings: report.diagnostics)) + page.end
    try Self.expectOnlyOurs(String(decoding: changes, as: UTF8.self))

    let png = try PNGWriter(scale: 1).bytes(of: lists[0])
    let sheet =
      head + PreviewPage.sheetBegin + page.card(text, lists[0], png: png) + PreviewPage.sheetEnd
      + page.end
    try Self.expectOnlyOurs(String(decoding: sheet, as: UTF8.self), atLeast: 12)
  }

  /// Expects that every tag and attribute is known, and that its values link nowhere else.
  private static func expectOnlyOurs(_ html: String, atLeast count: Int = 50) throws {
    let tags = try Markup.tags(of: html)
    #expect(tags.count > count)
    for tag in tags {
      let allowed = try #require(Markup.allowed[tag.name], "\(tag.name) is no tag of ours")
      for (name, value) in tag.attributes {
        try #require(allowed.contains(name) as Bool, "<\(tag.name) \(name)>")
        let address = value.lowercased()
        if name == "href", tag.name == "a" {
          #expect(
            ["https://", "http://", "mailto:", "tel:"].contains(where: address.hasPrefix),
            "\(value)")
          #expect(tag.attributes.contains { $0 == ("rel", "noopener noreferrer") })
        } else if name == "href" || name == "src" {
          #expect(address.hasPrefix("data:image/png;base64,") || address.hasPrefix("#"))
        } else if !["content", "xmlns", "data-words", "alt"].contains(name) {
          #expect(!address.contains("javascript:") && !address.contains("//"), "\(name)=\(value)")
        }
      }
    }
    let policy = tags.flatMap(\.attributes).filter { $0.1.contains("default-src") }.map(\.1)
    #expect(policy == ["default-src 'none'; img-src data:; style-src 'unsafe-inline'"])
    #expect(!html.contains("SECRETMESSAGE") && !html.contains("SECRETTOKEN"))
    #expect(html.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
  }

  @Test func boundsTextsAndFields() throws {
    let long = String(repeating: "Wallet ", count: 20_000)
    let fields = (0..<2_000).map {
      #"{"key": "\#($0)", "label": "\#(long.prefix(40))", "value": "x"}"#
    }
    let json = """
      {"generic": {"primaryFields": [{"key": "a", "label": "\(long)", "value": "\(long)"}],
       "backFields": [\(fields.joined(separator: ","))]}}
      """
    let time = try ProcessorTime.ofThread {
      let face = try Sample.face(json)
      #expect(face.fields[.back]?.count == FieldReader.limit - 1)
      var report = Report()
      let back = BackLayout.back(of: face, kit: Sample.kit, report: &report)
      #expect(back.height <= 16_000)
      _ = CardLayout.front(of: face, kit: Sample.kit, report: &report)
      #expect(report.diagnostics.contains { $0.message.contains("more than 500 fields") })
    }
    // The limit is for a debug build. A release build takes at most a second.
    #expect(time < .seconds(20), "\(time)")
  }

  @Test func refusesImageBombs() throws {
    // A header that claims 60,000 pixels on each side.
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    png += Array("IHDR".utf8) + [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 6, 0, 0, 0, 0, 0, 0, 0]
    let drawn = try Sample.front(
      #"{"storeCard": {}}"#, files: ["strip.png": png, "logo.png": Array("no image".utf8)])
    #expect(drawn.codes == ["preview.image.unreadable", "preview.image.unreadable"])
  }

  @Test func leavesEmptyPassesEmpty() throws {
    for json in [
      "{}", #"{"generic": null}"#, #"{"storeCard": []}"#, #"{"eventTicket": {"primaryFields": 3}}"#,
    ] {
      let drawn = try Sample.front(json)
      #expect(drawn.flat.contains { $0.role == "background" })
    }
  }
}

/// Tags of a page, found by a parser that is independent of the writer.
enum Markup {
  struct Tag {
    let name: String
    let attributes: [(String, String)]
  }

  struct Broken: Error {
    let place: String
  }

  private static let common: Set<String> = ["class", "id"]
  private static let shape: Set<String> = common.union([
    "x", "y", "width", "height", "d", "fill", "fill-rule", "fill-opacity", "stroke",
    "stroke-width", "stroke-opacity", "opacity", "transform", "clip-path", "clip-rule", "rx", "ry",
    "filter", "shape-rendering", "preserveAspectRatio", "role", "aria-label", "aria-labelledby",
    "aria-hidden", "viewBox", "xmlns", "href", "lang", "image-rendering", "font-family",
    "font-size", "font-weight", "textLength", "lengthAdjust", "direction", "xml:lang", "xml:space",
    "aria-describedby", "focusable", "unicode-bidi", "style", "letter-spacing", "text-anchor",
    "data-role", "data-words",
  ])

  static let allowed: [String: Set<String>] = [
    "html": ["lang", "class"], "head": [], "meta": ["charset", "http-equiv", "content", "name"],
    "title": ["id"], "style": [], "body": [], "main": [], "h1": [], "h2": [], "section": [],
    "div": common, "figure": common, "figcaption": [], "dl": common, "dt": [], "dd": [],
    "ul": common, "li": common, "p": common, "span": common, "a": ["href", "rel"],
    "img": ["src", "alt", "width", "height"], "svg": shape,
    "g": shape, "path": shape, "rect": shape, "desc": ["id"], "defs": [],
    "clipPath": shape, "image": shape, "text": shape, "tspan": shape,
    "linearGradient": ["id", "x1", "y1", "x2", "y2", "gradientUnits"],
    "stop": ["offset", "stop-color", "stop-opacity"],
    "filter": shape.union(["filterUnits", "color-interpolation-filters"]),
    "feGaussianBlur": ["stdDeviation", "edgeMode"], "circle": shape.union(["cx", "cy", "r"]),
    "use": ["href", "x", "y", "transform", "fill"],
  ]

  /// Returns every opening tag. Throws if the markup is ambiguous.
  static func tags(of html: String) throws -> [Tag] {
    var tags: [Tag] = []
    var open: [String] = []
    var rest = html[...]
    guard rest.hasPrefix("<!DOCTYPE html>") else { throw Broken(place: "no doctype") }
    rest = rest.dropFirst("<!DOCTYPE html>".count)
    while let start = rest.firstIndex(of: "<") {
      guard !rest[..<start].contains(">") || open.last == "style" else {
        throw Broken(place: "stray > in \(rest[..<start].suffix(80))")
      }
      rest = rest[rest.index(after: start)...]
      if rest.first == "/" {
        let name = rest.dropFirst().prefix { $0 != ">" }
        guard open.popLast() == String(name) else { throw Broken(place: "</\(name)>") }
        rest = rest[name.endIndex...].dropFirst()
        continue
      }
      let name = rest.prefix { $0.isLetter || $0.isNumber }
      guard !name.isEmpty else { throw Broken(place: "<\(rest.prefix(20))") }
      rest = rest[name.endIndex...]
      var attributes: [(String, String)] = []
      while true {
        rest = rest.drop(while: \.isWhitespace)
        if rest.first == ">" {
          if !["meta", "br", "img"].contains(name) { open.append(String(name)) }
          break
        }
        if rest.hasPrefix("/>") {
          rest = rest.dropFirst()
          break
        }
        let key = rest.prefix { $0 != "=" && $0 != ">" && !$0.isWhitespace }
        rest = rest[key.endIndex...]
        guard !key.isEmpty, rest.hasPrefix("=\"") else { throw Broken(place: "<\(name) \(key)") }
        let value = rest.dropFirst(2).prefix { $0 != "\"" }
        guard !value.contains("<") else { throw Broken(place: "\(key)=\(value)") }
        attributes.append((String(key), String(value)))
        rest = rest[value.endIndex...].dropFirst()
      }
      rest = rest.dropFirst()
      tags.append(Tag(name: String(name), attributes: attributes))
    }
    guard open.isEmpty else { throw Broken(place: "open: \(open)") }
    return tags
  }
}
