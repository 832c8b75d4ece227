// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
package import PassDiagnostics
import PassJSON
package import PassModel

/// Rule about keys and certificates in files, because every cardholder gets all files of a pass.
///
/// `DocumentSecretsRule` checks pass.json, which differs from row to row. This rule checks the
/// other files, which seldom differ and are then checked only once.
package struct SecretsRule: Rule {

  /// A private key or a key store in a file of the pass.
  package static let privateKey = Finding(
    "package.privateKey.present", .error, effect: .wrong,
    why: """
      A pass is a zip archive that anybody can open. With the signing key they can make passes in \
      your name, and with the reader's key they can decrypt what other passes send. passc looks at \
      the content, not at the name. It finds PEM, DER, PKCS #12, key stores, and JSON Web Keys \
      with their private part. It finds Base64 of these anywhere in a text, also escaped or as an \
      array of lines. It searches UTF-8, UTF-16, the texts of a PNG and the bytes after its end. \
      Files of 64 hex digits are token keys or link keys. An encrypted key counts too, because \
      only its password protects it.
      """,
    help: "remove the file from the package, and replace the key if the pass was ever sent out",
    source: .convention("keys stay with their owner"),
    wrong: "gym.pass/   pass.json  icon.png  gym.key",
    right: "gym.pass/   pass.json  icon.png",
    bad: [
      .with("key.pem", .privateKey), .with("en.lproj/notes.txt", .privateKey),
      // The DER structure of an unencrypted PKCS #8 key.
      .with(
        "signing.bin",
        .bytes(
          [0x30, 0x15, 0x02, 0x01, 0x00, 0x30, 0x0B, 0x06, 0x09]
            + [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
            + [0x04, 0x03, 0x30, 0x01, 0x00])),
      .with("seed.txt", .text(String(repeating: "0123456789abcdef", count: 4) + "\n")),
      .with(
        "jwk.json",
        .text(
          #"{"kty": "oct", "k": ""# + String(repeating: "A", count: 43) + #""}"#)),
      .with("store.bin", .bytes([0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2, 0, 0, 0, 1])),
    ],
    good: [
      .json(
        #"{"userInfo": {"note": "a private key is never packed", "serial": "BEGIN PRIVATE KEY"}}"#),
      .json(
        #"{"userInfo": {"publicKey": "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACVbjuNfZVrq5n1LwY/Dcw0K5F+4n2zkCGGPnLhD0rnp4="}}"#
      ),
    ], mayBeAllowed: false)

  static let certificate = Finding(
    "package.certificate.present", .note, effect: .style,
    why: """
      A certificate is not a secret, but Wallet reads only those in the signature. Some published \
      passes carry one by accident and open anyway. In a template it is an error, and you cannot \
      allow it.
      """,
    help: "remove the file from the package",
    source: .observed("authentic passes with a .cer among their files"),
    wrong: "gym.pass/   pass.json  icon.png  pass.cer",
    right: "gym.pass/   pass.json  icon.png",
    bad: [.with("pass.cer", .certificate)],
    good: [.json(#"{"userInfo": {"certificate": "pass.cer"}}"#)], mayBeAllowed: false,
    echoes: [
      .misnamedFile(SignatureFormRule.missing), .misnamedFile(PackageFindings.passJSONMissing),
    ])

  static let archive = Finding(
    "package.archive.present", .note, effect: .style,
    why: """
      Wallet does not open an archive inside a pass, and passc does not search it. Customers' data \
      and keys have leaked that way. The same holds for an image with more than 2 MB of compressed \
      text. In a template it is an error, and you cannot allow it.
      """,
    help: "remove it, or unpack it and include the files that you need",
    source: .convention("passc searches every file of a pass for keys"),
    wrong: "gym.pass/   pass.json  icon.png  photos.zip",
    right: "gym.pass/   pass.json  icon.png  thumbnail.png",
    bad: [
      .with("extra.zip", .bytes([0x50, 0x4B, 0x03, 0x04, 0x14, 0, 0, 0])),
      .with("en.lproj/notes", .bytes([0x1F, 0x8B, 0x08, 0])),
    ],
    good: [
      .with("notes.txt", .text("PK is short for primary key"), at: nil, .template(row: "{}"))
    ], mayBeAllowed: false)

  package var findings: [Finding] { [Self.privateKey, Self.certificate, Self.archive] }
  package let checksOnlyFiles = true

  package func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    var search = SearchState()
    for file in pass.filesExceptDocument { Self.check(file, of: pass, &search, &report) }
  }

  /// The state of the search in the files of one pass.
  struct SearchState {
    /// The most bytes of compressed text in images that are unpacked: 2 MiB, which is room for a
    /// thousand keys.
    fileprivate static let unpackedLimitInBytes = 2 << 20
    fileprivate var unpackedLeft = Self.unpackedLimitInBytes
  }

  /// Reports the secrets in one file of a pass.
  static func check(
    _ file: PackagedFile, of pass: PassPackage, _ search: inout SearchState, _ report: inout Report
  ) {
    let severity: Severity? = pass.origin == .template ? .error : nil
    switch Self.content(of: file, &search) {
    case .found(.privateKey):
      if file.path == PackageKind.pass.document, Self.isReadersKeyAlone(file, pass) { return }
      report(Self.privateKey, "\(file.path) contains a private key", at: file)
    case .found(.keyStore(let name)):
      report(Self.privateKey, "\(file.path) is \(name)", at: file)
    case .inImage(let found):
      report(
        found == .certificate ? Self.certificate : Self.privateKey,
        "\(file.path) contains \(found == .certificate ? "a certificate" : "a key") next to its "
          + "image data", at: file, severity: found == .certificate ? severity : nil,
        help: "export the image again without its texts and metadata")
    case .found(.certificate):
      report(
        Self.certificate, "\(file.path) contains a certificate", at: file, severity: severity)
    case .compressedTexts:
      report(
        Self.archive, "\(file.path) has more than 2 MB of compressed text, passc searches less",
        at: file, severity: severity, help: "export the image again without its texts")
    case nil:
      // ImageContentRule reports an archive in place of an image.
      guard file.kind == nil, let name = Self.archiveName(of: file.bytes) else { return }
      report(
        Self.archive, "\(file.path) is \(name), passc does not look inside", at: file,
        severity: severity)
    }
  }

  /// Returns whether this rule reports the file.
  static func reportsSecret(of file: PackagedFile) -> Bool {
    var search = SearchState()
    return content(of: file, &search) != nil || archiveName(of: file.bytes) != nil
  }

  private enum Content {
    case found(CredentialSearch.Found)
    /// In the text of an image, or after its end.
    case inImage(CredentialSearch.Found)
    /// More compressed text than is unpacked.
    case compressedTexts
  }

  /// Searches a file. Images are large and the same in every pass, so their pixels are searched
  /// only for PEM, and that result is cached.
  private static func content(of file: PackagedFile, _ search: inout SearchState) -> Content? {
    let bytes = file.bytes
    guard bytes.starts(with: PNGHeader.signature) else {
      return CredentialSearch.find(in: bytes).map { .found($0) }
    }
    if file.holdsPEM, let found = CredentialSearch.find(in: bytes) { return .found(found) }
    let data = PNGSideData(bytes, unpackedLimit: &search.unpackedLeft)
    var certificate: Content?
    for part in data.parts {
      guard let found = CredentialSearch.find(in: part) else { continue }
      guard found == .certificate else { return .inImage(found) }
      certificate = .inImage(found)
    }
    return certificate ?? (data.hasMore ? .compressedTexts : nil)
  }

  /// Returns whether the only key is the value of `encryptionPublicKey`, which `NFCKeyRule` checks.
  private static func isReadersKeyAlone(_ file: PackagedFile, _ pass: PassPackage) -> Bool {
    guard let key = pass.document["nfc"]?["encryptionPublicKey"]?.string, !key.isEmpty else {
      return false
    }
    let otherContent = String(decoding: file.bytes, as: UTF8.self).replacing(key, with: "")
    return CredentialSearch.find(in: Array(otherContent.utf8)) == nil
  }

  private static let archives: [(start: [UInt8], name: String)] = [
    ([0x50, 0x4B, 0x03, 0x04], "a zip archive"), ([0x1F, 0x8B, 0x08], "a gzip file"),
    (Array("BZh".utf8), "a bzip2 file"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "an xz file"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive"),
    (Array("Rar!\u{1A}\u{7}".utf8), "a RAR archive"),
  ]

  private static func archiveName(of bytes: [UInt8]) -> String? {
    guard let first = bytes.first else { return nil }
    for (start, name) in archives where first == start[0] && bytes.starts(with: start) {
      return name
    }
    let isTar =
      bytes.count > 262 && bytes[257] == UInt8(ascii: "u")
      && bytes[257..<262].elementsEqual("ustar".utf8)
    return isTar ? "a tar archive" : nil
  }
}
