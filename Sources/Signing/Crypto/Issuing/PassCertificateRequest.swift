// SPDX-License-Identifier: Apache-2.0

/// What a pass certificate made by an `ExampleAuthority` says.
///
/// The defaults give what Apple issues; everything can be changed to make a faulty certificate.
package struct PassCertificateRequest: Sendable {
  /// The identifier in the common name and, for NFC, in extension 6.1.26; UID and 6.1.16 have
  /// variables of their own.
  package var passTypeIdentifier: String
  /// OU of the subject; nil leaves it out.
  package var teamIdentifier: String?
  /// O of the subject.
  package var organization: String
  /// C of the subject, two letters.
  package var country: String
  /// Whether the certificate carries extension 6.1.26 and says NFC in its common name.
  package var isNFC: Bool
  /// The first second of the validity, in Unix time.
  package var notBefore: Int64
  /// The last second of the validity, in Unix time.
  package var notAfter: Int64

  /// UID of the subject; nil leaves it out.
  package var userID: String?
  /// Text of extension 6.1.16; nil leaves the extension out.
  package var passTypeExtension: String?
  /// The purposes; empty leaves the extension out.
  package var extendedKeyUsages: [OID] = [.clientAuthentication, .applePassSigning]
  /// Whether the certificate carries extension 6.3.2, as those of Apple do.
  package var hasPushExtension = true
  /// Where the issuer's certificate is said to be fetched from (AIA).
  package var issuerURL: String?

  /// A certificate as Apple issues it: UID and extension 6.1.16 are the pass type identifier.
  /// Validity in Unix seconds, both included.
  package init(
    passTypeIdentifier: String, teamIdentifier: String, organization: String = "Example Inc.",
    country: String = "US", isNFC: Bool = false, notBefore: Int64, notAfter: Int64
  ) {
    self.passTypeIdentifier = passTypeIdentifier
    self.teamIdentifier = teamIdentifier
    self.organization = organization
    self.country = country
    self.isNFC = isNFC
    self.notBefore = notBefore
    self.notAfter = notAfter
    userID = passTypeIdentifier
    passTypeExtension = passTypeIdentifier
  }

  private var commonName: String {
    (isNFC ? "Pass Type ID with NFC: " : "Pass Type ID: ") + passTypeIdentifier
  }

  /// Subject and extensions in the order Apple writes them.
  func draft(publicKeyDER: [UInt8], issuer: Certificate) -> CertificateDraft {
    var subject: [(OID, String)] = []
    if let userID { subject.append((.userID, userID)) }
    subject.append((.commonName, commonName))
    if let teamIdentifier { subject.append((.organizationalUnit, teamIdentifier)) }
    subject += [(.organization, organization), (.country, country)]
    var extensions: [CertificateDraft.Extension] = [
      .basicConstraints(isAuthority: false), .authorityKeyIdentifier(of: issuer),
    ]
    if let issuerURL {
      let location = DERWriter.sequence(
        DERWriter.oid(.issuersAccess), DERWriter.element(0x86, Array(issuerURL.utf8)))
      extensions.append(
        .init(oid: .authorityInformation, value: DERWriter.sequence(location)))
    }
    if !extendedKeyUsages.isEmpty { extensions.append(.extendedKeyUsage(extendedKeyUsages)) }
    extensions += [.subjectKeyIdentifier(of: publicKeyDER), .keyUsage(.digitalSignature)]
    if hasPushExtension {
      extensions.append(.init(oid: .appleProductionPush, value: DERWriter.null))
    }
    if let passTypeExtension {
      extensions.append(.text(.applePassTypeIdentifier, passTypeExtension))
    }
    if isNFC { extensions.append(.text(.appleNFCPassTypeIdentifier, passTypeIdentifier)) }
    return CertificateDraft(
      subject: subject, publicKeyDER: publicKeyDER, notBefore: notBefore, notAfter: notAfter,
      extensions: extensions)
  }
}
