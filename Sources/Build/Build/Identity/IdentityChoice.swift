// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassCrypto
package import PassDiagnostics
import PassModel
package import PassRules

/// Chooses the identity that signs from the files that were read, and reports all problems.
package struct IdentityChoice {
  /// The requirements for the identity.
  package struct Purpose: Sendable {
    /// The template's pass type identifier, if it has one.
    package var passTypeIdentifier: String?
    /// The place of that identifier in the template.
    package var passTypePlace: Place?
    /// The signing time in seconds since 1970.
    package var time: Int64
    /// The number of days left below which there is a warning.
    package var warningDays: Int64

    /// Creates the requirements for a signing time. Without a pass type identifier any certificate
    /// is accepted, as long as there is only one.
    package init(
      passTypeIdentifier: String? = nil, at passTypePlace: Place? = nil, time: Int64,
      warningDays: Int64 = Certificate.warningDays
    ) {
      self.passTypeIdentifier = passTypeIdentifier
      self.passTypePlace = passTypePlace
      self.time = time
      self.warningDays = warningDays
    }
  }

  /// The parts that were found. Problems of missing and unsuitable parts are already reported.
  package struct Parts {
    /// The chosen signing certificate, or nil if there is none or if several fit equally well.
    package var certificate: IdentityMaterial.Named<Certificate>?
    /// The private key of the certificate, or nil if it is not in the files.
    package var key: IdentityMaterial.Named<any SigningKey>?
    /// The intermediate that signed the certificate, or nil if it is not in the files.
    package var issuer: IdentityMaterial.Named<Certificate>?
    /// Whether the chain ends at Apple.
    package var isApple = false
    /// Whether the certificate has another pass type identifier than the required one. This was
    /// reported.
    package var isForOtherPassType = false

    /// The facts about the certificate for rules. They omit the pass type identifier if it was
    /// already reported as different.
    package var facts: CertificateFacts? {
      guard let certificate else { return nil }
      var facts = CertificateFacts(certificate.content, name: certificate.file)
      if isForOtherPassType { (facts.passTypeIdentifier, facts.userID) = (nil, nil) }
      facts.leadsToApple = isApple || issuer == nil
      return facts
    }
  }

  private let material: IdentityMaterial
  private let purpose: Purpose
  private typealias Leaf = IdentityMaterial.Named<Certificate>

  /// Returns the identity, or nil after an error in `report`.
  package static func identity(
    from material: IdentityMaterial, for purpose: Purpose, report: inout Report
  ) throws(CryptoError) -> Identity? {
    try judgement(of: material, for: purpose, report: &report).identity
  }

  /// Returns the identity, or nil after an error in `report`, and in both cases the facts about the
  /// certificate for rules.
  package static func judgement(
    of material: IdentityMaterial, for purpose: Purpose, report: inout Report
  ) throws(CryptoError) -> (identity: Identity?, facts: CertificateFacts?) {
    let before = report.count(of: .error)
    let parts = parts(of: material, for: purpose, report: &report)
    guard report.count(of: .error) == before, let certificate = parts.certificate,
      let key = parts.key, let issuer = parts.issuer
    else { return (nil, parts.facts) }
    let identity = try Identity(
      certificate: certificate.content, certificateName: certificate.file, key: key.content,
      issuer: issuer.content, isApple: parts.isApple)
    return (identity, identity.facts)
  }

  /// Returns the certificate, key and issuer that exist, and reports all their problems.
  package static func parts(
    of material: IdentityMaterial, for purpose: Purpose, report: inout Report
  ) -> Parts {
    let choice = IdentityChoice(material: material, purpose: purpose)
    var parts = Parts()
    guard let leaf = choice.leaf(&parts, &report) else { return parts }
    parts.certificate = leaf
    parts.key = choice.key(of: leaf)
    if parts.key == nil { choice.reportNoKey(leaf, &report) }
    choice.check(leaf, &report)
    parts.issuer = choice.issuer(of: leaf, &report)
    guard let issuer = parts.issuer else { return parts }
    parts.isApple = isApple(leaf.content, issuer: issuer.content)
    if !parts.isApple {
      report(
        IdentityFindings.notApple,
        "the issuer \(Self.name(of: issuer.content)) is not Apple's: no iPhone accepts this pass",
        at: Place.file(leaf.file))
    }
    for exposure in material.exposures { report(exposure, isApple: parts.isApple) }
    return parts
  }

  /// Returns whether one of Apple's known authorities signed the certificate, or one of its roots
  /// the issuer. The latter accepts intermediates that are newer than passc.
  private static func isApple(_ certificate: Certificate, issuer: Certificate) -> Bool {
    TrustAnchors.isAppleAuthority(issuer)
      || TrustAnchors.anchors(namedAsIssuerBy: certificate).contains {
        certificate.isSigned(byPublicKeyDER: $0.publicKeyDER)
      }
      || TrustAnchors.issuer(of: issuer)?.isRoot == true
  }

  // MARK: The certificate

  /// Returns the chosen signing certificate. If none has the required pass type identifier, returns
  /// the one that would be chosen without it, so that its other problems are reported too.
  private func leaf(_ parts: inout Parts, _ report: inout Report) -> Leaf? {
    let leaves = material.certificates.filter { leaf in
      leaf.content.looksLikePassCertificate
        && (material.namedCertificate == nil || leaf.file == material.namedCertificate)
    }
    guard !leaves.isEmpty else {
      reportNoCertificate(&report)
      return nil
    }
    var candidates = leaves
    if let wanted = purpose.passTypeIdentifier {
      // One matching name makes it a candidate. A later check compares the two names.
      candidates = leaves.filter {
        $0.content.passTypeIdentifier == wanted || $0.content.subject.userID == wanted
      }
      if candidates.isEmpty {
        reportOtherPassType(leaves, wanted, &report)
        parts.isForOtherPassType = true
        candidates = leaves
      }
    }
    let withKey = candidates.filter { key(of: $0) != nil }
    let usable = withKey.isEmpty ? candidates : withKey
    let valid = usable.filter { $0.content.isValid(at: purpose.time) }
    // If no certificate is valid, the one that expires last gives the most helpful message.
    let choosable = valid.isEmpty ? usable : valid
    let types = Set(choosable.map { Self.passType(of: $0.content) }).sorted()
    if types.count > 1 {
      if parts.isForOtherPassType { return nil }
      report(
        IdentityFindings.ambiguous,
        "certificates for \(Self.list(types)), and the template names none of them",
        at: Place.file(choosable[0].file),
        help: "write passTypeIdentifier in pass.json, or name the certificate that signs",
        settings: [RunSetting(.certificate, "FILE")])
      return nil
    }
    let latest = choosable.map(\.content.notAfter).max()
    let best = choosable.filter { $0.content.notAfter == latest }
    if best.count > 1, !parts.isForOtherPassType {
      let names = best.map { "\($0.file) (serial \($0.content.serialHex))" }
      report(
        IdentityFindings.ambiguous,
        "\(Self.list(names)) are for \(types.first ?? "passes") and fit equally "
          + "well, until \(Timestamp.day(best[0].content.notAfter))",
        at: Place.file(best[0].file))
      return nil
    }
    return best.first
  }

  private func key(of leaf: Leaf) -> IdentityMaterial.Named<any SigningKey>? {
    if let unnamed = material.unnamedSigner,
      let key = try? OutsideKey(
        publicKeyDER: leaf.content.publicKeyDER, signer: unnamed.content)
    {
      return .init(content: key, file: unnamed.file)
    }
    if let ask = material.ask,
      let key = try? ExternalKey(publicKeyDER: leaf.content.publicKeyDER, ask: ask)
    {
      return .init(content: key, file: leaf.file)
    }
    return material.keys.first { $0.content.matches(leaf.content) }
  }

  private func reportOtherPassType(_ leaves: [Leaf], _ wanted: String, _ report: inout Report) {
    let found = Set(leaves.map { Self.passType(of: $0.content) }).sorted()
    report(
      IdentityFindings.otherPassType,
      "the pass is \(wanted), the \(leaves.count > 1 ? "certificates are" : "certificate is")"
        + " for \(Self.list(found))" + lockedFiles,
      at: purpose.passTypePlace ?? Place.file(leaves[0].file),
      notes: purpose.passTypePlace == nil
        ? [] : leaves.prefix(3).map { (Place.file($0.file), "the certificate") })
  }

  private func reportNoCertificate(_ report: inout Report) {
    if let file = material.namedCertificate.flatMap(material.file), !file.hasCertificates {
      let key = material.namedKey.flatMap(material.file)
      let areSwapped = !file.contents.keys.isEmpty && key?.hasCertificates ?? false
      report(
        IdentityFindings.noCertificate,
        "\(file.file) is \(file.contents.summary), not a certificate",
        at: Place.file(file.file),
        help: areSwapped ? "swap the certificate and the key" : nil)
      return
    }
    if let request = material.files.first(where: \.isRequest), !material.keys.isEmpty,
      material.certificates.isEmpty
    {
      let folder = ShellWord.quoted(FilePath.parent(request.file))
      report(
        IdentityFindings.noCertificate,
        "there is no certificate yet for \(request.file)",
        at: Place.file(request.file),
        help: "upload it to Apple, then import the certificate that Apple issues",
        settings: [RunSetting(.importFolder, folder)])
      return
    }
    let named = material.certificates.filter { $0.file == material.namedCertificate }
    let others = named.isEmpty ? material.certificates : named
    if let other = others.first(where: { !$0.content.isCertificateAuthority }) {
      report(
        IdentityFindings.notForPasses,
        "this is \(CertificateKind(other.content).inWords), expected a certificate for passes",
        at: Place.file(other.file))
      return
    }
    // One file that has nothing to do with an identity is enough.
    let close = material.skipped.filter {
      $0.isLocked || $0.isUnusable
        || Self.endings.contains(FilePath.extension($0.file).lowercased())
    }
    let shown = close.isEmpty ? material.skipped.prefix(1) : close.prefix(3)
    let skipped = shown.map { "\($0.file) \($0.reason ?? "")" }
    report(
      IdentityFindings.noCertificate,
      "no signing certificate for passes was found"
        + (others.isEmpty
          ? "" : ", only \(Self.list(others.map { CertificateKind($0.content).inWords }))")
        + (skipped.isEmpty ? "" : "; " + skipped.joined(separator: "; ")),
      at: material.files.first.map { Place.file($0.file) } ?? .nowhere)
  }

  /// The extensions of certificates and keys. Such a file may be a web page instead of a download.
  private static let endings: Set<String> = [
    "cer", "crt", "der", "key", "p12", "p7b", "p8", "pem", "pfx",
  ]

  private func reportNoKey(_ leaf: Leaf, _ report: inout Report) {
    if material.keys.isEmpty {
      let isLocked = material.files.contains(where: \.isLocked)
      let unusable = material.files.filter(\.isUnusable)
      let words = unusable.map { "\($0.file) was not used: \($0.reason ?? "")" }
      report(
        IdentityFindings.noKey,
        "no \(unusable.isEmpty ? "private key" : "usable private key") for the certificate of "
          + Self.passType(of: leaf.content) + lockedFiles
          + (words.isEmpty ? "" : "; " + Self.list(words)), at: Place.file(leaf.file),
        help: isLocked
          ? "give the password"
          : unusable.isEmpty
            ? keyHelp(leaf)
            : "add the RSA or P-256 key the certificate was requested with, as PKCS #8, PKCS #1, "
              + "SEC 1 or .p12; to convert another form: openssl pkey -in FILE -out key.pem",
        settings: isLocked
          ? [RunSetting(.password)] : unusable.isEmpty ? keySettings(leaf) : [])
    } else {
      report(
        IdentityFindings.keyMismatch,
        "the key in \(Self.list(material.keys.map(\.file))) does not belong to this certificate"
          + lockedFiles, at: Place.file(leaf.file))
    }
  }

  /// Returns the folder of the certificate, or nil if the user named the certificate itself.
  private func folder(of leaf: Leaf) -> String? {
    guard material.namedCertificate == nil, !leaf.file.hasPrefix("env:") else { return nil }
    return FilePath.parent(leaf.file)
  }

  private func keyHelp(_ leaf: Leaf) -> String? {
    folder(of: leaf).map {
      "put the private key of this certificate into \($0), as .pem or .key, or import the "
        + ".p12 that has it"
    }
  }

  private func keySettings(_ leaf: Leaf) -> [RunSetting] {
    folder(of: leaf).map { [RunSetting(.keyFolder, ShellWord.quoted($0))] } ?? []
  }

  /// The files that may contain the missing part, for the end of a sentence.
  private var lockedFiles: String {
    let locked = material.files.filter(\.isLocked)
    guard !locked.isEmpty else { return "" }
    return "; " + Self.list(locked.map { "\($0.file) could not be opened: \($0.reason ?? "")" })
  }

  /// Checks the certificate by Apple's policy.
  private func check(_ leaf: Leaf, _ report: inout Report) {
    let certificate = leaf.content
    let place = Place.file(leaf.file)
    if !certificate.hasPassEKU {
      report(
        IdentityFindings.notForPasses,
        "the certificate is not for passes, it lacks extended key usage "
          + "1.2.840.113635.100.4.14", at: place)
    }
    if let type = certificate.passTypeIdentifier {
      if certificate.subject.userID != type {
        report(
          IdentityFindings.subjectMismatch,
          "the certificate's UID is \(Self.quoted(certificate.subject.userID)), its pass type "
            + "extension 1.2.840.113635.100.6.1.16 is \"\(type)\"", at: place)
      }
    } else {
      report(
        IdentityFindings.notForPasses,
        certificate.hasPassTypeExtension
          ? "the certificate's extension 1.2.840.113635.100.6.1.16 is not text"
          : "the certificate is not for passes, it lacks extension "
            + "1.2.840.113635.100.6.1.16", at: place)
    }
    if (certificate.subject.organizationalUnit ?? "").isEmpty {
      report(
        IdentityFindings.subjectMismatch,
        "the certificate's subject has no OU, expected the team identifier", at: place)
    }
    checkValidity(of: certificate, place, &report)
  }

  private func checkValidity(
    of certificate: Certificate, _ place: Place, _ report: inout Report
  ) {
    if purpose.time > certificate.notAfter {
      let (end, now) = moments(certificate.notAfter)
      report(
        IdentityFindings.expired, "the certificate expired on \(end), the signing time is \(now)",
        at: place)
    } else if purpose.time < certificate.notBefore {
      let (start, now) = moments(certificate.notBefore)
      report(
        IdentityFindings.notYetValid,
        "the certificate is valid from \(start), the signing time is \(now)", at: place)
    } else {
      reportEndByClock(of: certificate, "the certificate", place, &report)
      reportEnd(of: certificate, "the certificate", place, &report)
    }
  }

  /// Returns a moment and the signing time as days, or with the time if both are on the same day.
  private func moments(_ moment: Int64) -> (String, String) {
    let (day, today) = (Timestamp.day(moment), Timestamp.day(purpose.time))
    guard day == today else { return (day, today) }
    return (Timestamp.text(moment), Timestamp.text(purpose.time))
  }

  /// Reports a certificate that has expired by the clock but is valid at a signing time in the
  /// past.
  private func reportEndByClock(
    of certificate: Certificate, _ name: String, _ place: Place, _ report: inout Report
  ) {
    guard let clock = material.clock, clock > certificate.notAfter else { return }
    report(
      IdentityFindings.expiredToday,
      "\(name) expired on \(Timestamp.day(certificate.notAfter)), today is "
        + "\(Timestamp.day(clock)), the signing time is \(Timestamp.day(purpose.time))", at: place)
  }

  private func reportEnd(
    of certificate: Certificate, _ name: String, _ place: Place, _ report: inout Report
  ) {
    guard certificate.daysLeft(at: purpose.time) < purpose.warningDays else { return }
    report(
      IdentityFindings.endsSoon,
      "\(name) expires \(certificate.expiryDescription(at: purpose.time))",
      at: place)
  }

  // MARK: The issuer

  /// Returns the certificate that issued the leaf, by authority key identifier and signature.
  private func issuer(
    of leaf: Leaf, _ report: inout Report
  ) -> IdentityMaterial.Named<Certificate>? {
    let place = Place.file(leaf.file)
    let certificate = leaf.content
    let others = material.certificates.filter {
      $0.content != certificate && $0.content.isCertificateAuthority
    }
    let issuers = others.filter { candidate in
      let fitsKeyIdentifier =
        certificate.authorityKeyIdentifier == nil
        || candidate.content.subjectKeyIdentifier == certificate.authorityKeyIdentifier
      return fitsKeyIdentifier && certificate.isSigned(by: candidate.content)
    }
    // Apple reissued an intermediate with the same key. Choose the valid one that expires last.
    let valid = issuers.filter { $0.content.isValid(at: purpose.time) }
    guard
      let issuer = (valid.isEmpty ? issuers : valid).max(by: {
        $0.content.notAfter < $1.content.notAfter
      })
    else {
      reportNoIssuer(of: certificate, others.map(\.content), place, &report)
      return nil
    }
    let name = Self.name(of: issuer.content)
    if !issuer.content.hasWWDRMarker {
      report(
        IdentityFindings.issuerWithoutMarker,
        "the issuer \(name) lacks extension 1.2.840.113635.100.6.2.1", at: place)
    }
    if !issuer.content.isValid(at: purpose.time) {
      let isOver = purpose.time > issuer.content.notAfter
      let (limit, now) = moments(isOver ? issuer.content.notAfter : issuer.content.notBefore)
      report(
        isOver ? IdentityFindings.issuerExpired : IdentityFindings.issuerNotYetValid,
        "the issuer \(name) \(isOver ? "expired on" : "is valid from") \(limit), "
          + "the signing time is \(now)",
        at: place)
      return issuer
    }
    reportEndByClock(of: issuer.content, "the issuer \(name)", place, &report)
    if issuer.content.notAfter < certificate.notAfter {
      reportEnd(of: issuer.content, "the issuer \(name)", place, &report)
    }
    return issuer
  }

  private func reportNoIssuer(
    of certificate: Certificate, _ others: [Certificate], _ place: Place, _ report: inout Report
  ) {
    // A root does not issue leaf certificates. It is mentioned only if it was given as --wwdr.
    let wanted = IssuerAdvice(for: certificate)
    let found = Self.names(of: others.filter { !$0.isSelfIssued }, unlike: wanted.name)
    let namesakes = material.certificates.filter {
      $0.content != certificate && $0.content.subject.text == certificate.issuer.text
    }
    if !namesakes.isEmpty {
      report(
        IdentityFindings.noIssuer,
        Self.description(about: namesakes, certificate, wanted.name) + foldersPassedOver, at: place,
        help: wanted.help,
        notes: namesakes.prefix(3).map { (Place.file($0.file), $0.content.authorityDetails) })
      return
    }
    let named = material.namedIssuer.flatMap(material.file).map { file in
      let kinds = file.contents.certificates.map {
        "\(CertificateKind($0).inWords), \($0.displayName)"
      }
      return "; \(file.file), given as the issuer, contains "
        + (kinds.isEmpty ? "no certificate" : Self.list(kinds))
    }
    report(
      IdentityFindings.noIssuer,
      "the issuer \(wanted.name) is missing"
        + (named ?? (found.isEmpty ? "" : ", found \(Self.list(found))")) + foldersPassedOver,
      at: place, help: wanted.help)
  }

  /// Returns the message about certificates that have only the name of the issuer.
  private static func description(
    about namesakes: [IdentityMaterial.Named<Certificate>], _ certificate: Certificate,
    _ name: String
  ) -> String {
    let isOne = namesakes.count == 1
    let wanted = certificate.authorityKeyIdentifier
    let keys = namesakes.map(\.content.subjectKeyIdentifier)
    let start =
      list(namesakes.map(\.file)) + (isOne ? " has" : " have")
      + " the name of the issuer, \(name), but "
    guard wanted != nil, !keys.contains(wanted) else {
      return start + (isOne ? "its key" : "their keys") + " did not sign the certificate"
    }
    return start + (isOne ? "another key: key id " : "other keys: key ids ")
      + "\(list(keys.map(hex))), expected \(hex(wanted))"
  }

  /// Returns the names of authorities, with their key ids if two have the same name.
  private static func names(of authorities: [Certificate], unlike wanted: String) -> [String] {
    let names = authorities.map(name)
    guard Set(names + [wanted]).count <= names.count else { return names }
    return authorities.map { "\(name(of: $0)) (key id \(hex($0.subjectKeyIdentifier)))" }
  }

  /// The folders that could not be read and may contain the issuer, for the end of a sentence.
  private var foldersPassedOver: String {
    let words = material.unreadableFolders.map(\.description)
    return words.isEmpty ? "" : "; " + Self.list(words)
  }

  private static func hex(_ identifier: [UInt8]?) -> String {
    identifier.map { Hex.encode($0) } ?? "missing"
  }

  /// Returns the usual name of an authority, such as `WWDR G4`.
  private static func name(of authority: Certificate) -> String {
    TrustAnchors.anchor(for: authority)?.name ?? authority.subject.authorityName
  }

  private static func passType(of certificate: Certificate) -> String {
    certificate.passTypeIdentifier ?? certificate.subject.userID ?? certificate.subject.text
  }

  private static func list(_ names: [String]) -> String {
    guard names.count > 3 else { return names.joined(separator: " and ") }
    return names.prefix(3).joined(separator: ", ") + " and \(names.count - 3) more"
  }

  private static func quoted(_ text: String?) -> String {
    text.map(Excerpt.whole.quoted) ?? "missing"
  }
}

