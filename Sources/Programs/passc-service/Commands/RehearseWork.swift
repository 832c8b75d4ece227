// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck
import PassConsole
import PassCrypto
import PassDiagnostics
import PassRehearsal
import PassReport
import PassService

extension RehearseCommand: ServiceWork {
  func work() async throws {
    if options.format == .html, options.report.contains(where: { $0.hasSuffix("=-") }) {
      throw CommandFailureError.usage(
        "standard output takes one report", help: "write the others to files")
    }
    let printed: CheckReportFormat? =
      switch options.format {
      case .text: .text
      case .json: .json
      case .html: nil
      }
    var reports = try ReportOutputs(
      options.report, printing: printed,
      showsNotes: options.policyOptions.notes, others: options.timeline)
    let trust = try Self.certificates(options.trust)
    let checker = BundleChecker(trusting: trust)
    let passes = try options.passes.map { try Self.pass($0, checker) }
    var settings = RehearsalOptions()
    settings.address = options.at
    settings.devices = try Self.devices(options.devices)
    settings.isLive = options.live
    settings.trust = trust
    settings.personalizes = options.personalize
    settings.pushWait = Int64(max(1, min(options.pushWait, 600))) * 1_000
    if let command = options.change { settings.change = { try await Shell.run(command) } }
    settings.pushes = try await pushService()
    let result = try await rehearse(passes, settings)
    await settings.pushes?.stop()
    try write(result, &reports)
  }

  /// Runs the test. Ctrl-C ends it early, and then the simulated devices unregister too.
  private func rehearse(
    _ passes: [RehearsedPass], _ settings: RehearsalOptions
  ) async throws -> RehearsalResult {
    do {
      let rehearsal = try Rehearsal(passes, settings)
      let task = Task { try await rehearsal.run() }
      return try await Interrupts.cancelling(task)
    } catch let error as RehearsalError {
      await settings.pushes?.stop()
      throw error.isUsage
        ? CommandFailureError.usage(error.description, help: error.help)
        : CommandFailureError.environment(error.description, help: error.help)
    }
  }

  // MARK: Input

  private static func certificates(_ files: [String]) throws -> [Certificate] {
    try files.flatMap { file -> [Certificate] in
      let found = CredentialFile.certificates(in: try Disk.read(file))
      guard !found.isEmpty else {
        throw CommandFailureError.environment("\(file) has no certificate")
      }
      return found
    }
  }

  private static func pass(_ file: String, _ checker: BundleChecker) throws -> RehearsedPass {
    switch checker.pass(try Disk.read(file), name: file) {
    case .success(let pass): return pass
    case .failure(let reason):
      throw CommandFailureError.environment(
        "cannot use \(file) as a pass: \(reason)", help: "run: passc check \(file)")
    }
  }

  private static func devices(_ text: String) throws -> [Phone.Kind] {
    let names = text.split(separator: ",").map(String.init)
    let kinds = names.compactMap { Phone.Kind(rawValue: $0) }
    guard kinds.count == names.count, !kinds.isEmpty, Set(kinds).count == kinds.count else {
      throw CommandFailureError.usage(
        "invalid --devices \(text)", help: "write phone, watch or phone,watch")
    }
    return kinds
  }

  private func pushService() async throws -> PushSimulator? {
    guard let place = options.pushListen else {
      let needing = [("--push-ca-out", options.pushCaOut), ("--push-ca", options.pushCa)]
      if let (name, _) = needing.first(where: { $0.1 != nil }) {
        throw CommandFailureError.usage(
          "\(name) needs --push-listen", help: "add --push-listen 127.0.0.1:2197")
      }
      return nil
    }
    var settings = PushSimulatorOptions()
    guard let colon = place.lastIndex(of: ":"),
      let port = Int(place[place.index(after: colon)...]), (0...65_535).contains(port),
      NetworkAddress.isThisMachine(place[..<colon])
    else {
      throw CommandFailureError.usage(
        "--push-listen \(place) is not an address with port on this machine",
        help: "write 127.0.0.1:2197")
    }
    settings.host = place[..<colon] == "localhost" ? "127.0.0.1" : String(place[..<colon])
    settings.port = port
    settings.authentication =
      switch options.pushAuth {
      case .certificate: .certificate
      case .token: .token
      case .any: .any
      }
    settings.authority = try keptAuthority()
    let service: PushSimulator
    do {
      service = try await PushSimulator(settings)
    } catch {
      throw CommandFailureError.environment("cannot listen for pushes at \(place): \(error)")
    }
    if let file = options.pushCaOut {
      try Disk.write(Array(service.authority.pem.utf8), to: file)
    }
    Console.note("listening for pushes at \(settings.host):\(service.port)")
    return service
  }

