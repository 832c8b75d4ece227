// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
package import PassDiagnostics
import PassModel

/// Checks whether the certificate that sources are compared with can still sign them.
package enum CertificateAge {
  /// Returns the problems at a time as warnings, because nothing is signed.
  package static func diagnostics(
    of certificate: Certificate, file: String, at time: Int64
  ) -> [Diagnostic] {
    var report = Report()
    func warn(_ finding: Finding, _ message: String) {
      report(finding, message, at: Place.file(file), severity: .warning)
    }
    if time > certificate.notAfter {
      warn(
        IdentityFindings.expired,
        "the certificate expired on \(Timestamp.day(certificate.notAfter))")
    } else if time < certificate.notBefore {
      warn(
        IdentityFindings.notYetValid,
        "the certificate is valid from \(Timestamp.day(certificate.notBefore))")
    } else if certificate.daysLeft(at: time) < Certificate.warningDays {
      warn(
        IdentityFindings.endsSoon,
        "the certificate expires \(certificate.expiryDescription(at: time))")
    }
    return report.diagnostics
  }
}
