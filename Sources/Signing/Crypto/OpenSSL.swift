// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import PassBasics

/// Initialization of OpenSSL without openssl.cnf, and its error queue.
package enum OpenSSL {
  /// Version of the library that is loaded, such as "3.0.17". A package for users without root
  /// contains its own, which the system does not update.
  package static var version: String {
    OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown"
  }

  /// Initializes OpenSSL once. Access it before any call of OpenSSL.
  ///
  /// A system's openssl.cnf can disable algorithms or load engines. Without it the output is
  /// reproducible, and a process starts about 1 ms faster.
  static let ready: Void = {
    // No cleanup at exit. It takes 0.1 ms, and running threads would use freed memory (use after
    // free).
    let options = UInt64(OPENSSL_INIT_NO_LOAD_CONFIG) | UInt64(OPENSSL_INIT_NO_ATEXIT)
    _ = OPENSSL_init_crypto(options, nil)
    _ = passc_use_kernel_random()
  }()

  /// Returns the reasons in this thread's error queue, oldest first, and clears the queue.
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

  /// Clears this thread's error queue.
  static func clearErrors() {
    ERR_clear_error()
  }

  /// Runs `body` with `context` as the default library context of this thread.
  static func with<Value>(
    _ context: LibraryContext, _ body: () -> Value
  ) -> Value {
    let previous = OSSL_LIB_CTX_set0_default(context.pointer)
    defer { OSSL_LIB_CTX_set0_default(previous) }
    return body()
  }
}

/// A library context with separate providers, so that old algorithms are not available in the
/// default one.
final class LibraryContext: Sendable {
  // Immutable after `init`. OpenSSL locks the context, so there is no race.
  nonisolated(unsafe) fileprivate let pointer: OpaquePointer
  nonisolated(unsafe) private let providers: [OpaquePointer]

  /// The context with RC2 and RC4 for old PKCS #12 files. Nil if the legacy provider is not
  /// installed.
  static let legacy: LibraryContext? = LibraryContext(providers: ["default", "legacy"])

  private init?(providers names: [String]) {
    _ = OpenSSL.ready
    guard let context = OSSL_LIB_CTX_new() else { return nil }
    if let modules = Self.modulesNextToLibraries {
      OSSL_PROVIDER_set_default_search_path(context, modules)
    }
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

  /// The folder of providers that belongs to the OpenSSL in passc's own folder of libraries. The one
  /// that is compiled into that OpenSSL is of the machine that built it. Nil if passc uses the OpenSSL
  /// of the system.
  private static var modulesNextToLibraries: String? {
    guard let prefix = ProgramFile.prefix else { return nil }
    let folder = FilePath.join(prefix, "lib/passc/ossl-modules")
    return (try? Disk.kind(of: folder, followingLinks: true)) == .folder ? folder : nil
  }

  deinit {
    for provider in providers { OSSL_PROVIDER_unload(provider) }
    OSSL_LIB_CTX_free(pointer)
  }
}
