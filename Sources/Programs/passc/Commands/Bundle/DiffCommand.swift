// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassCheck
import PassConsole
import PassDiagnostics
import PassModel
import PassRead
import PassReport
import PassTemplate

struct DiffCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what changes for the cardholder, and what the phone announces.",
    discussion: """
      OLD and NEW are a .pkpass, a folder with the files of a pass, or a template. passc fills a \
      template with a row of --data, or of its sample. A phone announces the new value of a \
      field if its changeMessage has %@. It shows all other changes silently.

      Exit code 1 means that NEW is another pass: serial number, pass type identifier or token \
      differ. Other differences are not errors.

      Examples:
        passc diff yesterday/gym.pkpass gym.pkpass
        passc diff gym.pkpass gym.pass --data members.csv --sample 17
        git worktree add ../main main
        passc diff ../main/gym.pass gym.pass --sample 2
      """)

  @Argument(
    help: ArgumentHelp(
      "The version on the phone; - is standard input.", valueName: "old"),
    completion: .file())
  var old: String

  @Argument(
    help: ArgumentHelp(
      "The new version; - is standard input.", valueName: "new"),
    completion: .file())
  var new: String

  @OptionGroup(title: "Data of templates")
  var dataOptions: DataOptionGroup

  @Option(
    help: ArgumentHelp(
      "Use this row of the data; 1 by default.", valueName: "n"))
  var sample: Int?

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  var format = OutputForm.text

  @Option(
    help: ArgumentHelp(
      "Also draw old and new next to each other.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var pictures: String?

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if let sample, sample < 1 {
      throw ValidationError("--sample counts rows from 1", help: "write --sample 1")
    }
    if [old, new, dataOptions.data].count(where: { $0 == "-" }) > 1 {
      throw ValidationError(
        "standard input can be one thing only", help: "give the other as a file")
    }
  }

  func run() throws {
    let diff = PassDiff(from: try version(of: old), to: try version(of: new))
    switch format {
    case .text: Console.show(DiffText.text(of: diff, colour: Console.resultHasColour))
    case .json: Console.writeJSON(DiffJSON.text(of: diff))
    }
    if let pictures { try draw(to: pictures) }
    guard diff.errors.isEmpty else {
      Console.report(diff.errors, showsNotes: true)
      throw CommandFailureError.findings
    }
  }

  /// Draws both versions with passc-preview. The exit code of `diff` does not depend on findings of
  /// the drawing.
  private func draw(to page: String) throws {
    guard old != "-", new != "-", dataOptions.data != "-" else {
      throw CommandFailureError.usage(
        "--pictures reads both once more, which standard input cannot be")
    }
    var arguments = [new, "--old", old, "--format", "html", "--side", "both", "-o", page]
    if let data = dataOptions.data { arguments += ["--data", data] }
    if let sample { arguments += ["--sample", "\(sample)"] }
    for value in dataOptions.set { arguments += ["--set", value] }
    if let files = dataOptions.form.files { arguments += ["--files", files] }
    try CompanionProgram.preview.run(arguments)
  }

  // MARK: Old or new version

  private func version(of path: String) throws -> ComparedPass {
    if path == "-" {
      return try version(
        PassFinder.find(try Disk.readStandardInput(), name: "standard input"), "standard input")
    }
    guard try DiskReader().kind(of: path, followingLinks: true) == .folder else {
      return try version(PassFinder.find(try Disk.read(path), name: path), path)
    }
    switch CheckTargets.find([path]).first {
    case .unreadable(_, let error)?: throw error
    case .template(let folder)? where folder == path: return try template(path)
    case .folder(let folder)? where folder == path:
      do {
        return try version(try PassFinder.find(path: path), path)
      } catch let error as PassFinder.PassFinderError {
        throw CommandFailureError.environment(error.description)
      }
    default:
      throw CommandFailureError.usage(
        "\(path) is a folder, but neither a template nor a pass",
        help: "name one template, one folder with pass.json or one .pkpass")
    }
  }

  private func version(_ found: Found, _ path: String) throws -> ComparedPass {
    switch found {
    case .pass(let pass):
      var report = pass.report
      let package = pass.package(&report)
      guard package.hasDocument else { throw unreadable(report.sorted, path) }
      return ComparedPass(name: path, pass: package, sources: report.sources)
    case .passes(let passes):
      throw CommandFailureError.usage(
        "\(path) has \(passes.passes.count) passes, and diff compares one with one",
        help: "unzip it and name two of its .pkpass files")
    case .nothing(let diagnostics): throw unreadable(diagnostics, path)
    }
  }

  private func unreadable(_ diagnostics: [Diagnostic], _ path: String) -> CommandFailureError {
    guard let first = diagnostics.first(where: { $0.severity == .error }) else {
      return .environment("\(path) has no pass that can be read")
    }
    // The message of an unreadable file already begins with the name of the file.
    let isNamed = first.location.map { first.message.hasPrefix("\($0) ") } ?? true
    let place = isNamed ? "" : first.location.map { "\($0): " } ?? ""
    return .environment(place + first.message, help: first.helpWithOptions)
  }

  private func template(_ path: String) throws -> ComparedPass {
    var report = Report()
    let dataFiles = [dataOptions.data].compactMap { $0 }.filter { $0 != "-" }
    guard
      let template = try Template.load(
        path, dataFiles: dataFiles, disk: DiskReader(), report: &report)
    else { throw rejected(report) }
    var choice = try dataOptions.names.choice()
    let hasSample = template.settings.sample != nil
    choice.sample = sample ?? (choice.file != nil || hasSample ? 1 : nil)
    do {
      guard
        let row = try ChosenRow.read(choice, for: template, report: &report),
        let pass = template.resolved(with: row.cells, readFile: row.files.read, report: &report)
      else { throw rejected(report) }
      let number = choice.sample.map { ", row \($0)" } ?? ""
      return ComparedPass(name: path + number, pass: pass.package, sources: report.sources)
    } catch let error as DataUsageError {
      throw error.failure(template: path, sample: sample)
    }
  }

  private func rejected(_ report: Report) -> CommandFailureError {
    Console.report(report.sorted, showsNotes: false)
    return .findings
  }
}
