// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassBuild
import PassFiles

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
  @Option(help: ArgumentHelp("Its private key, likewise.", valueName: "file"), completion: .file())
  package var key: String?

  /// The file of `--wwdr`.
  @Option(
    help: ArgumentHelp("Apple's intermediate certificate, likewise.", valueName: "file"),
    completion: .file())
  package var wwdr: String?

  /// The file of `--password-file`.
  @Option(
    help: ArgumentHelp(
      "A file with the password of the key or .p12.",
      discussion: "Else $PASSC_PASSWORD, else you are asked; never an argument.",
      valueName: "file"), completion: .file())
  package var passwordFile: String?

  /// Options that name nothing.
  package init() {}

  /// What was named.
  package var names: IdentityNames {
    IdentityNames(
      identity: identity, certificate: certificate, key: key, wwdr: wwdr,
      passwordFile: passwordFile)
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

  /// Names of a command line that is read elsewhere.
  package init(
    identity: String? = nil, certificate: String? = nil, key: String? = nil, wwdr: String? = nil,
    passwordFile: String? = nil
  ) {
    self.identity = identity
    self.certificate = certificate
    self.key = key
    self.wwdr = wwdr
    self.passwordFile = passwordFile
  }

  /// What was named, `$PASSC_IDENTITY` included.
  package var source: IdentitySource {
    var source = IdentitySource(password: PasswordPrompt(file: passwordFile).password(for:))
    source.certificate = certificate
    source.key = key
    source.wwdr = wwdr
    if let identity {
      source.folder = identity
    } else if source.certificate == nil, source.key == nil {
      source.folder = Environment.value("PASSC_IDENTITY").flatMap { $0.isEmpty ? nil : $0 }
    }
    source.intermediateFolders = IdentityOptions.intermediateFolders
    return source
  }
}
