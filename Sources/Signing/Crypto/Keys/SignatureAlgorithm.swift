// SPDX-License-Identifier: Apache-2.0

/// A hash and a type of key, identified by one OID in certificates and CMS messages.
struct SignatureAlgorithm {
  enum Scheme { case rsa, ecdsa }

  let scheme: Scheme
  let digest: DigestAlgorithm

  init?(oid: OID) {
    switch oid {
    case .sha1WithRSA: (scheme, digest) = (.rsa, .sha1)
    case .sha224WithRSA: (scheme, digest) = (.rsa, .sha224)
    case .sha256WithRSA: (scheme, digest) = (.rsa, .sha256)
    case .sha384WithRSA: (scheme, digest) = (.rsa, .sha384)
    case .sha512WithRSA: (scheme, digest) = (.rsa, .sha512)
    case .ecdsaWithSHA1: (scheme, digest) = (.ecdsa, .sha1)
    case .ecdsaWithSHA224: (scheme, digest) = (.ecdsa, .sha224)
    case .ecdsaWithSHA256: (scheme, digest) = (.ecdsa, .sha256)
    case .ecdsaWithSHA384: (scheme, digest) = (.ecdsa, .sha384)
    case .ecdsaWithSHA512: (scheme, digest) = (.ecdsa, .sha512)
    default: return nil
    }
  }
}
