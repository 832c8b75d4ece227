// SPDX-License-Identifier: Apache-2.0

package import PassBuild
import PassCrypto
package import PassDiagnostics

/// The result of choosing an identity.
package struct ChosenIdentity {
  /// The chosen identity, or nil after an error.
  package let identity: Identity?
  /// All diagnostics, sorted by location.
  package let diagnostics: [Diagnostic]

  /// The codes, without the note that the certificates are not Apple's.
  package var codes: [String] {
    diagnostics.filter { $0.finding != IdentityFindings.notApple }.map(\.code)
  }
  /// The messages, without the note that the certificates are not Apple's.
  package var messages: String {
    diagnostics.filter { $0.finding != IdentityFindings.notApple }.map(\.message)
      .joined(separator: "\n")
  }

  package static func from(
    _ files: [String: [UInt8]], type: String? = TestCA.type, at time: Int64 = TestCA.now,
    password: String? = nil
  ) throws -> ChosenIdentity {
    let folder = try TemporaryFolder()
    for (name, bytes) in files { try folder.add(name, bytes) }
    var source = IdentitySource { _ in password.map { Secret($0) } }
    source.folder = folder.path
    return try from(source, type: type, at: time)
  }

  package static func from(
    _ source: IdentitySource, type: String? = TestCA.type, at time: Int64 = TestCA.now
  ) throws -> ChosenIdentity {
    var report = Report()
    let identity = try IdentityChoice.identity(
      from: try IdentityMaterial.read(source), for: .init(passTypeIdentifier: type, time: time),
      report: &report)
    return ChosenIdentity(identity: identity, diagnostics: report.sorted)
  }
}
