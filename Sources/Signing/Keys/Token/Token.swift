// SPDX-License-Identifier: Apache-2.0

import CPKCS11
import PassBasics
import PassCrypto
import Synchronization

/// A session with a token.
struct TokenSession: Sendable {
  let handle: passc_ck_ulong
  /// Number of times the token had lost its sessions before. Object handles are valid only in
  /// sessions of the same generation.
  let generation: Int
}

/// A token (HSM or smart card) with login and a pool of sessions. Any thread may use it.
final class Token: Sendable {
  private struct State {
    var idle: [TokenSession] = []
    var inUse = 0
    var generation = 0
  }

  /// Identity of a token, to detect another one in the same slot.
  struct Identity: Equatable, Sendable {
    let bytes: [UInt8]

    init(_ info: passc_ck_token_info) {
      var bytes: [UInt8] = []
      func add<Field>(_ field: Field) { withUnsafeBytes(of: field) { bytes += $0 } }
      add(info.label)
      add(info.manufacturer)
      add(info.model)
      add(info.serial)
      self.bytes = bytes
    }
  }

  let module: PKCS11Module
  private let slot: passc_ck_ulong
  private let identity: Identity
  private let pin: Secret?
  /// Whether the token requires a login.
  private let wantsLogin: Bool
  private let monitor: Monitor<State>
  private let hasIdle = Signal()
  /// Serializes reopening. Taken before the lock of `monitor`.
  private let opening = Mutex(())
  /// The error of a rejected PIN. The PIN is not sent again then, because a token locks itself
  /// after a few wrong ones.
  private let rejection = Mutex<PKCS11Error?>(nil)

  private static let user: passc_ck_ulong = 1
  /// Maximum number of tries if the token loses its sessions repeatedly.
  private static let tries = 4

  /// - Parameters:
  ///   - session: an open session that is logged in.
  ///   - pin: nil if the token has its own keypad for the PIN.
  init(
    module: PKCS11Module, slot: passc_ck_ulong, info: passc_ck_token_info,
    session: passc_ck_ulong, pin: Secret?, wantsLogin: Bool
  ) {
    self.module = module
    self.slot = slot
    identity = Identity(info)
    self.pin = pin
    self.wantsLogin = wantsLogin
    monitor = Monitor(State(idle: [TokenSession(handle: session, generation: 0)]))
  }

  deinit {
    for session in monitor.withLock({ $0.idle }) { module.closeSession(session.handle) }
  }

  // MARK: Logging in

  /// Sends the PIN. Calls are serialized, and after a rejection the PIN is never sent again.
  func login(_ session: passc_ck_ulong, user: passc_ck_ulong) throws(PKCS11Error) {
    let fault = rejection.withLock { refusal -> PKCS11Error? in
      if let refusal { return refusal }
      do throws(PKCS11Error) {
        try Self.login(module, session, user, pin)
        return nil
      } catch {
        if error.isRejection, pin != nil { refusal = error }
        return error
      }
    }
    if let fault { throw fault }
  }

  /// Logs in.
  ///
  /// - Parameter pin: nil if the token has its own keypad for the PIN.
  static func login(
    _ module: PKCS11Module, _ session: passc_ck_ulong, _ user: passc_ck_ulong, _ pin: Secret?
  ) throws(PKCS11Error) {
    guard let pin else { return try module.login(session, user: user, pin: nil) }
    let fault = pin.withUnsafeBytes { bytes -> PKCS11Error? in
      do throws(PKCS11Error) {
        try module.login(session, user: user, pin: bytes)
        return nil
      } catch {
        return error
      }
    }
    if let fault { throw fault }
  }

  // MARK: Sessions

  /// Calls `body` with a session. If the token has no more sessions, the thread waits for one.
  ///
  /// If the token has lost its sessions, for example because the network of an HSM was down, it is
  /// reopened and `body` is called again.
  func withSession<Value>(
    _ body: (TokenSession) throws(PKCS11Error) -> Value
  ) throws(PKCS11Error) -> Value {
    for _ in 1..<Self.tries {
      let session = try borrowSession()
      do throws(PKCS11Error) {
        return try lending(session, body)
      } catch {
        guard error.isLoss, try reopen(after: session.generation) else { throw error }
      }
    }
    return try lending(try borrowSession(), body)
  }

  private func lending<Value>(
    _ session: TokenSession, _ body: (TokenSession) throws(PKCS11Error) -> Value
  ) throws(PKCS11Error) -> Value {
    do throws(PKCS11Error) {
      let value = try body(session)
      returnSession(session)
      return value
    } catch {
      // An operation may be active in the session, so it cannot be used again.
      module.closeSession(session.handle)
      returnSession(nil)
      throw error
    }
  }

  private func borrowSession() throws(PKCS11Error) -> TokenSession {
    while true {
      let (idle, generation) = monitor.withLock { state in
        state.inUse += 1
        return (state.idle.popLast(), state.generation)
      }
      if let idle { return idle }
      do throws(PKCS11Error) {
        return TokenSession(handle: try module.openSession(slot), generation: generation)
      } catch {
        let others = monitor.withLock { state in
          state.inUse -= 1
          return state.inUse + state.idle.count
        }
        guard error.code == PKCS11Error.sessionCount, others > 0 else { throw error }
        // Waits until a session is returned, or until all others were lost.
        let session = monitor.wait(for: hasIdle) { state -> TokenSession?? in
          if let session = state.idle.popLast() {
            state.inUse += 1
            return .some(session)
          }
          return state.inUse == 0 ? .some(nil) : nil
        }
        if let session { return session }
      }
    }
  }

  private func returnSession(_ session: TokenSession?) {
    let isKept = monitor.withLock { state in
      state.inUse -= 1
      guard let session, session.generation == state.generation else { return false }
      state.idle.append(session)
      return true
    }
    if let session, !isKept { module.closeSession(session.handle) }
    if isKept { hasIdle.wakeOne() } else { hasIdle.wakeAll() }
  }

  /// Reopens the token if it has lost its sessions. Logs in with the same PIN if it is the same
  /// token.
  ///
  /// - Parameter generation: that of the lost session.
  /// - Returns: whether there are sessions again.
  /// - Throws: the error if the token rejects the PIN.
  private func reopen(after generation: Int) throws(PKCS11Error) -> Bool {
    let result = opening.withLock { _ -> Result<Bool, PKCS11Error> in
      // Another thread has reopened it meanwhile.
      guard monitor.withLock({ $0.generation }) == generation else { return .success(true) }
      if let refusal = rejection.withLock({ $0 }) { return .failure(refusal) }
      // With its own keypad, the token would wait for somebody to enter the PIN.
      guard pin != nil || !wantsLogin, let info = try? module.tokenInfo(slot),
        Identity(info) == identity
      else { return .success(false) }
      let old = monitor.withLock { state in
        defer { state.idle = [] }
        return state.idle
      }
      for session in old { module.closeSession(session.handle) }
      guard let session = try? module.openSession(slot) else { return .success(false) }
      do throws(PKCS11Error) {
        if wantsLogin { try login(session, user: Self.user) }
      } catch {
        guard error.code == PKCS11Error.alreadyLoggedIn else {
          module.closeSession(session)
          return error.isRejection ? .failure(error) : .success(false)
        }
      }
      monitor.withLock { state in
        state.generation += 1
        state.idle.append(TokenSession(handle: session, generation: state.generation))
      }
      hasIdle.wakeOne()
      return .success(true)
    }
    return try result.get()
  }
}
