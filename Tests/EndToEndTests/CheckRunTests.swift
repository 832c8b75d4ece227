// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassRead
import PassTesting
import Testing

/// Tests of `passc check` with many files: unreadable ones, baselines and reports.
struct CheckRunTests {
  private static let root = PasscBinary.root.appendingPathComponent("certs-example/root.pem").path
  private static let trust = ["--trust", root, "--as-of", "2026-01-02"]

  // MARK: Unreadable files

  @Test func whatCannotBeReadKeepsNothingElseFromBeingJudged() throws {
    let folder = try SamplePasses.folder(["gym"])
    try FileManager.default.createSymbolicLink(
      atPath: folder("a-broken.pkpass"), withDestinationPath: "nowhere")
    try folder.add("cut.tar", Array(Self.tar(try Disk.read(folder("gym.pkpass"))).prefix(2000)))
    try folder.add("page.pkpass", Array("<html>".utf8))
    let run = try PasscBinary.run(
      [
        "check", ".", "cut.tar", "--report", "json=report.json", "--report", "sarif=report.sarif",
        "--write-baseline", "known.json",
      ] + Self.trust, in: folder.path)
    #expect(run.status == 3, "\(run.text)\(run.errors)")
    // The report has each of them; it is not repeated.
    #expect(run.errors == "")
    for words in [
      "a-broken.pkpass: error: a-broken.pkpass is a link to a file that does not exist",
      "[package.file.unreadable]",
      "cut.tar: error: cannot read cut.tar: the tar archive ends within a file",
      "page.pkpass: Wallet rejects this pass: archive.file.notZip",
      "gym.pkpass: nothing found that Wallet would reject",
    ] { #expect(run.text.contains(words), "\(words)\n\(run.text)") }
    for file in ["report.json", "report.sarif"] {
      let text = String(decoding: try Disk.read(folder(file)), as: UTF8.self)
      #expect(text.contains("package.file.unreadable") && text.contains("archive.file.notZip"))
    }
    let known = String(decoding: try Disk.read(folder("known.json")), as: UTF8.self)
    #expect(known.contains("archive.file.notZip") && !known.contains("unreadable"), "\(known)")
    // An unreadable file cannot be in a baseline.
    let again = try PasscBinary.run(
      ["check", ".", "--baseline", "known.json"] + Self.trust, in: folder.path)
    #expect(again.status == 3)
  }

  /// Returns a ustar archive with one file and the two zero blocks at its end.
  private static func tar(_ content: [UInt8], name: String = "gym.pkpass") -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put(String(repeating: "0", count: 11 - String(content.count, radix: 8).count), at: 124)
    put(String(content.count, radix: 8), at: 135 - String(content.count, radix: 8).count)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
    put(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ", at: 148)
    let padding = [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
    return header + content + padding + [UInt8](repeating: 0, count: 1024)
  }

  @Test(arguments: ["GYM.PKPASS", "gym.PkPass"])
  func aPassInATarIsCheckedWhateverTheCaseOfItsExtension(_ name: String) throws {
    let folder = try SamplePasses.folder(["gym"])
    var bytes = try Disk.read(folder("gym.pkpass"))
    bytes[60] ^= 0x20
    try folder.add("all.tar", Self.tar(bytes, name: name))
    let run = try PasscBinary.run(["check", "all.tar"] + Self.trust, in: folder.path)
    #expect(run.status == 1, "\(run.text)")
    #expect(run.text.contains("all.tar!\(name): Wallet rejects this pass"), "\(run.text)")
  }

  @Test func aTarWithoutItsEndWasCutOff() throws {
    let folder = try SamplePasses.folder(["gym"])
    let tar = Self.tar(try Disk.read(folder("gym.pkpass")))
    try folder.add("whole.tar", tar)
    try folder.add("cut.tar", Array(tar.dropLast(1024)))
    let whole = try PasscBinary.run(["check", "whole.tar"] + Self.trust, in: folder.path)
    #expect(whole.status == 0 && whole.text.contains("whole.tar!gym.pkpass: nothing found"))
    let cut = try PasscBinary.run(["check", "cut.tar"] + Self.trust, in: folder.path)
    #expect(cut.status == 3 && cut.text.contains("cannot read cut.tar: "), "\(cut.text)")
    #expect(cut.text.contains("cut.tar!gym.pkpass: nothing found"), "\(cut.text)")
  }

  /// The second half is sent after the first result, or after a minute.
  @Test(.timeLimit(.minutes(15))) func aTarFromAPipeIsNotHeldUntilItsEnd() throws {
    let folder = try SamplePasses.folder(["gym"])
    let pass = try Disk.read(folder("gym.pkpass"))
    var halves: [[UInt8]] = []
    for half in 0..<2 {
      var tar: [UInt8] = []
      for index in 0..<20 {
        pass.withUnsafeBytes {
          TarWriter.append([$0], named: "\(20 * half + index).pkpass", time: 0, to: &tar)
        }
      }
      halves.append(tar)
    }
    try folder.add("first", halves[0])
    try folder.add("second", halves[1] + TarWriter.end)
    let script = """
      {
        cat first
        tries=0
        until [ -s verdicts ] || [ $tries -gt 600 ]; do sleep 0.1; tries=$((tries + 1)); done
        cp verdicts early
        cat second
      } | "$0" check - --jobs 2 "$@" >verdicts
      """
    let piped = try Program.run(
      "/bin/sh",
      ["-c", script, try #require(Program.passc, "passc is not beside the tests")] + Self.trust,
      in: folder.path, environment: ["HOME": folder.path])
    let early = String(decoding: try Disk.read(folder("early")), as: UTF8.self)
    #expect(early.contains("0.pkpass: nothing found"), "\(piped.errors)")
    #expect(!early.contains("20.pkpass") && !early.contains("packages checked"))
    let all = String(decoding: try Disk.read(folder("verdicts")), as: UTF8.self)
    #expect(piped.status == 0 && all.contains("40 packages checked"), "\(piped.errors)\(all)")
  }

  /// A tar archive from standard input is checked as it arrives, in its order.
  @Test func aTarIsJudgedTheSameFromAFileAndFromAPipe() throws {
    let folder = try SamplePasses.folder(["gym"])
    let pass = try Disk.read(folder("gym.pkpass"))
    var tar: [UInt8] = []
    for index in 0..<40 {
      let bytes = index % 7 == 3 ? Array(pass.prefix(500)) : pass
      bytes.withUnsafeBytes {
        TarWriter.append([$0], named: "\(index).pkpass", time: 0, to: &tar)
      }
      Array("beside").withUnsafeBytes { TarWriter.append([$0], named: "notes", time: 0, to: &tar) }
    }
    tar += TarWriter.end
    try folder.add("all.tar", tar)
    let arguments = ["--jobs", "2"] + Self.trust
    let file = try PasscBinary.run(["check", "all.tar"] + arguments, in: folder.path)
    let pipe = try PasscBinary.run(["check", "-"] + arguments, in: folder.path, input: tar)
    #expect(file.status == 1 && pipe.status == 1, "\(file.errors)\(pipe.errors)")
    #expect(file.text.replacing("all.tar", with: "standard input") == pipe.text)
    #expect(pipe.text.contains("40 packages checked"), "\(pipe.text)")
    let cut = try PasscBinary.run(
      ["check", "-"] + arguments, in: folder.path, input: Array(tar.dropLast(1024)))
    #expect(cut.status == 3 && cut.text.contains("39.pkpass: nothing found"), "\(cut.errors)")
  }

  // MARK: Baselines

  /// Returns a template with a column `points` of integers.
  private static func template(_ rows: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "t.pass/template.json": #"{"columns": {"serial": {}, "points": {"type": "integer"}}}"#,
      "t.pass/pass.json": """
      {
        "formatVersion": 1, "organizationName": "o", "description": "d",
        "serialNumber": "{{ serial }}", "userInfo": {"points": "{{ points }}"}, "generic": {}
      }
      """,
      "rows.csv": "serial,points\n" + rows,
    ])
    for (suffix, size) in [("", 38), ("@2x", 76), ("@3x", 114)] {
      try folder.add("t.pass/icon\(suffix).png", PNGImage.plain(width: size, height: size))
    }
    return folder
  }

  @Test func aBaselineKnowsRowsAndHowManyOfAKind() throws {
    let folder = try Self.template("A,x\nB,1\n")
    let arguments = ["check", "t.pass", "--data", "rows.csv"]
    let first = try PasscBinary.run(
      arguments + ["--write-baseline", "known.json"], in: folder.path)
    #expect(first.status == 1 && first.text.contains("[data.integer.invalid]"), "\(first.text)")
    let known = arguments + ["--baseline", "known.json"]
    #expect(try PasscBinary.run(known, in: folder.path).status == 0)
    // The line moved.
    try folder.add("rows.csv", Array("serial,points\nB,1\nA,x\n".utf8))
    #expect(try PasscBinary.run(known, in: folder.path).status == 0)
    // One more error of the same kind, and another row instead of the known one.
    for rows in ["A,x\nB,y\n", "A,1\nB,y\n"] {
      try folder.add("rows.csv", Array("serial,points\n\(rows)".utf8))
      let run = try PasscBinary.run(known, in: folder.path)
      #expect(run.status == 1, "\(rows)\(run.text)\(run.errors)")
    }
  }

  @Test func aBaselineKnowsAPathHoweverItIsTyped() throws {
    let folder = try TemporaryFolder(["p/page.pkpass": "<html>"])
    let made = try PasscBinary.run(
      ["check", "p", "--write-baseline", "known.json"], in: folder.path)
    #expect(made.status == 1)
    for path in ["p", "./p", "p/", "p/../p", "p/page.pkpass", folder("p")] {
      let run = try PasscBinary.run(
        ["check", path, "--baseline", "known.json"], in: folder.path)
      #expect(run.status == 0, "\(path): \(run.text)\(run.errors)")
    }
  }

  // MARK: Reports

  @Test(arguments: ["gym.pkpass", "./gym.pkpass", "other.pkpass", "gym.pass/pass.json"])
  func aReportNeverReplacesWhatIsChecked(_ file: String) throws {
    let folder = try SamplePasses.folder(["gym"])
    try FileManager.default.createSymbolicLink(
      atPath: folder("other.pkpass"), withDestinationPath: "gym.pkpass")
    let before = try Disk.read(folder(file))
    for option in [["--report", "json=\(file)"], ["--write-baseline", file]] {
      let run = try PasscBinary.run(["check", "gym.pass", "gym.pkpass"] + option, in: folder.path)
      let words = ["would replace", "passc does not write there"]
      #expect(run.status == 2 && words.contains { run.errors.contains($0) }, "\(run.errors)")
      #expect(try Disk.read(folder(file)) == before)
    }
  }

  @Test func aBaselineInATemplateMayBeWrittenAgain() throws {
    let folder = try SamplePasses.folder(["gym"])
    for _ in 1...2 {
      let run = try PasscBinary.run(
        ["check", "gym.pass", "--write-baseline", "gym.pass/baseline.json"], in: folder.path)
      #expect(run.status == 0, "\(run.text)\(run.errors)")
    }
  }

  /// GitHub and SARIF viewers open files, so a `!` in a file name must not be taken for an archive.
  @Test func reportsNameTheFileOnDisk() throws {
    let folder = try SamplePasses.folder(["gym"])
    let page = Array("<html>".utf8)
    try folder.add("Sale!/exc!lam.pkpass", try Disk.read(folder("gym.pkpass")))
    try folder.add("pages/page!.pkpass", page)
    let run = try PasscBinary.run(
      ["check", "Sale!", "pages", "--format", "github"], in: folder.path)
    #expect(run.text.contains("::error file=Sale!/exc!lam.pkpass,title=signature."), "\(run.text)")
    #expect(run.text.contains("::error file=pages/page!.pkpass,title="), "\(run.text)")
    let group = try PasscBinary.run(
      ["group", "Sale!/exc!lam.pkpass", "-o", "a!b.pkpasses"], in: folder.path)
    try #require(group.status == 0, "\(group.errors)")
    for format in ["github", "sarif", "gitlab"] {
      let run = try PasscBinary.run(["check", "a!b.pkpasses", "--format", format], in: folder.path)
      #expect(
        run.text.contains("file=a!b.pkpasses,") || run.text.contains("\"uri\": \"a%21b.pkpasses\"")
          || run.text.contains("\"path\": \"a!b.pkpasses\""), "\(run.text)")
    }
  }

