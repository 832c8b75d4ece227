// SPDX-License-Identifier: Apache-2.0

import CPKCS11
import PassBasics
package import PassCrypto
import Synchronization

/// Private keys of HSMs and smart cards for `--key pkcs11:…`.
package enum TokenKeys {
  /// The reason why there is no key.
  package struct TokenUnavailableError: Error, CustomStringConvertible {
    package let description: String
    /// Advice, or nil.
    package let help: String?
  }

  /// Opens the module, finds the token, logs in, and finds the private keys of a URI.
  ///
  /// - Parameters:
  ///   - pin: called once if the token needs a PIN and there is no `pin-source`. Returns nil if
  ///     there is none.
  ///   - seconds: maximum time for a call into the module.
  ///   - onSilence: called on a separate thread if a call takes longer. The call cannot be
  ///     cancelled.
  /// - Throws: `TokenUnavailableError`, and errors of `pin`.
  package static func keys(
    _ uri: PKCS11URI, pin: (_ token: String) throws -> Secret?, seconds: Double = 30,
    onSilence: @escaping @Sendable () -> Void
  ) throws -> OutsideKeys {
    let watch = CallWatchdog(seconds: seconds, onSilence: onSilence)
    return try searching.withLock { _ in
      let module: PKCS11Module
      do throws(PKCS11Module.ModuleError) {
        module = try PKCS11Module(path: uri.modulePath, watch: watch)
      } catch {
        throw TokenUnavailableError(description: error.reason, help: error.help)
      }
      do {
        return try TokenSearch(uri: uri, module: module).keys(pin: pin)
      } catch let fault as PKCS11Error {
        throw TokenUnavailableError(
          description: "\(uri.shown): the smart card or HSM responds \(fault)", help: nil)
      }
    }
  }

  /// Serializes searches, because a search may restart the module.
  private static let searching = Mutex(())
}

/// A search for the keys of a URI.
private struct TokenSearch {
  let uri: PKCS11URI
  let module: PKCS11Module

  private static let user: passc_ck_ulong = 1
  private static let keyLimit = 64
  /// Pauses before retries if the token is missing, in seconds.
  private static let pauses = [0.05, 0.1, 0.2, 0.4]
  /// Pause before the only retry of a login in seconds, so that other processes finish theirs.
  private static let loginPause = 0.5

  /// No token matches. A retry may find one.
  private struct KeyNotFoundError: Error {
    let unavailable: TokenKeys.TokenUnavailableError
  }

  /// Flags of CK_TOKEN_INFO.
  private enum Flag {
    static let loginRequired: passc_ck_ulong = 0x4
    static let pinInitialized: passc_ck_ulong = 0x8
    static let ownPINPad: passc_ck_ulong = 0x100
    static let initialized: passc_ck_ulong = 0x400
    /// A wrong PIN was entered since the last successful login.
    static let countLow: passc_ck_ulong = 0x1_0000
    static let finalTry: passc_ck_ulong = 0x2_0000
    static let pinLocked: passc_ck_ulong = 0x4_0000
  }

