// SPDX-License-Identifier: Apache-2.0

import CPKCS11
import PassBasics
import PassCrypto
import Synchronization

/// A signer with one private key of a token. Threads that sign at the same time use different
/// sessions, which are kept.
final class TokenSigner: HashSigner {
  let name: String
  private let token: Token
  /// Attributes to find the key again after the token has lost its sessions and all handles.
  private let attributes: [(type: UInt, value: [UInt8])]
  /// Whether the token requires a login before each signature (CKA_ALWAYS_AUTHENTICATE).
  private let asksEachTime: Bool
  private let key: Mutex<Key>

  private struct Key {
    var handle: passc_ck_ulong
    /// Generation of the sessions in which the handle is valid.
    var generation: Int
  }

  private static let rsaPKCS: UInt = 0x1
  private static let ecdsa: UInt = 0x1041
  private static let contextUser: passc_ck_ulong = 2

  /// - Parameters:
  ///   - key: its handle in sessions of generation 0.
  ///   - attributes: identify the key on its token.
  init(
    name: String, token: Token, key: passc_ck_ulong, attributes: [(type: UInt, value: [UInt8])],
    asksEachTime: Bool
  ) {
    self.name = name
    self.token = token
    self.attributes = attributes
    self.asksEachTime = asksEachTime
    self.key = Mutex(Key(handle: key, generation: 0))
  }

  func sign(
    _ hash: [UInt8], _ algorithm: OutsideAlgorithm
  ) throws(CryptoError) -> [UInt8] {
    do throws(PKCS11Error) {
      return try token.withSession { session throws(PKCS11Error) in
        let module = token.module
        let isRSA = algorithm == .rsaPKCS1SHA256
        try module.beginSigning(
          session.handle, try key(in: session), mechanism: isRSA ? Self.rsaPKCS : Self.ecdsa)
        if asksEachTime { try token.login(session.handle, user: Self.contextUser) }
        let value = try module.sign(session.handle, isRSA ? DigestInfo.sha256 + hash : hash)
        return isRSA ? value : ECDSAValue.der(value)
      }
    } catch {
      throw CryptoError(
        "\(name) could not sign: \(error)",
        help: error.isLoss
          ? "the token was removed or has lost its session; connect it and run the same command "
            + "again"
          : error.isRejection
            ? "correct the PIN and start again; passc does not send it twice, since a token locks "
              + "after a few wrong ones" : nil)
    }
  }

  /// Returns the handle of the key. Finds the key again if the session has another generation.
  private func key(in session: TokenSession) throws(PKCS11Error) -> passc_ck_ulong {
    let known = key.withLock { $0 }
    if known.generation == session.generation { return known.handle }
    let found = try token.module.objects(session.handle, with: attributes, limit: 2)
    guard let handle = found.first else { throw PKCS11Error(code: PKCS11Error.keyHandleInvalid) }
    key.withLock { $0 = Key(handle: handle, generation: session.generation) }
    return handle
  }
}

/// The prefix of a hash for PKCS #1 v1.5, which identifies the algorithm (RFC 8017, 9.2).
private enum DigestInfo {
  static let sha256: [UInt8] = [
    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05,
    0x00, 0x04, 0x20,
  ]
}
