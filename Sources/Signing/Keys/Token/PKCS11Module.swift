// SPDX-License-Identifier: Apache-2.0

import CPKCS11
import PassBasics

/// An initialized PKCS #11 module, the library of an HSM or smart card. It is never unloaded,
/// because some modules do not support that.
///
/// A call into a module cannot be cancelled. If one hangs, `CallWatchdog` can end the process.
///
/// `@unchecked`: all properties are constant, and the module locks its own state (`osLocking`).
final class PKCS11Module: @unchecked Sendable {
  /// The reason why a module cannot be used, as part of a sentence.
  struct ModuleError: Error {
    let reason: String
    let help: String?
  }

  private let functions: passc_ck_functions
  private let watch: CallWatchdog
  /// Whether this object initialized the module. Otherwise another part of the process did and uses
  /// it.
  private let isOurs: Bool

  private static let osLocking: passc_ck_ulong = 2
  private static let serialSession: passc_ck_ulong = 4

  /// Opens a module.
  ///
  /// - Parameter path: its file, or nil for p11-kit, which provides all configured modules.
  init(path: String?, watch: CallWatchdog) throws(ModuleError) {
    self.watch = watch
    let handle = try Self.open(path)
    guard let symbol = dlsym(handle, "C_GetFunctionList") else {
      throw ModuleError(
        reason:
          "\(path ?? "p11-kit's module") is not a PKCS #11 module, it has no C_GetFunctionList",
        help: nil)
    }
    let list = unsafeBitCast(symbol, to: passc_ck_get_function_list.self)
    var table: UnsafePointer<passc_ck_functions>?
    guard list(&table) == 0, let table, table.pointee.version.major >= 2 else {
      throw ModuleError(
        reason: "\(path ?? "p11-kit's module") has no functions of PKCS #11 version 2 or newer",
        help: nil)
    }
    functions = table.pointee
    let status = Self.initialize(functions, watch)
    guard status == 0 || status == PKCS11Error.alreadyInitialized else {
      throw ModuleError(
        reason: "\(path ?? "p11-kit's module") cannot be initialised: "
          + "\(PKCS11Error(code: status))", help: nil)
    }
    isOurs = status == 0
  }

  private static func initialize(_ functions: passc_ck_functions, _ watch: CallWatchdog) -> UInt {
    var arguments = passc_ck_initialize_args()
    arguments.flags = osLocking
    return UInt(watch.during { functions.initialize?(&arguments) ?? 0x54 })
  }

  /// Finalizes and initializes the module, so that it reads its tokens again. All sessions and
  /// handles become invalid.
  ///
  /// - Returns: false if another part of the process uses the module, or if it fails.
  func restart() -> Bool {
    guard isOurs, let finalize = functions.finalize, watch.during({ finalize(nil) }) == 0 else {
      return false
    }
    return Self.initialize(functions, watch) == 0
  }

