// SPDX-License-Identifier: Apache-2.0

import PassConsole
import PassDiagnostics
import PassDrawing
import PassLocale
import PassModel
import PassPreview

/// The live page: choices, pictures, and what was found beside them. It is sent to a browser and
/// never written to a file.
struct WatchPage {
  /// What stands around the pictures.
  struct Content {
    /// The input.
    let title: String
    /// The passes or rows to choose from.
    let passes: [String]
    /// There are more than can be chosen.
    let hasMore: Bool
    let languages: [String]
    /// The time zone of the pass, and where it comes from.
    let zone: String
    let generation: Int
    /// Why nothing can be read; empty when it can.
    let trouble: String
    /// What is drawn is what could be read before.
    let isBroken: Bool
  }

  let view: WatchView
  let content: Content
  let nonce: String

  /// Nothing from elsewhere is loaded, and no script runs but the page's own.
  static func policy(nonce: String) -> String {
    PreviewPage.policy
      + "; script-src 'nonce-\(nonce)'; connect-src 'self'; form-action 'self'; base-uri 'none'"
      + "; frame-ancestors 'none'"
  }

  /// The page with the pictures of a pass; nil when it could never be read.
  ///
  /// - Parameter trouble: why it cannot be read now.
  func bytes(of pass: PreviewPage.Pass?, trouble: [Diagnostic]) throws -> [UInt8] {
    var page = PreviewPage(isDark: view.isDark)
    var html = Array(head.utf8)
    html += Array("<main id=\"view\">\n".utf8)
    html += Array(notice(hasPicture: pass != nil).utf8)
    html += Array("<section class=\"desk\" aria-label=\"Pictures\">\n".utf8)
    if let pass { html += try page.pictures(of: pass) }
    html += Array("</section>\n".utf8)
    // What was found in an older state of the files would lead to places that are no more.
    let findings = trouble.isEmpty ? pass?.findings ?? [] : trouble
    html += Array(said(page.findings(findings), count: findings.count).utf8)
    html += Array("</main>\n<script nonce=\"\(nonce)\">\n\(Self.script)\n</script>\n".utf8)
    html += Array("</body>\n</html>\n".utf8)
    return html
  }

  // MARK: Parts

  private var head: String {
    let title = MarkupText.escaped(content.title)
    return """
      <!DOCTYPE html>
      <html lang="en"\(view.isDark ? " class=\"dark\"" : "")>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(title) – preview</title>
      <style>
      \(PreviewPage.style)
      \(Self.style)
      </style>
      </head>
      <body data-generation="\(content.generation)">
      <header>
      <div class="bar"><h1>\(title)</h1><p id="status" role="status" \
      class="\(content.isBroken ? "broken" : "good")">\
      \(content.isBroken ? "Cannot be read" : "Up to date")</p></div>
      \(form)
      </header>

      """
  }

  private var form: String {
    let count = content.passes.count
    let passes =
      count < 2
      ? ""
      : select(
        "pass", content.hasMore ? "Pass, the first \(count)" : "Pass",
        content.passes.enumerated().map { ("\($0.offset)", $0.element) }, chosen: "\(view.pass)")
    let systems = (WatchView.systems + [view.system]).reduce(into: [Int]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    return """
      <form>
      \(passes)\(select(
        "language", "Language", content.languages.map { ($0, LanguageName.of($0)) },
        chosen: view.language))\
      \(select("zone", "Time zone", zones, chosen: view.zone))\
      \(select(
        "system", "System", systems.map { ("\($0)", "iOS \($0)") }, chosen: "\(view.system)"))\
      \(radios("side", "Side", [("both", "Both"), ("front", "Front"), ("back", "Back")],
        chosen: view.sides.rawValue))\
      \(radios(
        "state", "State",
        [("", "By its dates"), ("current", "Current"), ("expired", "Expired"), ("voided", "Voided")],
        chosen: view.state?.rawValue ?? ""))\
      \(radios("look", "Look", [("light", "Light"), ("dark", "Dark")],
        chosen: view.isDark ? "dark" : "light"))\
      <noscript><button>Show</button></noscript>
      </form>
      """
  }

  /// The zone of the pass, others to try, and one that only the address names.
  private var zones: [(value: String, text: String)] {
    var names = WatchView.zones
    if !view.zone.isEmpty, !names.contains(view.zone) { names.append(view.zone) }
    return [("", content.zone)] + names.map { ($0, $0) }
  }

  private func select(
    _ name: String, _ label: String, _ options: [(value: String, text: String)], chosen: String
  ) -> String {
    let items = options.map { option in
      "<option value=\"\(MarkupText.escaped(option.value))\""
        + (option.value == chosen ? " selected" : "")
        + ">\(MarkupText.escaped(option.text))</option>"
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

  private func notice(hasPicture: Bool) -> String {
    guard content.isBroken else { return "" }
    let reason = content.trouble.isEmpty ? "" : "<p>\(MarkupText.escaped(content.trouble))</p>\n"
    let words =
      hasPicture
      ? "The files cannot be read as they are. These pictures show how they were before."
      : "The files cannot be read as they are."
    return "<div class=\"notice\" role=\"alert\">\n<p>\(words)</p>\n\(reason)</div>\n"
  }

  private func said(_ list: String, count: Int) -> String {
    """
    <section class="said" aria-labelledby="found">
    <h2 id="found">\(count == 0 ? "Findings" : "Findings (\(count))")</h2>
    \(count == 0 && !content.isBroken ? "<p>Nothing is cut, dropped or left out.</p>\n" : list)\
    </section>

    """
  }

  // MARK: Looks and behaviour

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
      status.textContent = "passc preview has ended";
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
