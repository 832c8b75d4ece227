// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassConsole
import PassDiagnostics

struct CertDoctorCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check that certificate, key and pass fit together.",
    discussion: """
      passc reads every file of the folder. It prints whether key, signing certificate and WWDR \
      certificate belong together, whether the certificate may sign passes with NFC, and how many \
      days are left. Exit code 1 means that something does not fit, 3 that a file cannot be read \
      or decrypted. SOURCE_DATE_EPOCH sets the signing time, as in build.

      Examples:
        passc cert doctor my-identity
        passc cert doctor my-identity --pass gym.pass
        passc cert doctor my-identity --min-days 45
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder of the identity; or use --identity.", valueName: "identity"),
    completion: .directory)
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "Also compare with this template, folder or .pkpass.", valueName: "path"),
    completion: .file())
  var pass: String?

  @Option(
    help: ArgumentHelp(
      "Fail if fewer days are left.", valueName: "n"))
  var minDays: Int?

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  var format = OutputForm.text

  @OptionGroup(title: "Identity")
  var identityOptions: IdentityOptions

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if let minDays, minDays < 0 || minDays > 100_000 {
      throw ValidationError(
        "--min-days is \(minDays), expected 0 to 100000", help: "write --min-days 30")
    }
    if folder != nil, identityOptions.identity != nil {
      throw ValidationError(
        "the identity is named twice, with and without --identity", help: "name it once")
    }
  }

  func run() throws {
    var source = identityOptions.source
    if let folder { source.folder = folder }
    if source.isEmpty {
      throw CommandFailureError.noIdentity("cert doctor needs an identity to check")
    }
    let time = try SigningTime.now()
    var needs: PassNeeds?
    if let pass {
      var report = Report()
      do {
        needs = try PassNeeds.read(pass, report: &report)
      } catch let error as PassNeeds.UnreadableFileError {
        throw CommandFailureError.environment(error.description)
      }
      if needs == nil {
        Console.report(report.sorted, showsNotes: false)
        throw CommandFailureError.findings
      }
    }
    let material = try IdentityMaterial.read(source)
    let checkup = IdentityCheckup(
      of: material, for: needs, at: time, minimalDays: minDays.map(Int64.init))
    switch format {
    case .text: Console.show(IdentityList(colour: Console.resultHasColour).text(of: checkup))
    case .json: Console.writeJSON(Array((IdentityJSON.text(of: checkup) + "\n").utf8))
    }
    if !checkup.fits { throw CommandFailureError.findings }
  }
}
