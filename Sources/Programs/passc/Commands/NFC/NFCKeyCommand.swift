// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics
import PassRules

struct NFCKeyCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Print a reader's key as encryptionPublicKey.",
    discussion: """
      KEY is a file or the key as text: PEM or DER, public or private, SEC 1 or PKCS #8, a bare \
      point, or the Base64 of one of these. passc prints 80 characters, the compressed public key \
      in Base64, or what is wrong with the key.

      Examples:
        passc nfc key reader.pem
        passc nfc key MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE...
      """)

  @Argument(
    help: ArgumentHelp(
      "A key file, or the key itself; - is standard input.", valueName: "key"),
    completion: .file())
  var key: String

  @Option(
    help: ArgumentHelp(
      "Read the password of the key from this file.",
      valueName: "file"), completion: .file())
  var passwordFile: String?

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func run() throws {
    var bytes = try read()
    defer { Secret.wipe(&bytes) }
    do {
      Console.print(
        try NFCKeyFile.publicKey(in: bytes, name: name, password: passwordFile).key.base64)
    } catch let fault as EncryptionPublicKeyError {
      let kind = NFCKeyFile.kind(in: bytes)
      Console.report([Self.diagnostic(fault, name, kind)], showsNotes: false, isLast: false)
      throw CommandFailureError.findings
    }
  }

  /// The name for messages. It does not repeat a key that was given as text.
  private var name: String { isText ? "the text" : key == "-" ? "standard input" : key }

  /// Whether the argument is the text of a key. It must have at least 44 characters, the length of
  /// a compressed point in Base64. It must have no dot, because most mistyped file names contain
  /// one. And no file with this name may exist.
  private var isText: Bool {
    key != "-" && key.utf8.count >= 44 && !key.contains(".")
      && ((try? Disk.kind(of: key, followingLinks: true)) ?? nil) == nil
  }

  private func read() throws -> [UInt8] {
    if key == "-" { return try Disk.readStandardInput(limit: ReaderKeyFile.limitInBytes) }
    return isText ? Array(key.utf8) : try Disk.read(key, limit: ReaderKeyFile.limitInBytes)
  }

  private static func diagnostic(
    _ fault: EncryptionPublicKeyError, _ name: String, _ kind: String?
  ) -> Diagnostic {
    let rule = NFCKeyRule.finding(of: fault)
    let finding = Finding(
      rule.code, .error, effect: .refused, why: rule.why, help: fault.helpForAFile ?? rule.help,
      source: rule.basis, wrong: rule.shown.wrong, right: rule.shown.right)
    return Diagnostic(
      finding: finding, message: "\(name) \(fault.fileDescription(kind))", location: nil)
  }
}