  func keys(pin: (String) throws -> Secret?) throws -> OutsideKeys {
    var (slot, info) = try tokenInTheEnd()
    let secret = try secret(info, pin)
    let session = try session(&slot, &info, secret)
    var filter: [(type: UInt, value: [UInt8])] = [
      (Attribute.objectClass, Attribute.number(Attribute.privateKey))
    ]
    if let object = uri.texts["object"] { filter.append((Attribute.label, Array(object.utf8))) }
    if let id = uri.keyID { filter.append((Attribute.id, id)) }
    let objects = try module.objects(session, with: filter, limit: Self.keyLimit)
    guard !objects.isEmpty else {
      throw TokenKeys.TokenUnavailableError(
        description: "\(Self.name(info)) has no private key of that name "
          + "(\(uri.shown))",
        help: "to list its objects, run: pkcs11-tool --login --list-objects")
    }
    let token = Token(
      module: module, slot: slot, info: info, session: session, pin: secret,
      wantsLogin: info.flags & Flag.loginRequired != 0)
    var keys: [OutsideKey] = []
    var unnamed: TokenSigner?
    for object in objects where maySign(session, object) {
      let signer = TokenSigner(
        name: Self.name(info), token: token, key: object,
        attributes: attributes(of: object, session),
        asksEachTime: module.attribute(session, object, Attribute.alwaysAuthenticate) == [1])
      if let der = publicKey(of: object, session) {
        if let key = try? OutsideKey(publicKeyDER: der, signer: signer) { keys.append(key) }
      } else {
        unnamed = signer
      }
    }
    guard !keys.isEmpty || unnamed != nil else {
      throw TokenKeys.TokenUnavailableError(
        description: "no key of \(Self.name(info)) can sign passes "
          + "(\(uri.shown))", help: "use an RSA or P-256 key that is allowed to sign")
    }
    // The certificate can provide the public key only if there is exactly one key.
    return OutsideKeys(
      name: uri.shown, keys: keys, unnamed: keys.isEmpty && objects.count == 1 ? unnamed : nil)
  }

  /// Returns attributes that identify a private key of its token.
  private func attributes(
    of object: passc_ck_ulong, _ session: passc_ck_ulong
  ) -> [(type: UInt, value: [UInt8])] {
    [(Attribute.objectClass, Attribute.number(Attribute.privateKey))]
      + [Attribute.id, Attribute.label].compactMap { type in
        module.attribute(session, object, type).map { (type, $0) }
      }
  }

  private func maySign(_ session: passc_ck_ulong, _ object: passc_ck_ulong) -> Bool {
    module.attribute(session, object, Attribute.sign) != [0]
  }

  // MARK: The token

  /// Finds the token and retries if it is missing.
  ///
  /// SoftHSM writes the file of a token at every login. A process that starts at that moment reads
  /// an incomplete file (a race) and does not see the token until the module is restarted. With
  /// eight processes at once, this happened to one in three to one in twelve.
  private func tokenInTheEnd() throws -> (passc_ck_ulong, passc_ck_token_info) {
    for pause in Self.pauses {
      do {
        return try token()
      } catch let absence as KeyNotFoundError {
        guard restart(after: pause) else { throw absence.unavailable }
      }
    }
    do {
      return try token()
    } catch let absence as KeyNotFoundError {
      throw absence.unavailable
    }
  }

  private func restart(after pause: Double) -> Bool {
    // Random, so that processes do not retry at the same time.
    MonotonicTime.sleep(nanoseconds: UInt64(pause * Double.random(in: 0.75...1.25) * 1e9))
    return module.restart()
  }

  private func token() throws -> (passc_ck_ulong, passc_ck_token_info) {
    let library = try module.info()
    guard isMeant("library-manufacturer", Self.text(library.manufacturer)),
      isMeant("library-description", Self.text(library.description)),
      isMeant("library-version", "\(library.version.major).\(library.version.minor)")
        || isMeant("library-version", "\(library.version.major)")
    else {
      throw TokenKeys.TokenUnavailableError(
        description: "the PKCS #11 library is not the one that the URI names (\(uri.shown))",
        help: nil)
    }
    var found: [(passc_ck_ulong, passc_ck_token_info)] = []
    var others: [String] = []
    for slot in try module.slots() {
      // A slot with an unreadable token cannot match.
      guard let info = try? module.tokenInfo(slot), info.flags & Flag.initialized != 0 else {
        continue
      }
      if isMeant(slot, info) {
        found.append((slot, info))
      } else {
        others.append(Excerpt.cell.quoted(Self.text(info.label)))
      }
    }
    if found.count > 1 {
      let names = found.map {
        "\(Excerpt.cell.quoted(Self.text($0.1.label))) (serial \(Self.text($0.1.serial)))"
      }
      throw TokenKeys.TokenUnavailableError(
        description: "\(uri.shown) matches \(found.count) tokens: "
          + names.prefix(3).joined(separator: ", "),
        help: "name one with token= or serial=")
    }
    guard let one = found.first else {
      throw KeyNotFoundError(
        unavailable: TokenKeys.TokenUnavailableError(
          description: "no token matches \(uri.shown)"
            + (others.isEmpty
              ? "; none is connected"
              : "; connected \(others.count == 1 ? "is" : "are") "
                + others.prefix(3).joined(separator: ", ")),
          help:
            "connect the smart card or HSM; to list what is connected, run: p11-kit list-modules"))
    }
    return one
  }

