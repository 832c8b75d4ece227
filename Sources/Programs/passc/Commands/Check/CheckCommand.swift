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
import PassRead
import PassReport
import PassRules
import PassTemplate

struct CheckCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find what makes Wallet reject or misread a pass.",
    discussion: """
      PATH is a template, a folder with the files of a pass, a .pkpass, a .pkpasses or a .tar of \
      them. passc searches other folders for these. For a finished pass it verifies the archive, \
      every hash, the signature and the certificate chain, and ends with a verdict.

      Exit code 1 means errors (with --strict also warnings), 3 means that there was nothing to \
      check.

      Examples:
        passc check gym.pkpass
        passc check templates --data members.csv
        passc check . --report sarif=passc.sarif --report junit=passc.xml
        curl -fsS https://example.com/gym.pkpass | passc check -
      """)

  @Argument(
    help: ArgumentHelp(
      "What to check; - is standard input.",
      valueName: "path"), completion: .file())
  var paths: [String]

  @OptionGroup(title: "Data")
  var dataOptions: DataOptionGroup

  @Option(
    help: ArgumentHelp(
      "Compare templates with this signing certificate.", valueName: "file"),
    completion: .file())
  var certificate: String?

  @Option(
    help: ArgumentHelp(
      "Compare encryptionPublicKey with this reader key.",
      valueName: "file"), completion: .file())
  var nfcKey: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Trust the certificates in this file in addition to Apple's.", valueName: "file"),
    completion: .file())
  var trust: [String] = []

  @Option(
    help: ArgumentHelp(
      "Report what this iOS version ignores, such as 17.", valueName: "version"))
  var ios: String?

  @Option(
    help: ArgumentHelp(
      "Also report how this wallet on Android shows the pass.", valueName: "wallet"))
  var reader: OtherWallet?

  @Option(
    help: ArgumentHelp(
      "Check as of this time; now by default.", valueName: "time"))
  var asOf: String?

  @Option(
    help: ArgumentHelp(
      "Report serial numbers that this ledger has for other passes.",
      valueName: "file"), completion: .file())
  var ledger: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write a report: FORMAT is one of those of --format.",
      discussion: "With - as file, other output goes to standard error.",
      valueName: "format=file"))
  var report: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print the report in this format.", valueName: "format"))
  var format = CheckReportFormat.text

  @Option(
    help: ArgumentHelp(
      "Do not fail because of errors in this file.", valueName: "file"), completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write all current errors to this file.", valueName: "file"), completion: .file())
  var writeBaseline: String?

  @Flag(help: "Also draw each pass and report text that is cut.")
  var drawn = false

  @Flag(help: "Count each code at the end of the text.")
  var statistics = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Skip files and folders that match, such as 'old/**'.", valueName: "glob"))
  var exclude: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Set a limit of archives.",
      discussion: "NAME is entries, total-size, entry-size, ratio or name-length.",
      valueName: "name=n"))
  var archiveLimit: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print each code this often for a pass; 3 by default.",
      valueName: "n"))
  var limitPerCode: Int?

  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp(
      "Check this many passes at once; all processors by default.", valueName: "n"))
  var jobs: Int?

  @OptionGroup(title: "Findings")
  var policyOptions: PolicyOptions

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    try policyOptions.rejectUnknown(AllFindings.catalogue)
    if paths.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("- can be given once", help: "give - once")
    }
    if paths.contains("-"), dataOptions.data == "-" {
      throw ValidationError(
        "standard input cannot be bundle and data at once", help: "give one of them as a file")
    }
    if let limitPerCode, limitPerCode < 1 {
      throw ValidationError("--limit-per-code counts from 1", help: "write --limit-per-code 3")
    }
    if let jobs, jobs < 1 {
      throw ValidationError("--jobs counts from 1", help: "write --jobs 4, or leave it out")
    }
  }

  func run() throws {
    var options = try checkOptions()
    let targets = CheckTargets.find(paths, excluding: exclude)
    guard !targets.isEmpty else { throw Self.nothingFound(paths) }
    if dataOptions.data != nil, !targets.contains(where: \.isTemplate) {
      throw CommandFailureError.usage(
        "--data is for templates, and there is none among \(paths.joined(separator: ", "))")
    }
    if let data = dataOptions.data, data != "-", Disk.identity(of: data) == nil {
      // Fails once here. Otherwise every template would report the missing file.
      _ = try Disk.read(data, limit: 1)
    }
    let folder = try Disk.currentFolder()
    let known = try baseline.map { try readBaseline($0, folder) } ?? Baseline(from: folder)
    var tally = CheckTally(
      policy: options.policy, known: known,
      found: writeBaseline == nil ? nil : Baseline(from: folder))
    var reports = try ReportOutputs(
      report, printing: format, showsNotes: policyOptions.notes,
      requestedNotes: reader?.area ?? ios.map { _ in StyleKeyRule.fallbackShown.code },
      showsStatistics: statistics, limitPerCode: limitPerCode,
      others: [writeBaseline].compactMap { $0 })
    try CommandLineGuard.outputs()?.check(
      reports.outputs(and: writeBaseline), reading: targets.compactMap(\.input))
    // SQLite makes files next to the ledger when it opens it, so the outputs are checked first.
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
    } catch let error as any AnyLedgerError {
      throw CommandFailureError.environment(error.description)
    } catch let error as DataUsageError {
      throw error.failure(template: paths.joined(separator: ", "), sample: nil)
    }
    guard run.subjects > 0 || !run.unreadable.isEmpty else { throw Self.nothingFound(paths) }
    try reports.finish(tally.summary)
    if let writeBaseline, let found = tally.found { try Disk.write(found.bytes, to: writeBaseline) }
    for code in tally.allowedInVain {
      Console.printLine(
        "passc: warning: --allow \(code) has no effect: Apple documents it as an error")
    }
    // In text format the report already contains a finding for each unreadable file.
    if format == .text, !run.unreadable.isEmpty {
      throw CommandFailureError(status: .environment, message: "")
    }
    if let first = run.unreadable.first { throw Self.unreadable(first, run.unreadable.count - 1) }
    if tally.fails { throw CommandFailureError.findings }
  }

  private static func unreadable(_ first: String, _ more: Int) -> CommandFailureError {
    .environment(more == 0 ? first : "\(first), and \(more) more that could not be read")
  }

  private static func nothingFound(_ paths: [String]) -> CommandFailureError {
    .environment(
      "no pass in \(paths.joined(separator: ", "))",
      help: "name a pass or a template, for example: passc check gym.pkpass")
  }

  // MARK: Options

  private func checkOptions() throws -> CheckOptions {
    var options = CheckOptions(today: try today())
    // For a date without a time. In some time zones the day ends up to twelve hours after its end
    // in UTC. `today` is noon in UTC.
    if asOf?.count == 10 { options.endOfToday = options.today + 24 * 3_600 }
    options.catalogue = { AllFindings.catalogue }
    options.policy = policyOptions.policy
    options.policy.showsNotes = readsNotes
    options.wantsProof = format == .text || report.contains(where: CheckReportFormat.text.isFormat)
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
        throw CommandFailureError.usage(
          "\"\(ios)\" is not an iOS version", help: "write --ios 17 or --ios 18.1")
      }
      options.lowestIOS = version
    }
    options.otherWallet = reader
    for argument in archiveLimit {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let value = Int(parts[1]), options.limits.set(parts[0], to: value)
      else {
        throw CommandFailureError.usage(
          "--archive-limit \(argument) sets no limit, expected NAME=N",
          help: "NAME is " + ArchiveLimits.names.joined(separator: ", "))
      }
    }
    options.workers = jobs ?? Processors.allowed
    return options
  }

  /// Whether the run needs notes. Machine formats contain all notes, and text contains them only on
  /// request.
  private var readsNotes: Bool {
    policyOptions.notes || reader != nil || ios != nil || statistics || writeBaseline != nil
      || format != .text
      || report.contains { !CheckReportFormat.text.isFormat(of: $0) }
  }

  private func today() throws -> Int64 {
    try asOf.map(TimeOption.asOf) ?? Environment.now
  }

  private static func ledger(_ file: String) throws -> any IssuedPasses {
    do {
      return try IssuedLedger.open(file)
    } catch let error as any AnyLedgerError {
      throw CommandFailureError.environment(error.description)
    }
  }

  private func readBaseline(_ file: String, _ folder: String) throws -> Baseline {
    do {
      return try Baseline(try Disk.read(file), name: file, from: folder)
    } catch let error as Baseline.BaselineError {
      throw CommandFailureError.environment(error.description, help: "--write-baseline makes one")
    }
  }
}

extension OtherWallet: ExpressibleByArgument {}

extension CheckTargets.Target {
  fileprivate var isTemplate: Bool { if case .template = self { true } else { false } }

  /// The file or folder that the check reads.
  fileprivate var input: OutputGuard.Input? {
    switch self {
    case .file(let path): .file(path)
    case .template(let folder), .folder(let folder): .template(folder)
    case .standardInput, .unreadable: nil
    }
  }
}
