// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc check` as users and scripts run it.
struct CheckTests {
  private static let root = PasscBinary.root.appendingPathComponent("certs-example/root.pem").path
  private static let trust = ["--trust", root, "--as-of", "2026-01-02"]

  /// Returns a folder with a template, an invalid template, a package folder and bundles.
  private static func mixed() throws -> TemporaryFolder {
    let folder = try SamplePasses.folder(["gym", "pool"])
    let made = try PasscBinary.run(
      ["group", "gym.pkpass", "pool.pkpass", "-o", "both.pkpasses"], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    let unpacked = try PasscBinary.run(
      [
        "build", "gym.pass", "--sample", "1", "--identity", PasscBinary.identity("ordinary"),
        "--emit", "folder", "-o", "gym-files",
      ], in: folder.path)
    try #require(unpacked.status == 0, "\(unpacked.errors)")
    try folder.add("node_modules/x.pkpass", [1, 2, 3])
    try folder.add(".hidden/x.pkpass", [1, 2, 3])
    return folder
  }

  @Test func findsEverythingInAFolderAndEndsWithVerdicts() throws {
    let folder = try Self.mixed()
    let run = try PasscBinary.run(["check", "."] + Self.trust, in: folder.path)
    #expect(run.status == 0, "\(run.text)\(run.errors)")
    #expect(run.errors == "")
    for name in ["./gym.pkpass", "./both.pkpasses!gym.pkpass", "./gym-files"] {
      let plain = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
      #expect(run.text.contains("\(plain): nothing found that Wallet would reject"), "\(run.text)")
    }
    #expect(run.text.contains("7 packages checked: no errors, no warnings"), "\(run.text)")
  }

  @Test func withoutTrustTheExampleIdentityIsRefused() throws {
    let folder = try SamplePasses.folder(["gym"])
    let run = try PasscBinary.run(
      ["check", "gym.pkpass", "--as-of", "2026-01-02"], in: folder.path)
    #expect(run.status == 1)
    #expect(
      run.text.contains("gym.pkpass: Wallet rejects this pass: signature.chain.notApple"),
      "\(run.text)")
  }

  @Test func readsABundleFromStandardInput() throws {
    let folder = try SamplePasses.folder(["gym"])
    let bytes = try Disk.read(folder("gym.pkpass"))
    let run = try PasscBinary.run(["check", "-"] + Self.trust, in: folder.path, input: bytes)
    #expect(run.status == 0 && run.text.hasPrefix("standard input: nothing found"), "\(run.text)")
    let cut = try PasscBinary.run(
      ["check", "-"] + Self.trust, in: folder.path, input: Array(bytes.prefix(900)))
    #expect(cut.status == 1 && cut.text.contains("archive.file.truncated"), "\(cut.text)")
  }

  @Test(.disabled(if: PasscBinary.path(of: "tar") == nil, "tar is not installed"))
  func readsATarOfBundles() throws {
    let folder = try SamplePasses.folder(["gym", "pool"])
    let made = try PasscBinary.judge(
      "tar", ["-cf", "all.tar", "gym.pkpass", "pool.pkpass"], in: folder.path)
    try #require(made?.status == 0)
    let run = try PasscBinary.run(["check", "all.tar"] + Self.trust, in: folder.path)
    #expect(run.status == 0, "\(run.text)\(run.errors)")
    #expect(run.text.contains("all.tar!pool.pkpass: nothing found"), "\(run.text)")
  }

  @Test func nothingToCheckIsExit3AndASentence() throws {
    let folder = try TemporaryFolder(["a.txt": "x"])
    let run = try PasscBinary.run(["check", "."], in: folder.path)
    #expect(run.status == 3 && run.text.isEmpty)
    #expect(run.errors.contains("no pass in ."), "\(run.errors)")
    let missing = try PasscBinary.run(["check", "not-there.pkpass"], in: folder.path)
    #expect(missing.status == 3 && missing.text.contains("not-there.pkpass does not exist"))
  }

  @Test(arguments: [
    ["check", "gym.pkpass", "--report", "pdf=x"],
    ["check", "gym.pkpass", "--archive-limit", "size=1"],
    ["check", "gym.pkpass", "--reader", "iphone"], ["check", "gym.pkpass", "--ios", "latest"],
    ["check", "gym.pkpass", "--as-of", "May"],
    ["check", "gym.pkpass", "--data", "gym.pass/sample.csv"], ["check"],
    ["check", "gym.pkpass", "--report", "json=-", "--report", "sarif=-"],
    ["check", "gym.pkpass", "--report", "json=a", "--report", "sarif=a"],
  ])
  func wrongUsageIsExit2(_ arguments: [String]) throws {
    let folder = try SamplePasses.folder(["gym"])
    let run = try PasscBinary.run(arguments, in: folder.path)
    #expect(run.status == 2, "\(run.text)\(run.errors)")
    #expect(!run.errors.isEmpty)
  }

