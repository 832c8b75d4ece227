// SPDX-License-Identifier: Apache-2.0

/// One step after an answer.
package enum PushStep: Sendable, Hashable {
  /// The push is out of the outbox.
  case done(token: String)
  /// These devices are gone: delete each that registered its token before the moment, in
  /// milliseconds since 1970; nil for whenever.
  case delete(tokens: [String], registeredBefore: Int64?)
  /// Send it again after a pause, in milliseconds.
  case later(token: String, milliseconds: Int64)
  /// The topic waits, in milliseconds; what was to be sent stays in the outbox.
  case pauseTopic(milliseconds: Int64)
  /// The topic stands still until somebody acts: why, and what to do. Nothing is deleted.
  case stopTopic(why: String, help: String)
  /// A provider token that is too old: a new one, and the push once more.
  case renewToken(token: String)
}

/// Decides for one topic what each answer leads to, with the memory that needs.
///
/// A token the service does not know is not deleted at once: tokens of another environment look
/// the same, and a whole table of devices would be lost. It is held until it can no longer be among
/// those that stop the topic: until ``window`` answers, its own the first, were never more than half
/// of them of unknown tokens.
///
/// Whoever holds a pass may register made-up tokens for it. Where the environment is known to be right,
/// since the service knew a token, those of one pass count once at a time: the others are tried again
/// later, and stop nothing. Where it is not known they all count, since a pass may be on every device.
package struct TopicGuard: Sendable {
  /// How many answers are looked at.
  package static let window = 20
  /// How many unknown tokens among them stop the topic.
  package static let limit = window / 2
  /// The pauses of one device, in milliseconds, each half as long again at most by chance.
  package static let devicePauses: [Int64] = [
    120_000, 300_000, 900_000, 3_600_000, 14_400_000, 43_200_000,
  ]
  /// The pauses of a topic, in milliseconds, each half as long again at most by chance.
  package static let topicPauses: [Int64] = [
    1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 900_000,
  ]
  /// The pause after too many provider tokens, in milliseconds.
  package static let tokenPause: Int64 = 1_200_000

  /// The last answers that say something about tokens: true for an unknown one.
  private var last: [Bool] = []
  /// Unknown tokens, the oldest first, and how many answers came since, theirs among them.
  private var held: [(token: String, pass: Int64?, age: Int)] = []
  /// Whether the service knew a token so far.
  private var isRightEnvironment = false
  private var deviceFailures: [String: Int] = [:]
  private var topicFailures = 0
  private var hasRenewed = false
  /// Why the topic stands still; nil while it does not.
  package private(set) var stopped: String?

  /// Nothing was sent yet.
  package init() {}

  /// What an answer leads to.
  ///
  /// - Parameters:
  ///   - pass: a pass the token is registered for, always the same of several; nil where it is not
  ///     known.
  ///   - chance: from 0 to 1, so that devices and instances do not come back together.
  ///   - isSameFailure: whether something sent together with it failed already: a hundred pushes of
  ///     one broken connection are one failure of the topic.
  package mutating func take(
    _ verdict: PushVerdict, token: String, pass: Int64? = nil, chance: Double = 0,
    isSameFailure: Bool = false
  ) -> [PushStep] {
    switch verdict {
    case .delivered:
      recover(token)
      hasRenewed = false
      return [.done(token: token)] + note(isUnknown: false)
    case .deviceGone(let moment):
      recover(token)
      return [.done(token: token), .delete(tokens: [token], registeredBefore: moment)]
        + note(isUnknown: false)
    case .badDeviceToken:
      deviceFailures[token] = nil
      // Sent again while it is held: one device counts once.
      guard !held.contains(where: { $0.token == token }) else { return [.done(token: token)] }
      if isRightEnvironment, let pass, held.contains(where: { $0.pass == pass }) {
        return [.done(token: token)]
      }
      held.append((token, pass, 0))
      return [.done(token: token)] + note(isUnknown: true)
    case .laterForDevice:
      let pause = Self.pause(Self.devicePauses, after: deviceFailures[token, default: 0], chance)
      deviceFailures[token, default: 0] += 1
      return [.later(token: token, milliseconds: pause)]
    case .later(let seconds):
      let failures = fail(isSameFailure)
      let pause =
        seconds.map { Int64(min($0, 86_400)) * 1_000 }
        ?? Self.pause(Self.topicPauses, after: failures, chance)
      return [.later(token: token, milliseconds: pause), .pauseTopic(milliseconds: pause)]
    case .again:
      let pause = Self.pause(Self.topicPauses, after: fail(isSameFailure), chance)
      return [.later(token: token, milliseconds: pause)]
    case .tooManyTokens:
      return [
        .later(token: token, milliseconds: Self.tokenPause),
        .pauseTopic(milliseconds: Self.tokenPause),
      ]
    case .renewToken:
      guard !hasRenewed else {
        return stop(
          "403 ExpiredProviderToken for a new token too",
          help: "set the clock of this machine, it is wrong by an hour or more")
      }
      hasRenewed = true
      return [.renewToken(token: token)]
    case .stopTopic(let words), .credentialRefused(let words):
      return stop(words, help: PushVerdict.help(forStop: words))
    }
  }

  /// Nothing that was sent together was answered: the topic waits, and all of it as long as the topic,
  /// so that an outage puts off what was tried and nothing behind it.
  ///
  /// - Returns: how long, in milliseconds.
  package mutating func takeSilence(chance: Double = 0) -> Int64 {
    Self.pause(Self.topicPauses, after: fail(false), chance)
  }

  /// The topic may go on: somebody has acted.
  package mutating func resume() {
    self = TopicGuard()
  }

  /// Counts a failure of the topic, and says how many there were before it.
  private mutating func fail(_ isSame: Bool) -> Int {
    if !isSame || topicFailures == 0 { topicFailures += 1 }
    return topicFailures - 1
  }

  private mutating func recover(_ token: String) {
    deviceFailures[token] = nil
    topicFailures = 0
    isRightEnvironment = true
    held.removeAll { $0.token == token }
  }

  private mutating func stop(_ words: String, help: String) -> [PushStep] {
    stopped = words
    return [.stopTopic(why: words, help: help)]
  }

  /// Counts an answer, and says what becomes of the tokens that are held.
  private mutating func note(isUnknown: Bool) -> [PushStep] {
    last.append(isUnknown)
    if last.count > Self.window { last.removeFirst() }
    let unknown = last.count { $0 }
    if unknown > Self.limit {
      return stop(
        "BadDeviceToken for \(unknown) of the last \(last.count) devices",
        help: "use push tokens of production: passes are pushed only there")
    }
    for index in held.indices { held[index].age += 1 }
    let ripe = held.prefix { $0.age >= Self.window }.map(\.token)
    guard !ripe.isEmpty else { return [] }
    held.removeFirst(ripe.count)
    return [.delete(tokens: ripe, registeredBefore: nil)]
  }

  private static func pause(_ pauses: [Int64], after failures: Int, _ chance: Double) -> Int64 {
    let pause = pauses[min(failures, pauses.count - 1)]
    return pause + Int64(Double(pause) * 0.5 * min(1, max(0, chance)))
  }
}