  private func isMeant(_ slot: passc_ck_ulong, _ info: passc_ck_token_info) -> Bool {
    if let wanted = uri.slotID, wanted != UInt(slot) { return false }
    guard isMeant("token", Self.text(info.label)),
      isMeant("manufacturer", Self.text(info.manufacturer)),
      isMeant("model", Self.text(info.model)), isMeant("serial", Self.text(info.serial))
    else { return false }
    guard uri.texts["slot-description"] != nil || uri.texts["slot-manufacturer"] != nil else {
      return true
    }
    guard let slotInfo = try? module.slotInfo(slot) else { return false }
    return isMeant("slot-description", Self.text(slotInfo.description))
      && isMeant("slot-manufacturer", Self.text(slotInfo.manufacturer))
  }

  private func isMeant(_ name: String, _ text: String) -> Bool {
    uri.texts[name].map { $0 == text } ?? true
  }

  // MARK: The PIN

  /// Returns the PIN, or nil if the token needs none from us.
  private func secret(
    _ info: passc_ck_token_info, _ pin: (String) throws -> Secret?
  ) throws -> Secret? {
    guard info.flags & Flag.loginRequired != 0 else { return nil }
    let name = Self.name(info)
    if info.flags & Flag.pinLocked != 0 {
      throw TokenKeys.TokenUnavailableError(
        description: "the PIN of \(name) is locked", help: "unlock it with its administrator's PIN")
    }
    if info.flags & Flag.pinInitialized == 0 {
      throw TokenKeys.TokenUnavailableError(description: "\(name) has no PIN yet", help: nil)
    }
    if let file = uri.pinFile { return try Self.pin(in: file) }
    if info.flags & Flag.ownPINPad != 0 { return nil }
    guard let secret = try pin(name) else {
      throw TokenKeys.TokenUnavailableError(
        description: "\(name) needs a PIN",
        help:
          "add pin-source=file:… to the URI, set PASSC_PIN, add --password-file FILE, or run passc "
          + "in a terminal and enter the PIN")
    }
    return secret
  }

  /// Opens a session and logs in. There is only one try, because tokens lock themselves after a few
  /// wrong PINs.
  ///
  /// There is one retry if the token had not checked the PIN, according to its flags for wrong
  /// PINs. SoftHSM does not know the PIN if it read an incomplete file, until the module is
  /// restarted.
  ///
  /// - Parameters:
  ///   - slot: slot of the token, which may change then.
  ///   - info: data of the token, which is read again then.
  private func session(
    _ slot: inout passc_ck_ulong, _ info: inout passc_ck_token_info, _ secret: Secret?
  ) throws -> passc_ck_ulong {
    for isSecond in [false, true] {
      let session = try module.openSession(slot)
      guard info.flags & Flag.loginRequired != 0 else { return session }
      do throws(PKCS11Error) {
        try Token.login(module, session, Self.user, secret)
        return session
      } catch {
        if error.code == PKCS11Error.alreadyLoggedIn { return session }
        if !isSecond, secret != nil, error.knowsNoPIN, restart(after: Self.loginPause) {
          (slot, info) = try tokenInTheEnd()
          if info.flags & (Flag.countLow | Flag.finalTry | Flag.pinLocked) == 0 { continue }
        }
        throw rejection(error, info)
      }
    }
    throw TokenKeys.TokenUnavailableError(
      description: "\(Self.name(info)) rejects the login", help: nil)
  }

