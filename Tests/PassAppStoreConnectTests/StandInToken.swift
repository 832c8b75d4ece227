// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassJSON
import PassTesting

/// The strict check of a token, as Apple documents it (ES256, RFC 7518).
enum StandInToken {
  /// Returns the response to an invalid token, or nil if it is valid.
  static func fault(_ header: String?, key: PrivateKey, now: Int64) -> (Int, String)? {
    // Apple's error of a token has neither an id nor a source.
    let rejected = StandIn.error(401, "NOT_AUTHORIZED", "Authentication credentials are invalid")
    guard let header, header.hasPrefix("Bearer ") else { return rejected }
    let parts = header.dropFirst("Bearer ".count).split(
      separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = object(parts[0]), let claims = object(parts[1]),
      let signature = decode(parts[2]), signature.count == 64,
      verifies(signature, Array("\(parts[0]).\(parts[1])".utf8), key)
    else { return rejected }
    guard head["alg"]?.string == "ES256", head["typ"]?.string == "JWT",
      head["kid"]?.string == StandIn.keyID, claims["aud"]?.string == "appstoreconnect-v1",
      let issued = claims["iat"]?.number?.integer, let end = claims["exp"]?.number?.integer,
      end - issued <= 1_200, Int64(end) > now, Int64(issued) <= now + 60
    else { return rejected }
    if claims["sub"]?.string == "user", claims["iss"] == nil {
      return StandIn.error(403, "FORBIDDEN_ERROR", "individual keys cannot do this")
    }
    return claims["iss"]?.string == StandIn.issuer && claims["scope"] == nil ? nil : rejected
  }

  private static func object(_ part: Substring) -> JSONValue? {
    guard let bytes = decode(part) else { return nil }
    var report = Report()
    return JSONReader.read(bytes, name: "token", report: &report)?.root
  }

  private static func decode(_ part: Substring) -> [UInt8]? {
    let plain = part.replacing("-", with: "+").replacing("_", with: "/")
    return Base64.decode(plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }

  /// Verifies raw r and s, which DER needs as two numbers.
  private static func verifies(_ signature: [UInt8], _ content: [UInt8], _ key: PrivateKey) -> Bool
  {
    let numbers = [signature[..<32], signature[32...]].map { half in
      let digits = Array(half.drop { $0 == 0 })
      let sign: [UInt8] = (digits.first ?? 0x80) & 0x80 == 0 ? [] : [0]
      return DER.tagged(0x02, sign + digits)
    }
    return StandInRequest.verifies(
      DER.sequence(numbers[0], numbers[1]), content, publicKey: key.publicKeyDER)
  }
}
