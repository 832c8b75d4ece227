// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics
import PassFiles
import PassPush

/// `passc push`: one push to each of some devices.
struct PushCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: PushHelp.abstract, discussion: PushHelp.discussion)

  /// How many pushes are under way at most.
  private static let atOnce = 1_000

  @OptionGroup
  var options: PushOptions

  func run() async throws {
    guard let topic = options.topic, let file = options.deviceTokenFile else { return }
    let tokens = try Self.tokens(file)
    if options.dryRun {
      Console.print("would push \(counted(tokens.count, "device")) of \(topic)")
      return
    }
    guard let target = try PushSetup.target(options.target) else {
      throw Failure.usage("nobody is pushed without a push service", help: "give --push apns")
    }
    let identity = try Self.identity(options.identityOptions.source, topic)
    let sender = try PushSender(
      to: target, as: try PushSetup.credential(options.target, identity: identity))
    let outcome = await Self.send(tokens, topic, sender)
    await sender.close()
    try Self.report(outcome)
  }

  /// The tokens of a file, each once.
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
        throw Failure.environment(
          "line \(index + 1) of \(file) is no push token, expected hex of even length")
      }
      if seen.insert(token.lowercased()).inserted { tokens.append(token) }
    }
    guard !tokens.isEmpty else { throw Failure.environment("\(file) holds no push token") }
    return tokens
  }

  private static func identity(_ source: IdentitySource, _ topic: String) throws -> Identity {
    guard !source.isEmpty else {
      throw Failure.usage(
        "pushing needs the pass identity", help: "give --identity DIR or set PASSC_IDENTITY")
    }
    let purpose = IdentityChoice.Purpose(
      passTypeIdentifier: topic, time: Environment.now)
    var report = Report()
    let identity = try IdentityChoice.identity(
      from: try IdentityMaterial.read(source), for: purpose, report: &report)
    Console.report(report.sorted, showsNotes: false)
    guard let identity else { throw Failure.findings }
    return identity
  }

  // MARK: Sending

  /// What became of the pushes.
  private struct Outcome {
    var sent = 0
    var gone = 0
    var unknown = 0
    var later = 0
    var unanswered: [String: Int] = [:]
    var stopped: (why: String, help: String)?
    var left = 0
  }

  private static func send(
    _ tokens: [String], _ topic: String, _ sender: PushSender
  ) async -> Outcome {
    var outcome = Outcome()
    var guardian = TopicGuard()
    var rest = tokens[...]
    await withTaskGroup(of: (String, PushVerdict).self) { group in
      func start() {
        guard outcome.stopped == nil, let token = rest.popFirst() else { return }
        group.addTask {
          (token, await Self.verdict(of: token, topic, sender))
        }
      }
      // The first alone: what is wrong with the certificate shows once.
      start()
      var isFirst = true
      while let (token, verdict) = await group.next() {
        count(verdict, &outcome)
        for case .stopTopic(let why, let help) in guardian.take(verdict, token: token) {
          outcome.stopped = (why, help)
        }
        let more = isFirst ? atOnce : 1
        isFirst = false
        for _ in 0..<more { start() }
      }
    }
    outcome.left = rest.count
    return outcome
  }

  /// Once more where there was no answer: a push twice is harmless.
  private static func verdict(
    of token: String, _ topic: String, _ sender: PushSender
  ) async -> PushVerdict {
    let first = PushVerdict(of: await sender.send(topic: topic, deviceToken: token))
    guard case .again = first else { return first }
    return PushVerdict(of: await sender.send(topic: topic, deviceToken: token))
  }

  private static func count(_ verdict: PushVerdict, _ outcome: inout Outcome) {
    switch verdict {
    case .delivered: outcome.sent += 1
    case .deviceGone: outcome.gone += 1
    case .badDeviceToken: outcome.unknown += 1
    case .laterForDevice, .later, .tooManyTokens: outcome.later += 1
    case .again(let words): outcome.unanswered[words, default: 0] += 1
    case .renewToken, .stopTopic, .credentialRefused: break
    }
  }

  private static func report(_ outcome: Outcome) throws {
    let unanswered = outcome.unanswered.values.reduce(0, +)
    Console.print(
      "sent \(outcome.sent), gone \(outcome.gone), unknown \(outcome.unknown), to be sent later "
        + "\(outcome.later), without an answer \(unanswered)")
    for (words, count) in outcome.unanswered.sorted(by: { $0.key < $1.key }) {
      Console.say("passc: warning: \(count) pushes had no answer: \(words)")
    }
    if let stopped = outcome.stopped {
      throw Failure.environment(
        "the push service said \(stopped.why); \(outcome.left) devices were not pushed",
        help: stopped.help)
    }
    if outcome.sent == 0, unanswered > 0 { throw Failure.environment("nothing could be sent") }
    if outcome.gone + outcome.unknown > 0 { throw Failure.findings }
  }
}
