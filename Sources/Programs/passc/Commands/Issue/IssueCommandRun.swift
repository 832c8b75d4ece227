// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics
import PassIssue
import PassJSON
import PassModel
import PassTemplate

/// One run of `passc issue`. It converts the options for the library, and the result to messages
/// and an exit status.
struct IssueCommandRun {
  let command: IssueCommand
  private var report = Report()
  private var filter: FindingFilter

  init(command: IssueCommand) {
    self.command = command
    filter = command.policyOptions.names.filter
  }

  mutating func run() throws {
    do {
      try issue()
    } catch is DiagnosticsError {
      throw fail()
    } catch let error as DataUsageError {
      throw error.failure(template: command.template, sample: nil)
    } catch let error as AuthenticationTokenKey.InvalidKeyError {
      throw CommandFailureError.environment(
        error.description, help: "to make one, run: openssl rand -hex 32 > token.key")
    } catch let error as PassNaming.NamingError {
      throw CommandFailureError.usage(
        "--file-name: \(error.description)", help: "write --file-name %s.pkpass")
    } catch let error as any AnyLedgerError {
      throw CommandFailureError.environment(error.description)
    } catch let error as IssueRun.IssueError {
      throw failure(error)
    }
  }

  private mutating func issue() throws {
    let time = try SigningTime.now()
    let settings = try settings(time)
    let keys = command.keyOptions.names
    let dataFiles = keys.namedFiles(command.dataOptions.names, command.identityOptions.names)
    guard
      let template = try Template.load(command.template, dataFiles: dataFiles, report: &report)
    else { throw fail() }
    ImageFreshness.check(template, disk: DiskReader(), report: &report)
    filter = filter.allowing(template.settings.allowances)
    let nfcKey = try keys.nfcPublicKey(command.identityOptions.names)
    if nfcKey != nil { NFCKeyFile.warnUnlessUsed(in: template, command.template) }
    let identity = try identity(for: template, time)
    let tokenKey = try keys.token()
    let recipe = PassRecipe(
      template, identity: identity, tokenKey: tokenKey, nfcPublicKey: nfcKey, today: time)
    if recipe.tokenObstacle == .noKey, command.ledger == nil, !command.dryRun {
      throw CommandFailureError.usage(
        "\(command.template) names a webServiceURL and no authenticationToken",
        help: "to keep a random token for each pass, add --ledger gym.ledger",
        or: "to derive the tokens from a key, add --token-key token.key")
    }
    let console = IssueConsole(
      progress: command.progress, format: command.format,
      showsNotes: command.policyOptions.notes)
    Interruption.begin()
    var run = IssueRun(
      settings, recipe: recipe, filter: filter, report: report, listener: console)
    let summary: IssueSummary?
    do {
      summary = try run.run {
        noteWhoSigns(identity, recipe.template, time)
        try prepareOutput(settings)
        if recipe.template.document["webServiceURL"] == nil {
          console.wroteLine(
            "the template names no webServiceURL: these passes can never be updated")
        }
      }
    } catch {
      console.end()
      throw error
    }
    console.end()
    guard let summary else {
      console.close()
      throw CommandFailureError.findings
    }
    try printSummary(summary)
  }

  // MARK: Input

  private func settings(_ time: Int64) throws -> IssueSettings {
    var settings = IssueSettings(
      data: try command.dataOptions.names.choice(), naming: try naming(), signingTime: time)
    settings.output = command.output.flatMap(IssueOutputs.output)
    settings.indexFile = command.index
    settings.outcomesFile = command.outcomes
    settings.rejectsFile = command.rejects
    settings.jobs = command.jobs ?? Processors.allowed
    settings.inFlight = command.identityOptions.names.outside.waitingThreads
    settings.maximalRejects = command.maxRejects.flatMap { RejectLimit($0) }
    settings.stopsOnError = command.onError == .stop
    settings.shard = command.shard.flatMap { Shard($0) } ?? .all
    settings.groupColumn = command.groupBy
    settings.serials = command.only
    settings.first = command.first
    settings.overwrites = command.overwrite
    settings.ledgerFile = command.ledger
    settings.trustsLedger = command.trustLedger
    settings.newHolders = command.newHolder
    settings.signsAgain = command.reSign
    settings.isTimeGiven = !(Environment.value("SOURCE_DATE_EPOCH") ?? "").isEmpty
    settings.now = Environment.now
    settings.isDurable = command.durable
    settings.isDryRun = command.dryRun
    settings.policy = command.policyOptions.policy
    settings.policy.showsNotes = command.policyOptions.notes
    settings.scratchFolder = scratchFolder(settings.output)
    return settings
  }

  private func naming() throws -> PassNaming {
    let ending =
      command.groupBy == nil ? PackageKind.pass.fileExtension : PackageKind.pass.groupExtension
    return try PassNaming(pattern: command.fileName ?? "%s.\(ending)", fanOut: command.fanOut ?? 0)
  }

  /// Returns the folder for the table of serial numbers. It is on the disk of the output if
  /// possible, because /tmp can be in memory.
  private func scratchFolder(_ output: (any IssueOutput)?) -> String {
    if let output, !output.isOneFile, let folder = output.folder, !command.dryRun { return folder }
    if let folder = Environment.value("TMPDIR"), !folder.isEmpty { return folder }
    return (try? Disk.kind(of: "/var/tmp", followingLinks: true)) == .folder ? "/var/tmp" : "/tmp"
  }

