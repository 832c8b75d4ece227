// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassCrypto
import PassTesting
import Testing

/// Tests of `passc rehearse`, which runs passc-service.
struct RehearseTests {
  /// Returns a folder with a signed pass that has a web service.
  private static func folder(_ address: String = "https://example.com/wallet/") throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    try folder.add(
      "a.pkpass",
      try FinishedSample.pkpass(
        """
        {"webServiceURL":"\(address)","authenticationToken":"0123456789abcdef"}
        """))
    return folder
  }

  @Test func asksForLiveAgainstAnotherMachine() throws {
    let folder = try Self.folder()
    let outcome = try PasscBinary.run(["rehearse", "a.pkpass"], in: folder.path)
    #expect(outcome.status == 2, "\(outcome.story)")
    #expect(outcome.errors.contains("is not on this machine"))
    #expect(outcome.errors.contains("--live"))
    #expect(outcome.text.isEmpty)
  }

  @Test func saysThatNobodyAnswers() throws {
    let folder = try Self.folder()
    // There is no server on port 1.
    let outcome = try PasscBinary.run(
      ["rehearse", "a.pkpass", "--at", "http://127.0.0.1:1"], in: folder.path)
    #expect(outcome.status == 3, "\(outcome.story)")
    #expect(outcome.errors.contains("cannot connect to http://127.0.0.1:1"))
  }

  @Test(arguments: [
    (["rehearse"], 2), (["rehearse", "a.pkpass", "--devices", "tablet"], 2),
    (["rehearse", "a.pkpass", "--at", "ftp://example.com"], 2),
    (["rehearse", "missing.pkpass"], 3),
    (["rehearse", "a.pkpass", "--push-listen", "0.0.0.0:2197"], 2),
    (["rehearse", "a.pkpass", "--push-ca-out", "ca.pem"], 2),
    (["rehearse", "a.pkpass", "--push-ca", "ca"], 2),
    (["rehearse", "a.pkpass", "--push-auth", "password"], 2),
    (["rehearse", "a.pkpass", "--format", "html", "--report", "json=-"], 2),
    (["rehearse", "a.pkpass", "--allow", "rehearse.list.tagStuc"], 2),
  ])
  func refusesWhatItCannotDoBeforeItBegins(_ arguments: [String], _ status: Int) throws {
    let folder = try Self.folder()
    let outcome = try PasscBinary.run(arguments, in: folder.path)
    #expect(outcome.status == Int32(status), "\(outcome.story)")
    #expect(outcome.text.isEmpty && !outcome.errors.isEmpty)
  }

  @Test func explainsWhatItFinds() throws {
    let folder = try TemporaryFolder()
    let outcome = try PasscBinary.run(["explain", "rehearse.list.tagStuck"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(outcome.text.contains("list only passes that changed after the tag"))
  }

  // MARK: passc serve

  static let signUpTemplate: [String: [UInt8]] = {
    var files: [String: [UInt8]] = [
      "gym.pass/pass.json": Array(
        """
        {"formatVersion": 1, "organizationName": "Gym", "description": "Gym",
          "serialNumber": "{{ serial }}", "webServiceURL": "https://passes.example.com/gym",
          "nfc": {"message": "{{ serial }}", "encryptionPublicKey":
            "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACJdaaz4W32Cjg1FPv5KSL0v0qkTYmLeYMcpaDICfomw8="},
          "storeCard": {
          "primaryFields": [{"key": "points", "label": "Points", "value": "{{ points }}",
            "changeMessage": "You have %@ points now"}],
          "backFields": [{"key": "name", "label": "Name", "value": "{{ name }}"}]}}
        """.utf8),
      "gym.pass/template.json": Array(
        """
        {"columns": {"serial": {}, "name": {"optional": true}, "points": {"type": "integer"}},
          "personalization": {"name": "givenName"}}
        """.utf8),
      "gym.pass/personalization.json": Array(
        """
        {"description": "Join", "requiredPersonalizationFields": ["PKPassPersonalizationFieldName"]}
        """.utf8),
    ]
    for (name, scale) in [("", 1), ("@2x", 2), ("@3x", 3)] {
      files["gym.pass/icon\(name).png"] = PNGImage.plain(width: 29 * scale, height: 29 * scale)
      files["gym.pass/personalizationLogo\(name).png"] = PNGImage.plain(
        width: 150 * scale, height: 40 * scale)
    }
    return files
  }()

  /// With pushes and sign-ups, and with warnings as errors.
  @Test(
    .enabled(if: Program.path(of: "curl") != nil, "curl is not installed"),
    .timeLimit(.minutes(15)), arguments: [false, true])
  func findsNothingInOurServiceWithPushesAndSignUps(_ withPushKey: Bool) throws {
    let service = try ServiceCase(
      base: [
        "--template", "gym.pass", "--token-key", "token.key", "--identity",
        PasscBinary.identity("nfc"),
      ], files: Self.signUpTemplate, issues: false)
    let folder = service.folder
    func put(_ serial: String) throws {
      let put = try Program.run(
        try #require(Program.path(of: "curl")),
        [
          "-sS", "--fail-with-body", "--unix-socket", "passc-service.sock", "-X", "PUT", "-d",
          "{\"serial\": \"\(serial)\", \"name\": \"\", \"points\": 1}",
          "http://localhost/passes/\(ServiceCase.passType)/\(serial)",
        ], in: folder.path)
      try #require(put.status == 0, "\(put.story)")
      let got = try service.send(
        "GET", "/v1/passes/\(ServiceCase.passType)/\(serial)",
        token: try service.derivedToken(serial))
      try folder.add("\(serial).pkpass", got.body)
    }
    try put("R-1")
    try put("R-2")
    let port = service.port
    service.end()
    try folder.add(
      "change.sh",
      Array(
        """
        points=$(($(cat points 2>/dev/null || echo 1) + 1))
        echo "$points" >points
        echo "this is no line of JSON"
        curl -sS --fail-with-body --unix-socket passc-service.sock -X PATCH \
          -d '{"points": '"$points"'}' http://localhost/passes/\(ServiceCase.passType)/R-1
        """.utf8))
    let rehearsal = ChildProcess()
    rehearsal.executableURL = URL(fileURLWithPath: try #require(Program.passc))
    rehearsal.arguments = [
      "rehearse", "R-1.pkpass", "R-2.pkpass", "--at", "http://127.0.0.1:\(port)", "--trust",
      PasscBinary.identity("nfc") + "/root.pem", "--strict", "--format", "json", "--change",
      "sh change.sh", "--push-listen", "127.0.0.1:0", "--push-ca", "push-ca",
      "--timeline", "timeline.txt", "--push-auth", withPushKey ? "token" : "certificate",
    ]
    rehearsal.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    for (name, stream) in [
      ("found.txt", \ChildProcess.standardOutput), ("said.txt", \.standardError),
    ] {
      try folder.add(name, [])
      rehearsal[keyPath: stream] = try FileHandle(
        forWritingTo: URL(fileURLWithPath: folder(name)))
    }
    func text(_ name: String) -> String {
      (try? Disk.read(folder(name))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    try rehearsal.run()
    defer { if rehearsal.isRunning { rehearsal.terminate() } }
    // It waits for the service, which must trust its authority.
    var place: String?
    for _ in 0..<1_200 where place == nil {
      usleep(50_000)
      place = text("said.txt").components(separatedBy: "listening for pushes at 127.0.0.1:")
        .dropFirst().first.map { String($0.prefix { $0.isNumber }) }
    }
    let pushes = try #require(place, "\(text("said.txt"))")
    try folder.add("AuthKey.p8", try PrivateKey.generateP256().pemBytes())
    try service.start(
      [
        "--listen", "127.0.0.1:\(port)", "--push", "127.0.0.1:\(pushes)",
        "--push-trust", "push-ca/ca.pem",
      ] + (withPushKey ? ["--push-key", "AuthKey.p8", "--push-key-id", "A1B2C3D4E5"] : []))
    rehearsal.waitUntilExit()
    let (found, said) = (text("found.txt"), text("said.txt"))
    #expect(rehearsal.terminationStatus == 0, "\(found)\n\(said)\n\(service.log)")
    let timeline = text("timeline.txt")
    #expect(
      timeline.contains("/personalize") && timeline.contains("push for phone"), "\(timeline)")
    // The report is separate from the output of the command.
    #expect(!found.contains("no line of JSON") && said.contains("no line of JSON"))
    for line in found.split(separator: "\n") {
      #expect(line.hasPrefix("{"), "\(line)")
      #expect(!line.contains(#""code""#), "\(line)")
    }
  }

  /// Returns the arguments for a run with one of three passes.
  private static func arguments(_ service: ServiceCase, _ more: [String]) -> [String] {
    [
      "rehearse", "out/A-1.pkpass", "--at", "http://127.0.0.1:\(service.port)", "--trust",
      PasscBinary.identity("ordinary") + "/root.pem",
    ] + more
  }

  /// The service detects a change only when it reads its table again.
  @Test(.timeLimit(.minutes(10)))
  func judgesUpdatesOfAServiceThatFollowsItsTable() throws {
    let service = try ServiceCase(base: ServiceCase.table)
    try service.folder.add(
      "change.sh",
      Array(
        """
        points=$(($(cat points 2>/dev/null || echo 1) + 1))
        echo "$points" >points
        printf 'serial,name,points\\nA-1,Ann,%s\\nA 2,Bo,2\\nA/3,Cy,3\\n' "$points" >members.new
        mv members.new members.csv
        """.utf8))
    let outcome = try PasscBinary.run(
      Self.arguments(service, ["--change", "sh change.sh"]), in: service.folder.path,
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(outcome.status == 0, "\(outcome.story)\n\(service.log)")
    #expect(outcome.text.contains("You have 2 points now"), "\(outcome.story)")
    for step in ["updates", "two quick changes"] {
      #expect(!outcome.text.contains("not checked: \(step)"), "\(outcome.story)")
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func reportsWhatItFoundBeforeAChangeFailed() throws {
    let service = try ServiceCase()
    let folder = service.folder
    let outcome = try PasscBinary.run(
      Self.arguments(
        service,
        [
          "--change", "exit 7", "--format", "json", "--report", "junit=found.xml", "--timeline",
          "timeline.txt", "--timeline", "timeline.svg",
        ]), in: folder.path)
    #expect(outcome.status == 3, "\(outcome.story)")
    #expect(
      outcome.errors.contains("the command of --change failed with exit status 7"),
      "\(outcome.story)")
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix(#"{"version":1,"notJudged":["#) }, "\(outcome.story)")
    #expect(lines.last?.contains(#""partial":true"#) == true, "\(outcome.story)")
    func text(_ name: String) throws -> String {
      String(decoding: try Disk.read(folder(name)), as: UTF8.self)
    }
    #expect(try text("found.xml").contains("<skipped message="))
    #expect(try text("timeline.txt").contains("command started"))
    #expect(try text("timeline.svg").hasPrefix("<svg"))
  }

  @Test(.timeLimit(.minutes(10)))
  func saysThatACommandChangedNothing() throws {
    let service = try ServiceCase()
    let outcome = try PasscBinary.run(
      Self.arguments(service, ["--change", "true", "--format", "html"]), in: service.folder.path)
    #expect(outcome.status == 3, "\(outcome.story)")
    #expect(outcome.errors.contains("the command of --change changed none"), "\(outcome.story)")
    #expect(outcome.text.hasPrefix("<!doctype html>"), "\(outcome.story)")
    for part in ["Timeline", "command finished", "Not checked"] {
      #expect(outcome.text.contains(part), "\(part)")
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func anInterruptEndsTheCommandOfAChange() throws {
    let service = try ServiceCase()
    let folder = service.folder
    let rehearsal = ChildProcess()
    rehearsal.executableURL = URL(fileURLWithPath: try #require(Program.passc))
    rehearsal.arguments = Self.arguments(
      // One child ends at SIGTERM, the other is killed after five seconds.
      service, ["--change", "(trap '' TERM; sleep 3000) & sleep 3000 & echo begun; wait"])
    rehearsal.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    rehearsal.standardInput = FileHandle.nullDevice
    try folder.add("found.txt", [])
    rehearsal.standardOutput = try FileHandle(
      forWritingTo: URL(fileURLWithPath: folder("found.txt")))
    let said = Pipe()
    rehearsal.standardError = said
    try rehearsal.run()
    defer { if rehearsal.isRunning { rehearsal.terminate() } }
    var words = ""
    while !words.contains("begun") {
      let more = said.fileHandleForReading.availableData
      try #require(!more.isEmpty, "\(words)")
      words += String(decoding: more, as: UTF8.self)
    }
    rehearsal.terminate()
    // The end of the output means that all processes of the command have ended.
    words += String(
      decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    rehearsal.waitUntilExit()
    let found = String(decoding: try Disk.read(folder("found.txt")), as: UTF8.self)
    #expect(rehearsal.terminationStatus == 3, "\(found)\n\(words)")
    #expect(words.contains("passc rehearse was interrupted"), "\(words)")
    #expect(found.contains("1 package checked in part: "), "\(found)")
    #expect(!found.contains("no errors, no warnings"), "\(found)")
    #expect(found.contains("DELETE /v1/devices/"), "\(found)")
  }

  @Test func bothProgramsHaveOneHelp() throws {
    let folder = try TemporaryFolder()
    let outcome = try PasscBinary.run(["rehearse", "--help"], in: folder.path)
    #expect(outcome.status == 0 && outcome.text.contains("--push-listen"), "\(outcome.story)")
    #expect(outcome.text.contains("--no-personalize"), "\(outcome.story)")
  }
}
