// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassReport

struct CertImportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add certificates and keys of any form to an identity.",
    discussion: """
      The files can be .cer, .p12, .pem or .p7b, in any order. passc prints what each one is. It \
      writes old .p12 files as PEM. It encrypts a key that was encrypted again with the same \
      password. It never replaces a file in the folder. At the end it names what is missing, with \
      the command that downloads it. passc itself downloads nothing.

      Examples:
        passc cert import pass.cer --into my-identity
        passc cert import old.p12 wwdrg4.der --into my-identity
      """)

  @Argument(
    help: ArgumentHelp(
      "The files, or env:NAME.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "Add to the identity in this folder; made if missing.", valueName: "dir"),
    completion: .directory)
  var into: String

  @Option(
    help: ArgumentHelp(
      "Read the password of a .p12 or key from this file.", valueName: "file"),
    completion: .file())
  var passwordFile: String?

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func run() throws {
    let prompt = PasswordPrompt(file: passwordFile)
    try MadeFolder.makeParent(of: into)
    let (outcomes, material) = try CredentialImport.run(
      files, into: into, password: prompt.password(for:), givenPassword: prompt.givenPassword())
    for outcome in outcomes {
      let line = TextWriter.printable("\(outcome.file): \(outcome.message)")
      if outcome.state == .wrongKind {
        Console.report(CommandFailureError(status: .findings, message: line, help: outcome.help))
      } else {
        Console.print(line)
      }
    }
    try printWhatIsMissing(in: material)
    if outcomes.contains(where: { $0.state == .wrongKind }) { throw CommandFailureError.findings }
  }

  /// Checks the identity after the import. Errors only become hints, because the user may import
  /// more files.
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
        : "to check it: passc cert doctor \(folder)")
  }
}
