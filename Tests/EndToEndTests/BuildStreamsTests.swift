// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of the output streams and exit codes of `passc build`.
struct BuildStreamsTests {
  @Test func printsThePathOfThePassAndNothingElse() throws {
    let built = try BuildCase().build(["--sample", "1"])
    #expect(built.status == 0, "\(built.story)")
    #expect(built.text == "card.pkpass\n")
    #expect(built.errors == "")
  }

  @Test func writesThePassToStandardOutputAlone() throws {
    let one = try BuildCase()
    let file = try one.build(["--sample", "1", "-o", "a.pkpass"])
    let stream = try one.build(["--sample", "1", "-o", "-"])
    #expect(file.status == 0 && stream.status == 0, "\(stream.errors)")
    #expect(try stream.output == one.bytes("a.pkpass"))
    #expect(stream.errors == "")
    #expect(!one.exists("-"))
  }

  @Test func exitsWith1AndASilentStandardOutputOnFindings() throws {
    let one = try BuildCase([
      "card.pass/pass.json": BuildCase.passJSON.replacing("\"Example Library\"", with: "17")
    ])
    let built = try one.build(["--sample", "1"])
    #expect(built.status == 1)
    #expect(built.text == "")
    #expect(built.codes == ["key.type.mismatch"], "\(built.story)")
    #expect(built.errors.hasPrefix("card.pass/pass.json:4:23: error: "), "\(built.errors)")
    #expect(!one.exists("card.pkpass"))
  }

