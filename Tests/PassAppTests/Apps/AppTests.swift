// SPDX-License-Identifier: Apache-2.0

import AppleStubs
import Foundation
import PassApp
import PassCompanionFindings
import PassDiagnostics
import PassSource
import PassTesting
import Testing

/// Tests of projects, fragments, generated source and malformed lists.
struct AppTests {
  private static let project = """
    // !$*UTF8*$!
    {
    \t\t\tbuildSettings = {
    \t\t\t\tCODE_SIGN_ENTITLEMENTS = App/App.entitlements;
    \t\t\t\tGENERATE_INFOPLIST_FILE = YES;
    \t\t\t\tINFOPLIST_KEY_NFCReaderUsageDescription = "Reads passes.";
    \t\t\t\tIPHONEOS_DEPLOYMENT_TARGET = 16.0;
    \t\t\t};
    }
    """

  private static func found(
    _ files: [String: String], _ expectations: AppExpectations = AppExpectations()
  ) throws -> [String] {
    let folder = try TemporaryFolder(files)
    var report = Report()
    var search = AppSearch()
    try search.add(folder.path, report: &report)
    AppCheck.check(search.files, projects: search.projects, expectations, report: &report)
    return report.sorted.map {
      "\($0.code) \(($0.location?.file ?? "").split(separator: "/").last ?? ""):\($0.location?.line ?? 0)"
    }
  }

