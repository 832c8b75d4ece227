// SPDX-License-Identifier: Apache-2.0

package import PassBuild
package import PassCrypto
package import PassDiagnostics
import PassModel

/// The end of a signing identity that has expired, but that a service starts with.
package struct ExpiredIdentity: Sendable {
  /// The last moment at which the identity was valid, in seconds since 1970.
  package let end: Int64

  /// Chooses an identity as `IdentityChoice` does. If its only errors are that the certificate or
  /// its issuer has expired, it is accepted.
  package static func accepting(
    _ material: IdentityMaterial, for purpose: IdentityChoice.Purpose, report: inout Report
  ) throws(CryptoError) -> (identity: Identity?, expiry: ExpiredIdentity?) {
    var current = Report()
    let identity = try IdentityChoice.identity(from: material, for: purpose, report: &current)
    let errors = Set(current.diagnostics.filter { $0.severity == .error }.map(\.code))
    let expiries = Set([IdentityFindings.expired, IdentityFindings.issuerExpired].map(\.code))
    guard identity == nil, !errors.isEmpty, errors.isSubset(of: expiries) else {
      report.append(current.diagnostics)
      return (identity, nil)
    }
    var unread = Report()
    let parts = IdentityChoice.parts(of: material, for: purpose, report: &unread)
    let ends = [parts.certificate?.content.notAfter, parts.issuer?.content.notAfter]
    guard let end = ends.compactMap({ $0 }).min() else {
      report.append(current.diagnostics)
      return (nil, nil)
    }
    var atEnd = purpose
    atEnd.time = end
    // The number of days left says nothing at that time.
    atEnd.warningDays = 0
    let accepted = try IdentityChoice.identity(from: material, for: atEnd, report: &report)
    return (accepted, accepted == nil ? nil : ExpiredIdentity(end: end))
  }

  /// The sentence for the operator: what the service does and does not do.
  ///
  /// - Parameter pushesWithIt: whether the service sends pushes with the certificate.
  package func sentence(pushesWithIt: Bool) -> String {
    "the signing certificate expired on \(Timestamp.day(end)): phones can register and read lists "
      + "of their passes, but passes that changed since then are not signed"
      + (pushesWithIt ? ", and pushes wait" : "")
  }

  package static let help =
    "renew the certificate into the same identity with passc cert renew, then send SIGHUP"
}
