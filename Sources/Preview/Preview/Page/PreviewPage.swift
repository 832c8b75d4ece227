// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBarcode
package import PassDiagnostics
package import PassDrawing
import PassModel

/// An HTML page with previews of passes. It loads nothing, so it can be stored and sent.
///
/// Text of passes must go through `MarkupText`, which prevents injection.
package struct PreviewPage {
  package struct Pass {
    /// Heading above the images.
    package var name: String
    package var lists: [(side: PreviewSide, list: DisplayList)]
    /// Content for screen readers, and the links of the back.
    package var face: PassFace
    /// Findings about the pass.
    package var findings: [Diagnostic]

    package init(
      name: String, lists: [(side: PreviewSide, list: DisplayList)], face: PassFace,
      findings: [Diagnostic]
    ) {
      self.name = name
      self.lists = lists
      self.face = face
      self.findings = findings
    }
  }

  private let isDark: Bool
  private let writer: SVGWriter
  private var count = 0

  package init(isDark: Bool, text: SVGWriter.TextForm = .outlines) {
    self.isDark = isDark
    writer = SVGWriter(text: text)
  }

  // MARK: Frame

  /// Returns the start of the page.
  package func head(title: String, language: String) -> [UInt8] {
    let language = language.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return Array(
      """
      <!DOCTYPE html>
      <html lang="\(language)"\(isDark ? " class=\"dark\"" : "")>
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(MarkupText.escaped(title))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <main>
      <h1>\(MarkupText.escaped(title))</h1>

      """.utf8)
  }

  /// The end of the page.
  package var end: [UInt8] { Array("</main>\n</body>\n</html>\n".utf8) }

  /// Content security policy: nothing is loaded except embedded images, and no script runs.
  package static let policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

  /// CSS for images, captions and findings. Pages may add to it.
  package static let style = """
    :root { color-scheme: light; --page: #e9e9ee; --text: #1c1c1e; --quiet: #55555b; --link: #0052b3;
      --ground: #f8f8fa; --edge: #c6c6cc; }
    .dark { color-scheme: dark; --page: #101012; --text: #f2f2f7; --quiet: #a9a9b0; --link: #6cb0ff;
      --ground: #1c1c1f; --edge: #48484e; }
    body { margin: 0; background: var(--page); color: var(--text);
      font: 16px/1.45 system-ui, sans-serif; }
    main { max-width: 1180px; margin: 0 auto; padding: 24px; }
    h1 { font-size: 22px; margin: 0 0 16px; }
    h2 { font-size: 17px; margin: 24px 0 8px; overflow-wrap: anywhere; }
    .sides { display: flex; flex-wrap: wrap; gap: 32px; align-items: flex-start; }
    figure { margin: 0; }
    figcaption { color: var(--quiet); font-size: 14px; margin-top: 8px; }
    .card svg, .card img { display: block; max-width: 100%; height: auto;
      filter: drop-shadow(0 6px 9px rgb(0 0 0 / 0.22)); }
    .findings { list-style: none; margin: 16px 0; padding: 0; max-width: 748px;
      overflow-wrap: anywhere; }
    .findings li { margin: 0 0 10px; padding: 8px 12px; border-left: 4px solid var(--line);
      background: var(--ground); border-radius: 4px; }
    .findings p { margin: 2px 0 0; color: var(--quiet); font-size: 14px; }
    .findings .place { font: 13px/1.45 ui-monospace, monospace; }
    .severity { font-weight: 600; }
    .error { --line: #c4302b; } .warning { --line: #b86e00; } .note { --line: #6b7a90; }
    .words { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap; margin: 0; }
    a { color: var(--link); }
    """

  // MARK: Sheets

  /// Start of a sheet of cards, after the head.
  package static let sheetBegin = Array("<section>\n<div class=\"sides\">\n".utf8)

  /// End of a sheet of cards.
  package static let sheetEnd = Array("</div>\n</section>\n".utf8)

  /// Returns a card of a sheet as an image.
  package func card(_ name: String, _ list: DisplayList, png: [UInt8]) -> [UInt8] {
    let words = ([list.title] + list.summary).filter { !$0.isEmpty }.joined(separator: ". ")
    var html = Array(
      """
      <figure class="card"><img width="\(Int(list.width))" height="\(Int(list.height))" \
      alt="\(MarkupText.escaped(words))" src="data:image/png;base64,
      """.utf8)
    html += Array(Data(png).base64EncodedString().utf8)
    html += Array("\"><figcaption>\(MarkupText.escaped(name))</figcaption></figure>\n".utf8)
    return html
  }

  // MARK: Differences

  /// Returns old and new side by side, with differences outlined, and the change messages.
  package mutating func section(
    _ name: String, _ pairs: [(side: PreviewSide, difference: PictureDifference)],
    messages: [String], findings: [Diagnostic]
  ) throws(DrawingError) -> [UInt8] {
    count += 1
    var html: [UInt8] = []
    func append(_ text: String) { html += Array(text.utf8) }
    append("<section>\n<h2>\(MarkupText.escaped(name))</h2>\n")
    for (side, difference) in pairs {
      append("<div class=\"sides\">\n")
      for (word, list) in [("Old", difference.old), ("New", difference.new)] {
        append("<figure class=\"card\">\n")
        html += try writer.bytes(
          of: list, isElement: true, idPrefix: "p\(count)-\(side.rawValue)-\(word)-")
        append("\n<figcaption>\(word), \(side.rawValue)</figcaption>\n</figure>\n")
      }
      append("</div>\n")
      let words =
        difference.roles.isEmpty
        ? "No differences on the \(side.rawValue)."
        : "Outlined: \(difference.roles.joined(separator: ", "))."
      append("<p>\(MarkupText.escaped(words))</p>\n")
    }
    let reported = messages.map { "<li>\(MarkupText.escaped($0))</li>\n" }
    append(
      reported.isEmpty
        ? "<p>The phone shows no notification.</p>\n"
        : "<p>Change messages on the phone:</p>\n<ul>\n\(reported.joined())</ul>\n")
    append(self.findings(findings))
    append("</section>\n")
    return html
  }

  // MARK: Passes

  /// Returns a pass as a section of the page.
  package mutating func section(_ pass: Pass) throws(DrawingError) -> [UInt8] {
    Array("<section>\n<h2>\(MarkupText.escaped(pass.name))</h2>\n".utf8)
      + (try pictures(of: pass)) + Array("\(findings(pass.findings))</section>\n".utf8)
  }

  /// Returns the sides of a pass with captions, text for screen readers and the links of the back.
  package mutating func pictures(of pass: Pass) throws(DrawingError) -> [UInt8] {
    count += 1
    var html = Array("<div class=\"sides\">\n".utf8)
    func append(_ text: String) { html += Array(text.utf8) }
    for (side, list) in pass.lists {
      append("<figure class=\"card\">\n")
      html += try writer.bytes(
        of: list, isElement: true, idPrefix: "p\(count)-\(side.rawValue)-")
      append("\n<figcaption>\(caption(pass, side))</figcaption>\n</figure>\n")
    }
    append("</div>\n")
    append(description(pass))
    append(links(pass))
    return html
  }

  private func caption(_ pass: Pass, _ side: PreviewSide) -> String {
    guard side == .front else { return "Back" }
    let style = pass.face.style
    return style.isApproximate
      ? "Front, \(style.rawValue), approximate: this style was not measured on a device"
      : "Front, \(style.rawValue)"
  }

  /// Returns labels and values as a list for screen readers.
  private func description(_ pass: Pass) -> String {
    let groups: [FieldGroup] = [
      .header, .primary, .secondary, .auxiliary, .footer, .back, .additionalInfo,
    ]
    let sides = Set(pass.lists.map(\.side))
    var lines = ""
    func add(_ label: String, _ value: String) {
      let label = label.isEmpty ? "Without a label" : label
      lines +=
        "<dt>\(MarkupText.escaped(label))</dt><dd>\(MarkupText.escaped(value))</dd>\n"
    }
    for group in groups where sides.contains(group.isFront ? .front : .back) {
      for field in pass.face.fields[group] ?? [] {
        add(field.label, group.isFront ? field.value : BackLayout.text(of: field).plain)
      }
    }
    if sides.contains(.front), let barcode = pass.face.barcode {
      add("\(barcode.format.shortName) code", barcode.altText)
    }
    return lines.isEmpty ? "" : "<dl class=\"words\">\n\(lines)</dl>\n"
  }

  private func links(_ pass: Pass) -> String {
    guard pass.lists.contains(where: { $0.side == .back }) else { return "" }
    let links = BackLayout.links(of: pass.face)
    guard !links.isEmpty else { return "" }
    let items = links.map { link in
      "<li><a href=\"\(MarkupText.escaped(link.address))\" rel=\"noopener noreferrer\">"
        + "\(MarkupText.escaped(link.text))</a></li>\n"
    }
    return "<p>Links of the back</p>\n<ul>\n\(items.joined())</ul>\n"
  }

  /// Returns the findings as a list, or an empty string if there are none.
  package func findings(_ findings: [Diagnostic]) -> String {
    guard !findings.isEmpty else { return "" }
    let items = findings.map { finding in
      let place = finding.location.map { " \(MarkupText.escaped($0.description))" } ?? ""
      let help = finding.help.isEmpty ? "" : "\n<p>\(MarkupText.escaped(finding.help))</p>"
      return """
        <li class="\(finding.severity.rawValue)"><span class="severity">\
        \(finding.severity.rawValue):</span> \(MarkupText.escaped(finding.message))\(help)
        <p class="place">\(place) [\(finding.code)]</p></li>

        """
    }
    return "<ul class=\"findings\">\n\(items.joined())</ul>\n"
  }
}
