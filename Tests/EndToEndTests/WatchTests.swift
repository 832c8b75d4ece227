// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc preview --watch`: a page on loopback that follows the files.
@Suite(.serialized)
struct WatchTests {
  /// Returns a template with a base, a sample and German strings.
  private static func folder() throws -> TemporaryFolder {
    try TemporaryFolder([
      "base.pass/pass.json": """
      {
        "formatVersion": 1,
        "description": "A card of the gym",
        "organizationName": "Gym",
        "logoText": "Club",
        "backgroundColor": "rgb(20, 40, 60)",
        "foregroundColor": "rgb(255, 255, 255)",
        "labelColor": "rgb(190, 210, 230)",
        "storeCard": {
          "headerFields": [{ "key": "club", "label": "Club", "value": "North" }]
        }
      }
      """,
      "gym.pass/template.json": """
      { "extends": "../base.pass", "sample": "sample.csv" }
      """,
      "gym.pass/pass.json": """
      {
        "serialNumber": "{{ number }}",
        "storeCard": {
          "primaryFields": [{ "key": "name", "label": "Number", "value": "{{ name }}" }],
          "secondaryFields": [
            { "key": "a", "label": "Since", "value": "2024-02-29T12:00:00Z",
              "dateStyle": "PKDateStyleMedium", "ignoresTimeZone": true },
            { "key": "t", "label": "Open", "value": "2024-02-29T23:30:00Z",
              "timeStyle": "PKDateStyleShort" },
            { "key": "b", "label": "Remark",
              "value": "A remark that is far too long for the room there is on this small card" }
          ],
          "backFields": [
            { "key": "c", "label": "Terms", "value": "See https://example.com/terms" }
          ]
        },
        "barcodes": [{ "format": "PKBarcodeFormatQR", "message": "{{ number }}",
          "messageEncoding": "iso-8859-1", "altText": "{{ number }}" }]
      }
      """,
      "gym.pass/sample.csv": "number,name\nA-1,Paula\nA-2,Quentin\n",
      "gym.pass/de.lproj/pass.strings": #""Number" = "Nummer";"#,
      "gym.pass/en.lproj/pass.strings": #""Number" = "Number";"#,
    ])
  }

  private static func addPictures(to folder: TemporaryFolder) throws {
    let templates = "\(Program.repository)/templates"
    try folder.add(
      "gym.pass/logo.png", try Disk.read("\(templates)/gym-membership.pass/logo.png"))
    try folder.add("other.png", try Disk.read("\(templates)/employee-card.pass/logo.png"))
  }

