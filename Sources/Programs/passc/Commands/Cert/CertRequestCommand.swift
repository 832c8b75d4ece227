// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics

struct CertRequestCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Make a key and a certificate request, and print the steps at Apple.",
    discussion: """
      You upload the request in a browser, and passc sends nothing. With --app-store-connect, passc \
      requests the certificate from Apple's API and adds it to the identity. Nobody has tried this \
      with Apple yet. passc never replaces existing files, so you can renew a certificate in the \
      same folder. A renewal gets a new key, or keeps the key of --key.

      Examples:
        passc cert request --pass-type pass.com.example.gym -o my-identity
        passc cert request --pass-type pass.com.example.gym -o my-identity \\
          --key my-identity/key.pem
        passc cert request --pass-type pass.com.example.gym -o my-identity \\
          --key 'pkcs11:token=gym;object=pass'
        passc cert request --pass-type pass.com.example.gym -o my-identity \\
          --app-store-connect AuthKey_KEY4567890.p8 --key-id KEY4567890 \\
          --issuer-id 57246542-96fe-1a63-e053-0824d011072a
      """)

  @OptionGroup
  var options: CertRequestOptions

  @OptionGroup(title: "App Store Connect")
  var storeOptions: AppStoreConnectOptions

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if options.nfc, storeOptions.appStoreConnect == nil {
      throw ValidationError(
        "--nfc needs --app-store-connect", help: "in the browser, choose the kind with NFC")
    }
  }

  func run() throws {
    if storeOptions.appStoreConnect != nil {
      throw CompanionProgram.service.become(Array(CommandLine.arguments.dropFirst()))
    }
    let made = try options.makeRequest()
    if options.outside.source != nil {
      Console.print("\(made.keyFile): the private key, RSA 2048, stays where it is")
    } else {
      Console.print("\(made.keyFile): private key, RSA 2048, for you alone; never upload it")
    }
    Console.print("\(made.requestFile): certificate signing request")
    Console.print("")
    Console.show(steps(requestFile: made.requestFile))
  }

  private func steps(requestFile: String) -> String {
    let folder = TextWriter.printable(ShellWord.quoted(options.output))
    let requestFile = TextWriter.printable(requestFile)
    let passType = options.passType
    let ofTeam = options.team.map { " as team \($0) (top right)" } ?? ""
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
