// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassModel
import PassReport
import PassRules

/// A complete check of an identity: the contents of each file, and whether the parts fit together.
package struct IdentityCheckup {
  /// The result for one point of the list.
  package enum State: String, Sendable {
    case ok, note, warning, fault
  }

  package struct Point: Sendable {
    /// The subject, such as certificate, key or issuer.
    package let topic: String
    package let state: State
    /// The result in one sentence.
    package let message: String
    /// The code of the finding, or nil if there is no problem.
    package var code: String?
    package var help: String?
  }

  package struct File: Sendable {
    /// The path of the file, or env:NAME.
    package let name: String
    /// The contents, one sentence each.
    package var contents: [String]
    /// Whether it is encrypted and could not be opened.
    package var isLocked = false
  }

  /// A certificate that could sign, and the points about it.
  package struct Candidate: Sendable {
    /// The pass type identifier of the certificate or of the search. Nil if neither is known.
    package var passTypeIdentifier: String?
    /// The team identifier of the certificate, or nil if it has none.
    package var teamIdentifier: String?
    /// The file of the certificate, or nil if none could be chosen.
    package var certificateFile: String?
    /// Whether it may sign passes with `nfc`.
    package var isNFC = false
    /// Whether one of Apple's authorities issued it.
    package var isApple = false
    /// The usual name of its issuer, or nil if the issuer's certificate is missing.
    package var issuerName: String?
    /// How to get the issuer's certificate, if it is missing.
    package var missingIssuer: IssuerAdvice?
    /// Whole days until the certificate or its issuer expires, whichever is first. Negative after
    /// that, nil without a certificate.
    package var daysLeft: Int64?
    /// The last second in which certificate and issuer are valid, since 1970. Nil without a
    /// certificate.
    package var notAfter: Int64?
    /// The points in the order of the list.
    package var points: [Point] = []

    package var fits: Bool { !points.contains { $0.state == .fault } }
  }

  /// The files that were read, in the order of reading.
  package let files: [File]
  /// One candidate for each pass type identifier, even if there is no certificate with it.
  package private(set) var candidates: [Candidate] = []
  /// The signing time of the check in seconds since 1970.
  package let time: Int64

  package var fits: Bool { candidates.allSatisfy(\.fits) }

  /// Checks the identity for one pass, or for each pass type identifier that it has certificates
  /// for.
  ///
  /// - Parameters:
  ///   - time: the signing time, seconds since 1970.
  ///   - minimalDays: having fewer days left is an error. If nil, fewer than 30 days are a warning.
  package init(
    of material: IdentityMaterial, for pass: PassNeeds? = nil, at time: Int64,
    minimalDays: Int64? = nil
  ) {
    self.time = time
    files = material.files.map { File($0, namesakes: Self.namesakes(in: material)) }
    var types: [String?] = [pass?.passTypeIdentifier]
    if pass?.passTypeIdentifier == nil {
      let all = Set(material.certificates.compactMap(\.content.passTypeIdentifier)).sorted()
      // Each pass type identifier of the folder is checked separately.
      if all.count > 1 { types = all }
    }
    for type in types {
      candidates.append(
        Candidate(material, type, pass: pass, at: time, minimalDays: minimalDays))
    }
  }
}

extension IdentityCheckup {
  /// Returns the authorities whose name another one in the files has too.
  private static func namesakes(in material: IdentityMaterial) -> [Certificate] {
    let authorities = material.certificates.map(\.content).filter(\.isCertificateAuthority)
    return Dictionary(grouping: authorities, by: \.displayName).values
      .filter { $0.count > 1 }.flatMap { $0 }
  }
}

extension IdentityCheckup.File {
  /// - Parameter namesakes: authorities whose name another one has too.
  init(_ file: IdentityMaterial.ReadFile, namesakes: [Certificate]) {
    name = file.file
    isLocked = file.isLocked
    if let reason = file.reason {
      contents = [file.looksLike.map { "not part of an identity: \($0)" } ?? reason]
      return
    }
    contents = file.contents.certificates.map {
      Self.description(for: $0) + (namesakes.contains($0) ? ", \($0.authorityDetails)" : "")
    }
    contents += file.contents.keys.map {
      "private key, \($0.kind)" + (file.wasEncrypted ? ", encrypted" : ", not encrypted")
    }
    contents += file.contents.otherContents
    if file.contents.wasLegacyRC2 {
      contents.append("encrypted with RC2 or RC4: passc cert import makes PEM files of it")
    }
  }

  /// Returns `signing certificate with NFC: pass.com.example.gym, team A1B2C3D4E5, until
  /// 2027-08-30`.
  private static func description(for certificate: Certificate) -> String {
    let kind = CertificateKind(certificate)
    let until = "until \(Timestamp.day(certificate.notAfter))"
    let subject = certificate.subject
    switch kind {
    case .pass(let isNFC):
      let type = certificate.passTypeIdentifier ?? subject.userID ?? "no pass type identifier"
      return "signing certificate\(isNFC ? " with NFC" : ""): \(type), team "
        + "\(subject.organizationalUnit ?? "missing"), \(until)"
    case .appleAuthority(let name):
      return "\(CertificateKind.owned(name)), \(until)"
    case .intermediate, .root:
      return "\(kind == .root ? "root" : "intermediate"), not Apple's: "
        + "\(subject.commonName ?? subject.text), \(until)"
    case .other(let name):
      return "\(name): \(subject.commonName ?? subject.text), \(until)"
    }
  }
}

