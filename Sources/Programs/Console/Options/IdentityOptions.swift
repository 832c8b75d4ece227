// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import PassBasics
package import PassBuild
import PassKeys

/// Where the certificate, its key and the intermediate are.
package struct IdentityOptions: ParsableArguments {
  /// The folder of `--identity`.
  @Option(
    help: ArgumentHelp(
      "Sign with the identity in this folder.", valueName: "dir"),
    completion: .directory)
  package var identity: String?

  /// The file of `--certificate`.
  @Option(
    help: ArgumentHelp(
      "Sign with this certificate (PEM, DER, .p12, env:NAME).", valueName: "file"),
    completion: .file())
  package var certificate: String?

  /// The file of `--key`.
  @Option(
    help: ArgumentHelp(
      "Sign with the private key in this file or pkcs11: URI.",
      valueName: "file|uri"), completion: .file())
  package var key: String?

  /// The program of `--sign-with`.
  @Option(
    help: ArgumentHelp(
      "Let a program sign in place of --key (passc help keys).",
      valueName: "command"))
  package var signWith: String?

  /// How many signatures are asked for at once.
  @Option(
    help: ArgumentHelp(
      "Request this many signatures at once (8 for --sign-with).", valueName: "n"))
  package var inFlight: Int?

  /// How long one of them may take.
  @Option(
    help: ArgumentHelp(
      "Wait this long for a signature (30, of a token 60).",
      valueName: "seconds"))
  package var signTimeout: Int?

  /// The file of `--wwdr`.
  @Option(
    help: ArgumentHelp(
      "Use this WWDR intermediate certificate.", valueName: "file"),
    completion: .file())
  package var wwdr: String?

  /// The file of `--password-file`.
  @Option(
    help: ArgumentHelp(
      "Read the password or PIN from this file.",
      valueName: "file"), completion: .file())
  package var passwordFile: String?

  /// Options that name nothing.
  package init() {}

  /// Rejects what names no key, or two of them.
  package func validate() throws {
    if let fault = names.outside.fault { throw ValidationError(fault) }
  }

  /// What was named.
  package var names: IdentityNames {
    IdentityNames(
      identity: identity, certificate: certificate, key: key, wwdr: wwdr,
      passwordFile: passwordFile, signWith: signWith, inFlight: inFlight, signTimeout: signTimeout)
  }

  /// What was named, `$PASSC_IDENTITY` included.
  package var source: IdentitySource { names.source }

  /// Folders that may hold Apple's intermediates for every identity.
  package static var intermediateFolders: [String] {
    var folders: [String] = []
    if let folder = Environment.value("PASSC_CA_DIR"), !folder.isEmpty { folders.append(folder) }
    if let home = Environment.value("HOME"), !home.isEmpty {
      folders.append(FilePath.join(home, ".config/passc/ca"))
    }
    return folders
  }
}

/// The identity as the command line names it.
package struct IdentityNames: Hashable, Sendable {
  /// A folder that holds it.
  package var identity: String?
  /// The file of its certificate.
  package var certificate: String?
  /// The file of its key.
  package var key: String?
  /// The file of Apple's intermediate.
  package var wwdr: String?
  /// The file of the password of the key.
  package var passwordFile: String?
  /// The program that signs in place of the key.
  package var signWith: String?
  /// How many signatures are asked for at once outside this process; nil for the default.
  package var inFlight: Int?
  /// How long one of them may take, in seconds; nil for the default.
  package var signTimeout: Int?
  /// Whether the process goes on when a signature failed, as a service does.
  package var goesOn = false

  /// Names of a command line that is read elsewhere.
  package init(
    identity: String? = nil, certificate: String? = nil, key: String? = nil, wwdr: String? = nil,
    passwordFile: String? = nil, signWith: String? = nil, inFlight: Int? = nil,
    signTimeout: Int? = nil
  ) {
    self.identity = identity
    self.certificate = certificate
    self.key = key
    self.wwdr = wwdr
    self.passwordFile = passwordFile
    self.signWith = signWith
    self.inFlight = inFlight
    self.signTimeout = signTimeout
  }

  /// The key, when it is in no file.
  package var outside: OutsideKeyNames {
    OutsideKeyNames(
      key: key, signWith: signWith, inFlight: inFlight, signTimeout: signTimeout,
      passwordFile: passwordFile, goesOn: goesOn)
  }

  /// What was named, `$PASSC_IDENTITY` included.
  package var source: IdentitySource {
    var source = IdentitySource(password: PasswordPrompt(file: passwordFile).password(for:))
    source.certificate = certificate
    source.outside = outside.source
    source.key = outside.isToken ? nil : key
    source.wwdr = wwdr
    if let identity {
      source.folder = identity
    } else if source.certificate == nil, source.key == nil {
      source.folder = Environment.value("PASSC_IDENTITY").flatMap { $0.isEmpty ? nil : $0 }
    }
    source.intermediateFolders = IdentityOptions.intermediateFolders
    source.secretFiles = [passwordFile, outside.pinFile].compactMap { $0 }
    source.clock = Environment.now
    return source
  }
}
