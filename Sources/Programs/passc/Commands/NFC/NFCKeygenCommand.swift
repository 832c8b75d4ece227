// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassCrypto

struct NFCKeygenCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "keygen",
    abstract: "Make a reader's key and print its encryptionPublicKey.",
    discussion: """
      passc writes the private key so that only you can read it, and the public key next to it as \
      NAME.pub.pem. It never replaces a file. The private key belongs to the reader or to the \
      server behind it, never into a pass.

      Example:
        passc nfc keygen -o reader.pem
      """)

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write the private key to this file.", valueName: "file"),
    completion: .file(extensions: ["pem"]))
  var output: String

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func run() throws {
    guard output != "-" else {
      throw CommandFailureError.usage(
        "a private key is written to a file, never to standard output",
        help: "give its name: -o reader.pem")
    }
    let publicFile = Self.publicFile(of: output)
    for file in [output, publicFile] where try Disk.kind(of: file) != nil {
      throw CommandFailureError.environment(
        "\(file) is there already, and a key is never replaced", help: "give another name with -o")
    }
    try MadeFolder.makeParent(of: output)
    let key = try PrivateKey.generateP256()
    guard let publicKey = P256PublicKey(key) else {
      throw CommandFailureError.environment("OpenSSL made a key that is not on P-256")
    }
    var pem = try key.pemBytes()
    defer { Secret.wipe(&pem) }
    try Disk.write(pem, to: output, mode: .secret, replacing: false)
    do {
      try Disk.write(Array(publicKey.pem.utf8), to: publicFile, replacing: false)
    } catch {
      // A failed command must not leave a private key without its public key.
      try? Disk.remove(output)
      throw error
    }
    Console.print(publicKey.base64)
  }

  /// Returns `reader.pub.pem` for both `reader.pem` and `reader`.
  static func publicFile(of file: String) -> String {
    let suffix = ".pem"
    return (file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file) + ".pub.pem"
  }
}
