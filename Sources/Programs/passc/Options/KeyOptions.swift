// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassCrypto

/// The keys beside the identity's that a pass is made with.
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

  /// What was named.
  var names: KeyNames { KeyNames(tokenKey: tokenKey, nfcKey: nfcKey) }
}

/// The keys as the command line names them.
struct KeyNames: Hashable, Sendable {
  var tokenKey: String?
  var nfcKey: String?

  /// What tokens are derived from.
  func token(_ disk: DiskReader = DiskReader()) throws -> AuthenticationTokenKey? {
    try tokenKey.map { try AuthenticationTokenKey(file: $0, disk: disk) }
  }

  /// What `encryptionPublicKey` has to be; the password is that of the identity.
  func nfcPublicKey(
    _ identity: IdentityNames, _ disk: DiskReader = DiskReader()
  ) throws -> String? {
    try nfcKey.map {
      try NFCKeyFile.encryptionPublicKey($0, disk: disk, password: identity.passwordFile)
    }
  }

  /// The files that hold secrets; a reader's key may be public.
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

  /// The files that options name, which are never packed, whatever template.json says.
  func namedFiles(_ data: DataNames, _ identity: IdentityNames) -> [String] {
    [
      data.data, tokenKey, nfcKey, identity.outside.isToken ? nil : identity.key,
      identity.certificate, identity.passwordFile,
    ].compactMap { $0 }.filter { $0 != "-" && !$0.hasPrefix("env:") }
  }
}
