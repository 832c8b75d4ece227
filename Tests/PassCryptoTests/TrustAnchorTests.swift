// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCrypto
import Testing

struct TrustAnchorTests {
  @Test(
    .disabled(if: Samples.sharedIsMissing("apple-ca"), "../shared/apple-ca is not there"))
  func equalsTheCertificatesThemselves() throws {
    let folder = Samples.shared.appendingPathComponent("apple-ca")
    let certificates = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".pem") }.map { try Certificate(pem: folder.read($0)) }
    #expect(certificates.count == TrustAnchors.all.count)
    for certificate in certificates {
      let anchor = try #require(TrustAnchors.anchor(for: certificate), "\(certificate)")
      #expect(anchor.sha1Hex == certificate.sha1Hex)
      #expect(anchor.commonName == certificate.subject.commonName)
      #expect(anchor.organizationalUnit == certificate.subject.organizationalUnit)
      #expect(anchor.keyIdentifierHex == certificate.subjectKeyIdentifier.map { Hex.encode($0) })
      #expect(anchor.notBefore == certificate.notBefore)
      #expect(anchor.notAfter == certificate.notAfter)
      #expect(anchor.publicKeyDER == certificate.publicKeyDER)
      #expect(anchor.hasWWDRMarker == certificate.hasWWDRMarker)
      #expect(anchor.isRoot == certificate.isSelfSigned)
      #expect(TrustAnchors.isApple(certificate))
      let issuer = try #require(TrustAnchors.issuer(of: certificate), "\(certificate)")
      #expect(issuer.name == anchor.issuerName)
    }
  }

  @Test func hasThreeRootsAndNineIntermediates() {
    #expect(TrustAnchors.roots.count == 3)
    #expect(TrustAnchors.intermediates.count == 9)
    #expect(TrustAnchors.all.allSatisfy { (try? PublicKey(der: $0.publicKeyDER)) != nil })
    #expect(Set(TrustAnchors.all.map(\.sha256Hex)).count == 12)
  }

  @Test func findsBothCertificatesOfTheOldKey() throws {
    let identifier = try #require(Hex.decode("88271709a9b618608becebbaf64759c55254a3b7"))
    #expect(TrustAnchors.anchors(forKeyIdentifier: identifier).map(\.generation) == ["2008", "G1"])
  }

  @Test func doesNotTakeTheExampleForApple() throws {
    let authority = try Samples.authority.get()
    #expect(!TrustAnchors.isApple(authority.root.certificate))
    #expect(!TrustAnchors.isApple(authority.intermediate.certificate))
    #expect(!TrustAnchors.isApple(try Samples.rsaLeaf.get()))
  }

  @Test func believesNoCertificateThatOnlyClaimsToBeApples() throws {
    // Apple's names, our key.
    let fake = try ExampleAuthority(
      name: "Apple Worldwide Developer Relations Certification Authority",
      notBefore: Samples.start, notAfter: Samples.end, rootKey: Samples.rsaKey.get(),
      intermediateKey: Samples.ecKey.get())
    let leaf = try fake.issue(Samples.request(), publicKeyDER: Samples.ecKey.get().publicKeyDER)
    #expect(!TrustAnchors.isApple(leaf))
    #expect(!TrustAnchors.isAppleAuthority(fake.intermediate.certificate))
  }
}
