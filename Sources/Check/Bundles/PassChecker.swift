// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
package import PassRead
package import PassReport
package import PassRules

/// The checker of finished passes: archive, signature and content. It is not thread-safe, so each
/// worker has one.
package struct PassChecker {
  private var options: CheckOptions
  private var signedManifests: SignedManifestReader
  private var pool = ContentPool()
  private var rules = RuleCache(isOfOneTemplate: false)

  /// Creates a checker with empty caches. The caches save work and never change a result.
  package init(_ options: CheckOptions) {
    self.options = options
    signedManifests = SignedManifestReader(trust: options.trust)
  }

  /// The result for one pass, or for a .pkpasses as a whole.
  package struct Outcome: Sendable {
    /// The verdict, and the diagnostics after the policy of the run was applied.
    package let subject: CheckedSubject
    /// The input of rules on sets of passes. It is nil for a .pkpasses itself, and if the serial
    /// number or pass type identifier cannot be read.
    package let member: PassSet.Member?
    /// The content of the pass. It is nil unless the options request it, and if nothing was
    /// checked.
    package let facts: PassFacts?

    fileprivate func inside(_ container: String) -> Outcome {
      var member = member
      member?.container = container
      return Outcome(subject: subject, member: member, facts: facts)
    }
  }

  /// Sets the time of the following checks.
  ///
  /// - Parameter today: in seconds since 1970.
  mutating func setToday(_ today: Int64) {
    options.today = today
  }

  /// Checks the bytes of a .pkpass or .pkpasses.
  ///
  /// - Parameter name: the bundle as the user knows it.
  package mutating func check(_ bytes: [UInt8], name: String) -> [Outcome] {
    check(
      PassFinder.find(bytes, name: name, limits: options.limits, pool: &pool), name: name)
  }

  /// Checks what `PassFinder` found. Returns one outcome, or for a .pkpasses one for each pass and
  /// then one for the .pkpasses itself.
  ///
  /// - Parameter name: the searched file or folder as the user knows it.
  package mutating func check(_ found: Found, name: String) -> [Outcome] {
    switch found {
    case .nothing(let diagnostics): return [unreadable(diagnostics, name)]
    case .pass(let pass): return [check(pass)]
    case .passes(let passes): return check(passes)
    }
  }

  private func unreadable(_ diagnostics: [Diagnostic], _ name: String) -> Outcome {
    let verdict = Verdicts.verdict(on: diagnostics, proving: nil)
    return Outcome(
      subject: CheckedSubject(
        name: name, kind: .bundle, diagnostics: options.policy.applied(to: diagnostics),
        verdict: verdict),
      member: nil, facts: nil)
  }

  // MARK: One pass

  private mutating func check(_ pass: FoundPass) -> Outcome {
    var report = pass.report
    report.wantsNotes = options.policy.wantsNotes
    if Self.isUnpackedPassOfSeveral(pass) {
      report(
        CheckFindings.unpackedFolder,
        "everything is in one folder with the files of a pass, expected .pkpass files",
        at: Place.file(pass.name))
      let diagnostics = report.diagnostics.filter {
        $0.finding != ArchiveFindings.enclosingFolder
      }
      return outcome(pass, diagnostics, signedManifest: nil, member: nil)
    }
    if let kind = Self.otherPackageKind(of: pass) {
      report(kind.finding, kind.message, at: Place.file(pass.name))
      return outcome(pass, report.diagnostics, signedManifest: nil, member: nil)
    }
    if report.diagnostics.contains(where: {
      $0.severity == .error && $0.finding.invalidatesLaterChecks
    }) {
      return outcome(pass, report.diagnostics, signedManifest: nil, member: nil)
    }
    if pass.form == .bundle, PassGroup.isNamed(pass.name) {
      report(
        CheckFindings.passAsPasses,
        "the archive holds the files of one pass, expected .pkpass files", at: Place.file(pass.name)
      )
    } else if pass.form == .bundle, !pass.name.utf8.contains(UInt8(ascii: "!")),
      let name = PackageKind.pass.ownName(of: pass.name)
    {
      report(
        CheckFindings.otherEnding,
        "\(FilePath.lastComponent(pass.name)) is a pass, expected the name \(name)",
        at: Place.file(pass.name))
    }
    let signedManifest = signedManifests.signedManifest(of: pass, report: &report)
    let package = pass.package(&report)
    let chain = signedManifest.reading?.chain
    var facts =
      (chain?.leaf).map { CertificateFacts($0, name: "the certificate in the signature") }
      ?? options.certificate
    if let chain { facts?.leadsToApple = chain.isApple }
    var context = options.context(facts)
    if package.document["relevantDate"] != nil, let time = signedManifest.reading?.signingTime {
      context.daySigned = time - time % 86_400
    }
    AllRules.check(signedManifest, context, &report)
    rules.check(package, context, &report)
    let diagnostics = RedundantDiagnostics.removed(from: report.diagnostics, of: pass)
    var member = Self.member(
      of: package, name: pass.name, hashes: signedManifest, sources: report.sources)
    if options.issued != nil { member?.bundleDigest = pass.sha256Hex.flatMap { Hex.decode($0) } }
    return outcome(
      pass, diagnostics, signedManifest: signedManifest, member: member,
      facts: options.wantsFacts ? PassFacts(of: package.document, signedManifest) : nil)
  }

  private func outcome(
    _ pass: FoundPass, _ diagnostics: [Diagnostic], signedManifest: SignedManifest?,
    member: PassSet.Member?,
    facts: PassFacts? = nil
  ) -> Outcome {
    let placed =
      diagnostics.map { Self.placed($0, in: pass) }
      .sorted(by: Diagnostic.inOrder)
    let isSealed = pass.form == .bundle || pass.file(SignedManifest.signaturePath) != nil
    return Outcome(
      subject: CheckedSubject(
        name: pass.name, kind: pass.form == .bundle ? .bundle : .folder,
        diagnostics: options.policy.applied(to: placed),
        verdict: isSealed
          ? Verdicts.verdict(on: placed, proving: options.wantsProof ? signedManifest : nil) : nil),
      member: member, facts: facts)
  }

  /// Adds the name of the archive or folder to a diagnostic of a rule that did not know it.
  static func placed(_ diagnostic: Diagnostic, in pass: FoundPass) -> Diagnostic {
    guard let place = diagnostic.location else { return diagnostic.at(Location(file: pass.name)) }
    guard place.bundle == nil, place.file != pass.name else { return diagnostic }
    switch pass.form {
    case .bundle:
      return diagnostic.at(place.moved(bundle: pass.name, to: place.file))
    case .folder:
      guard !FilePath.isInside(place.file, pass.name) else { return diagnostic }
      return diagnostic.at(place.moved(to: FilePath.join(pass.name, place.file)))
    }
  }

  /// Returns whether this is a .pkpasses that contains the files of one pass in a folder. Then the
  /// error is the folder in place of a .pkpass, not a folder around the whole archive.
  private static func isUnpackedPassOfSeveral(_ pass: FoundPass) -> Bool {
    PassGroup.isNamed(pass.name)
      && pass.report.diagnostics.contains { $0.finding == ArchiveFindings.enclosingFolder }
  }

  /// Recognizes archives that are not passes. One diagnostic then replaces a dozen about missing
  /// files.
  private static func otherPackageKind(
    of pass: FoundPass
  ) -> (finding: Finding, message: String)? {
    guard pass.file(PackageKind.pass.document) == nil,
      !pass.damagedPaths.contains(PackageKind.pass.document)
    else {
      return nil
    }
    if pass.file("order.json") != nil {
      return (CheckFindings.order, "this is an order for order tracking, expected a pass")
    }
    if PassGroup.isNamed(pass.name),
      let nested = pass.files.first(where: { $0.path.hasSuffix("/pass.json") })
    {
      return (
        CheckFindings.unpackedFolder,
        "\(folder(ofPassJSON: nested.path)) is a folder with the files of a pass, "
          + "expected .pkpass files"
      )
    }
    let own = PackageKind.pass.signatureFiles
    guard !pass.files.isEmpty, pass.damagedPaths.isEmpty, own.allSatisfy({ pass.file($0) == nil }),
      !pass.report.diagnostics.contains(where: { $0.severity == .error }),
      !pass.files.contains(where: { $0.path.hasSuffix("/pass.json") })
    else { return nil }
    return (
      CheckFindings.noPass,
      "the archive holds \(pass.files.count) \(pass.files.count == 1 ? "file" : "files") and no "
        + "pass: neither pass.json nor manifest.json nor signature"
    )
  }

  // MARK: Sets

  /// Returns what rules on sets need to know about a pass, or nil if it has no serial number.
  static func member(
    of pass: PassPackage, name: String, hashes signedManifest: SignedManifest?, sources: SourceTable
  ) -> PassSet.Member? {
    let root = pass.document
    // A row of a template may leave the type to the certificate. It is then the same for all rows.
    guard let type = root["passTypeIdentifier"]?.string ?? (signedManifest == nil ? "" : nil),
      let serial = root["serialNumber"], let number = serial.string, !number.isEmpty
    else { return nil }
    let message = root["nfc"]?["message"]
    let token = root["authenticationToken"]
    return PassSet.Member(
      passTypeIdentifier: type, serialNumber: number,
      contentHash: signedManifest.map(contentHash) ?? [], nfcMessage: message?.string,
      token: token?.string, name: name, serialPlace: sources.location(of: serial.origin),
      nfcPlace: message.flatMap { sources.location(of: $0.origin) },
      tokenPlace: token.flatMap { sources.location(of: $0.origin) })
  }

  private static func contentHash(_ signedManifest: SignedManifest) -> [UInt8] {
    FoundPass.contentHash(
      of: zip(signedManifest.files, signedManifest.hashes).map { ($0.path, $1) })
  }

  // MARK: Several passes

  private mutating func check(_ passes: FoundPasses) -> [Outcome] {
    var outcomes: [Outcome] = []
    var findings = 0
    for (_, pass) in passes.passes where findings <= GroupLimits.findings {
      let outcome = check(pass).inside(passes.name)
      findings += outcome.subject.diagnostics.count
      outcomes.append(outcome)
    }
    let unchecked = passes.passes.count - outcomes.count
    outcomes += passes.unreadable.map { unreadable($0.diagnostics, "\(passes.name)!\($0.entry)") }
    var report = passes.report
    Self.reportOtherFiles(passes, &report)
    Self.reportFolders(passes, &report)
    Self.reportKindAndSize(passes, &report)
    if unchecked > 0 {
      report(
        GroupFindings.tooMuch,
        "\(unchecked) of \(passes.passes.count) passes are not checked, there are more than "
          + "\(GroupLimits.findings) findings in the others", at: Place.file(passes.name))
    }
    let set = PassSet(.bundleOfPasses, outcomes.compactMap(\.member))
    report.append(SerialNumberSetRule().check(set))
    let all = report.sorted
    outcomes.append(
      Outcome(
        subject: CheckedSubject(
          name: passes.name, kind: .passes, diagnostics: options.policy.applied(to: all),
          verdict: all.isEmpty
            ? nil
            : Verdicts.worst(
              of: Verdicts.verdict(on: all, proving: nil), outcomes.compactMap(\.subject.verdict))),
        member: nil, facts: nil))
    return outcomes
  }

  /// Reports the entries of a .pkpasses that are not passes.
  private static func reportOtherFiles(_ passes: FoundPasses, _ report: inout Report) {
    let folders = Set(
      passes.otherPaths.filter { $0.hasSuffix("/pass.json") }.map { folder(ofPassJSON: $0) })
    // The folder `__MACOSX` has a separate note.
    let unreadable = Set(passes.unreadable.map(\.entry))
    let reported = Self.reportedNames(report)
    for path in passes.otherPaths
    where !path.hasPrefix("__MACOSX/") && !unreadable.contains(path) {
      guard let folder = Self.folder(of: path, among: folders) else {
        if !reported.contains(path) {
          report(
            CheckFindings.unexpectedFile,
            "\(path) is not a \(PackageKind.pass.isName(path) ? "pass" : ".pkpass file")",
            at: Place(file: path, bundle: passes.name))
        }
        continue
      }
      guard path == folder + "/pass.json" else { continue }
      report(
        CheckFindings.unpackedFolder, "\(folder) is a folder with the files of a pass",
        at: Place(file: path, bundle: passes.name))
    }
  }

  /// Reports passes that are not at the root of the archive.
  private static func reportFolders(_ passes: FoundPasses, _ report: inout Report) {
    // Names with `./` and the like already have a diagnostic.
    let below = passes.passes.map(\.entry).filter {
      $0.split(separator: "/").count { $0 != "." } > 1
    }
    if let first = below.first {
      let others = below.count > 1 ? ", and \(below.count - 1) more are" : ""
      report(
        CheckFindings.unexpectedFile,
        "\(first) is in a folder\(others), expected every .pkpass file at the root",
        at: Place(file: first, bundle: passes.name))
    }
  }

  private static func folder(ofPassJSON path: String) -> String {
    String(path.dropLast("/pass.json".count))
  }

  /// Reports a wrong name of the bundle and exceeded limits on passes and bytes.
  private static func reportKindAndSize(_ passes: FoundPasses, _ report: inout Report) {
    let place = Place.file(passes.name)
    if PackageKind.pass.isName(passes.name) {
      report(
        CheckFindings.passesAsPass,
        "the archive holds \(counted(passes.passes.count, ".pkpass file")) and no pass.json, "
          + "expected the files of one pass", at: place)
    }
    let count = passes.passes.count + passes.unreadPasses
    if count > PassGroup.maxPasses {
      report(
        GroupFindings.tooMany, "\(count) passes, the limit is \(PassGroup.maxPasses)", at: place
      )
    }
    if passes.sizeInBytes > PassGroup.limitInBytes {
      report(
        GroupFindings.tooLarge,
        "the bundle has \(passes.sizeInBytes) bytes, the limit is \(PassGroup.limitInBytes)",
        at: place)
    }
  }

  /// Returns the outermost of `folders` that contains the path.
  private static func folder(of path: String, among folders: Set<String>) -> String? {
    guard !folders.isEmpty else { return nil }
    var end = path.startIndex
    while let slash = path[end...].utf8.firstIndex(of: UInt8(ascii: "/")) {
      let folder = String(path[..<slash])
      if folders.contains(folder) { return folder }
      end = path.utf8.index(after: slash)
    }
    return nil
  }

  /// Returns the entries that have a diagnostic, under every name a place may give them: `b.txt` is
  /// `a.pkpasses!b.txt` too. A name may itself contain `!`.
  private static func reportedNames(_ report: Report) -> Set<String> {
    var names: Set<String> = []
    for place in report.diagnostics.lazy.compactMap(\.location) {
      names.insert(place.file)
      for name in [place.file, place.bundle ?? ""] {
        var rest = name[...]
        while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "!")) {
          rest = rest[rest.utf8.index(after: mark)...]
          names.insert(String(rest))
        }
      }
    }
    return names
  }
}