  private mutating func identity(for template: Template, _ time: Int64) throws -> Identity? {
    var source = command.identityOptions.source
    source.secretFiles += command.keyOptions.names.secretFiles
    guard !source.isEmpty else {
      guard !command.dryRun else { return nil }
      throw CommandFailureError.noIdentity(passType: template.passTypeIdentifier)
    }
    let purpose = IdentityChoice.Purpose(
      passTypeIdentifier: template.passTypeIdentifier,
      at: template.document["passTypeIdentifier"]?.place, time: time)
    guard
      let identity = try IdentityChoice.identity(
        from: try IdentityMaterial.read(source), for: purpose, report: &report)
    else { throw fail() }
    return identity
  }

  // MARK: Output

  /// Makes the output folder, or rejects an archive that already exists.
  private func prepareOutput(_ settings: IssueSettings) throws {
    guard !command.dryRun, let output = settings.output else { return }
    if let path = output.archive {
      if try Disk.kind(of: path) == .file, !command.overwrite {
        throw CommandFailureError.usage(
          "\(path) exists", help: "give another name, or --overwrite to replace it")
      }
      try MadeFolder.makeParent(of: path)
    } else if let path = output.folder {
      try MadeFolder.make(path, durable: settings.isDurable)
    } else if Disk.isTerminal() {
      throw CommandFailureError.usage(
        "the archive would go to the terminal", help: "give -o FILE.tar")
    }
  }

  // MARK: Messages

  /// Prints the first line: the pass type identifier, the team and the days until the certificate
  /// expires.
  private func noteWhoSigns(_ identity: Identity?, _ template: Template, _ time: Int64) {
    guard let identity else {
      let type = template.passTypeIdentifier ?? "no pass type"
      return Console.note(
        "passc: \(type), no identity, so nothing about the certificate is checked")
    }
    let certificate = identity.certificate
    let type = template.passTypeIdentifier ?? identity.passTypeIdentifier ?? "?"
    let team = identity.teamIdentifier ?? "?"
    let days = certificate.daysLeft(at: time)
    Console.note(
      "passc: \(type), team \(team), certificate until \(Timestamp.day(certificate.notAfter)) "
        + "(\(days) days left), \(identity.isEnabledForNFC ? "NFC" : "no NFC")")
  }

  private func printSummary(_ summary: IssueSummary) throws {
    let result = command.format == .json ? IssueReport.json(summary) : summary.line
    if command.format == .text {
      // If a run ends early, the number of empty rows depends on how far it had read ahead, so it
      // is not printed.
      if summary.emptyRows > 0, summary.end == .complete {
        let rows = summary.emptyRows == 1 ? "row" : "rows"
        Console.note("passc: \(summary.emptyRows.grouped) empty \(rows) skipped")
      }
      if let absent = summary.absent, absent > 0 {
        let exceptIn = summary.unread > 0 ? ", or in rows that cannot be read" : ""
        Console.note(
          "passc: in the ledger and not in the data\(exceptIn): \(absent.grouped), "
            + "left as they are")
      }
      if !summary.isDryRun, summary.issued + summary.reissued > 0 {
        Console.note("passc: \(IssueReport.speed(summary))")
      }
    }
    let ending = failure(at: summary)
    if let ending { Console.report(ending) }
    // Standard output contains the archive.
    if command.output == "-", !command.dryRun {
      Console.printLine(result)
    } else {
      Console.print(result)
    }
    if let ending { throw CommandFailureError(status: ending.status, message: "") }
    if summary.rejected > 0 || summary.counts.keys.contains(IssueFindings.serialNotFound.code) {
      throw CommandFailureError.findings
    }
  }

  /// Returns the error of a run that ended before the last row.
  private func failure(at summary: IssueSummary) -> CommandFailureError? {
    let again = "give the same command again to go on"
    switch summary.end {
    case .complete: return nil
    case .interrupted:
      return .environment(
        "stopped by a signal after \(summary.rows.grouped) rows, no pass is half written",
        help: isArchive ? "the archive was not finished; give the command again" : again)
    case .firstError:
      return CommandFailureError(
        status: .findings, message: "stopped at the first rejected row, as --on-error requires",
        help: isArchive ? nil : "correct the row, then " + again)
    case .tooManyRejects:
      return CommandFailureError(
        status: .findings,
        message: "\(summary.rejected.grouped) rows of "
          + "\(summary.rows.grouped) were rejected, more than --max-rejects allows")
    case .sameError(let code):
      return CommandFailureError(
        status: .findings,
        message: "each of the first 1,000 rows is rejected with \(code), so passc stopped",
        help: "passc explain \(code)")
    case .unreadableInput:
      return CommandFailureError(status: .findings, message: "the data cannot be read on")
    }
  }

  private var isArchive: Bool {
    command.output.flatMap(IssueOutputs.output)?.isOneFile ?? false
  }

  private func failure(_ error: IssueRun.IssueError) -> CommandFailureError {
    switch error {
    case .noSpace(let sentence):
      .environment(sentence, help: "free some space or choose another disk; nothing was signed")
    case .noGroupColumn(let name, let nearest):
      .usage(
        "--group-by names no column of the data: \(name)",
        help: nearest.map { "did you mean --group-by \(ShellWord.quoted($0))?" }
          ?? "give the name of a column as the first line of the table has it")
    }
  }

  /// Prints all findings and returns the failure with their exit code.
  private func fail() -> CommandFailureError {
    var filter = filter
    let all = filter.errors(in: report.sorted)
    let console = IssueConsole(
      progress: .none, format: command.format, showsNotes: command.policyOptions.notes)
    console.found(all)
    console.close()
    return .findings
  }
}
