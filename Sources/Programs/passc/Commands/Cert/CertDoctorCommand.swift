// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassConsole
import PassDiagnostics

/// `passc cert doctor`: what an identity is, whether its parts fit, and for how long.
struct CertDoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what an identity is and whether everything fits.",
    discussion: """
      Looks at every file of the folder, says whether key, certificate and intermediate belong \
      together, whether the certificate may sign passes with nfc, and how many days are left. \
      Exit status 1 when something does not fit, 3 when a file cannot be read or decrypted. \
      $SOURCE_DATE_EPOCH sets the signing time, as in build.

      Examples:
        passc cert doctor my-identity
        passc cert doctor my-identity --pass gym.pass
        passc cert doctor my-identity --min-days 45      # in a nightly job
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder of the identity; else --identity, else $PASSC_IDENTITY.", valueName: "identity"),
    completion: .directory)
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "Also compare with this template, package folder or .pkpass.", valueName: "path"),
    completion: .file())
  var pass: String?

  @Option(
    help: ArgumentHelp(
      "Fail when fewer days are left; without it fewer than 30 are a warning.", valueName: "n"))
  var minDays: Int?

  @Option(help: ArgumentHelp("How to write the list: text or json.", valueName: "format"))
  var format = OutputForm.text

  @OptionGroup(title: "Identity")
  var identityOptions: IdentityOptions

  func validate() throws {
    if let minDays, minDays < 0 || minDays > 100_000 {
      throw ValidationError("--min-days is \(minDays), expected 0 to 100000")
    }
    if folder != nil, identityOptions.identity != nil {
      throw ValidationError("the identity is named twice, with and without --identity")
    }
  }

  func run() throws {
    var source = identityOptions.source
    if let folder { source.folder = folder }
    if source.isEmpty {
      throw Failure.usage(
        "there is no identity to look at",
        help: "name its folder, or set PASSC_IDENTITY; passc cert example -o DIR makes one")
    }
    let time = try SigningTime.now()
    var needs: PassNeeds?
    if let pass {
      var report = Report()
      do {
        needs = try PassNeeds.read(pass, report: &report)
      } catch let error as PassNeeds.Unreadable {
        throw Failure.environment(error.description)
      }
      if needs == nil {
        Console.report(report.sorted, showsNotes: false)
        throw Failure.findings
      }
    }
    let material = try IdentityMaterial.read(source)
    let checkup = IdentityCheckup(
      of: material, for: needs, at: time, minimalDays: minDays.map(Int64.init))
    switch format {
    case .text: Console.show(IdentityList(colour: Console.resultHasColour).text(of: checkup))
    case .json: Console.writeJSON(Array((IdentityJSON.text(of: checkup) + "\n").utf8))
    }
    if !checkup.fits { throw Failure.findings }
  }
}
