// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The live page: options, images and findings. It is sent to a browser and never written to a
/// file.
///
/// The worker reads untrusted files and does not know the nonce. A script in its HTML therefore
/// does not run.
struct WatchPage {
  let drawing: WatchDrawing
  let generation: Int
  /// The CSS for the images of the worker.
  let style: String
  let nonce: String

  private var view: WatchDrawing.View { drawing.view }

  /// Versions of iOS that draw passes differently.
  private static let systems = [27, 26, 18, 17]

  /// Time zones to choose from, west to east. The query may have any other.
  private static let zones = [
    "Pacific/Honolulu", "America/Los_Angeles", "America/Chicago", "America/New_York",
    "America/Sao_Paulo", "UTC", "Europe/London", "Europe/Berlin", "Europe/Istanbul", "Asia/Dubai",
    "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
  ]

  /// Returns a Content-Security-Policy that loads nothing from other servers and runs only the
  /// script of the page.
  static func policy(nonce: String) -> String {
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
      + "; script-src 'nonce-\(nonce)'; connect-src 'self'; form-action 'self'; base-uri 'none'"
      + "; frame-ancestors 'none'"
  }

  /// The page as HTML.
  var bytes: [UInt8] {
    var html = Array(head.utf8)
    html += Array("<main id=\"view\">\n".utf8)
    html += Array(notice.utf8)
    html += Array("<section class=\"desk\" aria-label=\"Pictures\">\n".utf8)
    html += drawing.images
    html += Array("</section>\n".utf8)
    html += Array(findings.utf8)
    html += Array("</main>\n<script nonce=\"\(nonce)\">\n\(Self.script)\n</script>\n".utf8)
    html += Array("</body>\n</html>\n".utf8)
    return html
  }

  // MARK: Parts

  private var head: String {
    let title = XMLText.escaped(drawing.title)
    return """
      <!DOCTYPE html>
      <html lang="en"\(view.isDark ? " class=\"dark\"" : "")>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(title) – preview</title>
      <style>
      \(style)
      \(Self.style)
      </style>
      </head>
      <body data-generation="\(generation)">
      <header>
      <div class="bar"><h1>\(title)</h1><p id="status" role="status" \
      class="\(drawing.isBroken ? "broken" : "good")">\
      \(drawing.isBroken ? "Cannot be read" : "Up to date")</p></div>
      \(form)
      </header>

      """
  }

