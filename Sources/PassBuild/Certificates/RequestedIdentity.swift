// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
import PassFiles

/// A new private key and the request that has Apple make a certificate for it.
package struct RequestedIdentity {
  /// The files written.
  package let keyFile: String
  package let requestFile: String

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
