// SPDX-License-Identifier: Apache-2.0

/// An action that the caller takes after a response.
package enum PushStep: Sendable, Hashable {
  /// Remove the push from the outbox.
  case done(token: String)
  /// Delete every device that registered one of the tokens before a time in milliseconds since
  /// 1970. With nil, delete it whenever it registered.
  case delete(tokens: [String], registeredBefore: Int64?)
  /// Send the push again after a pause in milliseconds.
  case later(token: String, milliseconds: Int64)
  /// Pause the topic, in milliseconds. Its pushes stay in the outbox.
  case pauseTopic(milliseconds: Int64)
  /// Stop the topic until the operator resumes it, with the reason and what to do. Delete nothing.
  case stopTopic(why: String, help: String)
  /// Renew the provider token and send the push once more.
  case renewToken(token: String)
}

/// The decision what to do after each response for one topic, and the history it needs.
///
/// A token that the service does not know is not deleted at once. Tokens of another environment
/// look the same, and the service would delete every device. A token is deleted when it can no
/// longer be part of a series that stops the topic. That is after ``window`` responses, beginning
/// with its own, in which at most half of the tokens were unknown at any time.
///
/// Anyone who has a pass can register made-up tokens for it. As soon as the service has accepted
/// one token, the environment is known to be right. From then on at most one unknown token of each
/// pass is counted at a time, so that one pass cannot stop the topic. Before that, all tokens
/// count, because one pass may be on every device.
package struct TopicGuard: Sendable {
  /// Number of last responses that are counted.
  package static let window = 20
  /// Number of unknown tokens among them above which the topic stops.
  package static let limit = window / 2
  /// Pauses of one device, in milliseconds. Up to half is added at random.
  package static let devicePauses: [Int64] = [
    120_000, 300_000, 900_000, 3_600_000, 14_400_000, 43_200_000,
  ]
  /// Pauses of a topic, in milliseconds. Up to half is added at random.
  package static let topicPauses: [Int64] = [
    1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 900_000,
  ]
  /// Pause after too many provider tokens, in milliseconds.
  package static let tokenPause: Int64 = 1_200_000

  /// The last responses about tokens. True for an unknown token.
  private var last: [Bool] = []
  /// Unknown tokens, the oldest first. The age is the number of responses since, including its own.
  private var held: [(token: String, pass: Int64?, age: Int)] = []
  /// Whether the service has accepted at least one token.
  private var isRightEnvironment = false
  private var deviceFailures: [String: Int] = [:]
  private var topicFailures = 0
  private var hasRenewed = false
  /// The reason why the topic is stopped, or nil.
  package private(set) var stopped: String?

  package init() {}

  /// Returns the steps after a response and updates the history.
  ///
  /// - Parameters:
  ///   - pass: a pass that the token is registered for, or nil if it is unknown. If there are
  ///     several, give the same one each time.
  ///   - chance: a random number from 0 to 1, so that devices and instances do not all retry at
  ///     once.
  ///   - isSameFailure: whether another push of the same batch has failed. Then this failure is not
  ///     counted again, because a hundred pushes on one broken connection are one failure.
  package mutating func handle(
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
      // The token was sent again while it is held. One device is counted once.
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

  /// Returns the pause of the topic after a batch without any response, in milliseconds.
  ///
  /// All pushes of the batch wait as long as the topic. An outage then delays only the pushes that
  /// were tried.
  package mutating func handleSilence(chance: Double = 0) -> Int64 {
    Self.pause(Self.topicPauses, after: fail(false), chance)
  }

  /// Clears the history after the operator has resumed the topic.
  package mutating func resume() {
    self = TopicGuard()
  }

  /// Counts a failure of the topic and returns how many there were before it.
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

  /// Counts a response and returns what to do with the held tokens: stop, delete those that are old
  /// enough, or nothing.
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
