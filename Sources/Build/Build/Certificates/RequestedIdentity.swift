// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto

/// A private key and the certificate signing request for it, which Apple expects.
package struct RequestedIdentity {
  /// The file of the private key. For a renewal this is the existing file.
  package let keyFile: String
  /// The request to upload at Apple.
  package let requestFile: String

  /// The reason why an existing key cannot be used for a request.
  package struct KeyReuseError: Error, CustomStringConvertible {
    package let description: String
  }

  /// Writes a request for an existing key, for a renewal that keeps its key.
  ///
  /// - Throws: `KeyReuseError`, `IdentityFileError` and errors of writing.
  package static func make(
    forKeyIn file: String, in folder: String, name: String, email: String? = nil,
    password: @escaping (String) throws -> Secret?
  ) throws -> RequestedIdentity {
    var material = IdentityMaterial()
    try material.readNamed(file, IdentitySource(password: password))
    guard let key = material.keys.first?.content as? PrivateKey, material.keys.count == 1 else {
      let count = material.keys.isEmpty ? "no private key" : "\(material.keys.count) private keys"
      throw KeyReuseError(description: "\(file) contains \(count), expected one")
    }
    guard key.kind == .rsa(bits: 2048) else {
      throw KeyReuseError(
        description: "the key in \(file) is \(key.kind), Apple accepts only RSA 2048")
    }
    let request = try CertificateRequest(key: key, commonName: name, emailAddress: email)
    let requestFile = try IdentityFolder(making: folder).add(
      Array(request.pem.utf8), as: "request.certSigningRequest")
    return RequestedIdentity(keyFile: file, requestFile: requestFile)
  }

  /// Writes a request signed with a key outside this process.
  ///
  /// - Parameter publicKeyDER: the SubjectPublicKeyInfo, for a signer that does not provide it.
  ///   With nil, that of the signer is used.
  /// - Throws: `KeyReuseError`, errors of writing, and `CryptoError` if the signer cannot sign or signs
  ///   with another key.
  package static func make(
    with outside: OutsideKeys, publicKeyDER: [UInt8]?, in folder: String, name: String,
    email: String? = nil
  ) throws -> RequestedIdentity {
    let key = try Self.key(outside, publicKeyDER)
    guard key.kind == .rsa(bits: 2048) else {
      throw KeyReuseError(
        description: "the key of \(outside.name) is \(key.kind), Apple accepts only RSA 2048")
    }
    let request = try CertificateRequest(key: key, commonName: name, emailAddress: email)
    let requestFile = try IdentityFolder(making: folder).add(
      Array(request.pem.utf8), as: "request.certSigningRequest")
    return RequestedIdentity(keyFile: outside.name, requestFile: requestFile)
  }

  /// Returns the only key outside this process, or the one with a public key.
  ///
  /// - Throws: `KeyReuseError` if there is no such key, or if its public key is unknown.
  package static func key(
    _ outside: OutsideKeys, _ publicKeyDER: [UInt8]?
  ) throws -> OutsideKey {
    if let publicKeyDER {
      if let key = outside.keys.first(where: { $0.matches(publicKeyDER: publicKeyDER) }) {
        return key
      }
      if let unnamed = outside.unnamed {
        return try OutsideKey(publicKeyDER: publicKeyDER, signer: unnamed)
      }
      throw KeyReuseError(description: "\(outside.name) has no key with that public half")
    }
    guard let key = outside.keys.first, outside.keys.count == 1 else {
      throw KeyReuseError(
        description: outside.keys.isEmpty
          ? "\(outside.name) does not give its public key: add --public-key FILE"
          : "\(outside.name) names \(outside.keys.count) private keys: add object= or id=")
    }
    return key
  }

  /// Makes an RSA key of 2048 bits, which Apple requires, and writes key and request without
  /// replacing a file. A renewal uses the folder of the existing identity.
  ///
  /// - Parameters:
  ///   - name: the request's common name. Apple puts its own into the certificate.
  ///   - password: encrypts the key.
  package static func make(
    in folder: String, name: String, email: String? = nil, password: Secret? = nil
  ) throws -> RequestedIdentity {
    let folder = try IdentityFolder(making: folder)
    let key = try PrivateKey.generateRSA2048()
    let request = try CertificateRequest(key: key, commonName: name, emailAddress: email)
    let keyFile = try folder.add(key, as: "key.pem", password: password)
    // The same number as the key, to show which files belong together.
    let stem = FilePath.stem(keyFile).dropFirst("key".count)
    let requestFile = try folder.add(
      Array(request.pem.utf8), as: "request\(stem).certSigningRequest")
    return RequestedIdentity(keyFile: keyFile, requestFile: requestFile)
  }
}
