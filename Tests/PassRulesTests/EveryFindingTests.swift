// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassDiagnostics
import PassModel
import PassReport
import PassRules
import PassTesting
import Testing

/// Runs the examples of every finding: what readers and rules report about a changed sample.
struct EveryFindingTests {
  /// The findings of rules and of the readers they use.
  static let all = AllRules.findings

  static let bad = FindingProof.bad(of: all)
  static let good = FindingProof.good(of: all)

  @Test(arguments: bad)
  func badExampleGivesExactlyItsFinding(_ proof: FindingProof) throws {
    let diagnostics = try SamplePass(proof.example).diagnostics()
    let text = TextWriter(showsNotes: true).text(of: diagnostics)
    #expect(diagnostics.map(\.code) == [proof.finding.code], "\(text)")
    guard let diagnostic = diagnostics.first, diagnostic.code == proof.finding.code else { return }
    if let pointer = proof.example.pointer {
      #expect(diagnostic.pointer == pointer)
      #expect(diagnostic.location?.file == proof.example.file ?? "pass.json")
    } else {
      #expect((diagnostic.pointer ?? "").isEmpty)
      if let file = proof.example.file { #expect(diagnostic.location?.file == file) }
    }
    // A rule may lower the severity if Wallet is tolerant, but never raise it.
    #expect(diagnostic.severity <= proof.finding.severity)
    #expect(!diagnostic.message.isEmpty && diagnostic.message.last != ".", "\(text)")
    #expect(!text.namesAnOption, "\(text)")
  }

  @Test func firstBadExampleHasTheSeverityOfItsFinding() throws {
    for finding in Self.all where !Self.provenElsewhere.contains(finding.code) {
      let example = try #require(finding.bad.first)
      let severity = try SamplePass(example).diagnostics().first?.severity
      #expect(severity == finding.severity, "\(finding.code)")
    }
  }

  /// Notes count as well, so that a near miss is silent.
  @Test(arguments: good)
  func goodExampleIsSilent(_ proof: FindingProof) throws {
    let diagnostics = try SamplePass(proof.example).diagnostics()
    #expect(diagnostics.isEmpty, "\(TextWriter(showsNotes: true).text(of: diagnostics))")
  }

  @Test func theSamplePassIsClean() {
    let diagnostics = SamplePass().diagnostics()
    #expect(diagnostics.isEmpty, "\(TextWriter(showsNotes: true).text(of: diagnostics))")
  }

  /// Limits that need many files. `CrossedBundleTests` tests them.
  private static let provenElsewhere: Set<String> = [
    "strings.language.tooMany", "strings.line.tooMany", "strings.total.tooLarge",
  ]

  @Test func everyFindingHasBothKindsOfExamples() {
    for finding in Self.all {
      guard !Self.provenElsewhere.contains(finding.code) else { continue }
      #expect(!finding.bad.isEmpty, "\(finding.code) has no bad example")
      #expect(!finding.good.isEmpty, "\(finding.code) has no good example")
    }
  }

  @Test func codesAreUniqueAndWellFormed() {
    var seen: Set<String> = []
    for code in Self.all.map(\.code) {
      #expect(seen.insert(code).inserted, "\(code) is used twice")
      let parts = code.split(separator: ".", omittingEmptySubsequences: false)
      #expect(parts.count == 3, "\(code) has \(parts.count) parts")
      for part in parts {
        let isLowerCamel =
          part.first?.isLowercase == true
          && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        #expect(isLowerCamel, "\(code): \(part) is not lower camel case")
      }
    }
  }

  @Test func severityFitsEffect() {
    for finding in Self.all {
      let effects: Set<Effect> =
        switch finding.severity {
        case .error: [.refused, .wrong]
        case .warning: [.maybeRefused, .ignored, .style]
        case .note: [.maybeRefused, .ignored, .style]
        }
      #expect(
        effects.contains(finding.effect),
        "\(finding.code) is \(finding.severity.rawValue) with effect \(finding.effect.rawValue)")
    }
  }

  @Test func everyFindingSaysWhyAndWhatToDo() {
    for finding in Self.all {
      #expect(finding.why.last == ".", "\(finding.code): why is sentences")
      #expect(!finding.help.isEmpty && finding.help.last != ".", "\(finding.code): help")
      #expect(!finding.basis.reference.isEmpty, "\(finding.code): source")
    }
  }

  // MARK: Files

  /// Folder and type name of every file with a rule.
  static let ruleFiles: [(folder: String, type: String)] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Format/Rules")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    // The protocols are at the top level.
    return paths.filter { $0.hasSuffix("Rule.swift") && $0.contains("/") }.sorted().map {
      let url = URL(fileURLWithPath: "/" + $0)
      return (
        url.deletingLastPathComponent().lastPathComponent,
        url.deletingPathExtension().lastPathComponent
      )
    }
  }()

  @Test func everyRuleFileIsListedOnce() {
    let listed =
      AllRules.rules.map { "\(type(of: $0))" }
      + AllRules.signedManifestRules.map { "\(type(of: $0))" }
      + AllRules.batchRules.map { "\(type(of: $0))" }
    #expect(Set(listed).count == listed.count)
    #expect(Set(Self.ruleFiles.map(\.type)) == Set(listed))
    #expect(!listed.isEmpty)
  }

  /// `NFC/` reports `nfc.*`, `WebService/` `webService.*`, `Images/` `image.*`. `Semantics/` has the
  /// rules of semantic tags, which belong to several areas.
  @Test func folderIsTheFirstPartOfItsCodes() throws {
    for rule in AllRules.rules {
      let name = "\(type(of: rule))"
      let folder = try #require(Self.ruleFiles.first { $0.type == name }?.folder)
      if folder == "Semantics" { continue }
      let isAcronym = folder.allSatisfy(\.isUppercase)
      let area =
        isAcronym ? folder.lowercased() : folder.prefix(1).lowercased() + folder.dropFirst()
      let areas = [area, area.hasSuffix("s") ? String(area.dropLast()) : area]
      for finding in rule.findings {
        let first = finding.code.prefix { $0 != "." }
        #expect(areas.contains(String(first)), "\(finding.code) is in \(folder)/")
      }
    }
  }
}
