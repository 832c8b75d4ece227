// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
package import PassDiagnostics
import PassJSON
package import PassModel

/// Rule about `nfc.encryptionPublicKey`, the public key that Wallet encrypts the message to.
package struct NFCKeyRule: Rule {
  private static let valid = ReaderKeyExample.example

  private static let apple = Basis.documented("Wallet Passes: Pass.NFC, encryptionPublicKey")
  private static let convert = "convert the key (passc nfc key FILE)"
  private static let strict = """
    The value is the Base64 of a DER SubjectPublicKeyInfo: 80 characters for a compressed P-256 \
    point. Wallet rejects anything else.
    """

  private static func key(_ value: String, at pointer: String? = "/nfc/encryptionPublicKey")
    -> Example
  {
    .json(
      #"{"nfc": {"message": "A-17", "encryptionPublicKey": "\#(value)"}}"#, at: pointer,
      .nfcCertificate)
  }
  private static let good = key(valid, at: nil)

  private static func validationError(
    _ code: String, why: String = strict, help: String = convert, basis: Basis = apple,
    wrong: String,
    right: String = "\"encryptionPublicKey\": \"MDkwEwYHKoZIzj0C...\"", bad: [Example]
  ) -> Finding {
    Finding(
      code, .error, effect: .refused, step: .nfc, why: why, help: help, source: basis,
      wrong: wrong, right: right, bad: bad, good: [good])
  }

  static let missing = validationError(
    "nfc.key.missing",
    why: """
      Apple's current documentation requires encryptionPublicKey. Older versions did not, and a \
      device may accept the pass.
      """,
    help: "add encryptionPublicKey; passc nfc keygen makes a pair of keys and prints it",
    wrong: """
      "nfc": { "message": "A-17" }
      """,
    right: """
      "nfc": { "message": "A-17",
               "encryptionPublicKey": "MDkwEwYHKoZIzj0C..." }
      """,
    bad: [.json(#"{"nfc": {"message": "A-17"}}"#, at: "/nfc", .nfcCertificate)])
  static let empty = validationError(
    "nfc.key.empty",
    wrong: """
      "encryptionPublicKey": ""
      """, bad: [key("")])
  static let invalidBase64 = validationError(
    "nfc.key.invalidBase64",
    wrong: """
      "encryptionPublicKey": "...y79qn_pwlW4M04Kbs0CudwfFffZgAnIqEw"
      """,
    right: """
      "encryptionPublicKey": "...y79qn/pwlW4M04Kbs0CudwfFffZgAnIqEw=="
      """,
    bad: [
      key("__4wOTATBgcqhkjOPQIBBggqhkjOPQMBBwMiAAJGxgjNEvhFy79qn_pwlW4M04Kbs0CudwfFffZgAnIqEw"),
      key(String(valid.dropLast())), key("key"),
    ])
  static let pemArmour = validationError(
    "nfc.key.pemArmour", help: "remove the BEGIN and END lines and the line breaks, or " + convert,
    wrong: #"""
      "encryptionPublicKey": "-----BEGIN PUBLIC KEY-----\nMDkwEwYHKoZI..."
      """#,
    bad: [key("-----BEGIN PUBLIC KEY-----\\n\(valid)\\n-----END PUBLIC KEY-----\\n")])
  static let whitespace = validationError(
    "nfc.key.whitespaceInBase64", help: "write the Base64 in one line without spaces",
    wrong: #"""
      "encryptionPublicKey": "MDkwEwYHKoZIzj0CAQYIKoZI\nzj0DAQcDIgAC..."
      """#,
    right: #"""
      "encryptionPublicKey": "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgAC..."
      """#,
    bad: [key(valid.prefix(64) + "\\n" + valid.dropFirst(64)), key(valid + " ")])
  static let malformed = validationError(
    "nfc.key.malformedSPKI",
    why: strict + " Public passes have a BIT STRING without its first octet, or a bare point.",
    wrong: """
      "encryptionPublicKey": "AkbGCM0S+EXLv2qf..."
      """,
    bad: [
      key("MDgwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIQJGxgjNEvhFy79qn/pwlW4M04Kbs0CudwfFffZgAnIqEw=="),
      key("AkbGCM0S+EXLv2qf+nCVbgzTgpuzQK53B8V99mACcioT"), key("AAAA"),
    ])
  static let trailingData = validationError(
    "nfc.key.trailingData",
    wrong: """
      "encryptionPublicKey": "...zRL4Rcu/ap/6cJVuDNOCm7NArncHxX32YAJyKhMA"
      """,
    right: """
      "encryptionPublicKey": "...zRL4Rcu/ap/6cJVuDNOCm7NArncHxX32YAJyKhM="
      """,
    bad: [
      key("MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACRsYIzRL4Rcu/ap/6cJVuDNOCm7NArncHxX32YAJyKhMA")
    ])
  static let wrongAlgorithm = validationError(
    "nfc.key.wrongAlgorithm", help: "use a P-256 key; passc nfc keygen makes one",
    wrong: """
      openssl genpkey -algorithm RSA -out reader.key
      """,
    right: """
      openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 ...
      """,
    bad: [
      key(
        "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQD" + String(repeating: "/", count: 169)
          + "lwIDAQAB")
    ])
  static let wrongCurve = validationError(
    "nfc.key.wrongCurve", help: "use a P-256 key; passc nfc keygen makes one",
    wrong: """
      openssl ecparam -genkey -name secp256k1 -out reader.key
      """,
    right: """
      openssl ecparam -genkey -name prime256v1 -out reader.key
      """,
    bad: [
      key(
        "MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEAyCzLc2eMi8KkjtW8LB3cKMRNXXlTehIvQQyAPHgBD2Fm92WPL8+"
          + "eK9Tr1nFqVtS8M8uAA+7XXi7IfI3Ch35RQ==")
    ])
  static let notOnCurve = validationError(
    "nfc.key.pointNotOnCurve", help: "copy the key again: some of its characters are wrong",
    wrong: """
      "encryptionPublicKey": "...DQcDIgACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAc="
      """,
    right: """
      "encryptionPublicKey": "...DQcDIgACRsYIzRL4Rcu/ap/6cJVuDNOCm7NArnc="
      """,
    bad: [key("MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAc=")])
  static let uncompressed = validationError(
    "nfc.key.uncompressedPoint",
    why: """
      Keys in the passes that are known to work are compressed and have 59 bytes. An uncompressed \
      key has 91. Apple's documentation does not mention this, but the device log does.
      """,
    help: "compress the key (passc nfc key FILE)",
    basis: .observed("NFC passes in use"),
    wrong: """
      "encryptionPublicKey": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE..."
      """,
    right: """
      "encryptionPublicKey": "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgAC..."
      """,
    bad: [
      key(
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAERsYIzRL4Rcu/ap/6cJVuDNOCm7NArncHxX32YAJyKhM2wVrZ"
          + "3tsL/wQlULx5p0MwA4kohkw/q2B2IXdr9UF9DA==")
    ])

  static let privateKey = Finding(
    "nfc.key.privateKeyInPass", .error, effect: .wrong,
    why: "Anybody who has the pass can then decrypt what other passes send to your readers.",
    help: """
      write the public key here; if the pass was ever sent out, make a new pair of keys: passc nfc \
      keygen
      """,
    source: .convention("keys stay with their owner"),
    wrong: """
      "encryptionPublicKey": "MHcCAQEEI..."
      """,
    right: """
      "encryptionPublicKey": "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgAC..."
      """,
    bad: [
      // A private key that was published with the test vectors of the protocol.
      key(
        "MHcCAQEEIJY8Gc0lXVbvKhIz5Y4tgfekn1PN71aae5moJhucfwaToAoGCCqGSM49AwEHoUQDQgAERsYIzRL4"
          + "Rcu/ap/6cJVuDNOCm7NArncHxX32YAJyKhM2wVrZ3tsL/wQlULx5p0MwA4kohkw/q2B2IXdr9UF9DA==")
    ],
    good: [good], mayBeAllowed: false)

  static let mismatch = Finding(
    "nfc.key.mismatch", .error, effect: .wrong,
    why: "The reader with the given key could not decrypt the message of this pass.",
    help: """
      give the key of the reader for this pass, or remove encryptionPublicKey so that passc fills \
      in the given key
      """,
    settings: [RunSetting(.readerKey, "FILE")],
    source: .documented("Wallet Passes: Pass.NFC, encryptionPublicKey"),
    wrong: """
      encryptionPublicKey   of the reader at the pool
      key given to passc    of the reader at the front door
      """,
    right: """
      encryptionPublicKey   of the reader at the front door
      key given to passc    of the reader at the front door
      """,
    bad: [
      Example(
        good.changes, at: "/nfc/encryptionPublicKey",
        settings: [
          .nfcCertificate,
          .nfcPublicKey(
            "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADV6RFpaZju9muO6p7J9Gf5kkYeqp+SJ+qbWdXiXR9uyc="),
        ])
    ],
    good: [Example(good.changes, settings: [.nfcCertificate, .nfcPublicKey(valid)])])

  package var findings: [Finding] {
    [
      Self.missing, Self.empty, Self.invalidBase64, Self.pemArmour, Self.whitespace, Self.malformed,
      Self.trailingData, Self.wrongAlgorithm, Self.wrongCurve, Self.notOnCurve, Self.uncompressed,
      Self.privateKey, Self.mismatch,
    ]
  }

  package func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let nfc = pass.document["nfc"], nfc.isObject else { return }
    guard let value = nfc["encryptionPublicKey"] else {
      let meant = NearestKey.misspelling(of: "encryptionPublicKey", in: nfc, .nfc)
      return report(
        Self.missing, "nfc has no encryptionPublicKey", at: meant?.place ?? nfc.place,
        help: meant.map { _ in "did you mean encryptionPublicKey?" })
    }
    guard let text = value.string else { return }
    switch EncryptionPublicKey.check(text) {
    case .success(let key):
      guard let expected = context.nfcPublicKey, expected != key.base64 else { return }
      report(
        Self.mismatch, "encryptionPublicKey is not the given key of the reader", at: value)
    case .failure(let fault):
      let (finding, message) = Self.message(about: fault)
      report(finding, "encryptionPublicKey \(message)", at: value)
    }
  }

  /// Returns the finding for an error in the key.
  package static func finding(of fault: EncryptionPublicKeyError) -> Finding {
    message(about: fault).0
  }

  private static func message(about fault: EncryptionPublicKeyError) -> (Finding, String) {
    switch fault {
    case .empty: (empty, "is empty, expected 80 characters of Base64")
    case .invalidBase64: (invalidBase64, "is not Base64 in the standard alphabet with padding")
    case .pemArmour: (pemArmour, "has PEM lines, expected the bare Base64")
    case .whitespaceInBase64: (whitespace, "has spaces or line breaks in its Base64")
    case .malformedSPKI: (malformed, "is not a SubjectPublicKeyInfo in DER")
    case .trailingData: (trailingData, "has bytes after the end of the key")
    case .wrongAlgorithm: (wrongAlgorithm, "is not an elliptic curve key, expected P-256")
    case .wrongCurve: (wrongCurve, "is on another curve, expected P-256")
    case .pointNotOnCurve: (notOnCurve, "is not a point of P-256")
    case .uncompressedPoint: (uncompressed, "has an uncompressed point, expected a compressed one")
    case .privateKeyInPass: (privateKey, "is a private key, expected a public one")
    }
  }
}
