// SPDX-License-Identifier: Apache-2.0

/// The reason why a file gave no certificates and keys.
package enum CredentialError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The named part is encrypted and there was no password.
  case needsPassword(String)
  /// The password does not decrypt the named part.
  case wrongPassword(String)
  /// Neither a certificate nor a key. The value is what it looks like.
  case unrecognised(looksLike: String)
  /// A certificate or key, but damaged.
  case damaged(String)
  /// Valid, but of a kind that cannot sign passes or that passc cannot read.
  case unsupported(String)
  /// The file is encrypted with RC2 or RC4 and OpenSSL's legacy provider is not installed.
  case legacyProviderMissing

  /// Kind of the file, if known.
  package var looksLike: String? {
    if case .unrecognised(let looksLike) = self { looksLike } else { nil }
  }

  package var description: String {
    switch self {
    case .needsPassword(let part): "\(part) is encrypted and needs a password"
    case .wrongPassword(let part): "wrong password for \(part)"
    case .unrecognised(let looksLike):
      "contains neither a certificate nor a private key, it looks like \(looksLike)"
    case .damaged(let reason): "is damaged: \(reason)"
    case .unsupported(let reason): reason
    case .legacyProviderMissing:
      "is encrypted with RC2 or RC4, which needs OpenSSL's legacy provider"
    }
  }
}
