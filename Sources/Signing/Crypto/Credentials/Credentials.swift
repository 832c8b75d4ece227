// SPDX-License-Identifier: Apache-2.0

/// Certificates and keys of one file, in its order.
package struct Credentials: Sendable {
  package enum Kind: String, Sendable {
    case pem = "PEM"
    case derCertificate = "DER certificate"
    case derKey = "DER private key"
    case pkcs7 = "PKCS #7 certificates"
    case pkcs12 = "PKCS #12"
  }

  /// Name of a certificate signing request in messages.
  package static let requestName = FileAppearance.requestName

  package var kind: Kind
  /// Certificates in the order of the file. The leaf need not be the first.
  package var certificates: [Certificate] = []
  /// Decrypted private keys in the order of the file.
  package var keys: [PrivateKey] = []
  /// Whether the file is encrypted with RC2 or RC4, which needs the legacy provider.
  package var wasLegacyRC2 = false
  /// Kinds of the PEM blocks that are neither certificates nor private keys.
  package var otherContents: [String] = []

  package init(kind: Kind) {
    self.kind = kind
  }

  /// Summary for people: `PEM with 2 certificates and a private key (RSA 2048)`.
  package var summary: String {
    var parts: [String] = []
    if certificates.count == 1 { parts.append("a certificate") }
    if certificates.count > 1 { parts.append("\(certificates.count) certificates") }
    if let key = keys.first, keys.count == 1 { parts.append("a private key (\(key.kind))") }
    if keys.count > 1 { parts.append("\(keys.count) private keys") }
    return parts.isEmpty
      ? "\(kind.rawValue) without content"
      : "\(kind.rawValue) with \(parts.joined(separator: " and "))"
  }
}
