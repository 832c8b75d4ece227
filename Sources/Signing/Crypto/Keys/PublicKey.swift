// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A public key for verifying signatures. Any thread may use it.
package final class PublicKey: Sendable {
  // Immutable after `init`. OpenSSL counts references and locks its caches, so there is no race.
  nonisolated(unsafe) let pointer: OpaquePointer
  /// RSA or EC. Other kinds are rejected when read.
  package let kind: PublicKeyKind
  /// SubjectPublicKeyInfo as given.
  package let der: [UInt8]

  /// Reads a SubjectPublicKeyInfo with an RSA or EC key. Rejects trailing bytes.
  package init(der: [UInt8]) throws(CryptoError) {
    do {
      var outer = ASN1Reader(der)
      let whole = try outer.next(ASN1Reader.sequence)
      try outer.finish()
      let content = try outer.inside(whole)
      kind = try PublicKeyKind(spki: content)
      guard let key = try Self.make(kind, content) else {
        throw CryptoError("the public key is not a usable \(kind) key")
      }
      pointer = key
    } catch let error as ASN1Error {
      throw CryptoError("the public key \(error)")
    } catch let error as CryptoError {
      throw error
    } catch {
      throw CryptoError("the public key cannot be read")
    }
    self.der = der
  }

  deinit { EVP_PKEY_free(pointer) }

  private static func make(
    _ kind: PublicKeyKind, _ spki: ASN1Reader
  ) throws(ASN1Error) -> OpaquePointer? {
    var reader = spki
    var algorithm = try reader.enter(ASN1Reader.sequence)
    _ = try algorithm.nextOID()
    let key = try reader.nextBitString()
    var parameters = KeyParameters()
    switch kind {
    case .rsa:
      var numbers = ASN1Reader(Array(key))
      var inner = try numbers.enter(ASN1Reader.sequence)
      try numbers.finish()
      parameters.add("n", number: try inner.nextUnsigned())
      parameters.add("e", number: try inner.nextUnsigned())
      try inner.finish()
      return parameters.makeKey(type: "RSA", isPrivate: false)
    case .ec:
      let oid = try algorithm.nextOID()
      guard let curve = Curve.all.first(where: { $0.oid == oid }) else { return nil }
      parameters.add("group", text: curve.opensslName)
      parameters.add("pub", octets: key)
      return parameters.makeKey(type: "EC", isPrivate: false)
    case .other:
      return nil
    }
  }

  /// Returns whether both are the same key. The form of the point does not matter.
  func isSame(as other: PublicKey) -> Bool {
    EVP_PKEY_eq(pointer, other.pointer) == 1
  }

  /// Returns whether the signature of a hash made with `digest` is by this key.
  func verifies(
    _ signature: [UInt8], ofHash hash: [UInt8], digest: DigestAlgorithm,
    scheme: SignatureAlgorithm.Scheme
  ) -> Bool {
    SignatureVerifier(self, digest: digest, scheme: scheme)?.verifies(signature, ofHash: hash)
      ?? false
  }

  /// Length of an RSA signature.
  var sizeInBytes: Int { Int(EVP_PKEY_get_size(pointer)) }
}
