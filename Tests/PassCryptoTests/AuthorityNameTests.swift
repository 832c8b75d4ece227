// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

@testable import PassCrypto

/// Tests of the names of authorities with one common name.
struct AuthorityNameTests {
  @Test(arguments: [
    ("Developer Relations Authority", "G4", "Developer Relations Authority G4"),
    ("Developer Relations Authority", "G10", "Developer Relations Authority G10"),
    ("Developer Relations CA - G2", "G2", "Developer Relations CA - G2"),
    ("Example", "Examples and tests only", "Example"), ("Example", "G", "Example"),
    ("Example", "GYM", "Example"),
  ])
  func addsTheGenerationToTheCommonName(
    _ name: String, _ unit: String, _ expected: String
  ) throws {
    var reader = ASN1Reader(
      CertificateDraft.name([(.commonName, name), (.organizationalUnit, unit)]))
    let read = try DistinguishedName(&reader)
    #expect(read.authorityName == expected)
  }

  @Test func namesKeyAndFingerprint() throws {
    let certificate = try Samples.authority.get().intermediate.certificate
    let key = Hex.encode(try #require(certificate.subjectKeyIdentifier))
    #expect(certificate.authorityDetails == "key id \(key), SHA-256 \(certificate.sha256Hex)")
  }
}
