// SPDX-License-Identifier: Apache-2.0

import PassArchive
package import PassBuild
import PassCrypto
package import PassDiagnostics
import PassJSON
import PassModel
package import PassRead
import PassRules

/// A signer that gives finished passes a new manifest and signature. Their content stays unchanged.
///
/// Manifest and signature must be correct, so a pass that was changed after it was signed is
/// rejected. Of the content only those parts are checked that depend on the new signature: the
/// identifiers match the certificate, `nfc` has an NFC certificate, and no private key is packed.
package struct Resigner {
  private let material: IdentityMaterial
  private let time: Int64
  private let acceptsChanges: Bool
  /// The names of passes that were rejected because manifest or signature is wrong.
  package private(set) var changedPasses: [String] = []
  /// The identity for each pass type identifier, chosen when it is first needed.
  private var identities: [String: Identity] = [:]

  /// Creates a resigner that signs with the certificates and keys of an identity.
  ///
  /// - Parameters:
  ///   - time: the signing time in seconds since 1970.
  ///   - acceptsChanges: whether to sign passes whose manifest or signature is wrong too. The
  ///     errors are then reported as warnings.
  package init(_ material: IdentityMaterial, time: Int64, acceptsChanges: Bool = false) {
    self.material = material
    self.time = time
    self.acceptsChanges = acceptsChanges
  }

  /// Returns the new bytes of a .pkpass, or of a .pkpasses with each of its passes signed again.
  ///
  /// - Throws: `DiagnosticsError` after an error in `report`, `CryptoError`, or `ArchiveError`.
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
      // After an error the other passes are still checked, so that one run reports all errors.
      do {
        let bytes = try archive(of: pass, report: &report)
        members.append(PassGroup.Member(entry: entry, bytes: bytes, name: pass.name))
      } catch is DiagnosticsError {
        // The error is in `report`, which is checked after the loop.
      }
    }
    try report.throwIfRejected()
    return try PassGroup.archive(of: members, report: &report)
  }

  private mutating func archive(of pass: FoundPass, report: inout Report) throws -> [UInt8] {
    var found = pass.report
    let package = pass.package(&found)
    try Self.checkReading(pass, package, found, &report)
    try checkSignedManifest(of: pass, &report)
    guard let identity = try identity(for: package, &report) else {
      throw DiagnosticsError(report.diagnostics)
    }
    try check(package, identity, sources: found.sources, &report)
    var signer = PassSigner(identity)
    return try signer.signAndPackage(try package.unchangedContent(), at: time).bytes
  }

  // MARK: Checking

  /// Rejects errors of the archive and of pass.json, except a folder around the whole archive,
  /// because the new archive has none.
  private static func checkReading(
    _ pass: FoundPass, _ package: PassPackage, _ found: Report, _ report: inout Report
  ) throws(DiagnosticsError) {
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

  /// Rejects a pass whose manifest or signature is wrong.
  ///
  /// The signer and the validity of its certificate do not matter, because an expired certificate
  /// is a reason to sign again.
  private mutating func checkSignedManifest(of pass: FoundPass, _ report: inout Report)
    throws(DiagnosticsError)
  {
    var broken = Self.brokenSignature(of: pass, at: time)
    guard !broken.isEmpty else { return }
    guard acceptsChanges else {
      changedPasses.append(pass.name)
      throw Self.rejected(broken, &report)
    }
    for index in broken.indices { broken[index].severity = .warning }
    report.append(broken)
  }

  /// Returns the errors in manifest and signature. A folder that has neither is not signed yet and
  /// has no errors.
  private static func brokenSignature(of pass: FoundPass, at time: Int64) -> [Diagnostic] {
    let hasSeal = [SignedManifest.manifestPath, SignedManifest.signaturePath].contains {
      pass.file($0) != nil
    }
    guard pass.form == .bundle || hasSeal else { return [] }
    var own = Report(wantsNotes: false)
    var reader = SignedManifestReader(trust: Trust())
    let signedManifest = reader.signedManifest(of: pass, report: &own)
    AllRules.checkIntegrity(of: signedManifest, CheckContext(today: time), &own)
    return RedundantDiagnostics.removed(
      from: own.diagnostics.filter { $0.severity == .error }, of: pass
    )
    .map { PassChecker.placed($0, in: pass) }
  }

  /// Returns whether the finding depends on the certificate or the new signature.
  private static func isChecked(_ finding: Finding) -> Bool {
    finding.comparesCertificate || finding == SecretsRule.privateKey
      || finding == ResignFindings.identifierMissing
  }

  private func check(
    _ package: PassPackage, _ identity: Identity, sources: SourceTable, _ report: inout Report
  ) throws(DiagnosticsError) {
    var found = Report(sources: sources)
    for name in ["passTypeIdentifier", "teamIdentifier", "serialNumber"]
    where package.document[name]?.string == nil {
      found(
        ResignFindings.identifierMissing, "pass.json has no \(name) that is a string",
        at: package.document)
    }
    AllRules.check(package, CheckContext(today: time, certificate: identity.facts), &found)
    let kept = found.diagnostics.filter { Self.isChecked($0.finding) }
    report.append(kept)
    if kept.contains(where: { $0.severity == .error }) {
      throw DiagnosticsError(report.diagnostics)
    }
  }

  /// Returns the identity for the pass type identifier of the pass, or nil after an error.
  ///
  /// If there is only one certificate, it is chosen even if it is for another type. The diagnostic
  /// then points into pass.json.
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

  private static func rejected(_ diagnostics: [Diagnostic], _ report: inout Report)
    -> DiagnosticsError
  {
    report.append(diagnostics)
    return DiagnosticsError(diagnostics)
  }
}
