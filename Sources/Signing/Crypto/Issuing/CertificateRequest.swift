// SPDX-License-Identifier: Apache-2.0

/// A certificate signing request (PKCS #10) for Apple's developer site.
package struct CertificateRequest: Sendable {
  /// DER of the signed request.
  package let der: [UInt8]

  /// Creates a request for a key and signs it with the key.
  ///
  /// Apple replaces the subject, so it only has to be well-formed.
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
    der = try Signing(key).signed(body)
  }

  /// PEM with label `CERTIFICATE REQUEST`.
  package var pem: String { PEM.encode("CERTIFICATE REQUEST", der) }
}
