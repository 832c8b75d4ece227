// SPDX-License-Identifier: Apache-2.0

import PassRegistry
import PassUpdates

/// A page that shows an operator how the service is: no script, nothing from elsewhere.
struct StatusPage {
  let counts: StoreCounts
  let messages: [DeviceMessage]

  var html: String {
    let rows = messages.map { message in
      """
      <tr><td>\(message.count)</td><td>\(Markup.escaped(HTTPDate.text(message.last)))</td>\
      <td>\(Markup.escaped(LogMessage.cause(of: message.text).words))</td>\
      <td>\(Markup.escaped(message.text))</td></tr>
      """
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>passc serve</title>
      <meta name="viewport" content="width=device-width">
      <style>
      body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; max-width: 70rem; color: #111; }
      dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.5rem; }
      dd { margin: 0; font-variant-numeric: tabular-nums; }
      table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem .8rem .2rem 0; }
      </style></head><body>
      <h1>passc serve</h1>
      <dl><dt>passes</dt><dd>\(counts.passes)</dd><dt>devices</dt><dd>\(counts.devices)</dd>
      <dt>registrations</dt><dd>\(counts.registrations)</dd>
      <dt>pushes that wait</dt><dd>\(counts.pushes)</dd></dl>
      <h2>What phones say</h2>
      \(rows.isEmpty ? "<p>nothing yet</p>" : Self.table(rows))
      </body></html>
      """
  }

  private static func table(_ rows: [String]) -> String {
    """
    <table><thead><tr><th scope="col">times</th><th scope="col">last</th>\
    <th scope="col">means</th><th scope="col">message</th></tr></thead>
    <tbody>\(rows.joined(separator: "\n"))</tbody></table>
    """
  }
}