extension IdentityCheckup.Candidate {
  init(
    _ material: IdentityMaterial, _ type: String?, pass: PassNeeds?, at time: Int64,
    minimalDays: Int64?
  ) {
    var report = Report()
    let purpose = IdentityChoice.Purpose(
      passTypeIdentifier: type, time: time, warningDays: max(30, minimalDays ?? 30))
    let parts = IdentityChoice.parts(of: material, for: purpose, report: &report)
    passTypeIdentifier = type
    guard let leaf = parts.certificate else {
      points = report.sorted.map { Self.point($0) }
      return
    }
    let certificate = leaf.content
    passTypeIdentifier = certificate.passTypeIdentifier ?? type
    teamIdentifier = certificate.subject.organizationalUnit
    certificateFile = leaf.file
    isNFC = certificate.isNFCEnabled
    isApple = parts.isApple || TrustAnchors.issuer(of: certificate) != nil
    issuerName = parts.issuer.map { $0.content.displayName }
    if parts.issuer == nil { missingIssuer = IssuerAdvice(for: certificate) }
    let last = min(certificate.notAfter, parts.issuer?.content.notAfter ?? certificate.notAfter)
    notAfter = last
    let days = certificate.daysLeft(at: time)
    let issuerDays = parts.issuer.map { $0.content.daysLeft(at: time) } ?? days
    daysLeft = min(days, issuerDays)
    report.append(parts.facts.flatMap { pass?.mismatches(with: $0, at: time) } ?? [])
    let trial = Self.trial(of: parts.key)
    let isTooShort = min(days, issuerDays) < minimalDays ?? .min
    var found = report.sorted.map { Self.point($0, endsTooSoon: isTooShort) }
    if let trial { found.append(trial) }
    for topic in Self.topics where topic != "pass" || pass != nil {
      let complaints = found.filter { $0.topic == topic }
      // A key that other users can read is still the right key.
      if complaints.allSatisfy({ $0.code == IdentityFindings.exposedFile.code }) {
        let isUnknown = topic == "Apple" && !isApple
        points.append(
          .init(
            topic: topic, state: isUnknown ? .note : .ok, message: fine(topic, parts, pass)))
      }
      points += complaints
    }
  }

  /// Signs test data with a key outside this process. Returns nil if that works, or if the key is
  /// in a file, because reading the file has tested it already.
  private static func trial(
    of key: IdentityMaterial.Named<any SigningKey>?
  ) -> IdentityCheckup.Point? {
    guard let key = key?.content as? OutsideKey else { return nil }
    do throws(CryptoError) {
      _ = try key.sign(sha256: Digest.sha256(Array("passc cert doctor".utf8)))
      return nil
    } catch {
      return .init(
        topic: "key", state: .fault, message: error.description,
        code: error.isWrongSignature ? IdentityFindings.wrongSignature.code : nil,
        help: error.isWrongSignature ? IdentityFindings.wrongSignature.help : error.help)
    }
  }

  private static let topics = ["certificate", "key", "issuer", "Apple", "validity", "NFC", "pass"]

  private static func point(
    _ diagnostic: Diagnostic, endsTooSoon: Bool = false
  ) -> IdentityCheckup.Point {
    let state: IdentityCheckup.State =
      switch diagnostic.severity {
      case .error: .fault
      case .warning:
        diagnostic.finding == IdentityFindings.endsSoon && endsTooSoon ? .fault : .warning
      case .note: .note
      }
    return .init(
      topic: topic(of: diagnostic.finding), state: state, message: diagnostic.message,
      code: diagnostic.code, help: diagnostic.helpWithOptions)
  }

  private static func topic(of finding: Finding) -> String {
    switch finding {
    case IdentityFindings.noKey, IdentityFindings.keyMismatch, IdentityFindings.exposedFile: "key"
    case IdentityFindings.noIssuer, IdentityFindings.issuerWithoutMarker: "issuer"
    case IdentityFindings.expired, IdentityFindings.notYetValid, IdentityFindings.endsSoon,
      IdentityFindings.issuerExpired, IdentityFindings.issuerNotYetValid,
      IdentityFindings.expiredToday:
      "validity"
    case IdentityFindings.notApple: "Apple"
    case _ where finding.comparesCertificate: "pass"
    default: "certificate"
    }
  }

  private static func description(for key: IdentityMaterial.Named<any SigningKey>?) -> String {
    guard let key else { return "the key belongs to it" }
    let trial = key.content is OutsideKey ? " and signed a test message" : ""
    return "\(key.file) belongs to it\(trial) (\(key.content.kind))"
  }

  /// Returns the message for a point without problems.
  private func fine(
    _ topic: String, _ parts: IdentityChoice.Parts, _ pass: PassNeeds?
  ) -> String {
    switch topic {
    case "certificate":
      "for \(passTypeIdentifier ?? "?"), team \(teamIdentifier ?? "?")"
    case "key":
      Self.description(for: parts.key)
    case "issuer":
      "\(issuerName ?? "") issued it: \(parts.issuer?.file ?? "")"
    case "Apple":
      isApple ? "one of Apple's authorities issued it" : "unknown without the issuer"
    case "validity":
      "until \(notAfter.map(Timestamp.day) ?? "?"), \(daysLeft ?? 0) days left"
    case "NFC":
      isNFC
        ? "can sign passes with nfc or personalization.json"
        : "not for passes with nfc or personalization.json"
    default:
      "\(pass?.path ?? "the pass") fits (\(pass?.inWords ?? ""))"
    }
  }
}
