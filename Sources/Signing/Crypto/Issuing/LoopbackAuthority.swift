// SPDX-License-Identifier: Apache-2.0

/// An authority made on the spot for servers on this machine, which nobody else trusts.
package struct LoopbackAuthority: Sendable {
  /// The self-signed certificate, to be trusted by those who connect.
  package let certificate: Certificate
  private let key: PrivateKey
  private let notBefore: Int64
  private let notAfter: Int64

  /// A server's certificate with its key.
  package struct Server: Sendable {
    /// The server's own certificate.
    package let certificate: Certificate
    /// Its key.
    package let key: PrivateKey
  }

  /// A fresh authority on P-256; validity in Unix time.
  package init(name: String, notBefore: Int64, notAfter: Int64) throws(CryptoError) {
    key = try PrivateKey.generateP256()
    (self.notBefore, self.notAfter) = (notBefore, notAfter)
    let draft = CertificateDraft(
      subject: [(.commonName, name), (.organization, "passc, made for one run")],
      publicKeyDER: key.publicKeyDER, notBefore: notBefore, notAfter: notAfter,
      extensions: [
        .basicConstraints(isAuthority: true), .keyUsage([.keyCertSign, .crlSign]),
        .subjectKeyIdentifier(of: key.publicKeyDER),
      ])
    certificate = try draft.signed(with: key, issuer: nil)
  }

  /// A certificate for a server of these names; IPv4 addresses are written as such.
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
