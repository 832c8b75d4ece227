// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics
import PassPush
import PassService

/// Reads the options for pushes: the address of the push service and the credential for it.
enum PushSetup {
  /// Returns the push service of `--push`, or nil for `none`.
  static func target(_ options: PushTargetOptions) throws -> PushTarget? {
    var target: PushTarget
    switch options.push ?? "none" {
    case "none": return nil
    case "apns": target = .apple
    case let place:
      guard let colon = place.lastIndex(of: ":"), colon != place.startIndex,
        let port = Int(place[place.index(after: colon)...]), (1...65_535).contains(port)
      else {
        throw CommandFailureError.usage(
          "--push \(place) is not a push service", help: "write none, apns or HOST:PORT")
      }
      target = PushTarget(host: String(place[..<colon]), port: port)
    }
    if let file = options.pushTrust {
      target.trust = CredentialFile.certificates(in: try Disk.read(file))
      guard !target.trust.isEmpty else {
        throw CommandFailureError.environment("\(file) has no certificate")
      }
    }
    target.sentAsBackground = options.pushBackground
    return target
  }

  /// Reads the signing identity from the disk. If it cannot be used, the identity is nil and the
  /// report contains the reason.
  static func identity(
    _ source: IdentitySource, passType: String?
  ) throws -> (Identity?, Report) {
    var report = Report()
    let identity = try IdentityChoice.identity(
      from: try IdentityMaterial.read(source),
      for: IdentityChoice.Purpose(passTypeIdentifier: passType, time: Environment.now),
      report: &report)
    return (identity, report)
  }

  /// Reads the signing identity from the disk for a service that starts. An expired certificate is
  /// accepted, because phones still register and read lists.
  ///
  /// - Returns: the identity, the report, and a warning if the certificate has expired.
  static func servedIdentity(
    _ source: IdentitySource, passType: String?
  ) throws -> (Identity?, Report, expiry: ExpiredIdentity?) {
    var report = Report()
    let purpose = IdentityChoice.Purpose(passTypeIdentifier: passType, time: Environment.now)
    let (identity, expiry) = try ExpiredIdentity.accepting(
      try IdentityMaterial.read(source), for: purpose, report: &report)
    return (identity, report, expiry)
  }

  /// Returns the credential for APNs: the push key of the team if there is one, otherwise the
  /// signing identity.
  static func credential(
    _ names: PushKeyNames, identity: Identity
  ) throws -> PushCredential {
    guard let file = names.file, let id = names.id else {
      return .certificate([identity.certificate, identity.issuer], identity.key)
    }
    guard let team = identity.teamIdentifier else {
      throw CommandFailureError.environment(
        "the signing certificate has no team identifier, so no push key can be used")
    }
    return .token(try token(file, id: id, team: team))
  }

  private static func token(_ file: String, id: String, team: String) throws -> ProviderToken {
    var bytes = try Disk.read(file)
    defer { Secret.wipe(&bytes) }
    guard let key = try CredentialFile.parse(bytes).keys.first else {
      throw CommandFailureError.environment("\(file) has no key")
    }
    return try ProviderToken(key: key, keyID: id, team: team)
  }
}
