// SPDX-License-Identifier: Apache-2.0

extension PrivateKey {
  /// Returns an ES256 signature for a JSON Web Token (RFC 7518, 3.4): r and s with 32 octets each.
  package func es256(_ content: [UInt8]) throws(CryptoError) -> [UInt8] {
    guard case .ec("P-256") = kind else {
      throw CryptoError("the key is a \(kind) key, ES256 needs P-256")
    }
    let der = try sign(hash: Digest.sha256(content))
    do {
      var outer = ASN1Reader(der)
      var numbers = try outer.enter(ASN1Reader.sequence)
      let (r, s) = (try numbers.nextUnsigned(), try numbers.nextUnsigned())
      return Self.octets(r) + Self.octets(s)
    } catch {
      throw CryptoError("the signature is not a pair of numbers")
    }
  }

  /// Returns a number with 32 octets.
  private static func octets(_ number: ArraySlice<UInt8>) -> [UInt8] {
    let digits = number.drop { $0 == 0 }
    return [UInt8](repeating: 0, count: max(0, 32 - digits.count)) + digits
  }
}
