// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

@testable import PassCrypto

struct TrustAnchorTests {
  /// The content of a certificate as OpenSSL reads it.
  private struct Facts: Decodable {
    let subject: String
    let issuer: String
    let serial: String
    let keyIdentifier: String
    let sha256: String
    let sha1: String
    let publicKeySHA256: String
    let notBefore: Date
    let notAfter: Date
    let marks: [String]

    /// Returns a part of a name in RFC 2253 form. None of these names has a comma.
    static func part(_ type: String, of name: String) -> String? {
      name.split(separator: ",").first { $0.hasPrefix(type + "=") }
        .map { String($0.dropFirst(type.count + 1)) }
    }
  }

  @Test func saysWhatTheCertificatesSay() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let all = try decoder.decode([Facts].self, from: Fixture.data("apple-authorities.json"))
    #expect(all.count == 12)
    #expect(Set(all.map { "\($0.issuer) \($0.serial)" }).count == 12)
    #expect(Set(all.map(\.sha256)) == Set(TrustAnchors.all.map(\.sha256Hex)))
    for facts in all {
      let anchor = try #require(TrustAnchors.anchor(sha256Hex: facts.sha256), "\(facts)")
      #expect(anchor.sha1Hex == facts.sha1)
      #expect(anchor.commonName == Facts.part("CN", of: facts.subject))
      #expect(anchor.organizationalUnit == Facts.part("OU", of: facts.subject))
      #expect(Facts.part("O", of: facts.subject) == "Apple Inc.")
      #expect(anchor.isRoot == (facts.subject == facts.issuer))
      #expect(anchor.issuerName == Facts.part("CN", of: facts.issuer))
      #expect(anchor.keyIdentifierHex == facts.keyIdentifier)
      #expect(Hex.encode(Digest.sha256(anchor.publicKeyDER)) == facts.publicKeySHA256)
      #expect(anchor.notBefore == Int64(facts.notBefore.timeIntervalSince1970))
      #expect(anchor.notAfter == Int64(facts.notAfter.timeIntervalSince1970))
      #expect(anchor.hasWWDRMarker == facts.marks.contains("1.2.840.113635.100.6.2.1"))
    }
  }

  /// Finds the root as for Apple's roots, with keys whose private keys we have.
  @Test func findsTheIssuerByItsKeyAndProvesTheSignature() throws {
    let authority = try Samples.authority.get()
    let (root, intermediate) = (authority.root.certificate, authority.intermediate.certificate)
    let other = try ExampleAuthority(notBefore: Samples.start, notAfter: Samples.end)
    func anchor(_ certificate: Certificate, key: [UInt8]) throws -> TrustAnchor {
      TrustAnchor(
        name: "the root", generation: nil,
        commonName: try #require(certificate.subject.commonName), organizationalUnit: "",
        isRoot: true, issuerName: "the root", hasWWDRMarker: false, notBefore: 0, notAfter: 1,
        keyIdentifierHex: Hex.encode(try #require(certificate.subjectKeyIdentifier)),
        sha256Hex: certificate.sha256Hex, sha1Hex: certificate.sha1Hex,
        publicKeyBase64: Base64.encode(key))
    }
    let anchors = [try anchor(root, key: root.publicKeyDER)]
    #expect(TrustAnchors.issuer(of: intermediate, among: anchors)?.name == "the root")
    #expect(TrustAnchors.issuer(of: root, among: anchors)?.name == "the root")
    #expect(TrustAnchors.issuer(of: try Samples.rsaLeaf.get(), among: anchors) == nil)
    #expect(TrustAnchors.issuer(of: other.intermediate.certificate, among: anchors) == nil)
    #expect(TrustAnchors.issuer(of: intermediate) == nil)
    // The right name and identifier with another key must not be accepted.
    let forged = [try anchor(root, key: other.root.certificate.publicKeyDER)]
    #expect(TrustAnchors.issuer(of: intermediate, among: forged) == nil)
    // The newest certificate of one key comes first.
    let renewed =
      try anchors
      + [anchor(root, key: root.publicKeyDER)].map {
        TrustAnchor(
          name: "the newer", generation: nil, commonName: $0.commonName,
          organizationalUnit: "", isRoot: true, issuerName: "the newer", hasWWDRMarker: false,
          notBefore: 1, notAfter: 2, keyIdentifierHex: $0.keyIdentifierHex, sha256Hex: "",
          sha1Hex: "", publicKeyBase64: $0.publicKeyBase64)
      }
    #expect(TrustAnchors.issuer(of: intermediate, among: renewed)?.name == "the newer")
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
    // Apple's names with our key.
    let fake = try ExampleAuthority(
      name: "Apple Worldwide Developer Relations Certification Authority",
      notBefore: Samples.start, notAfter: Samples.end, rootKey: Samples.rsaKey.get(),
      intermediateKey: Samples.ecKey.get())
    let leaf = try fake.issue(Samples.request(), publicKeyDER: Samples.ecKey.get().publicKeyDER)
    #expect(!TrustAnchors.isApple(leaf))
    #expect(!TrustAnchors.isAppleAuthority(fake.intermediate.certificate))
  }
}
