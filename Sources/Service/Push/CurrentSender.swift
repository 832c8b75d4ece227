// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import Synchronization

/// A sender whose credential can be replaced while pushes are in progress, from any thread.
///
/// A replaced `PushSender` closes its connections after its last response. The mutex guards the
/// number of pushes in progress of each sender.
package final class CurrentSender: PushSending {
  private struct State {
    var sender: PushSender
    var credential: PushCredential
    var underWay: [ObjectIdentifier: Int] = [:]
    var replaced: [ObjectIdentifier: PushSender] = [:]
  }

  private let state: Mutex<State>
  private let target: PushTarget

  package init(to target: PushTarget, as credential: PushCredential) throws(PushSetupError) {
    self.target = target
    let sender = try PushSender(to: target, as: credential)
    state = Mutex(State(sender: sender, credential: credential))
  }

  /// Uses another credential from now on.
  ///
  /// With the same credential it keeps the connections. Apple's service treats many new connections
  /// or many new provider tokens as an attack.
  ///
  /// - Parameter step: runs after the new credential was checked. If it throws, the previous
  ///   credential stays.
  /// - Returns: whether the credential is another one.
  package func renew(
    as credential: PushCredential, after step: () throws -> Void = {}
  ) throws -> Bool {
    guard !state.withLock({ $0.credential.isSame(as: credential) }) else {
      try step()
      return false
    }
    let sender = try PushSender(to: target, as: credential)
    do {
      try step()
    } catch {
      Task { await sender.close() }
      throw error
    }
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

  package func send(topic: String, deviceTokens: [String]) async -> [PushResult] {
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

  /// Closes all connections. Nothing can be sent afterwards.
  package func close() async {
    let all = state.withLock { [$0.sender] + Array($0.replaced.values) }
    for sender in all { await sender.close() }
  }
}

extension PushCredential {
  /// Returns whether both credentials are the same for the push service.
  package func isSame(as other: PushCredential) -> Bool {
    switch (self, other) {
    case (.certificate(let a, let key), .certificate(let b, let otherKey)):
      a.map(\.der) == b.map(\.der) && key.matches(publicKeyDER: otherKey.publicKeyDER)
    case (.token(let a), .token(let b)): a.isSame(as: b)
    default: false
    }
  }
}