  private var form: String {
    let count = drawing.passes.count
    let passes =
      count < 2
      ? ""
      : select(
        "pass", drawing.hasMore ? "Pass, the first \(count)" : "Pass",
        drawing.passes.enumerated().map { ("\($0.offset)", $0.element) }, chosen: "\(view.pass)")
    let systems = (Self.systems + [view.system]).reduce(into: [Int]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    return """
      <form>
      \(passes)\(select(
        "language", "Language", drawing.languages.map { ($0.tag, $0.name) },
        chosen: view.language))\
      \(select("zone", "Time zone", zones, chosen: view.zone))\
      \(select(
        "system", "System", systems.map { ("\($0)", "iOS \($0)") }, chosen: "\(view.system)"))\
      \(radios("side", "Side", [("both", "Both"), ("front", "Front"), ("back", "Back")],
        chosen: view.side))\
      \(radios(
        "state", "State",
        [("", "By its dates"), ("current", "Current"), ("expired", "Expired"), ("voided", "Voided")],
        chosen: view.state))\
      \(radios("look", "Look", [("light", "Light"), ("dark", "Dark")],
        chosen: view.isDark ? "dark" : "light"))\
      <noscript><button>Show</button></noscript>
      </form>
      """
  }

  /// The time zone of the pass, then those to choose from, then the one in the query if it is
  /// another.
  private var zones: [(value: String, text: String)] {
    var names = Self.zones
    if !view.zone.isEmpty, !names.contains(view.zone) { names.append(view.zone) }
    return [("", drawing.zone)] + names.map { ($0, $0) }
  }

  private func select(
    _ name: String, _ label: String, _ options: [(value: String, text: String)], chosen: String
  ) -> String {
    let items = options.map { option in
      "<option value=\"\(XMLText.escaped(option.value))\""
        + (option.value == chosen ? " selected" : "")
        + ">\(XMLText.escaped(option.text))</option>"
    }
    return """
      <div class="choice"><label for="\(name)">\(label)</label>
      <select id="\(name)" name="\(name)">\(items.joined())</select></div>

      """
  }

  private func radios(
    _ name: String, _ label: String, _ options: [(value: String, text: String)], chosen: String
  ) -> String {
    let items = options.map { option in
      "<label><input type=\"radio\" name=\"\(name)\" value=\"\(option.value)\""
        + (option.value == chosen ? " checked" : "") + "><span>\(option.text)</span></label>"
    }
    return """
      <fieldset><legend>\(label)</legend><div class="segments">\(items.joined())</div></fieldset>

      """
  }

  private var notice: String {
    guard drawing.isBroken else { return "" }
    let reason = drawing.trouble.isEmpty ? "" : "<p>\(XMLText.escaped(drawing.trouble))</p>\n"
    let words =
      !drawing.images.isEmpty
      ? "passc cannot read the files. These previews show their last readable state."
      : "passc cannot read the files."
    return "<div class=\"notice\" role=\"alert\">\n<p>\(words)</p>\n\(reason)</div>\n"
  }

  private var findings: String {
    let count = drawing.findingCount
    return """
      <section class="said" aria-labelledby="found">
      <h2 id="found">\(count == 0 ? "Findings" : "Findings (\(count))")</h2>
      \(count == 0 && !drawing.isBroken ? "<p>Nothing is cut, dropped or left out.</p>\n" : drawing.findings)\
      </section>

      """
  }

  // MARK: Style and script

  private static let style = """
    header { position: sticky; top: 0; z-index: 1; background: var(--ground);
      border-bottom: 1px solid var(--edge); padding: 10px 24px 12px; }
    .bar { display: flex; align-items: baseline; gap: 16px; margin-bottom: 8px; }
    .bar h1 { font-size: 18px; margin: 0; overflow-wrap: anywhere; }
    #status { margin: 0; font-size: 14px; color: var(--quiet); white-space: nowrap; }
    #status::before { content: ""; display: inline-block; width: 8px; height: 8px; margin-right: 6px;
      border-radius: 50%; background: #2f9e44; }
    #status.broken::before { background: #c4302b; }
    #status.lost::before { background: none; box-shadow: inset 0 0 0 2px #8a8a90; }
    form { display: flex; flex-wrap: wrap; gap: 10px 20px; align-items: flex-end; }
    fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
    legend, .choice label { display: block; padding: 0; margin-bottom: 3px; font-size: 13px;
      color: var(--quiet); }
    select { font: inherit; font-size: 15px; color: var(--text); background: var(--page);
      border: 1px solid var(--edge); border-radius: 7px; padding: 0 8px; height: 32px;
      box-sizing: border-box; max-width: 220px; }
    #zone { max-width: 320px; }
    .segments { display: flex; border: 1px solid var(--edge); border-radius: 7px; overflow: clip;
      background: var(--page); height: 32px; box-sizing: border-box; }
    .segments label { position: relative; display: flex; cursor: pointer; }
    .segments input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
    .segments span { padding: 3px 12px; font-size: 15px; }
    .segments label + label span { border-left: 1px solid var(--edge); }
    .segments input:checked + span { background: var(--link); color: var(--page); }
    .segments input:focus-visible + span { outline: 2px solid var(--text); outline-offset: -4px;
      border-radius: 6px; }
    select:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    main { max-width: 1240px; display: grid; gap: 24px 40px;
      grid-template-columns: minmax(0, max-content) minmax(260px, 1fr); }
    .notice { grid-column: 1 / -1; background: var(--ground); border-left: 4px solid #c4302b;
      border-radius: 4px; padding: 10px 14px; }
    .notice p { margin: 0; overflow-wrap: anywhere; }
    .said h2 { margin: 0 0 8px; }
    .said p { margin: 0; color: var(--quiet); }
    @media (max-width: 1000px) { main { grid-template-columns: minmax(0, 1fr); }
      header { position: static; } }
    """

  private static let script = """
    "use strict";
    const form = document.querySelector("form");
    const status = document.getElementById("status");
    let generation = Number(document.body.dataset.generation);
    let drawing = 0;

    async function draw() {
      const mine = ++drawing;
      const query = "?" + new URLSearchParams(new FormData(form));
      const answer = await fetch(query, { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.status);
      const text = await answer.text();
      if (mine !== drawing) return;
      const page = new DOMParser().parseFromString(text, "text/html");
      document.getElementById("view").replaceChildren(...page.getElementById("view").childNodes);
      document.documentElement.className = page.documentElement.className;
      for (const choice of form.querySelectorAll("select")) {
        const now = page.getElementById(choice.id);
        if (now && now.innerHTML !== choice.innerHTML) {
          const chosen = now.value;
          choice.replaceChildren(...now.childNodes);
          choice.value = chosen;
        }
      }
      const told = page.getElementById("status");
      if (status.textContent !== told.textContent) status.textContent = told.textContent;
      status.className = told.className;
      history.replaceState(null, "", query);
    }

    function lose() {
      status.textContent = "passc preview has stopped";
      status.className = "lost";
    }

    async function follow() {
      for (;;) {
        try {
          const answer = await fetch("changes?after=" + generation, { cache: "no-store" });
          if (!answer.ok) throw new Error(answer.status);
          const now = Number(await answer.text());
          if (now !== generation || status.className === "lost") {
            await draw();
            generation = now;
          }
        } catch {
          lose();
          await new Promise((done) => setTimeout(done, 1000));
        }
      }
    }

    form.addEventListener("change", () => draw().catch(lose));
    form.addEventListener("submit", (event) => { event.preventDefault(); draw().catch(lose); });
    follow();
    """
}
