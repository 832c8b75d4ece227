// SPDX-License-Identifier: Apache-2.0

import PassJSON

/// What the live page shows of its input, as the worker describes it.
struct WatchDrawing {
  /// The choices of the page.
  struct View {
    var pass = 0
    var language = ""
    /// The name of a time zone; empty for that of the pass.
    var zone = ""
    /// Empty for what the dates of the pass say.
    var state = ""
    var side = "both"
    /// The major version of iOS.
    var system = 27
    var isDark = false
  }

  var view = View()
  /// The name of the input.
  var title = ""
  /// The passes or rows to choose from.
  var passes: [String] = []
  /// There are more than can be chosen.
  var hasMore = false
  var languages: [(tag: String, name: String)] = []
  /// The time zone of the pass, and where it comes from.
  var zone = ""
  /// The images show what could be read before.
  var isBroken = false
  /// Why nothing can be read; empty when it can.
  var trouble = ""
  /// How many findings there are.
  var findingCount = 0
  /// The findings as HTML.
  var findings = ""
  /// The images as HTML; empty when the pass could never be read.
  var images: [UInt8] = []

  /// A page of an input that could never be drawn.
  init(title: String) { self.title = title }

  /// The answer of the worker.
  init(_ answer: PreviewWorker.Answer) {
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

  /// Shows a reason why there is no newer drawing.
  mutating func become(brokenFor reason: String) {
    isBroken = true
    trouble = reason
    // What was found before may lead to places that are gone.
    findings = ""
    findingCount = 0
  }
}
