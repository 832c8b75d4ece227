// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassConsole
import PassCrypto
import PassModel

struct CertExampleCommand: ConsoleCommand {
  /// The encryption of a PKCS #12 file.
  enum PKCS12: String, ExpressibleByArgument, CaseIterable {
    case modern, legacy
  }

  static let configuration = CommandConfiguration(
    commandName: "example",
    abstract: "Make a test CA and an identity to try passc with.",
    discussion: """
      The certificate has every extension of Apple's, and the issuer is called "Example WWDR, not \
      Apple". No iPhone accepts its passes. The folder must not exist yet.

      Examples:
        passc cert example -o my-identity
        passc build gym.pass --sample 1 --identity my-identity
        passc cert example -o old --p12 legacy --password-file password.txt
      """)

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Make this folder.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      "Issue the certificate for this pass type identifier.", valueName: "id"))
  var passType = ExampleIdentity().passTypeIdentifier

  @Option(
    help: ArgumentHelp(
      "Issue it for this team, ten capital letters and digits.", valueName: "id"))
  var team = ExampleIdentity().teamIdentifier

  @Option(
    help: ArgumentHelp(
      "Name this organization in the certificate.", valueName: "text"))
  var organization = ExampleIdentity().organization

  @Flag(inversion: .prefixedNo, help: "Allow the certificate to sign passes with NFC.")
  var nfc = true

  @Option(
    help: ArgumentHelp(
      "Make the certificate valid from this time.", valueName: "time"))
  var validFrom = TimePeriod(day: ExampleIdentity.start)

  @Option(
    help: ArgumentHelp(
      "Make the certificate valid until this time.", valueName: "time"))
  var validUntil = TimePeriod(day: ExampleIdentity.end)

  @Flag(
    help: ArgumentHelp(
      "Encrypt the key, with a password as in passc help identity.")
  )
  var encrypt = false

  @Option(
    name: .customLong("p12"),
    help: ArgumentHelp(
      "Write key and certificate as PKCS #12.",
      discussion: "legacy is encrypted as old keychains did it.",
      valueName: "form"))
  var pkcs12: PKCS12?

  @Option(
    help: ArgumentHelp(
      "Encrypt with the password in this file.", valueName: "file"),
    completion: .file())
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "Keep the test CA in this folder, or use the one there.", valueName: "dir"),
    completion: .directory)
  var authority: String?

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    try PassTypeArgument.validate(passType)
    try PassTypeArgument.validate(team: team)
    if organization.isEmpty { throw ValidationError("--organization is empty") }
    if validUntil.last < validFrom.first {
      throw ValidationError("--valid-until is before --valid-from")
    }
  }

  func run() throws {
    var example = ExampleIdentity()
    example.passTypeIdentifier = passType
    example.teamIdentifier = team
    example.organization = organization
    example.isNFC = nfc
    example.notBefore = validFrom.first
    example.notAfter = validUntil.last
    example.authorityFolder = authority
    example.keyForm = try keyForm()
    try MadeFolder.makeParent(of: output)
    do {
      let files = try example.write(to: output)
      Console.print("\(output): \(files.joined(separator: ", "))")
      Console.note(
        "An identity for \(passType), team \(team)\(nfc ? ", with NFC" : ""), valid until "
          + "\(validUntil.description).")
      Console.note(
        "No iPhone accepts its passes: the issuer is \"Example WWDR, not Apple\".")
    } catch let error as ExampleIdentity.ExampleIdentityError {
      throw CommandFailureError.environment(error.description, help: error.help)
    }
  }

  private func keyForm() throws -> ExampleIdentity.KeyForm {
    guard encrypt || passwordFile != nil || pkcs12 != nil else { return .plain }
    let password = try PasswordPrompt(file: passwordFile).newPassword(for: output)
    guard let pkcs12 else { return .encrypted(password) }
    return .pkcs12(password, pkcs12 == .modern ? .modern : .rc2Era)
  }
}

/// The time of an option, in ISO 8601. It is a whole day in UTC or one second.
struct TimePeriod: ExpressibleByArgument, CustomStringConvertible {
  /// The first second, counted from 1970.
  let first: Int64
  /// The last second, counted from 1970.
  let last: Int64

  /// Makes the day in UTC that contains the second.
  init(day second: Int64) {
    let midnight = second - second % 86_400
    self.init(first: midnight, last: midnight + 86_399)
  }

  private init(first: Int64, last: Int64) {
    self.first = first
    self.last = last
  }

  init?(argument: String) {
    guard let second = TimeOption.seconds(argument, dayBegins: "T00:00:00Z") else { return nil }
    if TimeOption.isDay(argument) {
      self.init(day: second)
    } else {
      self.init(first: second, last: second)
    }
  }

  var description: String { Timestamp.day(last) }
  var defaultValueDescription: String { description }
}