  /// Returns the authority of `--push-ca`, or nil without the option.
  private func keptAuthority() throws -> LoopbackAuthority? {
    guard let folder = options.pushCa else { return nil }
    do {
      let (authority, isNew) = try KeptAuthority.authority(in: folder, now: Environment.now)
      if isNew {
        let file = FilePath.join(folder, KeptAuthority.certificateName)
        Console.note("made a CA for pushes: restart your service so that it trusts \(file)")
      }
      return authority
    } catch let error as KeptAuthorityError {
      throw CommandFailureError.environment(
        error.description, help: "delete both files, and passc makes them again")
    }
  }

  // MARK: Output

  private func write(_ result: RehearsalResult, _ reports: inout ReportOutputs) throws {
    let title =
      "Rehearsal of " + options.passes.map { FilePath.lastComponent($0) }.joined(separator: ", ")
    for file in options.timeline {
      let text =
        file.hasSuffix(".txt")
        ? TextWriter.withoutCommands(TimelineText.text(of: result.timeline))
        : TimelineSVG.text(of: result.timeline, title: title)
      try Disk.write(Array(text.utf8), to: file)
    }
    let policy = options.policyOptions.policy
    let found = policy.applied(to: result.found.map(diagnostic)).errorsFirst
    switch options.format {
    case .text: Console.show(TimelineText.text(of: result.timeline))
    case .html:
      let shown = found.filter { $0.severity > .note || options.policyOptions.notes }
      Console.write(RehearsalPage(title: title, diagnostics: shown, result: result).text)
    case .json: break
    }
    var tally = CheckTally(policy: policy, known: Baseline(from: try Disk.currentFolder()))
    for subject in subjects(found) {
      tally.add(subject)
      try reports.add(subject)
    }
    var summary = tally.summary
    summary.notChecked = result.notChecked
    summary.isPartial = result.wasInterrupted || result.failure != nil
    try reports.finish(summary)
    if let failure = result.failure as? RehearsalError {
      throw CommandFailureError.environment(failure.description, help: failure.help)
    }
    if let failure = result.failure { throw failure }
    if result.wasInterrupted {
      throw CommandFailureError.environment("passc rehearse was interrupted")
    }
    if tally.fails { throw CommandFailureError.findings }
  }

  /// Returns a finding with the request that showed it, its effect on a phone and how many passes it
  /// met.
  private func diagnostic(_ complaint: RehearsalLog.Complaint) -> Diagnostic {
    var notes: [String] = []
    if let entry = complaint.evidence, let outcome = entry.outcome {
      notes.append("sent \(entry.text), got \(outcome)")
    }
    let limit = 4
    notes += complaint.further.prefix(limit).map { "also: \($0)" }
    if complaint.further.count > limit {
      notes.append("and \(complaint.further.count - limit) more")
    }
    notes.append(complaint.finding.why)
    var message = complaint.message
    if complaint.passes.count > 1 {
      message += " (the same for \(complaint.passes.count) of \(options.passes.count) passes)"
    }
    return Diagnostic(
      finding: complaint.finding, severity: complaint.severity, message: message,
      location: Location(file: options.passes[complaint.pass]),
      notes: notes.map { Diagnostic.Note(location: nil, message: $0) })
  }

  /// Returns a subject with the errors of each pass, and one with the rest, so that reports have the
  /// errors first.
  private func subjects(_ found: [Diagnostic]) -> [CheckedSubject] {
    let (errors, rest) = (
      found.filter { $0.severity == .error }, found.filter { $0.severity < .error }
    )
    let isSingle = options.passes.count == 1
    let subjects = options.passes.enumerated().map { index, name in
      // A file that is named twice has its errors once.
      let isFirst = options.passes.firstIndex(of: name) == index
      let own = isFirst ? errors.filter { $0.location == Location(file: name) } : []
      return CheckedSubject(
        name: name, kind: .bundle, diagnostics: own + (isSingle ? rest : []))
    }
    guard !isSingle, !rest.isEmpty else { return subjects }
    return subjects + [CheckedSubject(name: "all passes", kind: .set, diagnostics: rest)]
  }
}

extension [Diagnostic] {
  /// Errors first, otherwise in this order.
  fileprivate var errorsFirst: [Diagnostic] {
    enumerated().sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
      .map(\.element)
  }
}

extension RehearsalError {
  /// Whether the cause is the command line rather than the service.
  fileprivate var isUsage: Bool {
    switch self {
    case .noService, .badAddress, .notLive, .noToken: true
    case .unreachable, .changedNothing: false
    }
  }
}
