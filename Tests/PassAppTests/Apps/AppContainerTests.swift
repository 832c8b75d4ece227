// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassApp
import PassCompanionFindings
import PassDiagnostics
import PassTesting
import Testing

/// Tests of property lists in real containers: binary, in a signed profile, in a built app, in an
/// .ipa.
struct AppContainerTests {
  /// Python and OpenSSL make the files, so that our code is not tested with itself.
  private static let hasTools = ["python3", "openssl"].allSatisfy { Program.path(of: $0) != nil }

  private static func found(
    _ path: String, _ expectations: AppExpectations = AppExpectations()
  ) throws -> [Diagnostic] {
    var report = Report()
    var search = AppSearch()
    try search.add(path, report: &report)
    #expect(search.checkedCount > 0)
    AppCheck.check(search.files, projects: search.projects, expectations, report: &report)
    return report.sorted
  }

  /// Writes lists with plistlib, wraps the profile with `openssl cms` and packs with zipfile.
  private static let maker = """
    import json, plistlib, subprocess, sys, zipfile
    given = json.load(open("lists.json"))
    binary = plistlib.FMT_BINARY
    info = plistlib.dumps(given["info"], fmt=binary)
    inner = plistlib.dumps(given["extension"], fmt=binary)
    open("profile.plist", "wb").write(plistlib.dumps(given["profile"]))
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem", "-out", "c.pem",
                    "-subj", "/CN=A made-up signer of profiles", "-days", "30"], check=True,
                   stderr=subprocess.DEVNULL)
    subprocess.run(["openssl", "cms", "-sign", "-binary", "-nodetach", "-in", "profile.plist",
                    "-signer", "c.pem", "-inkey", "key.pem", "-outform", "DER", "-out",
                    "embedded.mobileprovision"], check=True)
    profile = open("embedded.mobileprovision", "rb").read()
    with zipfile.ZipFile("App.ipa", "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("Payload/", b"")
        out.writestr("Payload/Gym.app/Info.plist", info)
        out.writestr("Payload/Gym.app/embedded.mobileprovision", profile)
        out.writestr("Payload/Gym.app/Gym", b"\\xcf\\xfa\\xed\\xfe" + bytes(200))
        out.writestr("Payload/Gym.app/Base.lproj/Info.plist", b"not looked at")
        out.writestr("Payload/Gym.app/PlugIns/Card.appex/Info.plist", inner)
        out.writestr("Payload/Gym.app/PlugIns/Card.appex/embedded.mobileprovision", profile)
        out.writestr("SwiftSupport/iphoneos/libswiftCore.dylib", bytes(64))
    with zipfile.ZipFile("App.ipa") as archive:
        archive.extractall("unpacked")
    """

  private static func made(
    info: [String: Any], profile: [String: Any], extension inner: [String: Any] = [:]
  ) throws -> TemporaryFolder {
    let lists: [String: Any] = [
      "info": info,
      "profile": [
        "AppIDName": "Gym", "TeamIdentifier": ["EXAMPLE123"], "TeamName": "Exämple",
        "Entitlements": profile, "Version": 1,
      ],
      "extension": inner,
    ]
    let folder = try TemporaryFolder()
    try folder.add("lists.json", Array(try JSONSerialization.data(withJSONObject: lists)))
    try folder.add("make.py", Array(maker.utf8))
    let outcome = try Program.run(
      try #require(Program.path(of: "python3")), ["make.py"], in: folder.path,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return folder
  }

  private static var granted: [String: Any] {
    [
      "com.apple.developer.nfc.readersession.formats": ["TAG"],
      "com.apple.developer.pass-type-identifiers": ["EXAMPLE123.pass.com.example.gym"],
      "com.apple.developer.payment-pass-provisioning": true,
    ]
  }
  private static var info: [String: Any] {
    [
      "CFBundleIdentifier": "com.example.gym", "NFCReaderUsageDescription": "Reads pässes.",
      "com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000002471001"],
    ]
  }
  private static var card: [String: Any] {
    [
      "CFBundleIdentifier": "com.example.gym.card",
      "NSExtension": ["NSExtensionPointIdentifier": "com.apple.PassKit.issuer-provisioning"],
    ]
  }

