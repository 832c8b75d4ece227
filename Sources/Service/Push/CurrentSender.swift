// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import Synchronization

/// Pushes as whoever is to push at the time. One that was replaced ends when its last push was
/// answered.
package final class CurrentSender: PushSending {
  private struct State {
    var sender: PushSender
    var credential: PushCredential
    var underWay: [ObjectIdentifier: Int] = [:]
    var replaced: [ObjectIdentifier: PushSender] = [:]
  }

  private let state: Mutex<State>
  private let target: PushTarget

  /// Pushes with a credential until there is another.
  package init(to target: PushTarget, as credential: PushCredential) throws(PushSetupError) {
    self.target = target
    let sender = try PushSender(to: target, as: credential)
    state = Mutex(State(sender: sender, credential: credential))
  }

  /// Pushes with another credential from now on; with the same one nothing changes, since Apple's
  /// service takes many new connections and many new tokens for an attack.
  ///
  /// - Returns: whether it is another.
  package func renew(as credential: PushCredential) throws(PushSetupError) -> Bool {
    guard !state.withLock({ $0.credential.isSame(as: credential) }) else { return false }
    let sender = try PushSender(to: target, as: credential)
    let idle = state.withLock { state -> PushSender? in
      let old = state.sender
      (state.sender, state.credential) = (sender, credential)
      guard state.underWay[ObjectIdentifier(old)] != nil else { return old }
      state.replaced[ObjectIdentifier(old)] = old
      return nil
    }
    if let idle { Task { await idle.close() } }
    return true
  }

  package func send(topic: String, deviceTokens: [String]) async -> [PushAnswer] {
    let sender = state.withLock { state in
      state.underWay[ObjectIdentifier(state.sender), default: 0] += 1
      return state.sender
    }
    let answers = await sender.send(topic: topic, deviceTokens: deviceTokens)
    let idle = state.withLock { state -> PushSender? in
      let id = ObjectIdentifier(sender)
      let count = (state.underWay[id] ?? 1) - 1
      state.underWay[id] = count > 0 ? count : nil
      return count > 0 ? nil : state.replaced.removeValue(forKey: id)
    }
    if let idle { Task { await idle.close() } }
    return answers
  }

  /// Ends all connections. Nothing can be sent afterwards.
  package func close() async {
    let all = state.withLock { [$0.sender] + Array($0.replaced.values) }
    for sender in all { await sender.close() }
  }
}

extension PushCredential {
  /// Whether the push service would not tell the two apart.
  package func isSame(as other: PushCredential) -> Bool {
    switch (self, other) {
    case (.certificate(let a, let key), .certificate(let b, let otherKey)):
      a.map(\.der) == b.map(\.der) && key.matches(publicKeyDER: otherKey.publicKeyDER)
    case (.token(let a), .token(let b)): a.isSame(as: b)
    default: false
    }
  }
}
