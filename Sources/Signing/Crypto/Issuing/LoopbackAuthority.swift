// SPDX-License-Identifier: Apache-2.0

/// An authority for TLS servers on this machine, made for one run or kept in files.
package struct LoopbackAuthority: Sendable {
  /// The self-signed certificate, which clients must trust.
  package let certificate: Certificate
  package let key: PrivateKey
  private let notBefore: Int64
  private let notAfter: Int64

  /// A server certificate with its key.
  package struct Server: Sendable {
    package let certificate: Certificate
    package let key: PrivateKey
  }

  /// Creates an authority from an earlier run.
  package init(certificate: Certificate, key: PrivateKey) {
    (self.certificate, self.key) = (certificate, key)
    (notBefore, notAfter) = (certificate.notBefore, certificate.notAfter)
  }

  /// Creates an authority with a P-256 key. The validity is in Unix seconds.
  package init(
    name: String, organization: String = "passc, made for one run", notBefore: Int64,
    notAfter: Int64
  ) throws(CryptoError) {
    key = try PrivateKey.generateP256()
    (self.notBefore, self.notAfter) = (notBefore, notAfter)
    let draft = CertificateDraft(
      subject: [(.commonName, name), (.organization, organization)],
      publicKeyDER: key.publicKeyDER, notBefore: notBefore, notAfter: notAfter,
      extensions: [
        .basicConstraints(isAuthority: true), .keyUsage([.keyCertSign, .crlSign]),
        .subjectKeyIdentifier(of: key.publicKeyDER),
      ])
    certificate = try draft.signed(with: key, issuer: nil)
  }

  /// Returns a certificate for a server with these host names or IPv4 addresses.
  package func server(names: [String]) throws(CryptoError) -> Server {
    let leafKey = try PrivateKey.generateP256()
    let alternatives = names.flatMap { name -> [UInt8] in
      let numbers = name.split(separator: ".").compactMap { UInt8($0) }
      return numbers.count == 4
        ? DERWriter.element(0x87, numbers) : DERWriter.element(0x82, Array(name.utf8))
    }
    let draft = CertificateDraft(
      subject: [(.commonName, names.first ?? "localhost")],
      publicKeyDER: leafKey.publicKeyDER, notBefore: notBefore, notAfter: notAfter,
      extensions: [
        .basicConstraints(isAuthority: false), .keyUsage([.digitalSignature]),
        .extendedKeyUsage([.serverAuthentication]),
        .init(
          oid: .subjectAlternativeName,
          value: DERWriter.element(ASN1Reader.sequence, alternatives)),
        .subjectKeyIdentifier(of: leafKey.publicKeyDER),
        .authorityKeyIdentifier(of: certificate),
      ])
    return Server(
      certificate: try draft.signed(with: key, issuer: certificate.subject.der), key: leafKey)
  }
}
