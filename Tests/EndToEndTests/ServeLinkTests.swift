// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc serve link`, and of the responses behind a link.
@Suite(.serialized)
struct ServeLinkTests {
  private static let publicAddress = "https://passes.example.com/gym"
  private static let safari =
    "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 "
    + "(KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"

  private static func service() throws -> ServiceCase {
    let key = try TemporaryFolder(["link.key": String(repeating: "c4", count: 32)])
    return try ServiceCase(
      operators: [], base: ServiceCase.table, files: ["link.key": try Disk.read(key("link.key"))],
      more: ["--link-key", "link.key", "--public-url", publicAddress + "/"])
  }

  private static func link(
    _ service: ServiceCase, _ words: [String], input: String? = nil
  ) throws -> Program.Outcome {
    try PasscBinary.run(
      [
        "serve", "link", "--database", "passes.sqlite", "--link-key", "link.key", "--public-url",
        publicAddress,
      ] + words, in: service.folder.path, input: input.map { Array($0.utf8) } ?? [])
  }

  /// Returns the path of an address after the public one.
  private static func path(_ address: some StringProtocol) throws -> String {
    let line = address.trimmingCharacters(in: .whitespacesAndNewlines)
    try #require(line.hasPrefix(publicAddress + "/add/"), "\(line)")
    return String(line.dropFirst(publicAddress.count))
  }

  @Test func bringsThePassToPhonesAndAPageToOthers() throws {
    let service = try Self.service()
    let made = try Self.link(service, ["A-1"])
    let path = try Self.path(made.text)
    #expect(made.status == 0 && !path.contains("A-1"), "\(made.story)")

    let phone = try service.send("GET", path, headers: [Self.safari])
    #expect(phone.status == 200)
    #expect(phone.headers["content-type"] == "application/vnd.apple.pkpass")
    #expect(phone.headers["content-disposition"] == #"inline; filename="pass.pkpass""#)
    #expect(phone.headers["cache-control"] == "private, no-store")
    #expect(phone.headers["referrer-policy"] == "no-referrer")
    #expect(phone.headers["x-robots-tag"] == "noindex, nofollow")
    try service.folder.add("got.pkpass", phone.body)
    let check = try PasscBinary.run(
      ["check", "got.pkpass", "--trust", PasscBinary.root.path + "/certs-example/root.pem"],
      in: service.folder.path)
    #expect(check.status == 0, "\(check.story)")
    // The phone gets the same bytes later.
    let token = try service.derivedToken("A-1")
    let pass = try service.send(
      "GET", "/v1/passes/\(ServiceCase.passType)/A-1", token: token)
    #expect(pass.body == phone.body)

    let head = try service.send("HEAD", path, headers: [Self.safari])
    #expect(head.shown == phone.shown && head.body.isEmpty)
    let page = try service.send("GET", path)
    #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
    #expect(page.text.contains(Self.publicAddress + path) && !page.text.contains("<script"))
    let read = try CodeReader.text(of: page.body, in: service.folder)
    #expect(read == nil || read == Self.publicAddress + path, "\(read ?? "")")
    #expect(try service.send("GET", path + "?pass").body == phone.body)
    #expect(try service.send("POST", path, body: "").status == 405)
    #expect(try service.send("GET", "/gym" + path, headers: [Self.safari]).status == 200)
  }

  @Test func answersForgedAndUnknownLinksAlike() throws {
    let service = try Self.service()
    let path = try Self.path(try Self.link(service, ["A-1"]).text)
    var forged = path
    forged.removeLast(2)
    forged += path.hasSuffix("AA") ? "BB" : "AA"
    let refused = try service.send("GET", forged)
    #expect(refused.status == 404 && refused.text.contains("This link does not work"))
    let short = try service.send("GET", "/add/x", headers: [Self.safari])
    #expect(short.status == 404 && short.text == refused.text)
    // The pass was deleted, or never existed.
    service.end()
    _ = try PasscBinary.run(
      ["serve", "forget", "A-1", "--database", "passes.sqlite"], in: service.folder.path)
    try service.folder.add("members.csv", Array("serial,name,points\nA 2,Bo,2\n".utf8))
    try service.start(service.operators)
    let unknown = try service.send("GET", path)
    #expect(unknown.status == 404 && unknown.text == refused.text)
    #expect(unknown.shown == refused.shown)
  }

  @Test func takesLinksBackWhileTheServiceRuns() throws {
    let service = try Self.service()
    let path = try Self.path(try Self.link(service, ["A-1"]).text)
    let other = try Self.path(try Self.link(service, ["A 2"]).text)
    let revoked = try PasscBinary.run(
      ["serve", "link", "--revoke", "A-1", "--database", "passes.sqlite"],
      in: service.folder.path)
    #expect(revoked.status == 0 && revoked.text.contains("1 of 1"), "\(revoked.story)")
    let answer = try service.send("GET", path, headers: [Self.safari, "Accept-Language: de"])
    #expect(answer.status == 410 && answer.text.contains("gilt nicht mehr"), "\(answer.text)")
    #expect(try service.send("GET", other, headers: [Self.safari]).status == 200)
    let new = try Self.path(try Self.link(service, ["A-1"]).text)
    #expect(try service.send("GET", new, headers: [Self.safari]).status == 200)
  }