  @Test(.disabled(if: Browser.isMissing, "no Chromium, or scripts/judges.sh did not run"))
  func followsTheFilesInABrowser() throws {
    let folder = try Self.folder()
    try Self.addPictures(to: folder)
    let shots = ProcessInfo.processInfo.environment["PASSC_SHOTS"]
    let album = try TemporaryFolder()
    let passc = try #require(Program.passc)
    let said = try Browser.run(
      "watch.py", [passc, folder.path, shots ?? album.path], in: folder, with: Browser.python)

    let times = try #require(said["milliseconds"] as? [String: Int])
    // A saved file is detected within 300 ms. The limit is higher for busy test machines.
    #expect(times.count == 4 && times.values.allSatisfy { $0 < 1_500 }, "\(times)")
    #expect((said["light"] as? [String])?.isEmpty == true, "\(said["light"] ?? "")")
    #expect((said["dark"] as? [String])?.isEmpty == true, "\(said["dark"] ?? "")")
    let tree = try #require(said["tree"] as? String)
    let difference = Golden.difference(of: tree, from: "watch-tree.txt")
    #expect(difference == nil, "\(difference ?? "")")

    let reached = said["reached"] as? [String] ?? []
    #expect(
      reached.prefix(8) == [
        "pass", "language", "zone", "system", "side", "state", "look", "https://example.com/terms",
      ], "\(reached)")
    #expect(said["language"] as? String == "de")
    #expect(said["zone"] as? String == "Asia/Tokyo")
    #expect(
      said["address"] as? String
        == "pass=0&language=de&zone=Asia%2FTokyo&system=27&side=both&state=expired&look=dark")
    #expect(said["kept"] as? Bool == true, "the view is kept when the page is loaded again")

    let broken = try #require(said["broken"] as? [String: Any])
    #expect(broken["pictures"] as? Int == 2 && broken["status"] as? String == "Cannot be read")
    let findings = try #require(broken["findings"] as? String)
    #expect(findings.contains("gym.pass/pass.json:"), "\(findings)")
    #expect((broken["violations"] as? [String])?.isEmpty == true, "\(broken)")
    #expect(said["mended"] as? String == "Up to date")

    #expect(said["overflow"] as? Bool == false)
    #expect((said["foreign"] as? [String])?.isEmpty == true, "\(said["foreign"] ?? "")")
    #expect((said["complaints"] as? [String])?.isEmpty == true, "\(said["complaints"] ?? "")")
    #expect(said["interrupted"] as? Int == 0)
    #expect(said["afterEnd"] as? Int == 2, "the pictures stay when passc has ended")
    #expect((said["written"] as? [String])?.isEmpty == true, "\(said["written"] ?? "")")
  }

  @Test func servesOnlyWhoKnowsThePath() throws {
    let folder = try Self.folder()
    let said = try Browser.run(
      "serving.py", [try #require(Program.passc), folder.path], in: folder,
      with: Program.path(of: "python3"))
    #expect(said["address"] as? Bool == true && said["differs"] as? Bool == true)
    if let listening = said["listening"] as? [String] { #expect(listening == ["0100007F"]) }
    #expect(said["page"] as? Int == 200)
    let headers = try #require(said["headers"] as? [String: String])
    let policy = try #require(headers["content-security-policy"])
    #expect(policy.hasPrefix("default-src 'none'; img-src data:; style-src 'unsafe-inline'; "))
    #expect(policy.contains("script-src 'nonce-") && !policy.contains("script-src 'unsafe"))
    #expect(headers["cache-control"] == "no-store" && headers["x-frame-options"] == "DENY")
    #expect(headers["referrer-policy"] == "no-referrer")
    let nonces = try #require(said["nonces"] as? [String])
    #expect(nonces.count == 2 && nonces[0] != nonces[1])
    let refused = try #require(said["refused"] as? [String: Int])
    let expected = [
      "host": 421, "hostWithPort": 421, "otherPort": 421, "localhost": 200, "root": 404,
      "otherPath": 404, "below": 404, "file": 404, "post": 405, "absolute": 421,
    ]
    #expect(refused == expected)
    let odd = try #require(said["odd"] as? [Int])
    #expect(odd.allSatisfy { $0 == 200 || $0 == 400 }, "\(odd)")
    #expect((said["scripts"] as? [Int])?.allSatisfy { $0 <= 1 } == true)
    #expect(said["changes"] as? String == "1\n")
    #expect(said["terminated"] as? Int == 0 && said["interrupted"] as? Int == 0)

    let opened = try #require(said["opened"] as? [String: Any])
    #expect(opened["holdsAddress"] as? Bool == true && opened["nameHoldsKey"] as? Bool == false)
    #expect(opened["folderMode"] as? Int == 0o700 && opened["isLeft"] as? Bool == false)
    let alone = try #require(said["withoutDesktop"] as? [Any])
    #expect(alone.first as? Int == 0)
    #expect((alone.last as? String)?.contains("cannot open a browser") == true, "\(alone)")
  }

  private static let refused = [
    ["--open"], ["--watch", "-o", "a.png"], ["--watch", "--contact-sheet"], ["--watch", "--all"],
    ["--watch", "--format", "svg"], ["--watch", "--report", "json=a.json"],
    ["--watch", "--old", "b.pass"], ["--watch", "--data", "-"],
  ]

  @Test(arguments: refused)
  func refusesWhatDoesNotGoTogether(_ options: [String]) throws {
    let folder = try Self.folder()
    let outcome = try PasscBinary.run(["preview", "gym.pass"] + options, in: folder.path)
    #expect(outcome.status == 2 && outcome.errors.contains("error: "), "\(outcome.story)")
  }

  @Test func saysWhatIsNotThere() throws {
    let folder = try TemporaryFolder()
    let outcome = try PasscBinary.run(["preview", "gym.pass", "--watch"], in: folder.path)
    #expect(outcome.status == 3 && outcome.errors.contains("gym.pass"), "\(outcome.story)")
  }

  // MARK: The programs

  private static func companion(_ name: String) throws -> String {
    FilePath.join(FilePath.parent(try #require(Program.passc)), name)
  }

  @Test(arguments: [
    ("passc", "passc-service", "make service"), ("passc-service", "passc-preview", "make preview"),
  ])
  func saysHowToGetAMissingProgram(_ program: String, _ missing: String, _ target: String) throws {
    let folder = try Self.folder()
    try FileManager.default.copyItem(atPath: try Self.companion(program), toPath: folder(program))
    let outcome = try Program.run(
      folder(program), ["preview", "gym.pass", "--watch"], in: folder.path)
    #expect(outcome.status == 3 && outcome.text.isEmpty, "\(outcome.story)")
    #expect(outcome.errors.contains("\(missing) is neither next to"), "\(outcome.story)")
    #expect(outcome.errors.contains(target), "\(outcome.story)")
  }

  @Test(arguments: [("passc-preview", ["--watch"]), ("passc-service", [])])
  func eachProgramSaysWhichOneServesThePage(_ program: String, _ options: [String]) throws {
    let folder = try Self.folder()
    let words = program == "passc-service" ? ["preview"] : []
    let outcome = try Program.run(
      try Self.companion(program), words + ["gym.pass"] + options, in: folder.path)
    #expect(outcome.status == 2 && outcome.errors.contains("passc preview"), "\(outcome.story)")
  }

  /// Tests the response of a worker to each line, and that it ends with its input.
  @Test func theWorkerAnswersEveryLineUntilItsInputEnds() throws {
    let folder = try Self.folder()
    let arguments = #""arguments": ["gym.pass", "--watch", "--as-of", "2026-06-01"]"#
    let lines = [
      "{\"task\": \"read\", \(arguments)}", "nonsense", "[]", "",
      "{\"task\": \"fly\", \(arguments)}",
      String(repeating: "x", count: 1 << 21), "{\"task\": \"read\", \"arguments\": 7}",
      "{\"task\": \"draw\", \(arguments), \"choices\": [[\"pass\", \"1\"], [\"pass\"], 3]}",
    ]
    let outcome = try Program.run(
      try Self.companion("passc-preview"), ["--worker"], in: folder.path,
      input: Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let answers = outcome.text.split(separator: "\n").filter { $0.hasPrefix("{") }
    try #require(answers.count == lines.count, "\(answers)")
    #expect(answers[0].contains("gym.pass/sample.csv"))
    for answer in answers[1..<7] {
      #expect(answer.hasPrefix(#"{"error":""#) && answer.hasSuffix(#""status":2}"#), "\(answer)")
    }
    #expect(answers[7].contains(#""passes":["A-1","A-2"]"#))
    let drawn = try #require(outcome.text.components(separatedBy: answers[7] + "\n").last)
    #expect(answers[7].hasSuffix("\"bytes\":\(drawn.utf8.count)}"))
    #expect(drawn.contains("<dd>Quentin</dd>"))
  }

  @Test(.disabled(if: Browser.isMissing, "no Chromium, or scripts/judges.sh did not run"))
  func makesPagesThatLoadNothingAndPassAxe() throws {
    let folder = try Self.folder()
    try Self.addPictures(to: folder)
    let day = ["--as-of", "2026-06-01"]
    let runs = [
      ["gym.pass", "--side", "both", "-o", "page.html"],
      ["gym.pass", "--side", "both", "--dark", "-o", "dark.html"],
      ["gym.pass", "--side", "both", "--text", "live", "-o", "live.html"],
      ["gym.pass", "--contact-sheet", "-o", "sheet.html"],
      ["gym.pass", "--sample", "2", "--old", "gym.pass", "-o", "changes.html"],
    ]
    var names: [String] = []
    for run in runs {
      let outcome = try PasscBinary.run(["preview"] + run + day, in: folder.path)
      try #require(outcome.status == 0, "\(outcome.story)")
      names.append(try #require(run.last))
    }
    let said = try Browser.run("pages.py", names, in: folder, with: Browser.python)
    for name in names {
      let page = try #require(said[name] as? [String: Any])
      for key in ["violations", "requests", "complaints"] {
        #expect((page[key] as? [String])?.isEmpty == true, "\(name) \(key): \(page[key] ?? "")")
      }
      #expect(page["overflow"] as? Bool == false, "\(name) is wider than the window")
      // Files must not contain parts of the live page.
      #expect(page["scripts"] as? Int == 0)
      let text = String(decoding: try Disk.read(folder(name)), as: UTF8.self)
      for word in ["nonce", "127.0.0.1", "localhost", "fetch(", "connect-src"] {
        #expect(!text.contains(word), "\(name) holds \(word)")
      }
      let tree = try #require(page["tree"] as? String)
      let difference = Golden.difference(
        of: tree, from: "\(name.replacing(".html", with: ""))-tree.txt")
      #expect(difference == nil, "\(difference ?? "")")
    }
  }

  /// The SVG in a browser must look like the PNG.
  @Test(
    .disabled(if: Browser.isMissing, "no Chromium, or scripts/judges.sh did not run"),
    arguments: ["boarding-pass", "concert-ticket", "gym-membership"])
  func looksInABrowserAsInAPNG(_ name: String) throws {
    let folder = try TemporaryFolder()
    let template = "\(Program.repository)/templates/\(name).pass"
    for options in [["-o", "page.html"], ["--scale", "3", "-o", "card.png"]] {
      let outcome = try PasscBinary.run(
        ["preview", template, "--side", "front", "--as-of", "2026-06-01"] + options, in: folder.path
      )
      try #require(outcome.status == 0, "\(outcome.story)")
    }
    let said = try Browser.run(
      "same.py", ["page.html", "card.png"], in: folder, with: Browser.python)
    #expect(said["shown"] as? [Int] == said["drawn"] as? [Int], "\(said)")
    #expect(try #require(said["compared"] as? Double) > 0.98)
    // Far below the difference of a moved line of text.
    #expect(try #require(said["share"] as? Double) < 0.002, "\(said)")
  }
}
