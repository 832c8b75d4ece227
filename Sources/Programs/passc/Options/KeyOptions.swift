// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassCrypto

/// Options for keys other than that of the identity.
struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Derive authenticationToken with the key in this file.",
      discussion: "The key is 64 hex digits.", valueName: "file"),
    completion: .file())
  var tokenKey: String?

  @Option(
    help: ArgumentHelp(
      "Compare encryptionPublicKey with this reader key, or fill it in.",
      valueName: "file"), completion: .file())
  var nfcKey: String?

  var names: KeyNames { KeyNames(tokenKey: tokenKey, nfcKey: nfcKey) }
}

/// The key options of a command line. The values are as they were typed.
struct KeyNames: Hashable, Sendable {
  var tokenKey: String?
  var nfcKey: String?

  /// Reads the key that authentication tokens are derived from.
  func token(_ disk: DiskReader = DiskReader()) throws -> AuthenticationTokenKey? {
    try tokenKey.map { try AuthenticationTokenKey(file: $0, disk: disk) }
  }

  /// Reads the reader key as the value of `encryptionPublicKey`. If the key is encrypted, the
  /// password file of the identity is used.
  func nfcPublicKey(
    _ identity: IdentityNames, _ disk: DiskReader = DiskReader()
  ) throws -> String? {
    try nfcKey.map {
      try NFCKeyFile.encryptionPublicKey($0, disk: disk, password: identity.passwordFile)
    }
  }

  /// The files with secrets. The reader key file is one of them only if it contains a private key.
  var secretFiles: [String] {
    let reader = nfcKey.flatMap { file -> String? in
      guard Disk.exposure(of: file) != nil,
        var bytes = try? Disk.read(file, limit: ReaderKeyFile.limitInBytes)
      else { return nil }
      defer { Secret.wipe(&bytes) }
      return CredentialFile.containsPrivateKey(bytes) ? file : nil
    }
    return [tokenKey, reader].compactMap { $0 }
  }

  /// Returns the files that options name. They are never packed into a pass, even if template.json
  /// includes them.
  func namedFiles(_ data: DataNames, _ identity: IdentityNames) -> [String] {
    [
      data.data, tokenKey, nfcKey, identity.outside.isToken ? nil : identity.key,
      identity.certificate, identity.passwordFile,
    ].compactMap { $0 }.filter { $0 != "-" && !$0.hasPrefix("env:") }
  }
}