  @Test func aReportToStandardOutputSendsTheTextToStandardError() throws {
    let folder = try SamplePasses.folder(["gym"])
    let run = try PasscBinary.run(
      ["check", "gym.pkpass", "--report", "json=-", "--report", "junit=out/a.xml"] + Self.trust,
      in: folder.path)
    #expect(run.status == 0)
    #expect(run.text.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"version\":1,") })
    #expect(run.text.contains("\"summary\""), "\(run.text)")
    #expect(run.errors.contains("gym.pkpass: nothing found that Wallet would reject"))
    #expect(try Disk.list(folder.path).allSatisfy { $0.name != "-" })
    #expect(try Disk.list(folder("out")).map(\.name) == ["a.xml"])
  }

  @Test func aFileWhoseNameEndsLikeStandardOutputIsAFile() throws {
    let folder = try SamplePasses.folder(["gym"])
    let run = try PasscBinary.run(
      ["check", "gym.pkpass", "--report", "json=a=-"] + Self.trust, in: folder.path)
    #expect(run.status == 0 && run.text.contains("gym.pkpass: nothing found"), "\(run.errors)")
    #expect(try Disk.read(folder("a=-")).starts(with: Array("{\"version\":1,".utf8)))
  }

  @Test func pointsAtTheCellAndCountsRepeatsAfterThree() throws {
    let folder = try SamplePasses.folder(["gym"])
    let sample = try #require(
      try Disk.list(folder("gym.pass")).map(\.name).first { $0.hasSuffix(".csv") })
    let text = String(decoding: try Disk.read(folder("gym.pass/\(sample)")), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    // Six times the same row, so five duplicate serial numbers.
    try folder.add(
      "rows.csv",
      Array(
        ([lines[0]] + Array(repeating: lines[1], count: 6))
          .joined(separator: "\n").utf8))
    let run = try PasscBinary.run(["check", "gym.pass", "--data", "rows.csv"], in: folder.path)
    #expect(run.status == 1, "\(run.text)\(run.errors)")
    #expect(run.text.contains("rows.csv:3:"), "\(run.text)")
    #expect(
      run.text.contains("[serial.repeated]") && run.text.contains("and 2 more [serial.repeated]"))
    let json = try PasscBinary.run(
      ["check", "gym.pass", "--data", "rows.csv", "--format", "json"], in: folder.path)
    #expect(json.text.components(separatedBy: "\"serial.repeated\"").count == 6, "\(json.text)")
  }

  @Test func aBaselineChangesTheExitCodeAndNothingElse() throws {
    let folder = try SamplePasses.folder(["gym"])
    let arguments = ["check", "gym.pkpass", "--as-of", "2026-01-02"]
    let first = try PasscBinary.run(
      arguments + ["--write-baseline", "known.json"], in: folder.path)
    #expect(first.status == 1)
    let second = try PasscBinary.run(arguments + ["--baseline", "known.json"], in: folder.path)
    #expect(second.status == 0, "\(second.text)")
    #expect(second.text.contains("Wallet rejects this pass: signature.chain.notApple"))
    #expect(second.text.contains("1 known from the baseline"))
  }

  @Test func looseFilesWithOneSerialNumberAreTwoVersions() throws {
    let folder = try SamplePasses.folder(["gym"])
    try folder.add("copy.pkpass", try Disk.read(folder("gym.pkpass")))
    let same = try PasscBinary.run(
      ["check", "gym.pkpass", "copy.pkpass"] + Self.trust, in: folder.path)
    #expect(same.status == 0 && !same.text.contains("serial.twoVersions"), "\(same.text)")
    let text = String(decoding: try Disk.read(folder("gym.pass/pass.json")), as: UTF8.self)
    try folder.add(
      "gym.pass/pass.json",
      Array(text.replacing("\"description\": \"", with: "\"description\": \"New ").utf8))
    let built = try PasscBinary.run(
      [
        "build", "gym.pass", "--sample", "1", "--identity", PasscBinary.identity("ordinary"), "-o",
        "newer.pkpass",
      ], in: folder.path)
    #expect(built.status == 0, "\(built.errors)")
    let run = try PasscBinary.run(
      ["check", "gym.pkpass", "newer.pkpass"] + Self.trust, in: folder.path)
    #expect(run.status == 0 && run.text.contains("warning: serial number"), "\(run.text)")
    #expect(run.text.contains("[serial.twoVersions]"), "\(run.text)")
  }

  @Test func excludesByPattern() throws {
    let folder = try Self.mixed()
    let run = try PasscBinary.run(
      ["check", ".", "--exclude", "*.pkpasses", "--exclude", "gym*"] + Self.trust, in: folder.path)
    #expect(run.status == 0 && run.text.contains("2 packages checked"), "\(run.text)")
  }

  @Test func strictFailsOnWarningsAndAllowSilencesThem() throws {
    let folder = try SamplePasses.folder(["gym"])
    // Years later the certificate has expired, which is a warning.
    let arguments = ["check", "gym.pkpass", "--trust", Self.root, "--as-of", "2199-01-01"]
    let plain = try PasscBinary.run(arguments, in: folder.path)
    #expect(
      plain.status == 0 && plain.text.contains("signature.certificate.expired"), "\(plain.text)")
    #expect(try PasscBinary.run(arguments + ["--strict"], in: folder.path).status == 1)
    let allowed = try PasscBinary.run(
      arguments + ["--strict", "--allow", "signature.certificate", "--allow", "date"],
      in: folder.path)
    #expect(allowed.status == 0, "\(allowed.text)")
  }

  // MARK: Outside validators

  /// The folder of the outside validators.
  private static let judges = PasscBinary.root.appendingPathComponent(".build/judges")
  private static var judgesAreMissing: Bool {
    !FileManager.default.fileExists(
      atPath: judges.appendingPathComponent("junit-10.xsd").path)
  }

  private static func ask(_ program: String, in folder: TemporaryFolder) throws -> String {
    try folder.add("judge.py", Array(program.utf8))
    let process = ChildProcess()
    process.executableURL = judges.appendingPathComponent("bin/python")
    process.arguments = [
      "judge.py", judges.appendingPathComponent("junit-10.xsd").path,
      PasscBinary.root.appendingPathComponent("Tests/Fixtures/junit-ant.xsd").path,
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  private static let reports = [
    "sarif=out/passc.sarif", "junit=out/passc.xml", "json=out/passc.jsonl",
    "gitlab=out/gitlab.json", "github=out/github.txt", "text=out/report.txt",
  ]

  /// Validates SARIF with pydantic-sarif, JUnit with pytest's XSD and a stricter one in the
  /// fixtures, and JSON Lines with Python. GitHub and GitLab have no validator, so their documented
  /// fields are compared here.
  @Test(.disabled(if: judgesAreMissing, "run scripts/judges.sh to fetch the judges"))
  func strangersReadTheReports() throws {
    let folder = try Self.mixed()
    try folder.add("broken.pkpass", Array("{\"a\": \"<&>\\u0001\"}".utf8))
    let run = try PasscBinary.run(
      ["check", ".", "--as-of", "2026-01-02"] + Self.reports.flatMap { ["--report", $0] },
      in: folder.path, environment: ["PASSC_RULES_URL": "https://example.com/docs/rules.md"])
    #expect(run.status == 1)
    let said = try Self.ask(
      """
      import json, re, sys, xmlschema
      from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif
      text = open("out/passc.sarif").read()
      Sarif.model_validate_json(text)
      sarif = json.loads(text)["runs"][0]
      jenkins, ant = (xmlschema.XMLSchema(path) for path in sys.argv[1:])
      jenkins.validate("out/passc.xml")
      ant.validate("out/passc.xml")
      junit = open("out/passc.xml").read()
      for needed in [' package="passc"', ' id="0"', "<system-err></system-err>"]:
          assert jenkins.is_valid(junit.replace(needed, "", 1))
          assert not ant.is_valid(junit.replace(needed, "", 1)), needed
      lines = [json.loads(line) for line in open("out/passc.jsonl")]
      found = [line for line in lines if "code" in line]
      fields = ["version", "code", "severity", "basis", "effect", "bundle", "file", "line",
                "column", "sheet", "pointer", "serial", "message", "help", "walletLog", "notes"]
      assert all(list(line) == fields for line in found), found
      assert all(line["version"] == 1 for line in lines)
      verdicts = [line["verdict"] for line in lines if "verdict" in line]
      assert all(set(v) == {"bundle", "result", "first"} for v in verdicts)
      assert {v["result"] for v in verdicts} <= {"refused", "maybeRefused", "nothingFound"}
      assert list(lines[-1]) == ["version", "summary"], lines[-1]
      assert lines[-1]["summary"]["errors"] == sum(f["severity"] == "error" for f in found)
      results = sarif["results"]
      assert [r["ruleId"] for r in results] == [f["code"] for f in found]
      rules = sarif["tool"]["driver"]["rules"]
      assert all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in results)
      assert all(rule["helpUri"] == "https://example.com/docs/rules.md#" + rule["id"] for rule in rules)
      gitlab = json.load(open("out/gitlab.json"))
      assert len(gitlab) == len(found)
      assert len({issue["fingerprint"] for issue in gitlab}) == len(gitlab)
      for issue in gitlab:
          assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
          assert issue["severity"] in ["info", "minor", "major", "critical", "blocker"]
          assert not issue["location"]["path"].startswith("./")
          assert issue["location"]["lines"]["begin"] >= 1
      github = open("out/github.txt").read().splitlines()
      assert len(github) == len(found)
      line = re.compile(r"::(error|warning|notice) file=[^,:]+(,line=\\d+(,col=\\d+)?)?,title=[^,:]+::.+")
      assert all(line.fullmatch(text) for text in github), github
      print("fine", len(found))
      """, in: folder)
    #expect(said.hasPrefix("fine"), "\(said)")
  }
}