  private static func open(_ path: String?) throws(ModuleError) -> UnsafeMutableRawPointer {
    if let path {
      if let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) { return handle }
      throw ModuleError(
        reason: "the PKCS #11 module \(path) cannot be opened: \(reason)",
        help: "set module-path to the library of the maker of the smart card or HSM, such as "
          + "/usr/lib/softhsm/libsofthsm2.so")
    }
    for name in proxies {
      if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) { return handle }
    }
    throw ModuleError(
      reason: "p11-kit's module cannot be opened: \(reason)",
      help:
        "install p11-kit (Debian: p11-kit p11-kit-modules), or name the module of your token with "
        + "?module-path=FILE")
  }

  private static var reason: String {
    dlerror().map { String(cString: $0) } ?? "unknown reason"
  }

  #if canImport(Darwin)
    private static let proxies = [
      "p11-kit-proxy.dylib", "/opt/homebrew/lib/p11-kit-proxy.dylib",
      "/usr/local/lib/p11-kit-proxy.dylib",
    ]
  #else
    private static let proxies = [
      "p11-kit-proxy.so", "/usr/lib64/p11-kit-proxy.so", "/usr/local/lib/p11-kit-proxy.so",
    ]
  #endif

  // MARK: Calls

  private func checked(_ call: () -> passc_ck_rv?) throws(PKCS11Error) {
    let status = watch.during { call() ?? 0x54 }
    guard status == 0 else { throw PKCS11Error(code: UInt(status)) }
  }

  func info() throws(PKCS11Error) -> passc_ck_info {
    var info = passc_ck_info()
    try checked { functions.get_info?(&info) }
    return info
  }

  /// Returns the slots that contain a token.
  func slots() throws(PKCS11Error) -> [passc_ck_ulong] {
    var count: passc_ck_ulong = 0
    try checked { functions.get_slot_list?(1, nil, &count) }
    guard count > 0 else { return [] }
    // With space for tokens that are inserted between the two calls.
    var slots = [passc_ck_ulong](repeating: 0, count: Int(min(count, 4096)) + 8)
    count = passc_ck_ulong(slots.count)
    try checked { functions.get_slot_list?(1, &slots, &count) }
    return Array(slots.prefix(Int(count)))
  }

  func slotInfo(_ slot: passc_ck_ulong) throws(PKCS11Error) -> passc_ck_slot_info {
    var info = passc_ck_slot_info()
    try checked { functions.get_slot_info?(slot, &info) }
    return info
  }

  func tokenInfo(_ slot: passc_ck_ulong) throws(PKCS11Error) -> passc_ck_token_info {
    var info = passc_ck_token_info()
    try checked { functions.get_token_info?(slot, &info) }
    return info
  }

  func openSession(_ slot: passc_ck_ulong) throws(PKCS11Error) -> passc_ck_ulong {
    var session: passc_ck_ulong = 0
    try checked { functions.open_session?(slot, Self.serialSession, nil, nil, &session) }
    return session
  }

  func closeSession(_ session: passc_ck_ulong) {
    // The result does not matter, because the session is not used again.
    _ = watch.during { functions.close_session?(session) ?? 0 }
  }

  /// Logs in.
  ///
  /// - Parameter pin: nil if the token has its own keypad for the PIN.
  func login(
    _ session: passc_ck_ulong, user: passc_ck_ulong, pin: UnsafeRawBufferPointer?
  ) throws(PKCS11Error) {
    try checked {
      functions.login?(
        session, user, pin?.bindMemory(to: UInt8.self).baseAddress,
        passc_ck_ulong(pin?.count ?? 0))
    }
  }

  /// Returns at most `limit` objects with these attributes.
  func objects(
    _ session: passc_ck_ulong, with attributes: [(type: UInt, value: [UInt8])], limit: Int
  ) throws(PKCS11Error) -> [passc_ck_ulong] {
    // All values are in one buffer, so that the pointers stay valid during the call.
    var bytes = attributes.flatMap(\.value)
    bytes.append(0)
    let status = bytes.withUnsafeMutableBytes { buffer in
      var offset = 0
      var wanted = attributes.map { attribute in
        defer { offset += attribute.value.count }
        return passc_ck_attribute(
          type: passc_ck_ulong(attribute.type), value: buffer.baseAddress.map { $0 + offset },
          length: passc_ck_ulong(attribute.value.count))
      }
      return watch.during {
        functions.find_objects_init?(session, &wanted, passc_ck_ulong(wanted.count)) ?? 0x54
      }
    }
    guard status == 0 else { throw PKCS11Error(code: UInt(status)) }
    var found: [passc_ck_ulong] = []
    var failure: PKCS11Error?
    while found.count < limit {
      var some = [passc_ck_ulong](repeating: 0, count: 16)
      var count: passc_ck_ulong = 0
      do throws(PKCS11Error) {
        try checked {
          functions.find_objects?(session, &some, passc_ck_ulong(some.count), &count)
        }
      } catch {
        failure = error
        break
      }
      if count == 0 { break }
      found += some.prefix(Int(min(count, 16)))
    }
    _ = watch.during { functions.find_objects_final?(session) ?? 0 }
    if let failure { throw failure }
    return Array(found.prefix(limit))
  }

  /// Returns the value of an attribute. Returns nil if the object does not have it or it is secret.
  func attribute(
    _ session: passc_ck_ulong, _ object: passc_ck_ulong, _ type: UInt
  ) -> [UInt8]? {
    var attribute = passc_ck_attribute(type: passc_ck_ulong(type), value: nil, length: 0)
    let status = watch.during {
      functions.get_attribute_value?(session, object, &attribute, 1) ?? 0x54
    }
    guard status == 0, attribute.length > 0, attribute.length <= 65_536 else { return nil }
    var length = 0
    var bytes = [UInt8](repeating: 0, count: Int(attribute.length))
    let done = bytes.withUnsafeMutableBytes { buffer in
      attribute.value = buffer.baseAddress
      let status = watch.during {
        functions.get_attribute_value?(session, object, &attribute, 1) ?? 0x54
      }
      length = attribute.length <= buffer.count ? Int(attribute.length) : 0
      return status == 0
    }
    return done && length > 0 ? Array(bytes.prefix(length)) : nil
  }

  func beginSigning(
    _ session: passc_ck_ulong, _ key: passc_ck_ulong, mechanism: UInt
  ) throws(PKCS11Error) {
    var mechanism = passc_ck_mechanism(
      mechanism: passc_ck_ulong(mechanism), parameter: nil, parameter_length: 0)
    try checked { functions.sign_init?(session, &mechanism, key) }
  }

  /// Returns the signature. It has at most 2,048 bytes, the length for RSA of 16,384 bits.
  func sign(_ session: passc_ck_ulong, _ data: [UInt8]) throws(PKCS11Error) -> [UInt8] {
    var status: passc_ck_rv = 0
    let signature = [UInt8](unsafeUninitializedCapacity: 2_048) { signature, count in
      var length = passc_ck_ulong(signature.count)
      status = watch.during {
        functions.sign?(
          session, data, passc_ck_ulong(data.count), signature.baseAddress, &length) ?? 0x54
      }
      count = status == 0 ? Int(min(length, passc_ck_ulong(signature.count))) : 0
    }
    guard status == 0 else { throw PKCS11Error(code: UInt(status)) }
    return signature
  }
}
