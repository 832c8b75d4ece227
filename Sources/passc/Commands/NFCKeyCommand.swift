// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassCrypto
import PassDiagnostics
import PassFiles
import PassRules

/// `passc nfc key`: a reader's key as pass.json wants it.
struct NFCKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Print a reader's key as encryptionPublicKey wants it, or say what is wrong with it.",
    discussion: """
      Takes a file or the text itself: PEM or DER, public or private, SEC 1 or PKCS #8, a bare \
      point, compressed or not, or the Base64 of one of these. Prints 80 characters, the \
      compressed key in Base64.

      Examples:
        passc nfc key reader.pem
        passc nfc key MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE...
      """)

  @Argument(
    help: ArgumentHelp("The key's file, - for standard input, or its Base64.", valueName: "key"),
    completion: .file())
  var key: String

  @Option(
    help: ArgumentHelp(
      "A file with the password of the key.",
      discussion: "Else $PASSC_PASSWORD, else you are asked; never an argument.",
      valueName: "file"), completion: .file())
  var passwordFile: String?

  func run() throws {
    var bytes = try read()
    defer { Secret.wipe(&bytes) }
    do {
      Console.print(
        try NFCKeyFile.publicKey(in: bytes, name: name, password: passwordFile).key.base64)
    } catch let fault as EncryptionPublicKeyFault {
      Console.report([Self.diagnostic(fault, name)], showsNotes: false)
      throw Failure.findings
    }
  }

  /// The key's text itself is not worth repeating.
  private var name: String { isText ? "the text" : key == "-" ? "standard input" : key }

  private var isText: Bool {
    key != "-" && ((try? Disk.kind(of: key, followingLinks: true)) ?? nil) == nil
      && !key.contains(".")
  }

  private func read() throws -> [UInt8] {
    if key == "-" { return try Disk.readStandardInput(limit: NFCKeyFile.limitInBytes) }
    return isText ? Array(key.utf8) : try Disk.read(key, limit: NFCKeyFile.limitInBytes)
  }

  private static func diagnostic(_ fault: EncryptionPublicKeyFault, _ name: String) -> Diagnostic {
    let code = "nfc.key.\(fault.rawValue)"
    let rule = AllRules.findings.first { $0.code == code }
    let finding = Finding(
      code, .error, effect: .refused, why: rule?.why ?? "", help: help(fault) ?? rule?.help ?? "",
      source: rule?.basis ?? .convention("passc"), bad: [], good: [])
    return Diagnostic(finding: finding, message: "\(name) \(words(fault))", location: nil)
  }

  private static func words(_ fault: EncryptionPublicKeyFault) -> String {
    switch fault {
    case .empty: "is empty, expected a key"
    case .invalidBase64: "is neither PEM nor DER nor Base64 in the standard alphabet"
    case .pemArmour: "has PEM armour"
    case .whitespaceInBase64: "has blanks inside its Base64"
    case .malformedSPKI: "holds no key that can be read"
    case .trailingData: "has bytes after the end of the key"
    case .wrongAlgorithm: "is not an elliptic curve key, expected P-256"
    case .wrongCurve: "is a key on another curve, expected P-256"
    case .pointNotOnCurve: "is no point of P-256"
    case .uncompressedPoint: "has an uncompressed point"
    case .privateKeyInPass: "is a private key that cannot be read"
    }
  }

  private static func help(_ fault: EncryptionPublicKeyFault) -> String? {
    switch fault {
    case .empty, .wrongAlgorithm, .wrongCurve, .pointNotOnCurve:
      "passc nfc keygen -o reader.pem makes a key"
    case .trailingData: "copy the key again, to its end and not further"
    case .malformedSPKI, .invalidBase64, .privateKeyInPass:
      "give the file itself, or the Base64 of a SubjectPublicKeyInfo (openssl ec -pubout)"
    case .pemArmour, .whitespaceInBase64, .uncompressedPoint: nil
    }
  }
}
