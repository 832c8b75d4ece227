// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto

/// A folder with the authority of the simulated push service, for `--push-ca`.
///
/// A service that trusts its certificate needs no restart for the next run.
package enum KeptAuthority {
  /// The name of the certificate, which services have to trust.
  package static let certificateName = "ca.pem"
  private static let keyName = "ca-key.pem"
  private static let day: Int64 = 86_400
  /// How long a new authority is valid.
  private static let lifetime = 365 * day
  /// An authority is replaced this long before its end, because a run needs a valid certificate.
  private static let margin = day

  /// Returns the authority in a folder. Makes the folder and an authority if there is none, or if
  /// it expires within a day.
  ///
  /// - Returns: the authority, and whether it is new.
  /// - Throws: `KeptAuthorityError` if one of the two files is missing or cannot be used.
  package static func authority(
    in folder: String, now: Int64
  ) throws -> (authority: LoopbackAuthority, isNew: Bool) {
    let certificateFile = FilePath.join(folder, certificateName)
    let keyFile = FilePath.join(folder, keyName)
    let hasCertificate = try Disk.kind(of: certificateFile, followingLinks: true) != nil
    let hasKey = try Disk.kind(of: keyFile, followingLinks: true) != nil
    guard hasCertificate == hasKey else {
      throw KeptAuthorityError(
        file: hasCertificate ? keyFile : certificateFile,
        reason: "is missing, but \(hasCertificate ? certificateName : keyName) exists")
    }
    if hasKey, let known = try read(certificateFile, keyFile, now: now) { return (known, false) }
    let made = try LoopbackAuthority(
      name: "passc push stand-in", organization: "passc, for tests on this machine",
      notBefore: now - day, notAfter: now + lifetime)
    try Disk.makeFolders(folder, mode: 0o700)
    var key = try made.key.pemBytes()
    defer { Secret.wipe(&key) }
    try Disk.write(key, to: keyFile, mode: .secret)
    try Disk.write(Array(made.certificate.pem.utf8), to: certificateFile)
    return (made, true)
  }

  /// Returns nil if the authority expires within a day.
  private static func read(
    _ certificateFile: String, _ keyFile: String, now: Int64
  ) throws -> LoopbackAuthority? {
    guard
      let certificate = CredentialFile.certificates(in: try Disk.read(certificateFile)).first
    else { throw KeptAuthorityError(file: certificateFile, reason: "has no certificate") }
    var bytes = try Disk.read(keyFile)
    defer { Secret.wipe(&bytes) }
    guard let key = try? CredentialFile.parse(bytes, password: nil).keys.first,
      key.publicKeyDER == certificate.publicKeyDER
    else {
      throw KeptAuthorityError(
        file: keyFile, reason: "does not contain the key of \(certificateName)")
    }
    guard certificate.notBefore <= now, now + margin < certificate.notAfter else { return nil }
    return LoopbackAuthority(certificate: certificate, key: key)
  }
}

/// The reason why the authority in a folder cannot be used.
package struct KeptAuthorityError: Error, Sendable, CustomStringConvertible {
  package let file: String
  let reason: String

  package var description: String { "\(file) \(reason)" }
}