  @Test func aBundleOfPassesIsRefusedWithOneOfItsPasses() throws {
    let folder = try SamplePasses.folder(["gym", "pool"])
    let made = try PasscBinary.run(
      ["group", "gym.pkpass", "pool.pkpass", "-o", "both.pkpasses"], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    try folder.add("both.pkpass", try Disk.read(folder("both.pkpasses")))
    let run = try PasscBinary.run(
      ["check", "both.pkpass", "--as-of", "2026-01-02"], in: folder.path)
    #expect(
      run.text.contains("both.pkpass: Wallet rejects this pass: package.kind.passes (+2)"),
      "\(run.text)")
  }

  @Test func allowingWhatAppleDocumentsAsAnErrorIsSaidToBeInVain() throws {
    let folder = try Self.template("A,1\n")
    let text = String(decoding: try Disk.read(folder("t.pass/pass.json")), as: UTF8.self)
    try folder.add(
      "t.pass/pass.json",
      Array(text.replacing("\"generic\"", with: #""labelColor": "rgb(1)", "generic""#).utf8))
    let run = try PasscBinary.run(
      ["check", "t.pass", "--data", "rows.csv", "--allow", "colour.value.invalid"],
      in: folder.path)
    #expect(run.status == 1)
    #expect(run.errors.contains("--allow colour.value.invalid has no effect"), "\(run.errors)")
  }

  @Test(arguments: ["17", "17.4", "17.4.1"])
  func versionsOfIOSMayHaveThreeNumbers(_ version: String) throws {
    let folder = try Self.template("A,1\n")
    let run = try PasscBinary.run(["check", "t.pass", "--ios", version], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
  }
}
