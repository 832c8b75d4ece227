// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassPush
import PassRegistry
import PassService
import PassUpdates

extension PushCommand: ServiceProgramCommand {
  func perform() async throws {
    if let database = options.database {
      try await push(database)
    } else if let topic = options.topic, let file = options.deviceTokenFile {
      try await push(topic, file)
    }
  }

  // MARK: Push tokens from a file

  private func push(_ topic: String, _ file: String) async throws {
    let tokens = try Self.tokens(file)
    if options.dryRun {
      Console.print("would push \(counted(tokens.count, "device")) of \(topic)")
      return
    }
    let (sender, _) = try self.sender(for: topic)
    let push = HandPush(sender, topic: topic, isForced: true, clock: { Environment.now })
    let outcome = await push.push(tokens: tokens, of: topic)
    await sender.close()
    try Self.report(outcome)
  }

  /// Reads push tokens, one a line, and returns each only once.
  private static func tokens(_ file: String) throws -> [String] {
    let bytes = file == "-" ? try Disk.readStandardInput() : try Disk.read(file)
    var seen: Set<String> = []
    var tokens: [String] = []
    for (index, line) in bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      let token = String(decoding: line, as: UTF8.self).filter { !$0.isWhitespace }
      guard !token.isEmpty else { continue }
      guard PushToken.isSendable(token) else {
        throw CommandFailureError.environment(
          "line \(index + 1) of \(file) is not a push token, expected hex of even length")
      }
      if seen.insert(token.lowercased()).inserted { tokens.append(token) }
    }
    guard !tokens.isEmpty else {
      throw CommandFailureError.environment("\(file) has no push token")
    }
    return tokens
  }

  // MARK: Devices of a database

  private func push(_ database: String) async throws {
    let serials = options.all ? nil : Self.once(options.serial)
    if options.dryRun {
      let store = try ServedStore.open(database, access: .reading)
      let push = HandPush(
        nil, topic: options.topic, isForced: options.force, clock: { Environment.now })
      let unknown = try await Self.unknown(serials, in: store)
      let outcome = try await push.push(serials: serials, in: store)
      try store.end()
      Console.print("would push \(counted(outcome.sent, "device"))")
      try Self.printWhatIsLeft(outcome, unknown)
      return
    }
    let (sender, topic) = try self.sender(for: options.topic)
    do {
      let store = try ServedStore.open(database, access: .amending)
      let unknown = try await Self.unknown(serials, in: store)
      let push = HandPush(
        sender, topic: topic, isForced: options.force, clock: { Environment.now })
      let outcome = try await push.push(serials: serials, in: store)
      await sender.close()
      try store.end()
      try Self.report(outcome, unknown)
    } catch {
      await sender.close()
      throw error
    }
  }

  private static func once(_ serials: [String]) -> [String] {
    var seen: Set<String> = []
    return serials.filter { seen.insert($0).inserted }
  }

  /// Returns the serial numbers that are not in the database.
  private static func unknown(
    _ serials: [String]?, in store: any PassStore
  ) async throws -> [String] {
    guard let serials else { return [] }
    let types = try await ServedStore.passTypes(in: store)
    var unknown: [String] = []
    for serial in serials {
      var isKnown = false
      for type in types where !isKnown {
        isKnown = try await store.pass(passType: type, serial: serial) != nil
      }
      if !isKnown { unknown.append(serial) }
    }
    return unknown
  }

  // MARK: Sender

  /// - Returns: the sender and the only topic that it can push. The topic is nil with a push key,
  ///   which works for every pass type identifier of the team.
  private func sender(for topic: String?) throws -> (PushSender, topic: String?) {
    guard let target = try PushSetup.target(options.target) else {
      throw CommandFailureError.usage("passc push needs a push service", help: "give --push apns")
    }
    var source = options.identityOptions.source
    source.secretFiles += [options.target.names.file].compactMap { $0 }
    guard !source.isEmpty else {
      throw CommandFailureError.noIdentity("passc push needs the signing identity")
    }
    let (identity, report) = try PushSetup.identity(source, passType: topic)
    Console.report(
      report.sorted, showsNotes: false, isLast: identity == nil, outcome: "nothing sent")
    guard let identity else { throw CommandFailureError.findings }
    let sender = try PushSender(
      to: target, as: try PushSetup.credential(options.target.names, identity: identity))
    return (sender, options.target.pushKey == nil ? identity.passTypeIdentifier : topic)
  }

  // MARK: Outcome

  private static func report(
    _ outcome: HandPush.Outcome, _ unknownSerials: [String] = []
  ) throws {
    Console.print(
      "sent \(outcome.sent), gone \(outcome.gone), unknown \(outcome.unknown), to be sent later "
        + "\(outcome.later), without a response \(outcome.unansweredCount)")
    for (words, count) in outcome.unanswered.sorted(by: { $0.key < $1.key }) {
      Console.printLine("passc: warning: \(counted(count, "time")) no response: \(words)")
    }
    if outcome.tooSoon > 0 {
      Console.printLine(
        "passc: warning: too many pushes to \(counted(outcome.tooSoon, "device")): devices delay "
          + "updates, and in the end switch them off")
    }
    if let stopped = outcome.stopped {
      throw CommandFailureError.environment(
        "the push service returned \(stopped.why); not pushed: \(counted(outcome.left, "device"))",
        help: stopped.help)
    }
    if outcome.sent == 0, outcome.unansweredCount > 0 {
      throw CommandFailureError.environment(
        "no push could be sent",
        help: outcome.unanswered[PushSender.untrusted] == nil
          ? nil : "to push to a test service, give its authority with --push-trust FILE")
    }
    try printWhatIsLeft(outcome, unknownSerials)
    if outcome.gone + outcome.unknown > 0 { throw CommandFailureError.findings }
  }

  /// Reports which devices got no push, and why.
  private static func printWhatIsLeft(
    _ outcome: HandPush.Outcome, _ unknownSerials: [String]
  ) throws {
    if outcome.unchanged > 0 {
      Console.note(
        "passc: note: not pushed, nothing to fetch: \(counted(outcome.unchanged, "device")) "
          + "(push anyway with --force)")
    }
    if outcome.putOff > 0 {
      Console.note(
        "passc: note: not pushed, the push service asked to wait: "
          + "\(counted(outcome.putOff, "device")) (push anyway with --force)")
    }
    for (type, count) in outcome.foreign.sorted(by: { $0.key < $1.key }) {
      Console.note(
        "passc: note: not pushed, passes of \(type): \(counted(count, "device")) (use the "
          + "certificate of that pass type, or the key of its team)")
    }
    guard let first = unknownSerials.first else { return }
    let more = unknownSerials.count > 1 ? " and \(unknownSerials.count - 1) more" : ""
    throw CommandFailureError.broken("\(first)\(more) not found in the database")
  }
}
