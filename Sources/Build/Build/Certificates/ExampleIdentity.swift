// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
import PassModel

/// A signing identity for tests. Only its names and its root differ from Apple's.
package struct ExampleIdentity {
  /// The form in which the private key is written.
  package enum KeyForm: Sendable {
    /// Unencrypted PKCS #8 in PEM.
    case plain
    /// PKCS #8 in PEM, encrypted with AES-256.
    case encrypted(Secret)
    /// Key and certificate in one PKCS #12 file.
    case pkcs12(Secret, PKCS12Writer.Strength)
  }

  package var passTypeIdentifier = "pass.com.example.passc"
  /// The team identifier in the subject, ten characters.
  package var teamIdentifier = "EXAMPLE123"
  package var organization = "Example Inc."
  /// Whether the certificate may sign passes with `nfc`.
  package var isNFC = true
  /// The first valid second, since 1970.
  package var notBefore = ExampleIdentity.start
  /// The last valid second, since 1970.
  package var notAfter = ExampleIdentity.end
  package var keyForm = KeyForm.plain
  /// The folder of the test CA that issues the certificate. A new CA is stored there if there is
  /// none. With nil a new CA is made and its keys are deleted.
  package var authorityFolder: String?

  /// The default start of validity, 2020-01-01T00:00:00Z. It allows builds with an old
  /// SOURCE_DATE_EPOCH.
  package static let start: Int64 = 1_577_836_800
  /// The default end of validity, 2069-12-31T23:59:59Z.
  package static let end: Int64 = 3_155_759_999

  /// Creates an identity of the example team for passes with and without NFC, valid from `start` to
  /// `end`.
  package init() {}

  package struct ExampleIdentityError: Error, CustomStringConvertible {
    package let description: String
    package var help: String?
  }

  /// Makes keys and certificates and writes all of them, or none, to a new folder.
  ///
  /// - Returns: the names of the written files, in the order of the README.
  package func write(to folder: String) throws -> [String] {
    if let kind = try Disk.kind(of: folder) {
      guard kind == .folder, try Disk.list(folder).isEmpty else {
        throw ExampleIdentityError(
          description: "\(folder) exists already; passc never replaces an identity",
          help: "name a folder that does not exist")
      }
    }
    let authority = try ExampleAuthority.kept(in: authorityFolder)
    let issuer = authority.intermediate.certificate
    guard notBefore <= notAfter, issuer.notBefore <= notBefore, notAfter <= issuer.notAfter else {
      throw ExampleIdentityError(
        description: "a certificate from \(Timestamp.day(notBefore)) to \(Timestamp.day(notAfter)) "
          + "is not within its issuer's validity, \(Timestamp.day(issuer.notBefore)) to "
          + Timestamp.day(issuer.notAfter))
    }
    let parent = FilePath.parent(folder)
    try Disk.makeFolders(parent)
    let temporary = try ScratchFolder(in: parent)
    defer { try? temporary.remove() }
    let made = FilePath.join(temporary.path, "identity")
    let names = try write(authority, into: IdentityFolder(making: made))
    try Disk.move(made, to: folder)
    return names
  }

  private func write(_ authority: ExampleAuthority, into folder: IdentityFolder) throws -> [String]
  {
    var request = PassCertificateRequest(
      passTypeIdentifier: passTypeIdentifier, teamIdentifier: teamIdentifier,
      organization: organization, isNFC: isNFC, notBefore: notBefore, notAfter: notAfter)
    request.issuerURL = "http://certs.example.com/example-wwdr.cer"
    let key = try PrivateKey.generateRSA2048()
    let certificate = try authority.issue(request, publicKeyDER: key.publicKeyDER)
    let secretFile: String
    switch keyForm {
    case .plain, .encrypted:
      secretFile = Self.keyName
      var password: Secret?
      if case .encrypted(let given) = keyForm { password = given }
      _ = try folder.add(key, as: secretFile, password: password)
      try folder.add(Array(certificate.pem.utf8), as: Self.certificateName)
    case .pkcs12(let password, let strength):
      secretFile = Self.pkcs12Name
      var bytes = try PKCS12Writer.write(
        key: key, certificate: certificate, password: password,
        friendlyName: certificate.subject.commonName, strength: strength)
      defer { Secret.wipe(&bytes) }
      try folder.add(bytes, as: secretFile, mode: .secret)
    }
    try folder.add(Array(issuer(of: authority).pem.utf8), as: Self.intermediateName)
    try folder.add(Array(authority.root.certificate.pem.utf8), as: Self.rootName)
    try folder.add(Array(readme(for: certificate).utf8), as: "README.md")
    var names = [secretFile, Self.intermediateName, Self.rootName, "README.md"]
    if secretFile == Self.keyName { names.insert(Self.certificateName, at: 0) }
    return names
  }

  private func issuer(of authority: ExampleAuthority) -> Certificate {
    authority.intermediate.certificate
  }

  static let certificateName = "certificate.pem"
  static let keyName = "key.pem"
  static let pkcs12Name = "identity.p12"
  static let intermediateName = "intermediate.pem"
  static let rootName = "root.pem"

  private func readme(for certificate: Certificate) -> String {
    let secret =
      switch keyForm {
      case .plain:
        "- `certificate.pem`: the signing certificate\n- `key.pem`: its private key"
      case .encrypted:
        "- `certificate.pem`: the signing certificate\n- `key.pem`: its private key, encrypted"
      case .pkcs12(_, .modern):
        "- `identity.p12`: the signing certificate and its private key, encrypted with AES-256"
      case .pkcs12(_, .rc2Era):
        "- `identity.p12`: the signing certificate and its private key, encrypted with RC2 and\n"
          + "  3DES as keychains did for many years"
      }
    return """
      # An example identity

      Made by `passc cert example` to try things with. **Not Apple's: no iPhone accepts its passes.**

      | | |
      |---|---|
      | pass type | `\(passTypeIdentifier)` |
      | team | `\(teamIdentifier)` |
      | NFC | \(isNFC ? "yes" : "no") |
      | valid | \(Timestamp.day(notBefore)) to \(Timestamp.day(notAfter)) |
      | issuer | \(certificate.issuer.commonName ?? certificate.issuer.text) |

      \(secret)
      - `intermediate.pem`: the certificate that issued it, which goes into every pass
      - `root.pem`: the root of the test CA, for `passc check --trust root.pem`; put it into no
        other trust store

      """
  }
}

