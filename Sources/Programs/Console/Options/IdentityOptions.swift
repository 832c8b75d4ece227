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
      "A folder with the certificate, its key and the intermediate, told apart by content.",
      discussion: "Without it $PASSC_IDENTITY is used.", valueName: "dir"),
    completion: .directory)
  package var identity: String?

  /// The file of `--certificate`.
  @Option(
    help: ArgumentHelp(
      "The pass certificate: PEM, DER, PKCS #12 or env:NAME.", valueName: "file"),
    completion: .file())
  package var certificate: String?

  /// The file of `--key`.
  @Option(
    help: ArgumentHelp(
      "Its private key, likewise, or pkcs11:URI for a key in a token.",
      discussion: "pkcs11:token=gym;object=pass?pin-source=file:/run/pin, by RFC 7512.",
      valueName: "file|uri"), completion: .file())
  package var key: String?

  /// The program of `--sign-with`.
  @Option(
    help: ArgumentHelp(
      "A program that signs in place of --key, such as one that asks a key service.",
      discussion: "It stays up and answers lines of JSON; docs/reference/keys.md has the protocol.",
      valueName: "command"))
  package var signWith: String?

  /// How many signatures are asked for at once.
  @Option(
    help: ArgumentHelp(
      "How many signatures to ask --sign-with or a token for at once.",
      discussion: "8 of --sign-with, of a token as many as --jobs by default.", valueName: "n"))
  package var inFlight: Int?

  /// How long one of them may take.
  @Option(
    help: ArgumentHelp(
      "How long one answer of --sign-with (30) or of a token (60) may take.",
      valueName: "seconds"))
  package var signTimeout: Int?

  /// The file of `--wwdr`.
  @Option(
    help: ArgumentHelp("Apple's intermediate certificate, likewise.", valueName: "file"),
    completion: .file())
  package var wwdr: String?

  /// The file of `--password-file`.
  @Option(
    help: ArgumentHelp(
      "A file with the password of the key or .p12, or the PIN of the token.",
      discussion:
        "Else $PASSC_PASSWORD, else you are asked; never an argument. A token's PIN comes from "
        + "pin-source in the URI, $PASSC_PIN, this file, or is asked for.",
      valueName: "file"), completion: .file())
  package var passwordFile: String?

  /// Options that name nothing.
  package init() {}

  /// Refuses what names no key, or two of them.
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
