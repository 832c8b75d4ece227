// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics
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
      let kind = NFCKeyFile.kind(in: bytes)
      Console.report([Self.diagnostic(fault, name, kind)], showsNotes: false)
      throw Failure.findings
    }
  }

  /// The key's text itself is not worth repeating.
  private var name: String { isText ? "the text" : key == "-" ? "standard input" : key }

  /// Whether the argument is the text of a key: it has the 44 characters that a bare point takes in
  /// Base64, no dot, which mistyped names of files mostly have, and no file is named so.
  private var isText: Bool {
    key != "-" && key.utf8.count >= 44 && !key.contains(".")
      && ((try? Disk.kind(of: key, followingLinks: true)) ?? nil) == nil
  }

  private func read() throws -> [UInt8] {
    if key == "-" { return try Disk.readStandardInput(limit: ReaderKeyFile.limitInBytes) }
    return isText ? Array(key.utf8) : try Disk.read(key, limit: ReaderKeyFile.limitInBytes)
  }

  private static func diagnostic(
    _ fault: EncryptionPublicKeyFault, _ name: String, _ kind: String?
  ) -> Diagnostic {
    let rule = NFCKeyRule.finding(of: fault)
    let finding = Finding(
      rule.code, .error, effect: .refused, why: rule.why, help: fault.helpForAFile ?? rule.help,
      source: rule.basis, bad: [], good: [])
    return Diagnostic(
      finding: finding, message: "\(name) \(fault.wordsForAFile(kind))", location: nil)
  }
}
