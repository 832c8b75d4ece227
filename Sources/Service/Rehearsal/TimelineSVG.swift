// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// The timeline as an SVG image.
///
/// It has a column for each device, for the push service and for the web service. Time runs
/// downwards, and each request is an arrow.
package enum TimelineSVG {
  private static let rowHeight = 22
  private static let laneWidth = 150
  private static let left = 70
  private static let top = 56

  /// Escapes text from a server for XML and puts it on one line.
  private static func escaped(_ words: String) -> String {
    XMLText.escaped(TextWriter.printable(words))
  }

  /// Returns the image.
  ///
  /// - Parameter title: the title, which screen readers read.
  package static func text(of timeline: [TimelineEntry], title: String) -> String {
    var names: [String] = []
    for entry in timeline where !names.contains(entry.laneName) { names.append(entry.laneName) }
    let service = left + names.count * laneWidth + laneWidth / 2
    let width = service + 620
    let height = top + timeline.count * rowHeight + 30
    var out = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" font-family="Helvetica, Arial, sans-serif" font-size="12" role="img" \
      aria-label="\(Self.escaped(title))">
      <title>\(Self.escaped(title))</title>
      <rect width="\(width)" height="\(height)" fill="#ffffff"/>
      <text x="12" y="20" font-size="15" font-weight="bold" fill="#1b1f24">\(Self.escaped(title))</text>

      """
    for (index, name) in (names + ["service"]).enumerated() {
      let x = index < names.count ? column(index) : service
      out += """
        <text x="\(x)" y="42" text-anchor="middle" font-weight="bold" fill="#1b1f24">\
        \(Self.escaped(name))</text>
        <line x1="\(x)" y1="\(top - 6)" x2="\(x)" y2="\(height - 20)" stroke="#b6bec8"/>

        """
    }
    for (row, entry) in timeline.enumerated() {
      let lane = names.firstIndex(of: entry.laneName) ?? 0
      out += line(entry, y: top + row * rowHeight + 10, from: column(lane), to: service)
    }
    return out + "</svg>\n"
  }

  private static func column(_ index: Int) -> Int { left + index * laneWidth + laneWidth / 2 }

  private static func line(_ entry: TimelineEntry, y: Int, from x: Int, to service: Int) -> String {
    let colour = entry.isFaulty ? "#b3261e" : entry.outcome == nil ? "#57606a" : "#1f6feb"
    let words = entry.text + (entry.outcome.map { "  " + $0 } ?? "")
    let cut = words.count > 110 ? words.prefix(108) + "…" : words[...]
    var out = """
      <text x="\(left)" y="\(y + 4)" text-anchor="end" fill="#57606a">\
      \(TimelineText.seconds(entry.at))</text>
      <circle cx="\(x)" cy="\(y)" r="4" fill="\(colour)"/>

      """
    if entry.isRequest {
      out += """
        <line x1="\(x)" y1="\(y)" x2="\(service - 8)" y2="\(y)" stroke="\(colour)"/>
        <path d="M \(service) \(y) l -8 -4 v 8 z" fill="\(colour)"/>

        """
    }
    out += """
      <text x="\(service + 12)" y="\(y + 4)" fill="\(entry.isFaulty ? colour : "#1b1f24")"\
      \(entry.isFaulty ? " font-weight=\"bold\"" : "")>\(Self.escaped(String(cut)))</text>

      """
    return out
  }
}