  private func rejection(
    _ fault: PKCS11Error, _ info: passc_ck_token_info
  ) -> TokenKeys.TokenUnavailableError {
    let isWrong = fault.code == PKCS11Error.pinIncorrect
    return TokenKeys.TokenUnavailableError(
      description: isWrong
        ? "the PIN of \(Self.name(info)) is wrong"
        : "\(Self.name(info)) rejects the login: \(fault)",
      help: isWrong && info.flags & Flag.finalTry != 0
        ? "one more wrong PIN locks the token"
        : isWrong ? "correct pin-source, PASSC_PIN or --password-file" : nil)
  }

  private static func name(_ info: passc_ck_token_info) -> String {
    "token \(Excerpt.cell.quoted(text(info.label)))"
  }

  private static func pin(in file: String) throws -> Secret {
    var bytes = try Disk.read(file, limit: 1 << 12)
    defer { Secret.wipe(&bytes) }
    if bytes.last == 0x0A { bytes.removeLast() }
    if bytes.last == 0x0D { bytes.removeLast() }
    return Secret(bytes)
  }

  // MARK: The public key

  /// Returns the SubjectPublicKeyInfo for a private key, or nil if the token does not provide it.
  private func publicKey(of object: passc_ck_ulong, _ session: passc_ck_ulong) -> [UInt8]? {
    if let der = spki(object, session) { return der }
    guard let id = module.attribute(session, object, Attribute.id) else { return nil }
    let halves = try? module.objects(
      session,
      with: [
        (Attribute.objectClass, Attribute.number(Attribute.publicKey)), (Attribute.id, id),
      ], limit: 4)
    for half in halves ?? [] {
      if let der = spki(half, session) { return der }
    }
    let certificates = try? module.objects(
      session,
      with: [
        (Attribute.objectClass, Attribute.number(Attribute.certificate)), (Attribute.id, id),
      ], limit: 4)
    for certificate in certificates ?? [] {
      if let der = module.attribute(session, certificate, Attribute.value),
        let read = try? Certificate(der: der)
      {
        return read.publicKeyDER
      }
    }
    return nil
  }

  /// Returns a SubjectPublicKeyInfo from the numbers of an object, or from the attribute of newer
  /// modules.
  private func spki(_ object: passc_ck_ulong, _ session: passc_ck_ulong) -> [UInt8]? {
    if let modulus = module.attribute(session, object, Attribute.modulus),
      let exponent = module.attribute(session, object, Attribute.publicExponent)
    {
      return PublicKeyParts.rsa(modulus: modulus, exponent: exponent)
    }
    if let parameters = module.attribute(session, object, Attribute.ecParameters),
      let point = module.attribute(session, object, Attribute.ecPoint)
    {
      return PublicKeyParts.ec(parameters: parameters, point: point)
    }
    return module.attribute(session, object, Attribute.publicKeyInfo)
  }

  private static func text<Bytes>(_ padded: Bytes) -> String {
    withUnsafeBytes(of: padded) { bytes in
      let end = bytes.lastIndex { $0 != 0x20 && $0 != 0 }.map { $0 + 1 } ?? 0
      return String(decoding: bytes[..<end], as: UTF8.self)
    }
  }
}

/// Attributes and values of objects with the numbers of the standard.
private enum Attribute {
  static let objectClass: UInt = 0x0
  static let label: UInt = 0x3
  static let value: UInt = 0x11
  static let id: UInt = 0x102
  static let sign: UInt = 0x108
  static let modulus: UInt = 0x120
  static let publicExponent: UInt = 0x122
  static let publicKeyInfo: UInt = 0x129
  static let ecParameters: UInt = 0x180
  static let ecPoint: UInt = 0x181
  static let alwaysAuthenticate: UInt = 0x202

  static let certificate: UInt = 1
  static let publicKey: UInt = 2
  static let privateKey: UInt = 3

  /// Returns a CK_ULONG in its memory layout.
  static func number(_ value: UInt) -> [UInt8] {
    withUnsafeBytes(of: passc_ck_ulong(value)) { Array($0) }
  }
}
