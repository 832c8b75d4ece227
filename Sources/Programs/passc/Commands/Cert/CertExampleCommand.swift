// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassConsole
import PassCrypto
import PassModel

/// `passc cert example`: a test CA and an identity that can never be mistaken for Apple's.
struct CertExampleCommand: ParsableCommand {
  /// The kinds of PKCS #12.
  enum PKCS12: String, ExpressibleByArgument, CaseIterable {
    case modern, legacy
  }

  static let configuration = CommandConfiguration(
    commandName: "example",
    abstract: "Make a test CA and an identity to try things with.",
    discussion: """
      The certificate carries every extension Apple's have, under an issuer called "Example WWDR, \
      not Apple". No iPhone accepts its passes. The folder must not exist yet.

      Examples:
        passc cert example -o example-identity
        passc build gym.pass --sample 1 --identity example-identity
        passc cert example -o old --p12 legacy --password-file password.txt
      """)

  @Option(
    name: [.short, .long], help: ArgumentHelp("The folder to make.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Option(help: ArgumentHelp("The pass type the certificate is for.", valueName: "id"))
  var passType = ExampleIdentity().passTypeIdentifier

  @Option(help: ArgumentHelp("The team: ten capital letters and digits.", valueName: "id"))
  var team = ExampleIdentity().teamIdentifier

  @Option(help: ArgumentHelp("The organisation the certificate names.", valueName: "text"))
  var name = ExampleIdentity().organization

  @Flag(inversion: .prefixedNo, help: "May sign passes with nfc.")
  var nfc = true

  @Option(help: ArgumentHelp("The first day of validity.", valueName: "yyyy-mm-dd"))
  var from = Day(seconds: ExampleIdentity.start)

  @Option(help: ArgumentHelp("The last day of validity.", valueName: "yyyy-mm-dd"))
  var until = Day(seconds: ExampleIdentity.end)

  @Flag(
    help: ArgumentHelp(
      "Encrypt the key.",
      discussion: "With the password of --password-file, else $PASSC_PASSWORD, else you are asked.")
  )
  var encrypt = false

  @Option(
    name: .customLong("p12"),
    help: ArgumentHelp(
      "Write key and certificate as PKCS #12, encrypted as today or as old keychains did.",
      valueName: "modern|legacy"))
  var pkcs12: PKCS12?

  @Option(
    help: ArgumentHelp("A file with the password; implies --encrypt.", valueName: "file"),
    completion: .file())
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "Keep the test CA in this folder, or issue from the one kept there.", valueName: "dir"),
    completion: .directory)
  var authority: String?

  func validate() throws {
    try PassTypeArgument.validate(passType)
    try PassTypeArgument.validate(team: team)
    if name.isEmpty { throw ValidationError("--name is empty") }
    if until.seconds < from.seconds { throw ValidationError("--until lies before --from") }
  }

  func run() throws {
    var example = ExampleIdentity()
    example.passTypeIdentifier = passType
    example.teamIdentifier = team
    example.organization = name
    example.isNFC = nfc
    example.notBefore = from.seconds
    example.notAfter = until.lastSecond
    example.authorityFolder = authority
    example.keyForm = try keyForm()
    do {
      let files = try example.write(to: output)
      Console.print("\(output): \(files.joined(separator: ", "))")
      Console.say(
        "An identity for \(passType), team \(team)\(nfc ? ", with NFC" : ""), valid until "
          + "\(until.description).")
      Console.say(
        "No iPhone accepts its passes: the issuer is \"Example WWDR, not Apple\".")
    } catch let error as ExampleIdentity.Refused {
      throw Failure.environment(error.description, help: error.help)
    }
  }

  private func keyForm() throws -> ExampleIdentity.KeyForm {
    guard encrypt || passwordFile != nil || pkcs12 != nil else { return .plain }
    let password = try PasswordPrompt(file: passwordFile).newPassword(for: output)
    guard let pkcs12 else { return .encrypted(password) }
    return .pkcs12(password, pkcs12 == .modern ? .modern : .rc2Era)
  }
}

/// A day as options spell it: YYYY-MM-DD, in UTC.
struct Day: ExpressibleByArgument, CustomStringConvertible {
  /// The day's first second, since 1970.
  let seconds: Int64

  /// The day a moment lies in.
  init(seconds: Int64) {
    self.seconds = seconds - seconds % 86_400
  }

  init?(argument: String) {
    guard argument.utf8.count == 10, let date = W3CDate(argument + "T00:00:00Z") else { return nil }
    seconds = date.seconds
  }

  var lastSecond: Int64 { seconds + 86_399 }
  var description: String { Timestamp.day(seconds) }
  var defaultValueDescription: String { description }
}

/// Identifiers as Apple registers them, judged before anything is made of them.
enum PassTypeArgument {
  static func validate(_ passType: String) throws {
    let isPlain = passType.utf8.allSatisfy {
      ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z"))
        || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || "-.".utf8.contains($0)
    }
    guard passType.hasPrefix("pass."), passType.utf8.count > 5, isPlain else {
      throw ValidationError(
        "--pass-type is \"\(passType)\", expected letters, digits, - and . after \"pass.\", such "
          + "as pass.com.example.gym")
    }
  }

  static func validate(team: String) throws {
    let isPlain = team.utf8.allSatisfy {
      ($0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z"))
        || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
    }
    guard team.utf8.count == 10, isPlain else {
      throw ValidationError(
        "--team is \"\(team)\", expected ten capital letters and digits, such as A1B2C3D4E5")
    }
  }
}
