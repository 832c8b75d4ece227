// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassCheck
import PassConsole
import PassDiagnostics
import PassRead
import PassReport

struct InspectCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what is in a finished pass and who signed it.",
    discussion: """
      passc prints identifiers, dates, signature and certificates, fields, barcodes, NFC, \
      languages, and every file with its hash. If the pass is broken, it prints what it can read, \
      reports the errors and ends with exit code 1. It never prints authentication tokens.

      Examples:
        passc inspect gym.pkpass
        curl -fsS https://example.com/gym.pkpass | passc inspect -
        passc inspect gym.pkpass --format json
      """)

  @Argument(
    help: ArgumentHelp(
      "A .pkpass, .pkpasses or folder; - is standard input.", valueName: "file"),
    completion: .file(extensions: PackageKind.pass.fileExtensions))
  var file: String

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  var format = OutputForm.text

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func run() throws {
    switch try found() {
    case .pass(let pass):
      guard pass.looksLikePass || !pass.files.isEmpty else {
        throw unreadable(pass.report.sorted, "\(file) has no files")
      }
      let inspection = Inspection(of: pass.packable)
      show(
        text: { InspectionText.text(of: inspection, colour: $0) },
        json: { InspectionJSON.text(of: inspection) })
      try reportErrors([(file, inspection.errors)])
    case .passes(let passes):
      show(
        text: { InspectionText.text(of: passes, colour: $0) },
        json: { InspectionJSON.text(of: passes) })
      try reportErrors(errors(of: passes))
    case .nothing(let diagnostics):
      throw unreadable(diagnostics, "\(file) cannot be read")
    }
  }

  private func errors(of passes: FoundPasses) -> [(name: String, faults: [String])] {
    let own = passes.report.diagnostics.filter { $0.severity == .error }.map(\.message)
    let unreadable = passes.unreadable.map { entry, diagnostics in
      ("\(passes.name)!\(entry)", diagnostics.filter { $0.severity == .error }.map(\.message))
    }
    return [(passes.name, own)] + unreadable
      + passes.passes.map { ($0.pass.name, Inspection(of: $0.pass).errors) }
  }

  /// Reports the errors of the passes on standard error, with an exit code.
  private func reportErrors(_ found: [(name: String, faults: [String])]) throws {
    let broken = found.filter { !$0.faults.isEmpty }
    guard let first = broken.first else { return }
    let more = broken.count > 1 ? "; \(broken.count - 1) more are broken too" : ""
    throw CommandFailureError.broken(
      "\(first.name) is broken: \(first.faults.joined(separator: "; "))\(more)",
      help: "to see each error, run: passc check \(ShellWord.quoted(file))")
  }

  private func found() throws -> Found {
    guard file != "-" else {
      return PassFinder.find(try Disk.readStandardInput(), name: "standard input")
    }
    do {
      return try PassFinder.find(path: file)
    } catch let error as PassFinder.PassFinderError {
      throw CommandFailureError.environment(error.description)
    }
  }

  private func show(text: (_ colour: Bool) -> String, json: () -> [UInt8]) {
    switch format {
    case .text: Console.show(text(Console.resultHasColour))
    case .json: Console.writeJSON(json())
    }
  }

  /// Returns the error if nothing could be read: the first error and its help.
  private func unreadable(_ diagnostics: [Diagnostic], _ otherwise: String) -> CommandFailureError {
    guard let first = diagnostics.first(where: { $0.severity == .error }) else {
      return .broken(otherwise)
    }
    let place = first.location?.description ?? ""
    // A message about the whole file begins with the name of the file.
    let names = place.isEmpty || first.message.hasPrefix(place)
    return .broken(
      names ? first.message : "\(place): \(first.message)", help: first.helpWithOptions)
  }
}
