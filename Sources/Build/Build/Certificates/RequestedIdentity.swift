// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto

/// A new private key and the request that has Apple make a certificate for it.
package struct RequestedIdentity {
  /// The private key; for a renewal the file it was in already.
  package let keyFile: String
  /// The request, to be uploaded at Apple.
  package let requestFile: String

  /// Why a key that is there already cannot be used for a request.
  package struct Refused: Error, CustomStringConvertible {
    package let description: String
  }

  /// Writes a request for a key that is there already: for a renewal that keeps its key.
  ///
  /// - Throws: `Refused`, `IdentityFileError` or what writing throws.
  package static func make(
    forKeyIn file: String, in folder: String, name: String, email: String? = nil,
    password: @escaping (String) throws -> Secret?
  ) throws -> RequestedIdentity {
    var material = IdentityMaterial()
    try material.readNamed(file, IdentitySource(password: password))
    guard let key = material.keys.first?.content as? PrivateKey, material.keys.count == 1 else {
      let count = material.keys.isEmpty ? "no private key" : "\(material.keys.count) private keys"
      throw Refused(description: "\(file) contains \(count), expected one")
    }
    guard key.kind == .rsa(bits: 2048) else {
      throw Refused(
        description: "the key in \(file) is \(key.kind), Apple accepts only RSA 2048")
    }
    let request = try CertificateRequest(key: key, commonName: name, emailAddress: email)
    let requestFile = try IdentityFolder(making: folder).add(
      Array(request.pem.utf8), as: "request.certSigningRequest")
    return RequestedIdentity(keyFile: file, requestFile: requestFile)
  }

  /// Writes a request that a key outside this process has signed.
  ///
  /// - Parameter publicKeyDER: SubjectPublicKeyInfo, for a signer that does not tell it; nil to take
  ///   the signer's own.
  /// - Throws: `Refused`, `CryptoError` when it cannot sign or signs with another key, or what
  ///   writing throws.
  package static func make(
    with outside: OutsideKeys, publicKeyDER: [UInt8]?, in folder: String, name: String,
    email: String? = nil
  ) throws -> RequestedIdentity {
    let key = try Self.key(outside, publicKeyDER)
    guard key.kind == .rsa(bits: 2048) else {
      throw Refused(
        description: "the key of \(outside.name) is \(key.kind), Apple accepts only RSA 2048")
    }
    let request = try CertificateRequest(key: key, commonName: name, emailAddress: email)
    let requestFile = try IdentityFolder(making: folder).add(
      Array(request.pem.utf8), as: "request.certSigningRequest")
    return RequestedIdentity(keyFile: outside.name, requestFile: requestFile)
  }

  private static func key(_ outside: OutsideKeys, _ publicKeyDER: [UInt8]?) throws -> OutsideKey {
    if let publicKeyDER {
      if let key = outside.keys.first(where: { $0.matches(publicKeyDER: publicKeyDER) }) {
        return key
      }
      if let unnamed = outside.unnamed {
        return try OutsideKey(publicKeyDER: publicKeyDER, signer: unnamed)
      }
      throw Refused(description: "\(outside.name) has no key with that public half")
    }
    guard let key = outside.keys.first, outside.keys.count == 1 else {
      throw Refused(
        description: outside.keys.isEmpty
          ? "\(outside.name) does not give its public key: add --public-key FILE"
          : "\(outside.name) names \(outside.keys.count) private keys: add object= or id=")
    }
    return key
  }

  /// Makes an RSA key of 2048 bits, which is what Apple takes, and writes both files without
  /// replacing any: a renewal goes into the folder of the identity it follows.
  ///
  /// - Parameters:
  ///   - name: the request's common name; Apple's certificate carries its own.
  ///   - password: encrypts the key.
  package static func make(
    in folder: String, name: String, email: String? = nil, password: Secret? = nil
  ) throws -> RequestedIdentity {
    let folder = try IdentityFolder(making: folder)
    let key = try PrivateKey.generateRSA2048()
    let request = try CertificateRequest(key: key, commonName: name, emailAddress: email)
    let keyFile = try folder.add(key, as: "key.pem", password: password)
    // The same number as the key, so that it shows which belong together.
    let stem = FilePath.stem(keyFile).dropFirst("key".count)
    let requestFile = try folder.add(
      Array(request.pem.utf8), as: "request\(stem).certSigningRequest")
    return RequestedIdentity(keyFile: keyFile, requestFile: requestFile)
  }
}
