// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassRegistry
import PassUpdates

/// A page with the state of the service, without scripts and external resources.
struct StatusPage {
  let counts: StoreCounts
  let messages: [DeviceMessage]
  /// The damage in the database. Nil if none was found.
  var damage: String?
  /// Pass type identifiers whose pushes are stopped.
  let stopped: [ServiceState.StoppedTopic]
  /// Days until certificates expire.
  let days: [(what: String, days: Int64)]
  /// Passes that have reached their device limit.
  var full: [FullPass] = []

  var html: String {
    let rows = messages.map { message in
      """
      <tr><td>\(message.count)</td><td>\(XMLText.escaped(HTTPDate.text(message.last)))</td>\
      <td>\(XMLText.escaped(LogMessage.cause(of: message.text).pattern))</td>\
      <td>\(XMLText.escaped(message.text))</td></tr>
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
      <dt>waiting pushes</dt><dd>\(counts.pushes)</dd>\(certificates)</dl>
      \(damaged)\(stoppedTopics)
      \(fullPasses)
      <h2>Device log messages</h2>
      \(rows.isEmpty ? "<p>nothing yet</p>" : Self.table(rows))
      </body></html>
      """
  }

  private var certificates: String {
    days.map { "\n<dt>\($0.what), days left</dt><dd>\($0.days)</dd>" }.joined()
  }

  private var damaged: String {
    guard let damage else { return "" }
    return """
      <h2>The database is damaged</h2>
      <p>Stop the service and restore a backup. SQLite reports: \
      \(XMLText.escaped(damage))</p>

      """
  }

  private var stoppedTopics: String {
    guard !stopped.isEmpty else { return "" }
    let items = stopped.map {
      """
      <li>\(XMLText.escaped($0.name)): \(XMLText.escaped($0.why)). \(XMLText.escaped($0.help)), then \
      send the service SIGHUP or start it again.</li>
      """
    }
    return "<h2>Stopped pushes</h2>\n<ul>\(items.joined())</ul>"
  }

  private var fullPasses: String {
    guard !full.isEmpty else { return "" }
    let items = full.map {
      "<li>\(XMLText.escaped($0.serial)) of \(XMLText.escaped($0.passType)): \($0.limit)</li>"
    }
    return """
      <h2>Passes at their device limit</h2>
      <p>Each new registration removes another one, first those of devices that never requested \
      updates. If that many people share one pass, give each of them their own.</p>
      <ul>\(items.joined())</ul>
      """
  }

  private static func table(_ rows: [String]) -> String {
    """
    <table><thead><tr><th scope="col">count</th><th scope="col">last</th>\
    <th scope="col">meaning</th><th scope="col">message</th></tr></thead>
    <tbody>\(rows.joined(separator: "\n"))</tbody></table>
    """
  }
}
