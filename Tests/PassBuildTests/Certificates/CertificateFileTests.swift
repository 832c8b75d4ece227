// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCrypto
import PassTesting
import Testing

/// Tests of certificate files for comparison and trust, without keys.
struct CertificateFileTests {
  private static func unfit(_ bytes: [UInt8]) throws -> String? {
    let folder = try TemporaryFolder()
    try folder.add("file", bytes)
    let error = #expect(throws: CertificateFile.CertificateFileError.self) {
      try CertificateFile.passCertificate(in: folder("file"))
    }
    return error?.description.replacing(folder.path + "/", with: "")
  }

  @Test func findsThePassCertificateBesideItsIssuer() throws {
    let folder = try TemporaryFolder()
    try folder.add("chain.pem", try TestCA.intermediate + TestCA.leafPEM())
    let found = try CertificateFile.passCertificate(in: folder("chain.pem"))
    #expect(found.subject.userID == TestCA.type)
    #expect(try CertificateFile.certificates(in: folder("chain.pem")).count == 2)
  }

  @Test func saysWhatAFileHoldsInstead() throws {
    #expect(try Self.unfit(Array("{}".utf8)) == "file contains no certificate")
    #expect(try Self.unfit(TestCA.keyPEM) == "file contains no certificate")
    let words = try #require(try Self.unfit(TestCA.intermediate))
    let start = "file is not a signing certificate for passes, but that of "
    #expect(words.hasPrefix(start), "\(words)")
  }

  @Test func trustsEveryCertificateOfEveryFile() throws {
    let folder = try TemporaryFolder()
    let authority = try TestCA.authority
    try folder.add("root.pem", Array(authority.root.certificate.pem.utf8))
    try folder.add("wwdr.pem", try TestCA.intermediate)
    let trust = try CertificateFile.trust([folder("root.pem"), folder("wwdr.pem")])
    #expect(trust.issuer(of: try TestCA.leaf()) != nil)
    #expect(trust.issuer(of: authority.intermediate.certificate) != nil)
    #expect(try CertificateFile.trust([]).issuer(of: authority.intermediate.certificate) == nil)
  }

  @Test func aMissingFileIsAnErrorOfTheDisk() throws {
    #expect(throws: FileError.self) { try CertificateFile.certificates(in: "/nowhere/a.pem") }
  }
}
