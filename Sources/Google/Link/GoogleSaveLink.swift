// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
package import PassCrypto
package import PassDiagnostics
import PassJSON

/// A link that saves passes to Google Wallet: an address with a signed JSON Web Token.
package struct GoogleSaveLink: Sendable {
  package static let prefix = "https://pay.google.com/gp/v/save/"
  /// The number of characters of a token that Google calls safe.
  package static let safeLength = 1_800

  package let token: String
  package var url: String { Self.prefix + token }

  /// Signs a link.
  ///
  /// - Parameters:
  ///   - payload: the payload as JSON in UTF-8.
  ///   - account: the e-mail address of the service account.
  ///   - time: the time of signing in seconds since 1970. The same key, time and payload give the
  ///     same bytes.
  package init(
    payload: [UInt8], account: String, key: any SigningKey, time: Int64, origins: [String]? = nil
  ) throws(CryptoError) {
    var claims = Array("{\"iss\":".utf8)
    JSONWriter.writeString(account, to: &claims)
    claims += ",\"aud\":\"google\",\"typ\":\"savetowallet\",\"iat\":\(time)".utf8
    if let origins {
      claims += ",\"origins\":".utf8
      JSONTree.strings(origins).write(to: &claims)
    }
    claims += ",\"payload\":".utf8
    claims += payload
    claims.append(UInt8(ascii: "}"))
    let header = Base64.encodeForURL(Array("{\"alg\":\"RS256\",\"typ\":\"JWT\"}".utf8))
    let content = header + "." + Base64.encodeForURL(claims)
    let signature = try key.sign(sha256: Digest.sha256(Array(content.utf8)))
    token = content + "." + Base64.encodeForURL(signature)
  }

  /// Reports a token that is longer than Google calls safe, with the heaviest members of its
  /// payload.
  package func checkLength(payload: [UInt8], at place: some Placed, report: inout Report) {
    guard token.utf8.count > Self.safeLength else { return }
    report(
      GoogleFindings.linkTooLong,
      "the token has \(token.utf8.count) characters, \(Self.safeLength) are safe; "
        + Self.heaviest(payload), at: place)
  }

  /// Returns the three members of classes and objects with most bytes.
  private static func heaviest(_ payload: [UInt8]) -> String {
    var unseen = Report()
    guard let document = JSONReader.read(payload, name: "payload", mode: .lenient, report: &unseen)
    else { return "" }
    var weights: [(name: String, bytes: Int)] = []
    for list in document.root.members {
      for part in list.value.elements {
        for member in part.members {
          weights.append((member.name, JSONWriter.bytes(of: member.value).count))
        }
      }
    }
    let top = weights.sorted { $0.bytes > $1.bytes }.prefix(3)
    return "most bytes: " + top.map { "\($0.name) \($0.bytes)" }.joined(separator: ", ")
  }
}
