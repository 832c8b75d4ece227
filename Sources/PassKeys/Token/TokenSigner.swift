// SPDX-License-Identifier: Apache-2.0

import CPKCS11
import PassCrypto
import PassValues

/// Signs with one private key of a token. Sessions are kept, one for each thread that signs at the
/// same time.
final class TokenSigner: HashSigner {
  let name: String
  private let token: Token
  private let key: passc_ck_ulong
  /// The token wants the PIN before each signature (CKA_ALWAYS_AUTHENTICATE).
  private let asksEachTime: Bool

  private static let rsaPKCS: UInt = 0x1
  private static let ecdsa: UInt = 0x1041
  private static let contextUser: passc_ck_ulong = 2

  init(name: String, token: Token, key: passc_ck_ulong, asksEachTime: Bool) {
    self.name = name
    self.token = token
    self.key = key
    self.asksEachTime = asksEachTime
  }

  func sign(
    _ hash: [UInt8], _ algorithm: OutsideAlgorithm
  ) throws(CryptoError) -> [UInt8] {
    do throws(PKCS11Fault) {
      return try token.withSession { session throws(PKCS11Fault) in
        let module = token.module
        let isRSA = algorithm == .rsaPKCS1SHA256
        try module.beginSigning(session, key, mechanism: isRSA ? Self.rsaPKCS : Self.ecdsa)
        if asksEachTime { try token.login(session, user: Self.contextUser) }
        let value = try module.sign(session, isRSA ? DigestInfo.sha256 + hash : hash)
        return isRSA ? value : ECDSAValue.der(value)
      }
    } catch {
      throw CryptoError(
        "\(name) could not sign: \(error)",
        help: error.isLoss
          ? "the token was pulled out or has lost its session; put it back and give the same command "
            + "again" : nil)
    }
  }
}

/// A token that is logged in to, with its sessions.
final class Token: Sendable {
  private struct State {
    var idle: [passc_ck_ulong] = []
    var inUse = 0
  }

  let module: PKCS11Module
  private let slot: passc_ck_ulong
  private let pin: Secret?
  private let monitor: Monitor<State>
  private let hasIdle = Signal()

  /// - Parameters:
  ///   - session: one that is open, and through which the user is logged in.
  ///   - pin: nil where the token asks for it itself.
  init(module: PKCS11Module, slot: passc_ck_ulong, session: passc_ck_ulong, pin: Secret?) {
    self.module = module
    self.slot = slot
    self.pin = pin
    monitor = Monitor(State(idle: [session]))
  }

  deinit {
    for session in monitor.locked({ $0.idle }) { module.closeSession(session) }
  }

  func login(_ session: passc_ck_ulong, user: passc_ck_ulong) throws(PKCS11Fault) {
    try Self.login(module, session, user, pin)
  }

  /// - Parameter pin: nil where the token asks for it itself.
  static func login(
    _ module: PKCS11Module, _ session: passc_ck_ulong, _ user: passc_ck_ulong, _ pin: Secret?
  ) throws(PKCS11Fault) {
    guard let pin else { return try module.login(session, user: user, pin: nil) }
    let fault = pin.withUnsafeBytes { bytes -> PKCS11Fault? in
      do throws(PKCS11Fault) {
        try module.login(session, user: user, pin: bytes)
        return nil
      } catch {
        return error
      }
    }
    if let fault { throw fault }
  }

  /// Lends a session; a token that gives no more of them makes threads wait for those there are.
  func withSession<Value>(
    _ body: (passc_ck_ulong) throws(PKCS11Fault) -> Value
  ) throws(PKCS11Fault) -> Value {
    let session = try take()
    do throws(PKCS11Fault) {
      let value = try body(session)
      give(session)
      return value
    } catch {
      // Something may have been begun in it.
      module.closeSession(session)
      give(nil)
      throw error
    }
  }

  private func take() throws(PKCS11Fault) -> passc_ck_ulong {
    while true {
      let idle = monitor.locked { state in
        state.inUse += 1
        return state.idle.popLast()
      }
      if let idle { return idle }
      do throws(PKCS11Fault) {
        return try module.openSession(slot)
      } catch {
        let others = monitor.locked { state in
          state.inUse -= 1
          return state.inUse + state.idle.count
        }
        guard error.code == PKCS11Fault.sessionCount, others > 0 else { throw error }
        // Until one is given back, or those who had them have lost them.
        let session = monitor.wait(for: hasIdle) { state -> passc_ck_ulong?? in
          if let session = state.idle.popLast() {
            state.inUse += 1
            return .some(session)
          }
          return state.inUse == 0 ? .some(nil) : nil
        }
        if let session, let session { return session }
      }
    }
  }

  private func give(_ session: passc_ck_ulong?) {
    monitor.locked { state in
      state.inUse -= 1
      if let session { state.idle.append(session) }
    }
    if session != nil { hasIdle.wakeOne() } else { hasIdle.wakeAll() }
  }
}

/// What PKCS #1 v1.5 signs: the algorithm's name before the hash (RFC 8017, 9.2).
private enum DigestInfo {
  static let sha256: [UInt8] = [
    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05,
    0x00, 0x04, 0x20,
  ]
}
