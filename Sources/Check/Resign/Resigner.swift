// SPDX-License-Identifier: Apache-2.0

import PassArchive
package import PassBuild
import PassCrypto
package import PassDiagnostics
import PassJSON
import PassModel
import PassRules

/// Gives finished passes a new manifest and signature; their content stays as it is, byte for
/// byte.
///
/// Manifest and signature have to hold: a pass that somebody changed after it was signed is
/// rejected. Of the content only what the new signature decides is checked: that the identifiers
/// are those of the certificate, that `nfc` has an NFC certificate, and that no private key is
/// packed.
package struct Resigner {
  private let material: IdentityMaterial
  private let time: Int64
  private let acceptsChanges: Bool
  /// The passes that were rejected because manifest or signature does not hold, by name.
  package private(set) var changedPasses: [String] = []
  /// One identity per pass type, chosen when it is first needed.
  private var identities: [String: Identity] = [:]

  /// A resigner that signs with what an identity was read from.
  ///
  /// - Parameters:
  ///   - time: the signing time in seconds since 1970.
  ///   - acceptsChanges: also signs passes whose manifest or signature does not hold; what is
  ///     broken is reported as warnings.
  package init(_ material: IdentityMaterial, time: Int64, acceptsChanges: Bool = false) {
    self.material = material
    self.time = time
    self.acceptsChanges = acceptsChanges
  }

  /// The new bytes of what was found: a .pkpass, or a .pkpasses with each of its passes resigned.
  ///
  /// - Throws: `Rejected` after an error in `report`; `CryptoError`, `ArchiveError`.
  package mutating func archive(of found: Found, report: inout Report) throws -> [UInt8] {
    switch found {
    case .nothing(let diagnostics): throw Self.rejected(diagnostics, &report)
    case .pass(let pass): return try archive(of: pass, report: &report)
    case .passes(let passes): return try archive(of: passes, report: &report)
    }
  }

  private mutating func archive(of passes: FoundPasses, report: inout Report) throws -> [UInt8] {
    let errors = passes.report.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw Self.rejected(errors, &report) }
    for path in passes.otherPaths {
      report(
        GroupFindings.notAPass, "\(path) is not a pass", at: Place.file("\(passes.name)!\(path)"))
    }
    var members: [PassGroup.Member] = []
    for (entry, pass) in passes.passes {
      // Every pass is looked at before the bundle is given up.
      do {
        let bytes = try archive(of: pass, report: &report)
        members.append(PassGroup.Member(entry: entry, bytes: bytes, name: pass.name))
      } catch is Rejected {
        // In `report`, which is looked at below.
      }
    }
    try report.throwIfRejected()
    return try PassGroup.archive(of: members, report: &report)
  }

  private mutating func archive(of pass: FoundPass, report: inout Report) throws -> [UInt8] {
    var found = pass.report
    let package = pass.package(&found)
    try Self.judgeReading(pass, package, found, &report)
    try checkSeal(of: pass, &report)
    guard let identity = try identity(for: package, &report) else {
      throw Rejected(report.diagnostics)
    }
    try judge(package, identity, sources: found.sources, &report)
    let checked = try package.takenAsItStands(Report())
    return try checked.sealed(by: identity, at: time).archive()
  }

  // MARK: Judging

  /// Faults of the archive and of pass.json stop it, all but an enclosing folder, which the new
  /// archive does not have any more.
  private static func judgeReading(
    _ pass: FoundPass, _ package: PassPackage, _ found: Report, _ report: inout Report
  ) throws(Rejected) {
    var errors = pass.report.diagnostics.filter {
      $0.severity == .error && $0.finding != ArchiveFindings.enclosingFolder
    }
    if !package.hasDocument { errors = found.diagnostics.filter { $0.severity == .error } }
    guard errors.isEmpty else { throw rejected(errors, &report) }
    let serial = package.document["serialNumber"]
    if pass.file("template.json") != nil || serial?.string?.contains("{{") == true {
      var own = Report(sources: found.sources)
      own(
        ResignFindings.template, "\(pass.name) is a template, not a finished pass",
        at: Place.file(pass.name))
      throw rejected(own.diagnostics, &report)
    }
  }

  /// Rejects a pass whose manifest or signature does not hold.
  ///
  /// Who signed it and until when does not matter: an expired certificate is what signing again is
  /// for.
  private mutating func checkSeal(of pass: FoundPass, _ report: inout Report) throws(Rejected) {
    var broken = Self.brokenSeal(of: pass, at: time)
    guard !broken.isEmpty else { return }
    guard acceptsChanges else {
      changedPasses.append(pass.name)
      throw Self.rejected(broken, &report)
    }
    for index in broken.indices { broken[index].severity = .warning }
    report.append(broken)
  }

  /// What is wrong with manifest and signature. A folder that has neither is not signed yet.
  private static func brokenSeal(of pass: FoundPass, at time: Int64) -> [Diagnostic] {
    let hasSeal = [Seal.manifestPath, Seal.signaturePath].contains { pass.file($0) != nil }
    guard pass.form == .bundle || hasSeal else { return [] }
    var own = Report(wantsNotes: false)
    var reader = SealReader(trust: Trust())
    let seal = reader.seal(of: pass, report: &own)
    AllRules.checkIntegrity(of: seal, CheckContext(today: time), &own)
    return Echoes.removed(from: own.diagnostics.filter { $0.severity == .error }, of: pass)
      .map { PassChecker.placed($0, in: pass) }
  }

  /// Whether it is about what only the certificate and the new signature decide.
  private static func isJudged(_ finding: Finding) -> Bool {
    finding.comparesCertificate || finding == SecretsRule.privateKey
      || finding == ResignFindings.identifierMissing
  }

  private func judge(
    _ package: PassPackage, _ identity: Identity, sources: SourceTable, _ report: inout Report
  ) throws(Rejected) {
    var found = Report(sources: sources)
    for name in ["passTypeIdentifier", "teamIdentifier", "serialNumber"]
    where package.document[name]?.string == nil {
      found(
        ResignFindings.identifierMissing, "pass.json has no \(name) that is a string",
        at: package.document)
    }
    AllRules.check(package, CheckContext(today: time, certificate: identity.facts), &found)
    let kept = found.diagnostics.filter { Self.isJudged($0.finding) }
    report.append(kept)
    if kept.contains(where: { $0.severity == .error }) { throw Rejected(report.diagnostics) }
  }

  /// The identity of the pass's type; nil after an error.
  ///
  /// A single certificate is taken even when it is for another type, so that the complaint names
  /// the place in pass.json.
  private mutating func identity(
    for package: PassPackage, _ report: inout Report
  ) throws -> Identity? {
    let type = package.document["passTypeIdentifier"]?.string
    if let identity = identities[type ?? ""] { return identity }
    let leaves = material.certificates.filter { $0.content.looksLikePassCertificate }
    let isKnown = leaves.contains {
      ($0.content.passTypeIdentifier ?? $0.content.subject.userID) == type
    }
    let purpose = IdentityChoice.Purpose(
      passTypeIdentifier: leaves.count == 1 && !isKnown ? nil : type, time: time)
    let identity = try IdentityChoice.identity(from: material, for: purpose, report: &report)
    identities[type ?? ""] = identity
    return identity
  }

  private static func rejected(_ diagnostics: [Diagnostic], _ report: inout Report) -> Rejected {
    report.append(diagnostics)
    return Rejected(diagnostics)
  }
}
