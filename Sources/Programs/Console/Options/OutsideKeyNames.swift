// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
import PassKeys

/// A key that is in no file, as the command line names it: `--key pkcs11:…` or `--sign-with`.
package struct OutsideKeyNames: Hashable, Sendable {
  /// The value of `--key`, which may name a file as well.
  package var key: String?
  /// The program of `--sign-with`.
  package var signWith: String?
  /// How many signatures are asked for at once; nil for the default.
  package var inFlight: Int?
  /// How long one of them may take, in seconds; nil for the default.
  package var signTimeout: Int?
  /// A file with the PIN of the token.
  package var passwordFile: String?
  /// Whether the process goes on when a signature failed, and wants the next ones.
  package var goesOn: Bool

  /// Names of a command line.
  package init(
    key: String?, signWith: String?, inFlight: Int? = nil, signTimeout: Int? = nil,
    passwordFile: String? = nil, goesOn: Bool = false
  ) {
    self.key = key
    self.signWith = signWith
    self.inFlight = inFlight
    self.signTimeout = signTimeout
    self.passwordFile = passwordFile
    self.goesOn = goesOn
  }

  /// Whether `--key` names a key in a token.
  package var isToken: Bool { key.map(PKCS11URI.isMeant) ?? false }

  /// The file that the URI of a key in a token names for its PIN.
  package var pinFile: String? { isToken ? key.flatMap { try? PKCS11URI($0) }?.pinFile : nil }

  /// How many threads should wait for signatures: what was asked for, else what the kind of signer
  /// takes by default; nil when each processor is to wait for its own.
  package var waitingThreads: Int? {
    inFlight ?? (signWith == nil ? nil : SigningProgram.Settings().inFlight)
  }

  /// What makes no sense, in a sentence; nil when all is well.
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
    do throws(PKCS11URI.Invalid) {
      _ = try PKCS11URI(key)
      return nil
    } catch {
      return error.description + (error.help.map { "; " + $0 } ?? "")
    }
  }

  /// Finds the key, or says that there is none for options that ask something of it; nil when none
  /// outside a file is named.
  package var source: (() throws -> OutsideKeys)? {
    if let signWith {
      var settings = SigningProgram.Settings()
      if let inFlight { settings.inFlight = inFlight }
      if let signTimeout { settings.timeout = Double(signTimeout) }
      settings.startsAnew = goesOn
      // One for every certificate and pass; it starts with the first signature.
      let program = SigningProgram(signWith, settings)
      return { OutsideKeys(name: "--sign-with", unnamed: program) }
    }
    if isToken { return { try keysOfToken() } }
    guard inFlight != nil || signTimeout != nil else { return nil }
    return {
      throw Failure.usage(
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
    } catch let error as PKCS11URI.Invalid {
      throw Failure.usage(error.description, help: error.help)
    } catch let error as TokenKeys.Unavailable {
      throw Failure.environment(error.description, help: error.help)
    }
  }

  /// A call into the token's module does not return, and nobody can take it back.
  private static func endOverSilence(_ seconds: Double) {
    Console.report(
      .environment(
        "the token gave no answer in \(Int(seconds)) s, so this run ends here",
        help: "nothing is half done; --sign-timeout gives it longer"))
    // Not exit(): what modules clean up there may wait for the same call.
    _exit(ExitStatus.environment.rawValue)
  }
}
