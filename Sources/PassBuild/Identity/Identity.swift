// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
package import PassDiagnostics
import PassModel
package import PassRules

/// A pass certificate, the certificate that issued it, and its key: what signs.
public struct Identity: Sendable {
  package let certificate: Certificate
  /// The file the certificate was read from.
  package let certificateName: String
  package let key: PrivateKey
  package let issuer: Certificate
  /// The chain ends at Apple.
  public let isApple: Bool
  package let signer: CMSSigner
  /// What choosing it complained about, where whoever chose it has no report to put that into.
  package var found: [Diagnostic] = []

  package init(
    certificate: Certificate, certificateName: String, key: PrivateKey, issuer: Certificate,
    isApple: Bool
  ) throws(CryptoError) {
    self.certificate = certificate
    self.certificateName = certificateName
    self.key = key
    self.issuer = issuer
    self.isApple = isApple
    signer = try CMSSigner(leaf: certificate, issuer: issuer, key: key)
  }

  /// The pass type the certificate was issued for.
  public var passTypeIdentifier: String? { certificate.passTypeIdentifier }
  /// The team it was issued to.
  public var teamIdentifier: String? { certificate.subject.organizationalUnit }
  /// It may sign passes with NFC.
  public var isEnabledForNFC: Bool { certificate.isNFCEnabled }

  /// What rules compare the pass with.
  package var facts: CertificateFacts { CertificateFacts(certificate, name: certificateName) }
}

extension CertificateFacts {
  /// The facts rules need, read from a certificate.
  package init(_ certificate: Certificate, name: String) {
    // An order's certificate is said to be one: that it names no pass type is no fault beside that.
    let isForPasses = !certificate.isForOrders
    self.init(
      passTypeIdentifier: isForPasses ? certificate.passTypeIdentifier : nil,
      userID: isForPasses ? certificate.subject.userID : nil,
      teamIdentifier: certificate.subject.organizationalUnit,
      isEnabledForNFC: certificate.isNFCEnabled, name: name)
  }
}
