// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// The options of `passc cert request`, which `passc` and passc-service share.
package struct CertRequestOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Request a certificate for this pass type identifier.", valueName: "id"))
  package var passType: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to the identity in this folder; made if missing.", valueName: "dir"),
    completion: .directory)
  package var output: String

  @Option(
    help: ArgumentHelp(
      "Use this key, not a new one: a file, env:NAME or URI.",
      valueName: "file|uri"), completion: .file())
  package var key: String?

  @Option(
    help: ArgumentHelp(
      "Let a program sign the request; needs --public-key.",
      valueName: "command"))
  package var signWith: String?

  @Option(
    help: ArgumentHelp(
      "Wait this long for a signature (30, of a token 60).",
      valueName: "seconds"))
  package var signTimeout: Int?

  @Option(
    help: ArgumentHelp(
      "The public key of --sign-with, or a certificate with it.",
      valueName: "file"), completion: .file())
  package var publicKey: String?

  @Option(
    help: ArgumentHelp(
      "Print the steps for this team.", valueName: "id"))
  package var team: String?

  @Option(
    help: ArgumentHelp(
      "Put this e-mail address in the request.", valueName: "address"))
  package var email: String?

  @Option(
    help: ArgumentHelp(
      "Put this name in the request; the pass type by default.", valueName: "text"))
  package var commonName: String?

  @Flag(
    help: ArgumentHelp(
      "Encrypt the key, with a password as in passc help identity.")
  )
  package var encrypt = false

  @Option(
    help: ArgumentHelp(
      "Read the password, or the PIN of a token, from this file.",
      valueName: "file"),
    completion: .file())
  package var passwordFile: String?

  /// Whether the certificate can sign passes with NFC.
  @Flag(help: "Request the kind for NFC, which Apple has to grant.")
  package var nfc = false

  package init() {}

  package func validate() throws {
    try PassTypeArgument.validate(passType)
    if let team { try PassTypeArgument.validate(team: team) }
    if let fault = outside.fault { throw ValidationError(fault) }
    if signWith != nil, publicKey == nil {
      throw ValidationError("--sign-with signs, and --public-key FILE has to name its key")
    }
    if publicKey != nil, outside.source == nil {
      throw ValidationError("--public-key goes with --sign-with or --key pkcs11:…")
    }
    if key != nil || signWith != nil, encrypt {
      throw ValidationError("--encrypt is for a new key; --key keeps its file as it is")
    }
    if commonName?.isEmpty == true {
      throw ValidationError("--common-name is empty", help: "write --common-name 'Gym passes'")
    }
    if let email, !email.contains("@") || email.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
      throw ValidationError(
        "--email is \"\(email)\", expected an email address", help: "write --email ada@example.com")
    }
  }
}
