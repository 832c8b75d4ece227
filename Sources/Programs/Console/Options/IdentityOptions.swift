// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import PassBasics
package import PassBuild
import PassKeys

/// Options that name the certificate, its key and the WWDR intermediate certificate.
package struct IdentityOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sign with the identity in this folder.", valueName: "dir"),
    completion: .directory)
  package var identity: String?

  @Option(
    help: ArgumentHelp(
      "Sign with this certificate (PEM, DER, .p12, env:NAME).", valueName: "file"),
    completion: .file())
  package var certificate: String?

  @Option(
    help: ArgumentHelp(
      "Sign with the private key in this file or pkcs11: URI.",
      valueName: "file|uri"), completion: .file())
  package var key: String?

  @Option(
    help: ArgumentHelp(
      "Let a program sign in place of --key (passc help keys).",
      valueName: "command"))
  package var signWith: String?

  /// The number of signatures that are requested at the same time.
  @Option(
    help: ArgumentHelp(
      "Request this many signatures at once (8 for --sign-with).", valueName: "n"))
  package var inFlight: Int?

  /// The time limit for one signature, in seconds.
  @Option(
    help: ArgumentHelp(
      "Wait this long for a signature (30, for a token 60).",
      valueName: "seconds"))
  package var signTimeout: Int?

  @Option(
    help: ArgumentHelp(
      "Use this WWDR intermediate certificate.", valueName: "file"),
    completion: .file())
  package var wwdr: String?

  @Option(
    help: ArgumentHelp(
      "Read the password or PIN from this file.",
      valueName: "file"), completion: .file())
  package var passwordFile: String?

  package init() {}

  /// Rejects an invalid key, and two keys.
  package func validate() throws {
    if let fault = names.outside.fault { throw ValidationError(fault) }
  }

  /// The identity options as a value.
  package var names: IdentityNames {
    IdentityNames(
      identity: identity, certificate: certificate, key: key, wwdr: wwdr,
      passwordFile: passwordFile, signWith: signWith, inFlight: inFlight, signTimeout: signTimeout)
  }

  /// The identity that the options name. Without them it is the one in `$PASSC_IDENTITY`.
  package var source: IdentitySource { names.source }

  /// Folders with WWDR intermediate certificates, which passc searches for every identity.
  package static var intermediateFolders: [String] {
    var folders: [String] = []
    if let folder = Environment.value("PASSC_CA_DIR"), !folder.isEmpty { folders.append(folder) }
    if let home = Environment.value("HOME"), !home.isEmpty {
      folders.append(FilePath.join(home, ".config/passc/ca"))
    }
    return folders
  }
}

/// The identity options of a command line. The values are as they were typed.
package struct IdentityNames: Hashable, Sendable {
  /// A folder with a signing identity.
  package var identity: String?
  /// The file with the certificate.
  package var certificate: String?
  /// The file with the key, or the PKCS #11 URI of a key in an HSM.
  package var key: String?
  /// The file with the WWDR intermediate certificate.
  package var wwdr: String?
  /// The file with the password of the key.
  package var passwordFile: String?
  /// The program that signs in place of a key.
  package var signWith: String?
  /// The number of signatures that are requested outside this process at the same time, or nil for
  /// the default.
  package var inFlight: Int?
  /// The time limit for one signature in seconds, or nil for the default.
  package var signTimeout: Int?
  /// Whether the process continues after a failed signature, as a service does.
  package var survivesFailures = false

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

  /// The options for a key that is not in a file.
  package var outside: OutsideKeyNames {
    OutsideKeyNames(
      key: key, signWith: signWith, inFlight: inFlight, signTimeout: signTimeout,
      passwordFile: passwordFile, survivesFailures: survivesFailures)
  }

  /// The identity that the options name. Without them it is the one in `$PASSC_IDENTITY`.
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
