// SPDX-License-Identifier: Apache-2.0

/// A certificate signing request (PKCS #10), as Apple's developer site takes it.
package struct CertificateRequest: Sendable {
  /// The signed request from its first byte to its last.
  package let der: [UInt8]

  /// A request for a certificate of the key, signed with it.
  ///
  /// Apple overwrites the subject, so it only has to be well formed.
  package init(
    key: any SigningKey, commonName: String, emailAddress: String? = nil, country: String? = nil
  ) throws(CryptoError) {
    var subject: [(OID, String)] = []
    if let emailAddress { subject.append((.emailAddress, emailAddress)) }
    subject.append((.commonName, commonName))
    if let country { subject.append((.country, country)) }
    let body = DERWriter.sequence(
      DERWriter.integer(0), CertificateDraft.name(subject), key.publicKeyDER,
      DERWriter.element(0xa0, []))
    der = try Signing(key).sealed(body)
  }

  /// PEM text with label `CERTIFICATE REQUEST`.
  package var pem: String { PEM.encode("CERTIFICATE REQUEST", der) }
}