  @Test func readsRenewedKeysAtSIGHUP() throws {
    let service = try Self.service()
    let process = try #require(service.process)
    let old = try Self.path(try Self.link(service, ["A-1"]).text)
    let (first, second) = (String(repeating: "c4", count: 32), String(repeating: "d5", count: 32))
    try service.folder.add("link.key", Array("\(second)\n\(first)\n".utf8))
    let new = try Self.path(try Self.link(service, ["A-1"]).text)
    #expect(try service.send("GET", new, headers: [Self.safari]).status == 404)
    kill(process.processIdentifier, SIGHUP)
    try service.wait { $0.contains("loaded the new link key file") }
    for path in [old, new] {
      #expect(try service.send("GET", path, headers: [Self.safari]).status == 200)
    }
    // An invalid key file is logged, and the old keys stay.
    try service.folder.add("link.key", Array("nonsense\n".utf8))
    kill(process.processIdentifier, SIGHUP)
    try service.wait { $0.contains("cannot use the new link key file") }
    #expect(try service.send("GET", old, headers: [Self.safari]).status == 200)
    // The old key is removed, so its links no longer work.
    try service.folder.add("link.key", Array("\(second)\n".utf8))
    kill(process.processIdentifier, SIGHUP)
    try service.wait { $0.ranges(of: "loaded the new link key file").count == 2 }
    #expect(try service.send("GET", old, headers: [Self.safari]).status == 404)
    #expect(try service.send("GET", new, headers: [Self.safari]).status == 200)
    #expect(!service.log.contains("nonsense") && !service.log.contains(second))
  }

  @Test func makesLinksForAMailMerge() throws {
    let service = try Self.service()
    let merge = try Self.link(service, ["-"], input: "A-1\n\nA/3\r\nnobody\n")
    #expect(merge.status == 1 && merge.errors.contains("nobody not found"), "\(merge.story)")
    let lines = merge.text.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == "serial,link")
    #expect(lines.dropFirst().map { $0.prefix { $0 != "," } } == ["A-1", "A/3"])
    for line in lines.dropFirst() {
      let path = try Self.path(line.drop { $0 != "," }.dropFirst())
      #expect(try service.send("GET", path, headers: [Self.safari]).status == 200)
    }
  }

  @Test func refusesWhatDoesNotGoTogether() throws {
    let service = try ServiceCase()
    service.end()
    func run(_ words: String...) throws -> Int32 {
      try PasscBinary.run(["serve"] + words, in: service.folder.path).status
    }
    #expect(try run("link", "A-1") == 2)
    #expect(try run("link", "A-1", "--link-key", "a.key") == 2)
    #expect(
      try run("link", "A-1", "--link-key", "a.key", "--public-url", "http://example.com") == 2)
    #expect(
      try run("link", "A-1", "--link-key", "a.key", "--public-url", "https://a.example") == 3)
    #expect(try run("--ledger", "gym.ledger", "--revoke") == 2)
    #expect(
      try run(
        "link", "A-1", "--link-key", "a.key", "--public-url", "https://a.example", "--valid-for",
        "0") == 2)
  }

  @Test(.disabled(if: Browser.isMissing, "no Chromium, or scripts/judges.sh did not run"))
  func helpsVisitorsInABrowser() throws {
    let service = try Self.service()
    let path = try Self.path(try Self.link(service, ["A-1"]).text)
    let shots = ProcessInfo.processInfo.environment["PASSC_SHOTS"]
    let album = try TemporaryFolder()
    let said = try Browser.run(
      "add.py", ["http://127.0.0.1:\(service.port)\(path)", shots ?? album.path],
      in: service.folder, with: Browser.python)
    for (name, status, language) in [
      ("light", 200, "en"), ("dark", 200, "de"), ("app", 200, "fr"), ("narrow", 200, "en"),
      ("forged", 404, "it"),
    ] {
      let page = try #require(said[name] as? [String: Any])
      #expect(
        page["status"] as? Int == status && page["language"] as? String == language, "\(name)")
      for key in ["violations", "foreign"] {
        #expect((page[key] as? [String])?.isEmpty == true, "\(name) \(key): \(page[key] ?? "")")
      }
      let complaints = (page["complaints"] as? [String] ?? []).filter { !$0.contains("404") }
      #expect(complaints.isEmpty, "\(name): \(complaints)")
      #expect(page["scripts"] as? Int == 0 && page["overflow"] as? Bool == false, "\(name)")
      if ["light", "app", "forged"].contains(name) {
        let tree = try #require(page["tree"] as? String)
        let difference = Golden.difference(of: tree, from: "add-\(name)-tree.txt")
        #expect(difference == nil, "\(difference ?? "")")
      }
    }
    let light = try #require(said["light"] as? [String: Any])
    #expect(
      light["reached"] as? [String] == [
        Self.publicAddress + "/add/LINK", "Download the pass as a file",
      ])
    // passc-preview draws it at two pixels per point.
    #expect(light["picture"] as? Int == 716)
  }
}

/// A reader of barcodes with zxing-cpp, which is independent of our encoder. nil without Debian's
/// python3-zxing-cpp.
private enum CodeReader {
  private static let script = """
    import re, sys
    try:
      import numpy, zxingcpp
    except ImportError:
      sys.exit(7)
    page = sys.stdin.read()
    size = int(re.search(r'viewBox="0 0 (\\d+) ', page)[1])
    modules = numpy.full((size, size), 255, numpy.uint8)
    path = re.search(r'fill="#000" d="([^"]*)"', page)[1]
    for x, y, count in re.findall(r"M(\\d+) (\\d+)h(\\d+)v1h-\\d+z", path):
      modules[int(y), int(x):int(x) + int(count)] = 0
    picture = numpy.kron(modules, numpy.ones((6, 6), numpy.uint8))
    sys.stdout.write(zxingcpp.read_barcodes(picture)[0].text)
    """

  static func text(of page: [UInt8], in folder: TemporaryFolder) throws -> String? {
    guard let python = Program.path(of: "python3") else { return nil }
    let outcome = try Program.run(python, ["-c", script], in: folder.path, input: page)
    guard outcome.status != 7 else { return nil }
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.text
  }
}