  @Test(.enabled(if: hasTools, "there is no python3 or no openssl"))
  func aBuiltAppWithoutAFaultIsSilentPackedAndUnpacked() throws {
    let folder = try Self.made(info: Self.info, profile: Self.granted, extension: Self.card)
    var expectations = AppExpectations()
    expectations.passes = [.init(passType: "pass.com.example.gym", team: "EXAMPLE123")]
    for path in ["App.ipa", "unpacked/Payload/Gym.app", "embedded.mobileprovision"] {
      let found = try Self.found(folder(path), expectations)
      #expect(found.isEmpty, "\(path): \(TextWriter(showsNotes: true).text(of: found))")
    }
  }

  @Test(.enabled(if: hasTools, "there is no python3 or no openssl"))
  func faultsInBinaryListsAreNamedInsideTheirArchive() throws {
    var info = Self.info
    info["com.apple.developer.nfc.readersession.iso7816.select-identifiers"] = ["A000000247100"]
    info["com.apple.developer.nfc.readersession.formats"] = ["TAG"]
    let folder = try Self.made(info: info, profile: Self.granted, extension: Self.card)
    for path in ["App.ipa", "unpacked/Payload/Gym.app"] {
      let found = try Self.found(folder(path))
      #expect(Set(found.map(\.code)) == ["app.key.wrongFile", "app.aid.odd"], "\(found)")
      let text = TextWriter(showsNotes: true).text(of: found)
      #expect(text.contains("Gym.app/Info.plist: error: "), "\(text)")
    }
  }

  /// Compares the entitlements of an app with a profile, which is inside a signed message.
  @Test(.enabled(if: hasTools, "there is no python3 or no openssl"))
  func aSignedProfileIsComparedWithWhatTheAppClaims() throws {
    let folder = try Self.made(info: Self.info, profile: Self.granted)
    for (pass, codes) in [("gym", []), ("sauna", ["app.pass.uncovered"])] as [(String, [String])] {
      let claimed: [String: Any] = [
        "com.apple.developer.nfc.readersession.formats": ["TAG"],
        "com.apple.developer.payment-pass-provisioning": true,
        "com.apple.developer.pass-type-identifiers": [
          "$(TeamIdentifierPrefix)pass.com.example.\(pass)"
        ],
      ]
      try folder.add("App-\(pass)/App.entitlements", try SampleApp.xml(claimed))
      try folder.add("App-\(pass)/Info.plist", try SampleApp.xml(Self.info))
      let profile = try Data(contentsOf: URL(fileURLWithPath: folder("embedded.mobileprovision")))
      try folder.add("App-\(pass)/Gym.mobileprovision", Array(profile))
      let found = try Self.found(folder("App-\(pass)"))
      #expect(Set(found.map(\.code)) == Set(codes), "\(pass): \(found)")
    }
  }

  @Test(.enabled(if: hasTools, "there is no python3 or no openssl"))
  func cutContainersAreDiagnosticsOrNothingToJudge() throws {
    let folder = try Self.made(info: Self.info, profile: Self.granted)
    for name in ["App.ipa", "embedded.mobileprovision"] {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder(name))))
      for length in [0, 1, 30, bytes.count / 3, bytes.count / 2, bytes.count - 30] {
        try folder.add("cut-\(name)", Array(bytes.prefix(length)))
        var report = Report()
        var search = AppSearch()
        try search.add(folder("cut-\(name)"), report: &report)
        AppCheck.check(search.files, projects: search.projects, AppExpectations(), report: &report)
        // If no file could be read, the command ends with 3.
        if length < bytes.count / 4 {
          #expect(search.checkedCount == 0 || report.hasErrors, "\(name) \(length)")
        }
      }
    }
  }

  /// The error of each rule must be found in XML and in binary lists.
  @Test func eachFaultIsFoundInBinaryListsToo() throws {
    var tried = 0
    for finding in AppFindings.all where finding.code != "app.plist.unreadable" {
      for example in finding.bad where example.document != "project.pbxproj" {
        let xml = try SampleApp.diagnostics(example).map(\.code)
        let binary = try SampleApp.diagnostics(example, isBinary: true).map(\.code)
        #expect(binary == xml && xml == [finding.code], "\(finding.code)")
        tried += 1
      }
    }
    #expect(tried > 25, "\(tried)")
  }
}