  @Test func aMissingIconNamesThePassJSONOfTheTemplate() throws {
    let one = try BuildCase()
    for name in ["icon.png", "icon@2x.png", "icon@3x.png"] {
      try Disk.remove(one.folder("card.pass/" + name))
    }
    let built = try one.build(["--sample", "1"])
    #expect(built.status == 1)
    #expect(
      built.errors.hasPrefix("card.pass/pass.json:1:1: error: the package has no icon"),
      "\(built.errors)")
  }

  @Test func saysEveryFaultInOneRun() throws {
    let one = try BuildCase([
      "card.pass/pass.json": """
      { "formatVersion": 2, "serialNumber": "1", "organizationName": "", "backgroundColor": "red",
        "description": "d", "generic": { "primaryFields": [{ "key": "a" }, { "key": "a" }] } }
      """
    ])
    let built = try one.build(["--sample", "1", "--emit", "manifest"])
    #expect(built.status == 1)
    #expect(Set(built.codes).count >= 4, "\(built.story)")
  }

  @Test(arguments: [
    (["--bogus"], "unknown option \"--bogus\"\nhelp: see passc build --help"),
    (["--smaple", "1"], "unknown option \"--smaple\"\nhelp: did you mean --sample?"),
    (["extra"], "\"extra\" is one argument too many\nhelp: for example: passc build"),
    (["rows.csv"], "\"rows.csv\" is one argument too many\nhelp: did you mean --data rows.csv?"),
    (["--sample", "x"], "--sample is \"x\", expected a number\nhelp: write --sample 1"),
    (["--sample", "it's"], "--sample is \"it's\", expected a number\nhelp: write --sample 1"),
    (["--sample", "0"], "--sample counts rows from 1\nhelp: write --sample 1"),
    (
      ["--emit", "manfest"],
      "--emit is \"manfest\", expected pkpass, folder, pass-json or manifest\n"
        + "help: did you mean --emit manifest?"
    ),
    (["--data"], "--data has no value\nhelp: write --data FILE"),
    (["-o"], "-o has no value\nhelp: write -o FILE"),
    (["--strict=yes"], "--strict takes no value\nhelp: write --strict alone"),
    (["--set", "name"], "--set name has no =\nhelp: write --set name=VALUE"),
    (
      ["--sample", "9"],
      "card.pass/sample.csv has 2 rows, but no row 9\n"
        + "help: write --sample with a number from 1 to 2"
    ),
    (["--delimiter", "ab", "--sample", "1"], "\"ab\" is not a delimiter"),
    (["--encoding", "ebcdic", "--sample", "1"], "unknown encoding \"ebcdic\""),
    (["--data", "-"], "standard input has no name that tells its format"),
    (["--sample", "1", "--emit", "pass-json", "--depfile", "d"], "standard output has no name"),
  ])
  func answersWrongUsageWithASentenceAndAHint(
    _ arguments: [String], _ sentence: String
  ) throws {
    let outcome = try BuildCase().build(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(outcome.errors.hasPrefix("passc: error: "), "\(outcome.errors)")
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
    // An error and a hint, without the whole usage.
    #expect(outcome.errors.split(separator: "\n").count <= 2, "\(outcome.errors)")
    #expect(!outcome.errors.contains("USAGE"))
  }

  @Test func namesAColumnThatIsSetTwice() throws {
    let outcome = try BuildCase().build(["--set", "name=a", "--set", "name=b"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("column \"name\" is set twice [data.set.duplicate]"))
  }

  @Test func saysWhichColumnsNeedDataAndOffersTheSample() throws {
    let outcome = try BuildCase().build()
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(outcome.errors.contains("card.pass needs data for name, serial"), "\(outcome.errors)")
    #expect(outcome.errors.contains("--sample 1"), "\(outcome.errors)")
    let bare = try BuildCase([
      "card.pass/template.json": BuildCase.templateJSON.replacing(
        "\"sample\": \"sample.csv\",", with: "")
    ])
    #expect(try !bare.build().errors.contains("--sample"))
    let sample = try bare.build(["--sample", "1"])
    #expect(sample.status == 2)
    #expect(sample.errors.contains("card.pass names no sample"), "\(sample.errors)")
  }

  @Test(arguments: [
    (["build", "gone.pass", "--emit", "manifest"], "gone.pass does not exist"),
    (
      ["build", "card.pass", "--data", "gone.csv", "--emit", "manifest"], "gone.csv does not exist"
    ),
    (["build", "card.pass/pass.json", "--emit", "manifest"], "card.pass/pass.json"),
    (["build", "card.pass", "--sample", "1", "--identity", "gone"], "gone does not exist"),
    (
      ["build", "card.pass", "--sample", "1", "--token-key", "gone.key", "--emit", "manifest"],
      "gone.key does not exist"
    ),
    (
      ["build", "card.pass", "--sample", "1", "--nfc-key", "gone.pem", "--emit", "manifest"],
      "gone.pem does not exist"
    ),
    (
      ["build", "card.pass", "--sample", "1", "--nfc-key", "card.pass/pass.json"]
        + ["--emit", "manifest"], "card.pass/pass.json is neither PEM nor DER nor Base64"
    ),
    (
      ["build", "card.pass", "--sample", "1", "--token-key", "card.pass/pass.json"]
        + ["--emit", "manifest"], "card.pass/pass.json is not a token key"
    ),
  ])
  func exitsWith3WhenTheEnvironmentFails(_ arguments: [String], _ words: String) throws {
    let outcome = try BuildCase().passc(arguments)
    #expect(outcome.status == 3)
    #expect(outcome.text == "")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test func needsAnIdentityOnlyForABundle() throws {
    let one = try BuildCase()
    let bundle = try one.passc(["build", "card.pass", "--sample", "1"])
    #expect(bundle.status == 2)
    #expect(bundle.errors.contains("--identity"), "\(bundle.errors)")
    #expect(!one.exists("card.pkpass"))
    for emit in ["folder", "pass-json", "manifest"] {
      let outcome = try one.passc(["build", "card.pass", "--sample", "1", "--emit", emit])
      #expect(outcome.status == 0, "\(emit): \(outcome.story)")
    }
  }

  @Test func refusesASigningTimeThatIsNone() throws {
    let one = try BuildCase()
    for text in ["tomorrow", "-1", "1e9", "99999999999999999999", "253402300800"] {
      let built = try one.build(["--sample", "1"], environment: ["SOURCE_DATE_EPOCH": text])
      #expect(built.status == 2, "\(text): \(built.story)")
      #expect(built.errors.contains("SOURCE_DATE_EPOCH"))
    }
  }

  @Test func helpAndVersionAreResults() throws {
    let one = try BuildCase()
    for arguments in [["--help"], ["build", "--help"], ["help", "build"], ["--version"]] {
      let outcome = try one.passc(arguments)
      #expect(outcome.status == 0, "\(arguments)")
      #expect(!outcome.output.isEmpty && outcome.errors.isEmpty, "\(arguments)")
    }
    #expect(try one.passc(["build", "--help"]).text.contains("passc build gym.pass"))
  }

  /// The companion programs print the same. The commit is known only in builds of make.
  @Test(arguments: ["passc", "passc-app", "passc-preview", "passc-service"])
  func versionNamesProgramNumberAndData(_ name: String) throws {
    let program = FilePath.join(FilePath.parent(try #require(Program.passc)), name)
    let outcome = try Program.run(program, ["--version"], in: "/", environment: [:])
    let form =
      /passc[a-z-]* 0\.1\.0 \((commit [0-9A-Za-z.+-]+, )?OpenSSL 3[0-9.a-z]+, time zones 20[0-9]{2}[a-z]\)\n/
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.story)")
    #expect(outcome.text.hasPrefix(name + " ") && outcome.text.wholeMatch(of: form) != nil)
  }

  // MARK: Warnings

  /// Returns a template with one warning of a rule and one of the template.
  static func warned(_ allow: String = "{}") throws -> BuildCase {
    let one = try BuildCase([
      "card.pass/template.json": BuildCase.templateJSON.replacing(
        "\"columns\"", with: "\"allow\": \(allow), \"columns\""),
      "card.pass/backround.png": "not packed",
    ])
    try one.folder.add("card.pass/icon.png", PNGImage.plain(width: 10, height: 20))
    return one
  }

  @Test func warningsAreShownAndDoNotCount() throws {
    let one = try Self.warned()
    let built = try one.build(["--sample", "1"])
    #expect(built.status == 0)
    #expect(built.text == "card.pkpass\n")
    #expect(built.codes.contains("template.file.notPacked"), "\(built.story)")
    #expect(built.codes.contains { $0.hasPrefix("image.") }, "\(built.story)")
    #expect(!built.errors.contains(": error: "))
  }

  @Test func strictAndDenyMakeThemErrors() throws {
    let one = try Self.warned()
    for option in [["--strict"], ["--deny", "image"], ["--deny", "template.file.notPacked"]] {
      let built = try one.build(["--sample", "1"] + option)
      #expect(built.status == 1, "\(option)")
      #expect(built.text == "")
      #expect(built.errors.contains(": error: "), "\(option): \(built.errors)")
      #expect(!one.exists("card.pkpass"))
    }
  }

  @Test func allowSilencesWarningsAndNeverDocumentedErrors() throws {
    let one = try Self.warned()
    let built = try one.build(
      ["--sample", "1", "--strict", "--allow", "image.*", "--allow", "template.file.notPacked"])
    #expect(built.status == 0, "\(built.story)")
    #expect(built.errors == "")
    try one.folder.add([
      "card.pass/pass.json": BuildCase.passJSON.replacing("\"formatVersion\": 1,", with: "")
    ])
    let broken = try one.build(["--sample", "1", "--allow", "*"])
    #expect(broken.status == 1, "\(broken.story)")
    #expect(broken.codes == ["key.required.missing"])
    // Identifiers from the certificate do not change the location.
    #expect(broken.errors.hasPrefix("card.pass/pass.json:1:1: error: "), "\(broken.errors)")
  }

  @Test func theTemplatesOwnAllowIsUsedUnusedOrRefused() throws {
    let used = try Self.warned(
      #"{"image": "as the brand has it", "template.file.notPacked": "later"}"#)
    let fine = try used.build(["--sample", "1", "--strict"])
    #expect(fine.status == 0, "\(fine.story)")
    #expect(fine.errors == "")

    let unused = try Self.warned(
      #"{"image": "as the brand has it", "template.file.notPacked": "x", "nfc": "not now"}"#)
    let warned = try unused.build(["--sample", "1"])
    #expect(warned.status == 0)
    #expect(warned.codes == ["template.allow.unused"], "\(warned.story)")
    #expect(warned.errors.contains("card.pass/template.json:3:"), "\(warned.errors)")
    #expect(try unused.build(["--sample", "1", "--strict"]).status == 1)

    // Another template that extends this one may need an allowance of the base.
    try unused.folder.add(["other.pass/template.json": #"{"extends": "../card.pass"}"#])
    let inherited = try unused.passc([
      "build", "other.pass", "--identity", BuildCase.identity("ordinary"), "--sample", "1",
      "--strict",
    ])
    #expect(inherited.status == 0 && inherited.codes.isEmpty, "\(inherited.story)")

    let refused = try Self.warned(
      #"{"key.required.missing": "no", "image": "x", "template.file": "y"}"#)
    try refused.folder.add([
      "card.pass/pass.json": BuildCase.passJSON.replacing("\"formatVersion\": 1,", with: "")
    ])
    let outcome = try refused.build(["--sample", "1"])
    #expect(outcome.status == 1)
    #expect(
      Set(outcome.codes) == ["key.required.missing", "template.allow.refused"],
      "\(outcome.story)")

    let silent = try Self.warned(#"{"image": " "}"#)
    #expect(try silent.build(["--sample", "1"]).codes.contains("template.allow.noReason"))
  }

  @Test func notesAreShownWhenAskedForAndNeverCount() throws {
    let one = try BuildCase()
    let built = try one.build(["--sample", "1", "--strict", "--notes"])
    #expect(built.status == 0, "\(built.story)")
    // Git does not store the file permissions of the example keys.
    #expect(built.codes.filter { $0 != "identity.file.exposed" } == ["identity.notApple"])
  }

  // MARK: Colour

  @Test(.enabled(if: Program.path(of: "script") != nil, "needs `script` for a terminal"))
  func coloursOnlyATerminalThatWantsIt() throws {
    let one = try BuildCase()
    let passc = try #require(Program.passc)
    let escape = "\u{1B}["
    #expect(try !one.build(["--bogus"]).errors.contains(escape))
    func onTerminal(_ environment: [String: String]) throws -> String {
      let command = "'\(passc)' build card.pass --emit manifest"
      #if os(macOS)
        let arguments = ["-q", "/dev/null", "/bin/sh", "-c", command]
      #else
        let arguments = ["-qec", command, "/dev/null"]
      #endif
      return try Program.run(
        try #require(Program.path(of: "script")), arguments, in: one.folder.path,
        environment: ["TERM": "xterm"].merging(environment) { $1 }
      ).text
    }
    #expect(try onTerminal([:]).contains(escape))
    #expect(try !onTerminal(["NO_COLOR": "1"]).contains(escape))
    #expect(try !onTerminal(["TERM": "dumb"]).contains(escape))
  }
}
