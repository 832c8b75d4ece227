// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The library itself: initialised once, without openssl.cnf.
enum OpenSSL {
  /// Touch this before the first call into OpenSSL.
  ///
  /// A system's openssl.cnf could switch algorithms off or load engines: without it the same
  /// input gives the same output everywhere, and a process starts about a millisecond sooner.
  static let ready: Void = {
    // No clean-up at exit: it takes 0.1 ms and pulls the library away under running threads.
    let options = UInt64(OPENSSL_INIT_NO_LOAD_CONFIG) | UInt64(OPENSSL_INIT_NO_ATEXIT)
    _ = OPENSSL_init_crypto(options, nil)
    _ = passc_use_kernel_random()
  }()

  /// The reasons in this thread's error queue, oldest first; the queue is empty afterwards.
  static func drainErrors() -> [String] {
    var reasons: [String] = []
    while true {
      let code = ERR_get_error()
      guard code != 0 else { return reasons }
      if reasons.isEmpty { OPENSSL_init_crypto(UInt64(OPENSSL_INIT_LOAD_CRYPTO_STRINGS), nil) }
      if let text = ERR_reason_error_string(code) {
        reasons.append(String(cString: text))
      } else {
        reasons.append("error \(String(code, radix: 16))")
      }
    }
  }

  /// Forgets what failed attempts left in this thread's error queue.
  static func clearErrors() {
    ERR_clear_error()
  }

  /// Runs `body` with `context` as this thread's default library context.
  static func with<Value>(
    _ context: LibraryContext, _ body: () -> Value
  ) -> Value {
    let previous = OSSL_LIB_CTX_set0_default(context.pointer)
    defer { OSSL_LIB_CTX_set0_default(previous) }
    return body()
  }
}

/// A library context with its own providers, so that old algorithms never reach the default one.
final class LibraryContext: Sendable {
  // Set once and only read afterwards; OpenSSL guards the context with its own locks.
  nonisolated(unsafe) fileprivate let pointer: OpaquePointer
  nonisolated(unsafe) private let providers: [OpaquePointer]

  /// RC2 and RC4 of old PKCS #12 files; nil where the legacy provider is not installed.
  static let legacy: LibraryContext? = LibraryContext(providers: ["default", "legacy"])

  private init?(providers names: [String]) {
    _ = OpenSSL.ready
    guard let context = OSSL_LIB_CTX_new() else { return nil }
    var loaded: [OpaquePointer] = []
    for name in names {
      guard let provider = OSSL_PROVIDER_load(context, name) else {
        for provider in loaded { OSSL_PROVIDER_unload(provider) }
        OSSL_LIB_CTX_free(context)
        OpenSSL.clearErrors()
        return nil
      }
      loaded.append(provider)
    }
    pointer = context
    providers = loaded
  }

  deinit {
    for provider in providers { OSSL_PROVIDER_unload(provider) }
    OSSL_LIB_CTX_free(pointer)
  }
}
