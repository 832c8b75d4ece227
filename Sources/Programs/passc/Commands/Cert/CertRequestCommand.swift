// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics

struct CertRequestCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Make a key and a certificate request, and print the steps at Apple.",
    discussion: """
      passc sends nothing: you upload the request in a browser. It never replaces existing files, \
      so you can renew a certificate in the same folder. A renewal gets a new key, or keeps the \
      key of --key.

      Examples:
        passc cert request --pass-type pass.com.example.gym -o my-identity
        passc cert request --pass-type pass.com.example.gym -o my-identity \\
          --key my-identity/key.pem
        passc cert request --pass-type pass.com.example.gym -o my-identity \\
          --key 'pkcs11:token=gym;object=pass'
      """)

  @Option(
    help: ArgumentHelp(
      "Request a certificate for this pass type identifier.", valueName: "id"))
  var passType: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to the identity in this folder; made if missing.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      "Use this key, not a new one: a file, env:NAME or URI.",
      valueName: "file|uri"), completion: .file())
  var key: String?

  @Option(
    help: ArgumentHelp(
      "Let a program sign the request; needs --public-key.",
      valueName: "command"))
  var signWith: String?

  @Option(
    help: ArgumentHelp(
      "Wait this long for a signature (30, for a token 60).",
      valueName: "seconds"))
  var signTimeout: Int?

  @Option(
    help: ArgumentHelp(
      "The public key of --sign-with, or a certificate with it.",
      valueName: "file"), completion: .file())
  var publicKey: String?

  @Option(
    help: ArgumentHelp(
      "Print the steps for this team.", valueName: "id"))
  var team: String?

  @Option(
    help: ArgumentHelp(
      "Put this e-mail address in the request.", valueName: "address"))
  var email: String?

  @Option(
    help: ArgumentHelp(
      "Put this name in the request; the pass type by default.", valueName: "text"))
  var commonName: String?

  @Flag(
    help: ArgumentHelp(
      "Encrypt the key, with a password as in passc help identity.")
  )
  var encrypt = false

  @Option(
    help: ArgumentHelp(
      "Read the password, or the PIN of an HSM, from this file.",
      valueName: "file"),
    completion: .file())
  var passwordFile: String?

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
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

  func run() throws {
    let made: RequestedIdentity
    // Mode 0700: only the owner may read the folder with a private key.
    try MadeFolder.make(output, mode: 0o700)
    if let keys = try outside.source?() {
      made = try request(with: keys)
      Console.print("\(made.keyFile): the private key, RSA 2048, stays where it is")
    } else {
      made = try key.map(request(forKeyIn:)) ?? requestWithNewKey()
      Console.print("\(made.keyFile): private key, RSA 2048, for you alone; never upload it")
    }
    Console.print("\(made.requestFile): certificate signing request")
    Console.print("")
    Console.show(steps(requestFile: made.requestFile))
  }

  private var outside: OutsideKeyNames {
    OutsideKeyNames(
      key: key, signWith: signWith, signTimeout: signTimeout, passwordFile: passwordFile)
  }

  private func request(with keys: OutsideKeys) throws -> RequestedIdentity {
    let publicKeyDER = try publicKey.map { file in
      guard
        let der = PublicKeyFile.publicKeyDER(
          in: try Disk.read(file, limit: IdentityMaterial.limitInBytes))
      else { throw CommandFailureError.environment("\(file) has no public key") }
      return der
    }
    do {
      return try RequestedIdentity.make(
        with: keys, publicKeyDER: publicKeyDER, in: output, name: commonName ?? passType,
        email: email)
    } catch let error as RequestedIdentity.KeyReuseError {
      throw CommandFailureError.environment(error.description)
    }
  }

  private func requestWithNewKey() throws -> RequestedIdentity {
    let password =
      encrypt || passwordFile != nil
      ? try PasswordPrompt(file: passwordFile).newPassword(for: output) : nil
    return try RequestedIdentity.make(
      in: output, name: commonName ?? passType, email: email, password: password)
  }

  private func request(forKeyIn file: String) throws -> RequestedIdentity {
    do {
      return try RequestedIdentity.make(
        forKeyIn: file, in: output, name: commonName ?? passType, email: email,
        password: PasswordPrompt(file: passwordFile).password(for:))
    } catch let error as RequestedIdentity.KeyReuseError {
      throw CommandFailureError.environment(error.description)
    }
  }

  private func steps(requestFile: String) -> String {
    let folder = TextWriter.printable(ShellWord.quoted(output))
    let requestFile = TextWriter.printable(requestFile)
    let ofTeam = team.map { " as team \($0) (top right)" } ?? ""
    return """
      What to do at Apple, in a browser; membership in the Apple Developer Program is needed:

      1. Open https://developer.apple.com/account/resources/identifiers/list/passTypeId\(ofTeam)
         (Account > Certificates, Identifiers & Profiles > Identifiers > Pass Type IDs).
         Is \(passType) in the list? Then go to 3.
      2. Press +, choose Pass Type IDs, enter a description and the identifier
         \(passType), and register it. It can never be changed.
      3. Open https://developer.apple.com/account/resources/certificates/add
         (Certificates > +), choose Pass Type ID Certificate under Services, and pick
         \(passType). For passes with NFC, which Apple has to grant first, the kind
         with NFC is offered there.
      4. Upload \(requestFile) and download the certificate, usually pass.cer.
      5. Import it into the folder of the key. passc then names the WWDR certificate that is
         missing, with the command that downloads it:

           passc cert import pass.cer --into \(folder)

      6. See whether everything fits:

           passc cert doctor \(folder)

      Keep the key: Apple does not have it, and without it the certificate is of no use.

      """
  }
}
