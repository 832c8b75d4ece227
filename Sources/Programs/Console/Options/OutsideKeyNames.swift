// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
import PassKeys

/// Options for a key that is not in a file: `--key pkcs11:…` or `--sign-with`.
package struct OutsideKeyNames: Hashable, Sendable {
  /// The value of `--key`, which can also name a file.
  package var key: String?
  /// The program that signs in place of a key.
  package var signWith: String?
  /// The number of signatures that are requested at the same time, or nil for the default.
  package var inFlight: Int?
  /// The time limit for one signature in seconds, or nil for the default.
  package var signTimeout: Int?
  /// The file with the PIN of the HSM.
  package var passwordFile: String?
  /// Whether the process continues after a failed signature. If so, a signing program that ended is
  /// started again.
  package var survivesFailures: Bool

  package init(
    key: String?, signWith: String?, inFlight: Int? = nil, signTimeout: Int? = nil,
    passwordFile: String? = nil, survivesFailures: Bool = false
  ) {
    self.key = key
    self.signWith = signWith
    self.inFlight = inFlight
    self.signTimeout = signTimeout
    self.passwordFile = passwordFile
    self.survivesFailures = survivesFailures
  }

  /// Whether `--key` names a key in an HSM or smart card.
  package var isToken: Bool { key.map(PKCS11URI.isMeant) ?? false }

  /// The file with the PIN that a PKCS #11 URI names.
  package var pinFile: String? { isToken ? key.flatMap { try? PKCS11URI($0) }?.pinFile : nil }

  /// The number of threads that wait for signatures, or nil for one thread on each processor. It is
  /// `--in-flight`, or the default for a signing program.
  package var waitingThreads: Int? {
    inFlight ?? (signWith == nil ? nil : SigningProgram.Settings().inFlight)
  }

  /// The error in the options, or nil if there is none.
  package var fault: String? {
    if signWith?.isEmpty == true { return "--sign-with names no command" }
    if signWith != nil, key != nil {
      return "--sign-with replaces --key: give one of them"
    }
    if let inFlight, !(1...1024).contains(inFlight) {
      return "--in-flight is \(inFlight), expected 1 to 1024"
    }
    if let signTimeout, !(1...3600).contains(signTimeout) {
      return "--sign-timeout is \(signTimeout), expected 1 to 3600 seconds"
    }
    guard let key, isToken else { return nil }
    do throws(PKCS11URI.PKCS11URIError) {
      _ = try PKCS11URI(key)
      return nil
    } catch {
      return error.description + (error.help.map { "; " + $0 } ?? "")
    }
  }

  /// A closure that opens the key. It is nil if the options name no key outside a file. If an
  /// option needs such a key and there is none, the closure throws.
  package var source: (() throws -> OutsideKeys)? {
    if let signWith {
      var settings = SigningProgram.Settings()
      if let inFlight { settings.inFlight = inFlight }
      if let signTimeout { settings.timeout = Double(signTimeout) }
      settings.restarts = survivesFailures
      // All certificates and passes share one program, which starts with the first signature.
      let program = SigningProgram(signWith, settings)
      return { OutsideKeys(name: "--sign-with", unnamed: program) }
    }
    if isToken { return { try keysOfToken() } }
    guard inFlight != nil || signTimeout != nil else { return nil }
    return {
      throw CommandFailureError.usage(
        "--in-flight and --sign-timeout are for --sign-with and --key pkcs11:…",
        help: "a key in a file signs on as many processors as --jobs says")
    }
  }

  private func keysOfToken() throws -> OutsideKeys {
    let seconds = Double(signTimeout ?? 60)
    do {
      return try TokenKeys.keys(
        try PKCS11URI(key ?? ""), pin: PasswordPrompt(file: passwordFile).pin(for:),
        seconds: seconds, onSilence: { Self.endOverSilence(seconds) })
    } catch let error as PKCS11URI.PKCS11URIError {
      throw CommandFailureError.usage(error.description, help: error.help)
    } catch let error as TokenKeys.TokenUnavailableError {
      throw CommandFailureError.environment(error.description, help: error.help)
    }
  }

  /// Ends the process. A call into the PKCS #11 module does not return, and its thread cannot be
  /// canceled.
  private static func endOverSilence(_ seconds: Double) {
    Console.report(
      .environment(
        "the token did not respond within \(Int(seconds)) s, so passc stopped",
        help: "to wait longer, add --sign-timeout SECONDS"))
    // `exit()` would run the cleanup of the module, which can wait for the same call: a deadlock.
    _exit(ExitStatus.environment.rawValue)
  }
}
