// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassArchive
import PassBasics
import PassBuild
import PassCheck
import PassConsole
import PassDiagnostics
import PassIssue
import PassModel
import PassReport
import PassRules
import PassTemplate

/// `passc check`: what Wallet would refuse or misread, in sources and finished bundles.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find what makes Wallet refuse or misread a pass.",
    discussion: """
      Judges templates, package folders, .pkpass, .pkpasses and .tar files of them; a folder is \
      searched for these. Of a finished bundle the archive, every hash, the signature and the \
      chain up to Apple are proven, and the report ends with a verdict. Nothing is written while \
      checking but the reports you ask for.

      Exit code 1 means errors (with --strict also warnings), 3 that there was nothing to check.

      Examples:
        passc check gym.pkpass
        passc check templates --data members.csv
        passc check . --report sarif=passc.sarif --report junit=passc.xml
        curl -fsS https://example.com/gym.pkpass | passc check -

      $PASSC_RULES_URL, the address at which your copy of docs/rules.md is read, gives each rule \
      of a SARIF report its link.
      """)

  @Argument(
    help: ArgumentHelp(
      "Templates, package folders, bundles or folders with any of these; - is standard input.",
      valueName: "path"), completion: .file())
  var paths: [String]

  @OptionGroup(title: "Data")
  var dataOptions: DataOptionGroup

  @Option(
    help: ArgumentHelp(
      "Compare sources with this pass certificate; no key is needed.", valueName: "file"),
    completion: .file())
  var certificate: String?

  @Option(
    help: ArgumentHelp(
      "The reader's key: encryptionPublicKey must match it; a template without one gets it.",
      valueName: "file"), completion: .file())
  var nfcKey: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Trust the certificates in this file beside Apple's.", valueName: "file"),
    completion: .file())
  var trust: [String] = []

  @Option(
    help: ArgumentHelp(
      "Tell what this version of iOS ignores, such as 17.", valueName: "version"))
  var ios: String?

  @Option(
    help: ArgumentHelp(
      "Judge as of this day, YYYY-MM-DD, or moment; today by default.", valueName: "time"))
  var asOf: String?

  @Option(
    help: ArgumentHelp(
      "Find bundles and rows whose serial numbers this ledger has issued to other passes.",
      valueName: "file"), completion: .file())
  var ledger: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      Also write a report: text, json, sarif, junit, github or gitlab; for - it goes to standard \
      output, and what is printed to standard error.
      """,
      valueName: "format=file"))
  var report: [String] = []

  @Option(
    help: ArgumentHelp(
      "What to print: text, json, sarif, junit, github or gitlab.", valueName: "format"))
  var format = CheckReportFormat.text

  @Option(
    help: ArgumentHelp(
      "Errors this file knows do not fail the run.", valueName: "file"), completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write everything found now as a baseline.", valueName: "file"), completion: .file())
  var writeBaseline: String?

  @Flag(help: "Draw each pass too, and tell what preview.* finds: text that is cut and the like.")
  var drawn = false

  @Flag(help: "Count each code at the end of the text.")
  var statistics = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Leave out what matches when folders are searched, such as 'old/**'.", valueName: "glob"))
  var exclude: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Raise a limit for archives: entries, total-size, entry-size, ratio or name-length.",
      valueName: "name=n"))
  var archiveLimit: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print one code so often of each bundle in text, then count it; 3 by default.",
      valueName: "n"))
  var limitPerCode: Int?

  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp("How many bundles to check at once.", valueName: "n"))
  var jobs: Int?

  @OptionGroup(title: "Judging")
  var policyOptions: PolicyOptions

  func validate() throws {
    try policyOptions.refuseUnknown(AllFindings.catalogue)
    if paths.count(where: { $0 == "-" }) > 1 { throw ValidationError("- can be given once") }
    if paths.contains("-"), dataOptions.data == "-" {
      throw ValidationError("standard input cannot be bundle and data at once")
    }
    if let limitPerCode, limitPerCode < 1 {
      throw ValidationError("--limit-per-code counts from 1")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs counts from 1") }
  }

  func run() throws {
    var options = try checkOptions()
    let targets = CheckTargets.find(paths, excluding: exclude)
    guard !targets.isEmpty else { throw Self.nothingFound(paths) }
    if dataOptions.data != nil, !targets.contains(where: \.isTemplate) {
      throw Failure.usage(
        "--data is for templates, and there is none among \(paths.joined(separator: ", "))")
    }
    if let data = dataOptions.data, data != "-", Disk.identity(of: data) == nil {
      // Said once, and not of every template.
      _ = try Disk.read(data, limit: 1)
    }
    let folder = try Disk.currentFolder()
    let known = try baseline.map { try readBaseline($0, folder) } ?? Baseline(from: folder)
    var tally = CheckTally(
      policy: options.policy, known: known,
      found: writeBaseline == nil ? nil : Baseline(from: folder))
    var reports = try ReportOutputs(
      report, printing: format, showsNotes: policyOptions.notes, showsStatistics: statistics,
      limitPerCode: limitPerCode, others: [writeBaseline].compactMap { $0 })
    try CommandLineGuard.outputs()?.check(
      reports.outputs(and: writeBaseline), reading: targets.compactMap(\.input))
    // Reading a ledger makes files next to it, so the outputs are checked first.
    if let ledger { options.issued = try Self.ledger(ledger) }
    var run = CheckRun(options)
    let drawing = drawn ? DrawnFindings(self) : nil
    func add(_ found: CheckedSubject) throws {
      let subject = try drawing?.added(to: found) ?? found
      tally.add(subject)
      try reports.add(subject)
    }
    let remarks = options.policy.applied(to: options.certificateRemarks)
    if let certificate, !remarks.isEmpty {
      try add(CheckedSubject(name: certificate, kind: .set, diagnostics: remarks))
    }
    do {
      try run.run(targets, emit: add)
    } catch let error as any LedgerFault {
      throw Failure.environment(error.description)
    } catch let error as DataUsageError {
      throw error.failure(template: paths.joined(separator: ", "), sample: nil)
    }
    guard run.subjects > 0 || !run.unreadable.isEmpty else { throw Self.nothingFound(paths) }
    try reports.finish(tally.summary)
    if let writeBaseline, let found = tally.found { try Disk.write(found.bytes, to: writeBaseline) }
    for code in tally.allowedInVain {
      Console.say("passc: warning: --allow \(code) has no effect: Apple documents it as an error")
    }
    if let first = run.unreadable.first {
      let more = run.unreadable.count - 1
      throw Failure.environment(
        more == 0 ? first : "\(first), and \(more) more that could not be read")
    }
    if tally.fails { throw Failure.findings }
  }

  private static func nothingFound(_ paths: [String]) -> Failure {
    .environment(
      "no pass in \(paths.joined(separator: ", "))",
      help: "name a template, a folder with pass.json, a .pkpass, a .pkpasses or a .tar of them")
  }

  // MARK: Options

  private func checkOptions() throws -> CheckOptions {
    var options = CheckOptions(today: try today())
    options.catalogue = { AllFindings.catalogue }
    options.policy = policyOptions.policy
    options.policy.showsNotes = readsNotes
    options.wantsProof = format == .text || report.contains { $0.hasPrefix("text=") }
    options.data = try dataOptions.names.choice()
    options.trust = try CertificateFile.trust(trust)
    if let certificate {
      let leaf = try CertificateFile.passCertificate(in: certificate)
      options.certificate = CertificateFacts(leaf, name: certificate)
      options.certificateRemarks = CertificateAge.diagnostics(
        of: leaf, file: certificate, at: options.today)
    }
    if let nfcKey { options.nfcPublicKey = try NFCKeyFile.encryptionPublicKey(nfcKey) }
    if let ios {
      guard let version = IOSVersion(ios) else {
        throw Failure.usage("\"\(ios)\" is no version of iOS", help: "such as --ios 17 or 18.1")
      }
      options.lowestIOS = version
    }
    for argument in archiveLimit {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let value = Int(parts[1]), options.limits.set(parts[0], to: value)
      else {
        throw Failure.usage(
          "--archive-limit \(argument) sets no limit, expected NAME=N",
          help: "NAME is " + ArchiveLimits.names.joined(separator: ", "))
      }
    }
    options.workers = jobs ?? Processors.allowed
    return options
  }

  /// Whether a note reaches anybody: machine formats have all of them, text where it is asked for.
  private var readsNotes: Bool {
    policyOptions.notes || statistics || writeBaseline != nil || format != .text
      || report.contains { !$0.hasPrefix("text=") }
  }

  private func today() throws -> Int64 {
    try asOf.map(TimeOption.asOf) ?? Environment.now
  }

  private static func ledger(_ file: String) throws -> any IssuedPasses {
    do {
      return try IssuedLedger.open(file)
    } catch let error as any LedgerFault {
      throw Failure.environment(error.description)
    }
  }

  private func readBaseline(_ file: String, _ folder: String) throws -> Baseline {
    do {
      return try Baseline(try Disk.read(file), name: file, from: folder)
    } catch let error as Baseline.Invalid {
      throw Failure.environment(error.description, help: "--write-baseline makes one")
    }
  }
}

extension CheckTargets.Target {
  fileprivate var isTemplate: Bool { if case .template = self { true } else { false } }

  /// What is read of it.
  fileprivate var input: OutputGuard.Input? {
    switch self {
    case .file(let path): .file(path)
    case .template(let folder), .folder(let folder): .template(folder)
    case .standardInput, .unreadable: nil
    }
  }
}
