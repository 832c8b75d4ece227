// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassBuild
import PassCrypto

extension CertRequestOptions {
  /// Writes the request into the folder, with a new key or for the key that the options name.
  package func makeRequest() throws -> RequestedIdentity {
    // Mode 0700: only the owner may read the folder with a private key.
    try MadeFolder.make(output, mode: 0o700)
    if let keys = try outside.source?() { return try request(with: keys) }
    return try key.map(request(forKeyIn:)) ?? requestWithNewKey()
  }

  /// The key outside files, if the options name one.
  package var outside: OutsideKeyNames {
    OutsideKeyNames(
      key: key, signWith: signWith, signTimeout: signTimeout, passwordFile: passwordFile)
  }

  private func request(with keys: OutsideKeys) throws -> RequestedIdentity {
    let publicKeyDER = try publicKey.map { file in
      guard
        let der = PublicKeyFile.publicKeyDER(
          in: try Disk.read(file, limit: IdentityMaterial.limitInBytes))
      else { throw CommandFailureError.environment("\(file) has no public key") }
      return der
    }
    do {
      return try RequestedIdentity.make(
        with: keys, publicKeyDER: publicKeyDER, in: output, name: commonName ?? passType,
        email: email)
    } catch let error as RequestedIdentity.KeyReuseError {
      throw CommandFailureError.environment(error.description)
    }
  }

  private func requestWithNewKey() throws -> RequestedIdentity {
    let password =
      encrypt || passwordFile != nil
      ? try PasswordPrompt(file: passwordFile).newPassword(for: output) : nil
    return try RequestedIdentity.make(
      in: output, name: commonName ?? passType, email: email, password: password)
  }

  private func request(forKeyIn file: String) throws -> RequestedIdentity {
    do {
      return try RequestedIdentity.make(
        forKeyIn: file, in: output, name: commonName ?? passType, email: email,
        password: PasswordPrompt(file: passwordFile).password(for:))
    } catch let error as RequestedIdentity.KeyReuseError {
      throw CommandFailureError.environment(error.description)
    }
  }
}
