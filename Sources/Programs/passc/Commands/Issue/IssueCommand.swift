// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassIssue
import PassTemplate

struct IssueCommand: ConsoleCommand {
  /// The form of progress messages.
  enum ProgressForm: String, ExpressibleByArgument, CaseIterable {
    case auto, plain, none
  }

  enum OnError: String, ExpressibleByArgument, CaseIterable {
    case skip, stop
  }

  static let configuration = CommandConfiguration(
    commandName: "issue",
    abstract: "Issue signed passes from a template and a table, one for each row.",
    discussion: """
      passc reports rows with errors, leaves them out and goes on with the next row. The result is \
      the same for every number of --jobs. If a run with --ledger was stopped, the same command \
      continues it.

      Examples:
        passc issue gym.pass --data members.csv --identity my-identity -o passes
        passc issue gym.pass --data members.csv --dry-run
        passc issue gym.pass --data members.csv -o passes.tar \\
          --rejects rejected.csv
        zcat members.csv.gz | passc issue gym.pass --data - --data-format csv \\
          -o - | ssh host tar x
      """)

  @Argument(
    help: ArgumentHelp("The template folder.", valueName: "template"), completion: .directory)
  var template: String

  @OptionGroup(title: "Data")
  var dataOptions: DataOptionGroup

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Issue only the pass with this serial number; repeatable.", valueName: "serial")
  )
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "Issue only the first N rows.", valueName: "n"))
  var first: Int?

  @Option(
    help: ArgumentHelp(
      "Issue part I of N, chosen by serial number.",
      valueName: "i/n"))
  var shard: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this folder or FILE.tar; - writes a tar to stdout.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Name files like this; %s is the serial number.", valueName: "text"))
  var fileName: String?

  @Option(
    help: ArgumentHelp(
      "Make folders named by N hex digits of the serial's SHA-256.",
      valueName: "n"))
  var fanOut: Int?

  @Option(
    help: ArgumentHelp(
      "Write the data with the file of each pass, for mail merge.", valueName: "file"),
    completion: .file())
  var index: String?

  @Option(
    help: ArgumentHelp(
      "Write the outcome of each row as JSON Lines.", valueName: "file"),
    completion: .file())
  var outcomes: String?

  @Option(
    help: ArgumentHelp(
      "Put rows with the same value in this column into one .pkpasses.", valueName: "column"))
  var groupBy: String?

  @Option(
    help: ArgumentHelp(
      "Record what was issued, skip what has not changed.",
      valueName: "file"), completion: .file())
  var ledger: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Let this serial number move to another customer; repeatable.", valueName: "serial"))
  var newHolder: [String] = []

  @Flag(help: "Sign unchanged passes again if the certificate changed.")
  var reSign = false

  @Flag(help: "Skip the check that recorded files exist.")
  var trustLedger = false

  @Flag(help: "Replace earlier versions of passes, or an existing archive.")
  var overwrite = false

  @Flag(help: "Write files so that they survive a power cut.")
  var durable = false

  @Flag(help: "Build and check every row without signing or writing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Write rejected rows with passc_code and passc_reason.", valueName: "file"),
    completion: .file())
  var rejects: String?

  @Option(
    help: ArgumentHelp(
      "Stop after this many rejected rows, or this percentage.",
      valueName: "n|p%"))
  var maxRejects: String?

  @Option(
    help: ArgumentHelp(
      "Continue like this after a rejected row.", valueName: "what"))
  var onError = OnError.skip

  @OptionGroup(title: "Identity")
  var identityOptions: IdentityOptions

  @OptionGroup
  var keyOptions: KeyOptions

  @OptionGroup(title: "Findings")
  var policyOptions: PolicyOptions

  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp(
      "Build this many passes at once; all processors by default.",
      valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Show progress in this form.",
      discussion: "auto is one line on a terminal, else a line every few seconds.",
      valueName: "form"))
  var progress = ProgressForm.auto

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  var format = OutputForm.text

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    try policyOptions.rejectUnknown(AllFindings.catalogue)
    if template.isEmpty || output?.isEmpty ?? false {
      throw ValidationError(
        "an empty name is not a file or folder",
        help: "name a file, and look for a variable that is not set in your command")
    }
    if dataOptions.data == nil {
      throw ValidationError(
        "the table is missing", help: "give it with --data, such as --data members.csv")
    }
    if output == nil, !dryRun {
      throw ValidationError(
        "the output is missing",
        help: "give a folder or an archive, such as -o passes or -o passes.tar")
    }
    if dryRun, index != nil || outcomes != nil {
      let option = index == nil ? "--outcomes" : "--index"
      throw ValidationError(
        "\(option) lists the files that were made, --dry-run makes none",
        help: "leave out \(option) or --dry-run")
    }
    if ledger == nil, trustLedger || !newHolder.isEmpty {
      throw ValidationError(
        "--trust-ledger and --new-holder need --ledger FILE", help: "add --ledger gym.ledger")
    }
    for (option, file) in [("--index", index), ("--rejects", rejects)] {
      guard let file, DataFormat.of(fileName: file) == .xlsx else { continue }
      throw ValidationError(
        "\(option) writes CSV, not an Excel workbook",
        help: "write \(option) \(file.dropLast(FilePath.extension(file).count))csv")
    }
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError(
        "--jobs is \(jobs), expected 1 to 1024", help: "write --jobs 4, or leave it out")
    }
    if let fanOut, !(1...8).contains(fanOut) {
      throw ValidationError(
        "--fan-out is \(fanOut), expected 1 to 8 digits", help: "write --fan-out 2")
    }
    if let first, first < 1 {
      throw ValidationError("--first counts rows from 1", help: "write --first 1")
    }
    if let shard, Shard(shard) == nil {
      throw ValidationError(
        "--shard is \"\(shard)\", expected I/N with I from 1 to N",
        help: "write --shard 1/2 for the first of two parts")
    }
    if let maxRejects, RejectLimit(maxRejects) == nil {
      throw ValidationError(
        "--max-rejects is \"\(maxRejects)\", expected a number or P%",
        help: "write --max-rejects 10 or --max-rejects 5%")
    }
  }

  func run() throws {
    var run = IssueCommandRun(command: self)
    try run.run()
  }
}
