// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck
import PassConsole
import PassCrypto
import PassDiagnostics
import PassRehearsal
import PassReport
import PassService

extension RehearseCommand: ServiceProgramCommand {
  func perform() async throws {
    var reports = try ReportOutputs(
      options.report, printing: options.format == .json ? .json : .text,
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
      guard options.pushCaOut == nil else {
        throw CommandFailureError.usage(
          "--push-ca-out needs --push-listen", help: "add --push-listen 127.0.0.1:2197")
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

  // MARK: Output

  private func write(_ result: RehearsalResult, _ reports: inout ReportOutputs) throws {
    for file in options.timeline {
      let names = options.passes.map { FilePath.lastComponent($0) }.joined(separator: ", ")
      let text =
        file.hasSuffix(".txt")
        ? TextWriter.withoutCommands(TimelineText.text(of: result.timeline))
        : TimelineSVG.text(of: result.timeline, title: "Rehearsal of \(names)")
      try Disk.write(Array(text.utf8), to: file)
    }
    if options.format == .text { Console.show(TimelineText.text(of: result.timeline)) }
    let policy = options.policyOptions.policy
    var tally = CheckTally(policy: policy, known: Baseline(from: try Disk.currentFolder()))
    for (index, name) in options.passes.enumerated() {
      let found = result.found.filter { $0.pass == index }.map {
        Diagnostic(finding: $0.finding, message: $0.message, location: Location(file: name))
      }
      let subject = CheckedSubject(
        name: name, kind: .bundle,
        diagnostics: policy.applied(to: found.sorted(by: Diagnostic.inOrder)))
      tally.add(subject)
      try reports.add(subject)
    }
    var summary = tally.summary
    summary.notChecked = result.notChecked
    summary.isPartial = result.wasInterrupted || result.failure != nil
    try reports.finish(summary)
    if let failure = result.failure { throw failure }
    if result.wasInterrupted {
      throw CommandFailureError.environment("passc rehearse was interrupted")
    }
    if tally.fails { throw CommandFailureError.findings }
  }
}

extension RehearsalError {
  /// Whether the cause is the command line rather than the service.
  fileprivate var isUsage: Bool {
    switch self {
    case .noService, .badAddress, .notLive, .noToken: true
    case .unreachable: false
    }
  }
}