extension ExampleAuthority {
  /// Returns the test CA that is stored in the folder. If there is none, makes one and stores it if
  /// a folder is named. The key of the root is never stored.
  fileprivate static func kept(in folder: String?) throws -> ExampleAuthority {
    // Later than the end of every example, so that one CA can issue several.
    let end: Int64 = 32_503_679_999  // 2999-12-31T23:59:59Z
    guard let folder else {
      return try ExampleAuthority(notBefore: ExampleIdentity.start, notAfter: end)
    }
    if try Disk.kind(of: folder) != nil { return try read(folder) }
    let authority = try ExampleAuthority(notBefore: ExampleIdentity.start, notAfter: end)
    let kept = try IdentityFolder(making: folder)
    _ = try kept.add(authority.intermediate.key, as: ExampleIdentity.keyName, password: nil)
    try kept.add(
      Array(authority.intermediate.certificate.pem.utf8), as: ExampleIdentity.intermediateName)
    try kept.add(Array(authority.root.certificate.pem.utf8), as: ExampleIdentity.rootName)
    return authority
  }

  private static func read(_ folder: String) throws -> ExampleAuthority {
    var source = IdentitySource()
    source.folder = folder
    let material = try IdentityMaterial.read(source)
    let authorities = material.certificates.map(\.content).filter(\.isCertificateAuthority)
    guard let root = authorities.first(where: \.isSelfSigned),
      let intermediate = authorities.first(where: { $0 != root && $0.isSigned(by: root) }),
      let key = material.keys.lazy.compactMap({ $0.content as? PrivateKey })
        .first(where: { $0.matches(intermediate) })
    else {
      throw ExampleIdentity.ExampleIdentityError(
        description: "\(folder) contains no test CA: root, intermediate and its key",
        help: "name a folder that does not exist, and passc makes a test CA in it")
    }
    // The root signs nothing here, so its own key is not needed.
    return ExampleAuthority(
      root: Issuer(certificate: root, key: key),
      intermediate: Issuer(certificate: intermediate, key: key))
  }
}
