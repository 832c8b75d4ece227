// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassConsole
import PassIssue

/// `passc issue`: many passes from a template and a table.
struct IssueCommand: ParsableCommand {
  /// How a run tells how far it is.
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
      Rows that are wrong are said, written to --rejects and left out; the others go on. The \
      result is the same whatever --jobs is. A run that was stopped goes on when the same command \
      is given again.

      Examples:
        passc issue gym.pass --data members.csv --identity ~/passes/gym -o passes/
        passc issue gym.pass --data members.csv --dry-run
        passc issue gym.pass --data members.csv -o passes.tar --rejects refused.csv
        zcat members.csv.gz | passc issue gym.pass --data - --data-format csv -o - | ssh host tar x
      """)

  @Argument(
    help: ArgumentHelp("The template folder.", valueName: "template"), completion: .directory)
  var template: String

  @OptionGroup(title: "Data")
  var dataOptions: DataOptionGroup

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Issue only the row of this serial number; repeatable.", valueName: "serial")
  )
  var only: [String] = []

  @Option(help: ArgumentHelp("Issue only the first N rows.", valueName: "n"))
  var first: Int?

  @Option(
    help: ArgumentHelp(
      "Issue part I of N, decided by serial number; all parts together are the whole.",
      valueName: "i/n"))
  var shard: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "A folder, FILE.tar, or - for a tar on standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "How files are called; %s is the serial number.", valueName: "text"))
  var fileName: String?

  @Option(
    help: ArgumentHelp(
      "Put files into folders by the first N hex digits of the serial number's SHA-256.",
      valueName: "n"))
  var fanOut: Int?

  @Option(
    help: ArgumentHelp(
      "Write the data with the file of each pass beside it, for mail merge.", valueName: "file"),
    completion: .file())
  var index: String?

  @Option(
    help: ArgumentHelp(
      "Write what became of each row here, as JSON Lines for other programs.", valueName: "file"),
    completion: .file())
  var outcomes: String?

  @Option(
    help: ArgumentHelp(
      "Put rows with one value of this column into one .pkpasses.", valueName: "column"))
  var groupBy: String?

  @Option(
    help: ArgumentHelp(
      "Remember here what was issued: what has not changed is skipped, a stopped run goes on.",
      valueName: "file"), completion: .file())
  var ledger: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Let the pass of this serial number change its holder; repeatable.", valueName: "serial"))
  var newHolder: [String] = []

  @Flag(help: "Sign unchanged passes again when the certificate is another one.")
  var reSign = false

  @Flag(help: "Believe the ledger that files are where it says.")
  var trustLedger = false

  @Flag(help: "Replace earlier versions of passes, and an archive that is there.")
  var overwrite = false

  @Flag(help: "Have files survive a power cut before the run says they are there.")
  var durable = false

  @Flag(help: "Fill in and judge every row, sign and write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Write refused rows here, with passc_code and passc_reason.", valueName: "file"),
    completion: .file())
  var rejects: String?

  @Option(
    help: ArgumentHelp(
      "Stop when more rows than this are refused: a number or a share such as 5%.",
      valueName: "n|p%"))
  var maxRejects: String?

  @Option(help: ArgumentHelp("What to do at a refused row: skip or stop.", valueName: "what"))
  var onError = OnError.skip

  @OptionGroup(title: "Identity")
  var identityOptions: IdentityOptions

  @OptionGroup
  var keyOptions: KeyOptions

  @OptionGroup(title: "Judging")
  var policyOptions: PolicyOptions

  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp(
      "How many passes to make at once; the processors this process may use by default.",
      valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "A line on a terminal or one every few seconds (auto), always the latter (plain), or none.",
      valueName: "form"))
  var progress = ProgressForm.auto

  @Option(help: ArgumentHelp("The result as text or json.", valueName: "format"))
  var format = OutputForm.text

  func validate() throws {
    try policyOptions.refuseUnknown(AllFindings.catalogue)
    if template.isEmpty || output?.isEmpty ?? false {
      throw ValidationError("an empty name is no file or folder")
    }
    if dataOptions.data == nil { throw ValidationError("--data names no file, give the table") }
    if output == nil, !dryRun {
      throw ValidationError("-o names no output, give a folder, FILE.tar or -")
    }
    if dryRun, index != nil || outcomes != nil {
      let option = index == nil ? "--outcomes" : "--index"
      throw ValidationError("\(option) lists the files that were made, --dry-run makes none")
    }
    if ledger == nil, trustLedger || !newHolder.isEmpty {
      throw ValidationError("--trust-ledger and --new-holder need --ledger FILE")
    }
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs is \(jobs), expected 1 to 1024")
    }
    if let fanOut, !(1...8).contains(fanOut) {
      throw ValidationError("--fan-out is \(fanOut), expected 1 to 8 digits")
    }
    if let first, first < 1 { throw ValidationError("--first counts rows from 1") }
    if let shard, Shard(shard) == nil {
      throw ValidationError("--shard is \"\(shard)\", expected I/N with I from 1 to N")
    }
    if let maxRejects, RejectLimit(maxRejects) == nil {
      throw ValidationError("--max-rejects is \"\(maxRejects)\", expected a number or P%")
    }
  }

  func run() throws {
    var run = IssueCommandRun(command: self)
    try run.run()
  }
}
