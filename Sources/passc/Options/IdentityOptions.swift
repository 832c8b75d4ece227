// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassFiles

/// Where the certificate, its key and the intermediate are.
struct IdentityOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder with the certificate, its key and the intermediate, told apart by content.",
      discussion: "Without it $PASSC_IDENTITY is used.", valueName: "dir"),
    completion: .directory)
  var identity: String?

  @Option(
    help: ArgumentHelp(
      "The pass certificate: PEM, DER, PKCS #12 or env:NAME.", valueName: "file"),
    completion: .file())
  var certificate: String?

  @Option(help: ArgumentHelp("Its private key, likewise.", valueName: "file"), completion: .file())
  var key: String?

  @Option(
    help: ArgumentHelp("Apple's intermediate certificate, likewise.", valueName: "file"),
    completion: .file())
  var wwdr: String?

  @Option(
    help: ArgumentHelp(
      "A file with the password of the key or .p12.",
      discussion: "Else $PASSC_PASSWORD, else you are asked; never an argument.",
      valueName: "file"), completion: .file())
  var passwordFile: String?

  /// What was named.
  var names: IdentityNames {
    IdentityNames(
      identity: identity, certificate: certificate, key: key, wwdr: wwdr,
      passwordFile: passwordFile)
  }

  /// What was named, `$PASSC_IDENTITY` included.
  var source: IdentitySource { names.source }

  /// Folders that may hold Apple's intermediates for every identity.
  static var intermediateFolders: [String] {
    var folders: [String] = []
    if let folder = Environment.value("PASSC_CA_DIR"), !folder.isEmpty { folders.append(folder) }
    if let home = Environment.value("HOME"), !home.isEmpty {
      folders.append(FilePath.join(home, ".config/passc/ca"))
    }
    return folders
  }
}

/// The identity as the command line names it.
struct IdentityNames: Hashable, Sendable {
  var identity: String?
  var certificate: String?
  var key: String?
  var wwdr: String?
  var passwordFile: String?

  /// What was named, `$PASSC_IDENTITY` included.
  var source: IdentitySource {
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
