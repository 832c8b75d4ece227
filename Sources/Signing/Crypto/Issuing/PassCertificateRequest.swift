// SPDX-License-Identifier: Apache-2.0

/// The content of a signing certificate that an `ExampleAuthority` issues.
///
/// The defaults are as in Apple's certificates. Everything can be changed to make an invalid
/// certificate.
package struct PassCertificateRequest: Sendable {
  /// The identifier in the common name and, for NFC, in extension 6.1.26. UID and extension 6.1.16
  /// have their own properties.
  package var passTypeIdentifier: String
  /// OU of the subject, or nil to omit it.
  package var teamIdentifier: String?
  /// O of the subject.
  package var organization: String
  /// C of the subject, two letters.
  package var country: String
  /// Whether it has extension 6.1.26 and NFC in its common name.
  package var isNFC: Bool
  /// First second of the validity in Unix time.
  package var notBefore: Int64
  /// Last second of the validity in Unix time.
  package var notAfter: Int64

  /// UID of the subject, or nil to omit it.
  package var userID: String?
  /// Text of extension 6.1.16, or nil to omit the extension.
  package var passTypeExtension: String?
  /// Purposes, or empty to omit the extension.
  package var extendedKeyUsages: [OID] = [.clientAuthentication, .applePassSigning]
  /// Whether it has extension 6.3.2, as Apple's do.
  package var hasPushExtension = true
  /// URL of the issuer's certificate (AIA).
  package var issuerURL: String?

  /// Creates the content of an ordinary certificate. UID and extension 6.1.16 are the pass type
  /// identifier. The validity is in Unix seconds, both inclusive.
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

  /// Returns the draft with subject and extensions in Apple's order.
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