extension Certificate {
  /// The number of days before the end at which warnings begin.
  package static let warningDays: Int64 = 30

  /// Returns the end of validity for the end of a sentence, such as `on 2026-12-01, in 9 days`.
  func expiryDescription(at time: Int64) -> String {
    let days = daysLeft(at: time)
    return "on \(Timestamp.day(notAfter)), "
      + (days == 0 ? "within a day" : "in \(counted(Int(days), "day"))")
  }

  /// Returns the whole days until the end, negative after it.
  package func daysLeft(at time: Int64) -> Int64 {
    let seconds = notAfter - time
    return seconds >= 0 ? seconds / 86_400 : -((-seconds + 86_399) / 86_400)
  }
}

extension Report {
  /// Reports a file with a secret that other users can read, change or replace. It is a note if the
  /// chain does not end at Apple.
  package mutating func callAsFunction(_ exposure: Disk.Exposure, isApple: Bool) {
    let (file, mode) = (exposure.file, String(exposure.mode, radix: 8))
    let folder = FilePath.parent(file)
    self(
      IdentityFindings.exposedFile,
      exposure.isFolder
        ? "others can replace \(file), everyone may write to its folder (mode \(mode))"
        : "others can \(exposure.isWritable ? "change" : "read") \(file) (mode \(mode))",
      at: Place.file(file), severity: isApple ? nil : .note,
      help: exposure.isFolder
        ? "chmod o-w \(ShellWord.quoted(folder))" : "chmod 600 \(ShellWord.quoted(file))")
  }
}
