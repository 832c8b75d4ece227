// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassCrypto
import PassDiagnostics
import PassReport
import PassTesting
import Testing

/// The generation of WWDR that a leaf needs depends on its authority key identifier.
///
/// The tests cannot have a leaf signed with Apple's key. The leaf names the right key, but its
/// signature is invalid. The error must also name the generation.
struct WWDRGenerationTests {
  /// Returns the finding for the sample if its leaf names this key as its issuer's.
  private func chainFinding(leafNaming keyIdentifier: [UInt8]) throws -> Diagnostic? {
    let identity = try TestAuthority.shared.get().identity(.ordinary, today: TestAuthority.today)
    let own = try #require(identity.leaf.authorityKeyIdentifier)
    var der = identity.leaf.der
    let start = try #require(der.indices.first { der[$0...].starts(with: own) })
    der.replaceSubrange(start..<(start + own.count), with: keyIdentifier)
    let leaf = try Certificate(der: der)
    #expect(leaf.authorityKeyIdentifier == keyIdentifier)
    var files = try SampleBundle().files()
    let signature = TestSignature(
      leaf: leaf, key: identity.key, others: [], time: identity.time)
    files["signature"] = try signature.message(over: try #require(files["manifest.json"]))
    let archive = try ArchiveWriter.archive(
      of: files.sorted { $0.key < $1.key }.map { try ArchiveEntry(path: $0.key, bytes: $0.value) })
    return try SampleBundle.check(archive, SampleBundle().options()).diagnostics
      .first { $0.code.hasPrefix("signature.chain.") }
  }

  @Test(arguments: TrustAnchors.intermediates)
  func namesTheGenerationTheLeafAsksFor(_ anchor: TrustAnchor) throws {
    let identifier = try #require(Hex.decode(anchor.keyIdentifierHex))
    // Two certificates have the key of 2008, so both names are right.
    let names = TrustAnchors.anchors(forKeyIdentifier: identifier).map(\.name)
    let finding = try #require(try chainFinding(leafNaming: identifier))
    #expect(finding.code == "signature.chain.notApple")
    #expect(
      names.contains {
        finding.message == "the signer's certificate names \($0), whose key did not sign it"
      }, "\(finding.message)")
  }

  @Test func namesNoGenerationForAKeyNobodyKnows() throws {
    let finding = try #require(try chainFinding(leafNaming: [UInt8](repeating: 7, count: 20)))
    #expect(finding.code == "signature.chain.notApple")
    #expect(!finding.message.contains("WWDR G"), "\(finding.message)")
  }

  @Test(arguments: [Example.Signer.wrongIntermediate, .noIntermediate])
  func warnsWithTheNameOfTheIntermediateThatIsNeeded(_ signer: Example.Signer) throws {
    let subject = try SampleBundle(.signed(.signed(by: signer))).checked()
    let finding = try #require(
      subject.diagnostics.first { $0.code == "signature.chain.wrongIntermediate" })
    let needed = try TestAuthority.shared.get().authority.intermediate.certificate
    let name = try #require(needed.subject.commonName)
    #expect(finding.severity == .warning)
    #expect(finding.message.hasSuffix("the signer's certificate needs \(name)"))
    #expect(finding.help.contains(needed.sha256Hex))
  }
}
