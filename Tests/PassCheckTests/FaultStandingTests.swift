// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassReport
import PassTesting
import Testing

@testable import passc

/// Tests of how findings relate: the step at which Wallet finds the error, the findings that it
/// repeats, and those that it suppresses.
struct FaultStandingTests {
  private static let findings = AllFindings.catalogue.findings

  @Test func onlyAFaultThatMayMakeWalletRefuseHasAStep() {
    let others = Self.findings.filter {
      $0.effect.refusingDevices == .none && $0.step != .unknown && $0.step != .archive
    }
    #expect(others.map(\.code) == [])
  }

  /// Areas that Wallet checks at an unknown step, or that finished bundles cannot have.
  private static let withoutStep: Set = [
    "contact", "currency", "featuredAction", "group", "image", "personalization", "resign",
    "strings", "template", "timeZone",
  ]

  @Test func everyRefusalHasAStepOrIsOfAnAreaWithout() {
    let missing = Self.findings.filter { finding in
      finding.effect.refusingDevices != .none && finding.step == .unknown
        && !Self.withoutStep.contains { finding.code.hasPrefix($0 + ".") }
        // Errors of the signing certificate, before there is a bundle.
        && !IdentityFindings.all.contains(finding)
        // Findings about files that are not part of a pass.
        && !finding.isOutsidePasses
    }
    #expect(missing.map(\.code) == [])
  }

  @Test func aRefusalHasOneStepWithTheOthersOfItsKind() {
    let steps = Dictionary(grouping: Self.findings.filter { $0.step != .unknown }, by: \.step)
    let areas = steps.mapValues { Set($0.map { $0.code.prefix { $0 != "." } }) }
    #expect(areas.filter { $1.count > 1 }.isEmpty)
    let used = Set(steps.keys).union([.manifestText, .unknown])
    #expect(used == Set(WalletStep.allCases))
  }

  @Test func anArchiveWhoseFilesAreUnknownLeavesNoGround() {
    let lost = Self.findings.filter { $0.invalidatesLaterChecks && $0.code.hasPrefix("archive.") }
    #expect(
      lost.map(\.code) == [
        "archive.directory.invalid", "archive.entries.none", "archive.file.notZip",
        "archive.file.readAsText",
        "archive.file.split", "archive.file.truncated", "archive.limit.exceeded",
      ])
  }

  @Test func aTextWithoutMeaningLeavesNoGround() {
    let kept = Self.findings.filter { !$0.invalidatesLaterChecks && $0.code.hasPrefix("json.") }
    #expect(
      kept.map(\.code) == [
        "json.comma.trailing", "json.comment.present", "json.encoding.byteOrderMark",
        "json.encoding.utf16", "json.member.duplicate", "json.string.controlCharacter",
        "json.string.invalidEscape", "json.string.loneSurrogate",
      ])
  }

  @Test func fourFindingsCompareThePassWithItsCertificate() {
    #expect(
      Self.findings.filter(\.comparesCertificate).map(\.code) == [
        "identity.passTypeIdentifier.madeOnPhone", "identity.passTypeIdentifier.mismatch",
        "identity.teamIdentifier.mismatch",
        "nfc.certificate.notNFC",
      ])
  }

  /// Two findings that suppress each other would both disappear.
  @Test func noFindingIsTheEchoOfItsOwnEcho() {
    for finding in Self.findings {
      var open = finding.impliedFindings.compactMap(\.finding)
      var met: Set<Finding> = []
      while let next = open.popLast() {
        #expect(next != finding)
        if met.insert(next).inserted { open += next.impliedFindings.compactMap(\.finding) }
      }
    }
  }

  // MARK: Echoes in bundles

  /// Returns the codes for the sample with files changed after signing.
  private static func codes(_ changes: Example.SignatureChange...) throws -> [String] {
    var bundle = SampleBundle()
    bundle.changes = changes
    return try bundle.checked().diagnostics.map(\.code).sorted()
  }

  private static func later(_ path: String) -> Example.SignatureChange {
    .changedAfterSigning(path, .bytes([0, 5, 0x16, 7]))
  }

  @Test func anUnlistedFileIsNotCalledAStrayToo() throws {
    #expect(try Self.codes(Self.later(".DS_Store")) == ["manifest.file.unlisted"])
  }

  @Test func theFindersFolderIsAnEchoOfItsFiles() throws {
    #expect(try Self.codes(Self.later("__MACOSX/._icon.png")) == ["manifest.file.unlisted"])
  }

  @Test func aFileUnderAWrongNameIsNamedBesideTheOneThatIsMissing() throws {
    var bundle = SampleBundle()
    bundle.changes = [.removedAfterSigning("signature"), Self.later("Signature.p7s")]
    let diagnostics = try bundle.checked().diagnostics
    #expect(diagnostics.map(\.code) == ["signature.file.missing"])
    #expect(
      diagnostics.first?.notes.map(\.message) == [
        "Signature.p7s is there, expected the name signature"
      ])
  }

  @Test func anotherExtensionOfPassJSONIsAFileOfItsOwn() throws {
    let codes = try Self.codes(.removedAfterSigning("pass.json"), Self.later("pass.json.orig"))
    #expect(codes.contains("manifest.file.unlisted"))
    #expect(codes.contains("package.passJSON.missing"))
  }

  @Test func theEntryOfAMissingPassJSONIsNotCalledEmptyToo() throws {
    #expect(try Self.codes(.removedAfterSigning("pass.json")) == ["package.passJSON.missing"])
  }

  @Test func iconsThatWereLostAreMissedByTheManifestAlone() throws {
    let codes = try Self.codes(
      .removedAfterSigning("icon.png"), .removedAfterSigning("icon@2x.png"),
      .removedAfterSigning("icon@3x.png"))
    #expect(Set(codes) == ["manifest.entry.noFile"])
  }

  @Test func ofSeveralFaultsTheOneWalletMeetsFirstIsNamed() throws {
    var bundle = SampleBundle()
    bundle.changes = [
      .signature(.signsOtherManifest), .changedAfterSigning("notes.txt", .text("later")),
      .manifestText("{"),
    ]
    let first = try bundle.checked().verdict?.first
    #expect(first == "json.text.truncated")
    bundle.changes = [
      .signature(.signsOtherManifest), .changedAfterSigning("a.txt", .text("later")),
    ]
    #expect(try bundle.checked().verdict?.first == "manifest.file.unlisted")
  }
}

extension RedundancyReason {
  /// Finding that it repeats, if there is exactly one.
  fileprivate var finding: Finding? {
    switch self {
    case .sameFile(let finding), .misnamedFile(let finding), .entryOfMissingFile(let finding),
      .entry(let finding, _):
      finding
    case .surplusFile, .damagedFile, .damagedScales: nil
    }
  }
}
