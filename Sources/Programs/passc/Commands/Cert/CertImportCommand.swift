// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassReport

/// `passc cert import`: certificates and keys from any files into the folder of an identity.
struct CertImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Put certificates and keys of any form into the folder of an identity.",
    discussion: """
      Takes .cer, .p12, .pem, .p7b and intermediates in any order and says what each is. Old .p12 \
      files become PEM files; a key that was encrypted is encrypted again with the same password. \
      No file in the folder is ever replaced. What is still missing is named; nothing is fetched.

      Examples:
        passc cert import pass.cer --into my-identity
        passc cert import old.p12 wwdrg4.der --into my-identity
      """)

  @Argument(
    help: ArgumentHelp("The files, or env:NAME.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp("The folder of the identity; made when missing.", valueName: "dir"),
    completion: .directory)
  var into: String

  @Option(
    help: ArgumentHelp(
      "A file with the password of a .p12 or key.",
      discussion: "Else $PASSC_PASSWORD, else you are asked; never an argument.", valueName: "file"),
    completion: .file())
  var passwordFile: String?

  func run() throws {
    let prompt = PasswordPrompt(file: passwordFile)
    let (outcomes, material) = try CredentialImport.run(
      files, into: into, password: prompt.password(for:), givenPassword: prompt.givenPassword())
    for outcome in outcomes {
      let line = TextWriter.printable("\(outcome.file): \(outcome.message)")
      if outcome.state == .wrongKind {
        Console.report(Failure(status: .findings, message: line, help: outcome.help))
      } else {
        Console.print(line)
      }
    }
    try printWhatIsMissing(in: material)
    if outcomes.contains(where: { $0.state == .wrongKind }) { throw Failure.findings }
  }

  /// Looks at the folder as it is now; faults are only named, since more files may come.
  private func printWhatIsMissing(in material: IdentityMaterial) throws {
    var material = material
    material.addIntermediates(of: IdentityOptions.intermediateFolders)
    let checkup = IdentityCheckup(of: material, at: try SigningTime.now())
    let folder = ShellWord.quoted(into)
    var isComplete = true
    for candidate in checkup.candidates {
      for point in candidate.points where point.state == .fault || point.state == .warning {
        isComplete = isComplete && point.state == .warning
        Console.print("")
        Console.print(TextWriter.printable("still: \(point.message)"))
        if let help = point.help { Console.print(TextWriter.printable("help: \(help)")) }
      }
      if let advice = candidate.missingIssuer, let file = advice.file {
        Console.print("then: passc cert import \(file) --into \(folder)")
      }
    }
    Console.print("")
    Console.print(
      isComplete
        ? "\(into) can sign: passc build TEMPLATE --identity \(folder)"
        : "see how it stands: passc cert doctor \(folder)")
  }
}
