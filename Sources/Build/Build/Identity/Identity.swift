// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
package import PassDiagnostics
import PassModel
package import PassRules

/// A signing identity: a signing certificate, the certificate that issued it, and its key.
///
/// ```swift
/// let identity = try Identity.load(folder: "my-identity")
/// print(identity)  // pass.com.example.gym of team A1B2C3D4E5
/// ```
public struct Identity: Sendable, CustomStringConvertible {
  /// The signing certificate. A pass must contain its pass type identifier and team identifier.
  package let certificate: Certificate
  /// The file of the certificate.
  package let certificateName: String
  /// The private key of the signing certificate, in this process or outside it.
  package let key: any SigningKey
  /// The intermediate that issued the signing certificate. Each signature contains both.
  package let issuer: Certificate
  /// Whether the certificate chain ends at Apple. An iPhone accepts no other passes.
  public let isApple: Bool
  /// Makes the signatures. It is prepared once and shared by all passes and threads. Other modules
  /// use the functions that sign passes, manifests and sign-up tokens.
  let signer: CMSSigner
  /// The diagnostics of choosing the identity, for callers that have no report.
  package var found: [Diagnostic] = []

  /// Combines parts that fit together. It does not verify again that the issuer issued the
  /// certificate.
  ///
  /// - Throws: `CryptoError` if the key does not belong to the certificate or cannot sign.
  package init(
    certificate: Certificate, certificateName: String, key: any SigningKey, issuer: Certificate,
    isApple: Bool
  ) throws(CryptoError) {
    self.certificate = certificate
    self.certificateName = certificateName
    self.key = key
    self.issuer = issuer
    self.isApple = isApple
    signer = try CMSSigner(leaf: certificate, issuer: issuer, key: key)
  }

  /// The pass type identifier of the certificate.
  public var passTypeIdentifier: String? { certificate.passTypeIdentifier }
  /// The team identifier of the certificate.
  public var teamIdentifier: String? { certificate.subject.organizationalUnit }
  /// Whether the certificate is allowed to sign passes with NFC.
  public var isEnabledForNFC: Bool { certificate.isNFCEnabled }

  /// The pass type identifier and team, for people.
  public var description: String {
    "\(passTypeIdentifier ?? "no pass type") of team \(teamIdentifier ?? "unknown")"
      + (isApple ? "" : ", not issued by Apple")
  }

  /// The facts about the certificate that rules compare with the pass.
  package var facts: CertificateFacts {
    var facts = CertificateFacts(certificate, name: certificateName)
    facts.leadsToApple = isApple
    return facts
  }
}

extension Identity {
  /// Signs the sign-up token of a customer, at a time in seconds since 1970.
  package func sign(_ token: SignUpToken, at time: Int64) throws(CryptoError) -> [UInt8] {
    try signer.sign(token, at: time)
  }

  /// Whether the key is outside this process. Then each signature blocks its thread for a while.
  package var signsOutside: Bool { signer.isOutside }
}

extension Identity {
  /// Returns the diagnostics of choosing the identity at another signing time.
  func findings(at time: Int64) -> [Diagnostic] {
    let ofTime = Set(IdentityFindings.ofTime.map(\.code))
    var report = Report()
    _ = IdentityChoice.parts(
      of: IdentityMaterial(of: self), for: IdentityChoice.Purpose(time: time), report: &report)
    return found.filter { !ofTime.contains($0.code) }
      + report.diagnostics.filter { ofTime.contains($0.code) }
  }

  /// Throws if the certificate or its issuer is not valid at a time.
  ///
  /// - Throws: `DiagnosticsError` with the errors of the identity at that time.
  package func throwUnlessValid(at time: Int64) throws(DiagnosticsError) {
    guard !certificate.isValid(at: time) || !issuer.isValid(at: time) else { return }
    let errors = findings(at: time).filter { $0.severity == .error }
    guard errors.isEmpty else { throw DiagnosticsError(errors) }
  }
}

extension CertificateFacts {
  package init(_ certificate: Certificate, name: String) {
    // A certificate for orders has its own finding. A second one about its missing pass type
    // identifier would only confuse.
    let isForPasses = !certificate.isForOrders
    self.init(
      passTypeIdentifier: isForPasses ? certificate.passTypeIdentifier : nil,
      userID: isForPasses ? certificate.subject.userID : nil,
      teamIdentifier: certificate.subject.organizationalUnit,
      isEnabledForNFC: certificate.isNFCEnabled, name: name)
  }
}
