// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassApp
import PassCompanionFindings
import PassDiagnostics
import PassModel
import PassSource
import PassTesting
import Testing

/// Runs the examples of every finding about property lists of an app.
struct EveryAppFindingTests {
  static let bad = FindingProof.bad(of: AppFindings.all)
  static let good = FindingProof.good(of: AppFindings.all)

  @Test(arguments: bad) func badExampleGivesExactlyItsFinding(_ proof: FindingProof) throws {
    let diagnostics = try SampleApp.diagnostics(proof.example)
    let text = TextWriter(showsNotes: true).text(of: diagnostics)
    try #require(diagnostics.map(\.code) == [proof.finding.code], "\(text)")
    #expect(diagnostics[0].pointer == proof.example.pointer, "\(text)")
    #expect(diagnostics[0].severity == proof.finding.severity, "\(text)")
    #expect(diagnostics[0].message.last != ".", "\(text)")
    if proof.example.settings.isEmpty { #expect(diagnostics[0].location?.line != nil, "\(text)") }
  }

  @Test(arguments: good) func goodExampleIsSilent(_ proof: FindingProof) throws {
    let diagnostics = try SampleApp.diagnostics(proof.example)
    #expect(diagnostics.isEmpty, "\(TextWriter(showsNotes: true).text(of: diagnostics))")
  }

  @Test func everyFindingHasBothKindsOfExamples() {
    for finding in AppFindings.all {
      #expect(!finding.bad.isEmpty && !finding.good.isEmpty, "\(finding.code)")
      #expect(finding.why.last == "." && finding.help.last != ".", "\(finding.code)")
      #expect(finding.isOutsidePasses)
    }
  }
}

/// The property lists of a small app, with a change to one of them.
enum SampleApp {
  static func list(_ name: String) -> [String: Any] {
    switch name {
    case "App.entitlements":
      [
        "com.apple.developer.nfc.readersession.formats": ["TAG"],
        "com.apple.developer.pass-type-identifiers": [
          "$(TeamIdentifierPrefix)pass.com.example.gym"
        ],
      ]
    case "Info.plist":
      [
        "CFBundleIdentifier": "com.example.gym", "NFCReaderUsageDescription": "Reads passes.",
        "com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000002471001"],
      ]
    case "App.mobileprovision":
      [
        "TeamIdentifier": ["EXAMPLE123"],
        "Entitlements": [
          "com.apple.developer.nfc.readersession.formats": ["TAG"],
          "com.apple.developer.pass-type-identifiers": ["EXAMPLE123.*"],
        ],
      ]
    default: [:]
    }
  }

  /// Writes XML with Foundation, independent of the code under test.
  static func xml(_ object: Any) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: object, format: .xml, options: 0))
  }

  static func diagnostics(_ example: Example, isBinary: Bool = false) throws -> [Diagnostic] {
    try diagnostics(example) { name, object in
      isBinary
        ? Array(
          try PropertyListSerialization.data(
            fromPropertyList: object, format: .binary, options: 0)) : try xml(object)
    }
  }

  /// Checks the sample app with the change and settings of an example.
  ///
  /// - Parameter bytes: returns the content of a file from its name and list.
  static func diagnostics(
    _ example: Example, team: String = "EXAMPLE123", bytes: (String, Any) throws -> [UInt8]
  ) throws -> [Diagnostic] {
    var report = Report()
    var files: [AppFile] = []
    var expectations = AppExpectations()
    var names = ["App.entitlements", "Info.plist"]
    for case .option(let option) in example.settings {
      let words = option.split(separator: " ").map(String.init)
      switch words[0] {
      case "--template":
        expectations.passes = [.init(passType: words[1], team: team, hasNFC: true)]
      case "--payments": expectations.merchants = [words[1]]
      case "--ios": expectations.ios = IOSVersion(words[1])
      case "--for": expectations.readsPaymentTags = true
      case "--profile": names.append("App.mobileprovision")
      default: Issue.record("unknown option \(option)")
      }
    }
    if !names.contains(example.document) { names.append(example.document) }
    for name in names {
      var object: Any = list(name)
      if name == example.document, case .patch(let patch)? = example.changes.first {
        let change = try JSONSerialization.jsonObject(
          with: Data(patch.utf8), options: [.fragmentsAllowed])
        if let members = change as? [String: Any], var dictionary = object as? [String: Any] {
          for (key, value) in members { dictionary[key] = value is NSNull ? nil : value }
          object = dictionary
        } else {
          object = change
        }
      }
      if let file = AppFile.read(
        try bytes(name, object), name: name, kind: name == "Extension.plist" ? .information : nil,
        report: &report)
      {
        files.append(file)
      }
    }
    AppCheck.check(files, expectations, report: &report)
    return report.sorted
  }
}
