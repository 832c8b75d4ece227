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
  /// The pass certificate, whose pass type and team a pass has to name.
  package let certificate: Certificate
  /// The file the certificate was read from.
  package let certificateName: String
  /// The private key of the pass certificate, here or outside this process.
  package let key: any SigningKey
  /// The intermediate that issued the pass certificate and goes into each signature with it.
  package let issuer: Certificate
  /// Whether the certificate chain ends at Apple. An iPhone accepts no other passes.
  public let isApple: Bool
  /// Makes the signatures; laid out once, for any number of passes and threads. Other modules sign
  /// by passes, manifests and sign-up tokens, and never reach it.
  let signer: CMSSigner
  /// What choosing it complained about, where whoever chose it has no report to put that into.
  package var found: [Diagnostic] = []

  /// Puts together parts that were found to fit; whether the issuer issued the certificate is not
  /// checked again.
  ///
  /// - Throws: `CryptoError` when the key does not belong to the certificate or cannot sign.
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

  /// What rules compare the pass with.
  package var facts: CertificateFacts { CertificateFacts(certificate, name: certificateName) }
}

extension Identity {
  /// Signs the token of a customer who signs up, at a time in seconds since 1970.
  package func sign(_ token: SignUpToken, at time: Int64) throws(CryptoError) -> [UInt8] {
    try signer.sign(token, at: time)
  }

  /// Whether the key is outside this process, so that a thread waits for each signature.
  package var signsOutside: Bool { signer.isOutside }
}

extension Identity {
  /// What choosing it complained about, as it would at another signing time.
  func findings(at time: Int64) -> [Diagnostic] {
    let ofTime = Set(IdentityFindings.ofTime.map(\.code))
    var report = Report()
    _ = IdentityChoice.parts(
      of: IdentityMaterial(of: self), for: IdentityChoice.Purpose(time: time), report: &report)
    return found.filter { !ofTime.contains($0.code) }
      + report.diagnostics.filter { ofTime.contains($0.code) }
  }

  /// Lets nothing be signed at a time at which the certificate or its issuer is not valid.
  ///
  /// - Throws: `Rejected` with what is wrong with the identity then.
  package func throwUnlessValid(at time: Int64) throws(Rejected) {
    guard !certificate.isValid(at: time) || !issuer.isValid(at: time) else { return }
    let errors = findings(at: time).filter { $0.severity == .error }
    guard errors.isEmpty else { throw Rejected(errors) }
  }
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
