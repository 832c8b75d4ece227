// SPDX-License-Identifier: Apache-2.0

import PassJSON

/// The contents of the live page as the worker returns them.
struct WatchDrawing {
  /// The options that are selected on the page.
  struct View {
    var pass = 0
    var language = ""
    /// Name of a time zone. Empty for the time zone of the pass.
    var zone = ""
    /// State such as `expired`. Empty for the state by the dates of the pass.
    var state = ""
    var side = "both"
    /// Major version of iOS.
    var system = 27
    var isDark = false
  }

  var view = View()
  var title = ""
  /// Passes or rows to choose from.
  var passes: [String] = []
  /// Whether the list of passes is shortened.
  var hasMore = false
  var languages: [(tag: String, name: String)] = []
  /// The time zone of the pass and its origin, as text.
  var zone = ""
  /// Whether the input cannot be read. The images are from its last readable state.
  var isBroken = false
  /// The reason why the input cannot be read, or empty.
  var trouble = ""
  var findingCount = 0
  /// The findings as HTML.
  var findings = ""
  /// The images as HTML. Empty if the input was never readable.
  var images: [UInt8] = []

  /// Creates the contents for an input that was never readable.
  init(title: String) { self.title = title }

  /// Parses a response of the worker.
  init(_ answer: PreviewWorker.PreviewResponse) {
    let json = answer.json
    func text(_ name: String) -> String { json[name]?.string ?? "" }
    title = text("title")
    passes = json["passes"]?.elements.map { $0.string ?? "" } ?? []
    hasMore = json["hasMore"]?.bool ?? false
    languages =
      json["languages"]?.elements.map {
        ($0["tag"]?.string ?? "", $0["name"]?.string ?? "")
      } ?? []
    zone = text("zone")
    isBroken = json["isBroken"]?.bool ?? false
    trouble = text("trouble")
    findingCount = json["findingCount"]?.number?.integer ?? 0
    findings = text("findings")
    images = answer.body
    if let chosen = json["view"] {
      view = View(
        pass: chosen["pass"]?.number?.integer ?? 0, language: chosen["language"]?.string ?? "",
        zone: chosen["zone"]?.string ?? "", state: chosen["state"]?.string ?? "",
        side: chosen["side"]?.string ?? "both",
        system: chosen["system"]?.number?.integer ?? 27, isDark: chosen["isDark"]?.bool ?? false)
    }
  }

  /// Replaces the findings by a reason why there are no new images.
  mutating func become(brokenFor reason: String) {
    isBroken = true
    trouble = reason
    // The old findings may link to lines that no longer exist.
    findings = ""
    findingCount = 0
  }
}