  private static let entitlements = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>com.apple.developer.nfc.readersession.formats</key>
    <array><string>TAG</string></array>
    </dict></plist>
    """

  @Test func settingsOfXcodeCountAsKeysOfInfo() throws {
    #expect(
      try Self.found([
        "App.xcodeproj/project.pbxproj": Self.project, "App/App.entitlements": Self.entitlements,
      ]) == [])
    let without = Self.project.replacing("INFOPLIST_KEY_NFC", with: "INFOPLIST_KEY_CF")
    #expect(
      try Self.found([
        "App.xcodeproj/project.pbxproj": without, "App/App.entitlements": Self.entitlements,
      ]) == ["app.nfc.usage App.entitlements:4"])
    let ndef = Self.entitlements.replacing("TAG", with: "NDEF")
    #expect(
      try Self.found([
        "App.xcodeproj/project.pbxproj": Self.project, "App/App.entitlements": ndef,
      ]) == ["app.nfc.ndef App.entitlements:4"])
  }

  @Test func buildVariablesAreNotJudged() throws {
    let text = Self.entitlements.replacing("TAG", with: "$(FORMATS)")
    #expect(try Self.found(["App.entitlements": text]) == [])
  }

  // MARK: Fragments

  private static func fragments() -> AppFragments {
    var fragments = AppFragments(AppPurpose.allCases)
    fragments.passTypes = ["pass.com.example.gym", "pass.com.example.sauna"]
    fragments.merchants = ["merchant.com.example"]
    fragments.prefixes = ["a000000247"]
    fragments.isDefault = true
    fragments.suppressesPasses = true
    fragments.hasExtensions = true
    fragments.usage = "Reads <cards> & passes -- all."
    return fragments
  }

  @Test func fragmentsAreWhatTheirOwnCheckWants() throws {
    let files = try Self.fragments().files()
    #expect(
      files.map(\.name) == [
        "App.entitlements", "Info-additions.plist", "Extension-Info.plist",
        "Authorization-Info.plist",
      ])
    var report = Report()
    let read = files.compactMap {
      AppFile.read(Array($0.text.utf8), name: $0.name, report: &report)
    }
    var expectations = AppExpectations()
    expectations.passes = [.init(passType: "pass.com.example.sauna", hasNFC: true)]
    expectations.merchants = ["merchant.com.example"]
    expectations.readsPaymentTags = true
    AppCheck.check(read, expectations, report: &report)
    #expect(report.diagnostics.isEmpty, "\(report.sorted)")
    #expect(read.count == 4)
    #expect(try Self.fragments().files().map(\.text) == files.map(\.text))
  }

  @Test(.enabled(if: Program.path(of: "python3") != nil, "there is no python3"))
  func pythonReadsTheSameAsWeDo() throws {
    let folder = try TemporaryFolder()
    let nasty: [String: Any] = [
      "a<&>\"'": ["é😀\n\ttab", "", " blank "], "n": -7, "r": 1.5, "t": true, "f": false,
      "d": Data([0, 1, 2, 255]), "deep": [[[["x": ["y"]]]]], "big": 9_223_372_036_854_775_807,
      "date": Date(timeIntervalSince1970: 0),
    ]
    var names: [String] = []
    for (index, format) in [PropertyListSerialization.PropertyListFormat.xml, .binary].enumerated()
    {
      let data = try PropertyListSerialization.data(
        fromPropertyList: nasty, format: format, options: 0)
      try folder.add("\(index).plist", Array(data))
      names.append("\(index).plist")
    }
    for file in try Self.fragments().files() {
      try folder.add(file.name, Array(file.text.utf8))
      names.append(file.name)
    }
    let script = """
      import plistlib, sys
      def show(v):
          if isinstance(v, bool): return 'true' if v else 'false'
          if isinstance(v, dict): return '{' + ','.join(show(k) + ':' + show(v[k]) for k in sorted(v)) + '}'
          if isinstance(v, list): return '[' + ','.join(show(x) for x in v) + ']'
          if isinstance(v, bytes): return 'data ' + v.hex()
          if isinstance(v, str): return 'string ' + v.encode().hex()
          if isinstance(v, (int, float)): return repr(v)
          return 'date'
      for name in sys.argv[1:]:
          print(show(plistlib.load(open(name, 'rb'))))
      """
    let python = try #require(Program.path(of: "python3"))
    let outcome = try Program.run(python, ["-c", script] + names, in: folder.path)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    for (name, line) in zip(names, lines) {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder(name))))
      #expect(Self.show(try PropertyList.read(bytes)) == line, "\(name)")
    }
    #expect(lines.count == names.count)
  }

  private static func show(_ value: PropertyListValue) -> String {
    func text(_ text: String) -> String {
      "string " + text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    switch value.content {
    case .boolean(let value): return "\(value)"
    case .integer(let number): return "\(number)"
    case .real(let number): return "\(number)"
    case .date: return "date"
    case .string(let string): return text(string)
    case .data(let bytes):
      return "data " + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    case .array(let elements): return "[" + elements.map(show).joined(separator: ",") + "]"
    case .dictionary(let members):
      return "{"
        + members.sorted { $0.key < $1.key }.map { text($0.key) + ":" + show($0.value) }
        .joined(separator: ",") + "}"
    }
  }

  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func sourceForPassesTypeChecks() throws {
    let complaints = try AppleSources.complaints(about: [
      "WalletPasses.swift": WalletSource.text(passTypes: ["pass.\"x\\", "pass.b"])
    ])
    #expect(complaints.isEmpty, "\(complaints)")
  }

  // MARK: Hostile lists

  @Test(arguments: [
    (#"<!DOCTYPE a [<!ENTITY x "y">]><plist><string>&x;</string></plist>"#, "declares something"),
    ("<plist><string>&ext;</string></plist>", "is not resolved"),
    ("<plist><dict><string>a</string></dict></plist>", "needs <key>"),
    ("<plist><array><string>a</array></plist>", "expected </string>"),
    ("<plist><integer>1x</integer></plist>", "no whole number"), ("text", "neither XML"),
    ("", "neither XML"),
    ("<plist>" + String(repeating: "<array>", count: 70), "levels deep"),
    ("bplist00", "cut short"),
  ])
  func namesWhatIsWrongWithAList(_ text: String, _ words: String) {
    #expect {
      try PropertyList.read(Array(text.utf8))
    } throws: { ($0 as? PropertyListError)?.message.contains(words) == true }
  }

  private static let count =
    ProcessInfo.processInfo.environment["PASSC_RANDOM_DOCUMENTS"].flatMap(Int.init) ?? 4_000

  @Test func randomListsNeitherTrapNorHang() throws {
    var random = SplitMix64(seed: 3)
    let list = SampleApp.list("Info.plist").merging(SampleApp.list("App.entitlements")) { $1 }
    let xml = try SampleApp.xml(list)
    let binary = Array(
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    for index in 0..<Self.count {
      var bytes = index % 2 == 0 ? xml : binary
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
        default: bytes[place] = random.byte()
        }
        if bytes.isEmpty { bytes = [0] }
      }
      var report = Report()
      let kinds: [AppFile.Kind] = [.entitlements, .information, .profile]
      let files = kinds.compactMap {
        AppFile.read(bytes, name: "a", kind: $0, report: &report)
      }
      AppCheck.check(files, AppExpectations(), report: &report)
    }
  }
}
