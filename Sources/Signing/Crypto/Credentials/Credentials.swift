// SPDX-License-Identifier: Apache-2.0

/// What one file held: certificates and keys in the file's order.
package struct Credentials: Sendable {
  /// The kind of file.
  package enum Kind: String, Sendable {
    case pem = "PEM"
    case derCertificate = "DER certificate"
    case derKey = "DER private key"
    case pkcs7 = "PKCS #7 certificates"
    case pkcs12 = "PKCS #12"
  }

  /// What a file is called that asks Apple for a certificate.
  package static let requestName = FileLook.requestName

  /// How the file holds what it holds.
  package var kind: Kind
  /// The certificates in the order of the file, in which the leaf need not be the first.
  package var certificates: [Certificate] = []
  /// The private keys in the order of the file, decrypted.
  package var keys: [PrivateKey] = []
  /// Whether the file was encrypted with RC2 or RC4 and needed the legacy provider.
  package var wasLegacyRC2 = false
  /// PEM blocks that are neither certificate nor private key, by what they are.
  package var otherContents: [String] = []

  /// A file of that kind in which nothing was found so far.
  package init(kind: Kind) {
    self.kind = kind
  }

  /// For people: `PEM with 2 certificates and an RSA 2048 private key`.
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
