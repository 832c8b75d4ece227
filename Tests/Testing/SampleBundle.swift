// SPDX-License-Identifier: Apache-2.0

import Dispatch
import PassArchive
import PassBasics
import PassBuild
package import PassCheck
package import PassCrypto
package import PassDiagnostics
import PassJSON
import PassModel
package import PassReport
import PassRules

/// The sample pass, signed and packed, with whatever an example does to its seal.
package struct SampleBundle {
  /// The content, and what it is judged by.
  package var pass: SamplePass
  /// What is done to manifest and signature, in order.
  package var changes: [Example.SealChange]

  /// The sound sample.
  package init() {
    pass = SamplePass()
    changes = []
  }

  /// The sample as an example changes it.
  package init(_ example: Example) throws {
    pass = try SamplePass(example)
    changes = example.seal ?? []
  }

  // MARK: Judging

  /// What the checker says, the certificates of the tests trusted.
  package func checked(policy: Policy = Policy()) throws -> CheckedSubject {
    try Self.check(try archive(), options(policy: policy))
  }

  /// What the checker goes by.
  package func options(policy: Policy = Policy()) throws -> CheckOptions {
    var options = CheckOptions(today: pass.context.today)
    options.trust = try TestAuthority.shared.get().trust
    options.nfcPublicKey = pass.context.nfcPublicKey
    options.lowestIOS = pass.context.lowestIOS
    options.policy = policy
    return options
  }

  /// What the checker says of the bytes of a bundle.
  package static func check(
    _ bytes: [UInt8], name: String = "sample.pkpass", _ options: CheckOptions
  ) throws -> CheckedSubject {
    try keep(bytes)
    var checker = PassChecker(options)
    let outcomes = checker.check(PassFinder.find(bytes, name: name), name: name)
    guard let first = outcomes.first else { throw BrokenExample("nothing was judged") }
    return first.subject
  }

  /// Writes a bundle, and the root it leads to, for whoever asked for them: see
  /// `Machine.keptBundles`.
  private static func keep(_ bytes: [UInt8]) throws {
    guard let folder = Machine.keptBundles else { return }
    let root = try TestAuthority.shared.get().authority.root.certificate.pem
    try Disk.write(Array(root.utf8), to: FilePath.join(folder, "root.pem"))
    try Disk.write(bytes, to: FilePath.join(folder, Digest.sha1Hex(bytes) + ".pkpass"))
  }

  // MARK: Making

  /// The bytes of the .pkpass.
  package func archive() throws -> [UInt8] {
    let files = try files()
    return try ArchiveWriter.archive(
      of: files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { try ArchiveEntry(path: $0.key, bytes: $0.value) })
  }

  /// Every file by its path, the seal included.
  package func files() throws -> [String: [UInt8]] {
    var files = pass.files
    let manifest = try manifest(of: files)
    files["manifest.json"] = manifest
    files["signature"] = try signature(over: manifest)
    for change in changes {
      switch change {
      case .changedLater(let path, let content): files[path] = try SamplePass.bytes(of: content)
      case .removedLater(let path): files[path] = nil
      default: continue
      }
    }
    return files
  }

  private func manifest(of files: [String: [UInt8]]) throws -> [UInt8] {
    var manifest = Manifest(files.map { ($0.key, Digest.sha1Hex($0.value)) }).bytes
    for change in changes {
      switch change {
      case .manifest(let patch): manifest = try Self.patched(manifest, patch)
      case .manifestText(let text): manifest = Array(text.utf8)
      case .upperCaseHashes:
        manifest = Manifest(files.map { ($0.key, Digest.sha1Hex($0.value).uppercased()) }).bytes
      default: continue
      }
    }
    return manifest
  }

  private static func patched(_ manifest: [UInt8], _ patch: String) throws -> [UInt8] {
    var report = Report()
    guard
      let base = JSONReader.read(manifest, name: "manifest.json", report: &report),
      let change = JSONReader.read(Array(patch.utf8), name: "patch", report: &report)
    else { throw BrokenExample("the patch \(patch) is not JSON") }
    return JSONWriter.bytes(of: JSONMergePatch.merged(base.root, change.root).root)
  }

  private var signerKind: Example.Signer {
    for case .signed(let signer) in changes { return signer }
    let certificate = pass.context.certificate
    return certificate?.isEnabledForNFC == true ? .nfc : .ordinary
  }

  private func signature(over manifest: [UInt8]) throws -> [UInt8] {
    let identity = try TestAuthority.shared.get().identity(signerKind, today: pass.context.today)
    var signature = TestSignature(
      leaf: identity.leaf, key: identity.key, others: identity.others, time: identity.time)
    for case .signature(let kind) in changes {
      if let bytes = try Self.odd(kind, &signature, manifest) { return bytes }
    }
    return try signature.message(over: manifest)
  }

  /// Changes the signature; or gives bytes that stand in its place.
  private static func odd(
    _ kind: Example.Signature, _ signature: inout TestSignature, _ manifest: [UInt8]
  ) throws -> [UInt8]? {
    switch kind {
    case .rawRSA: return try signature.key.sign(hash: Digest.sha256(manifest))
    case .pem:
      return Array(PEM.encode("PKCS7", try signature.message(over: manifest)).utf8)
    case .base64: return Array(Base64.encode(try signature.message(over: manifest)).utf8)
    case .trailingByte: return try signature.message(over: manifest) + [0x0A]
    case .cut: return try signature.message(over: manifest).dropLast(9)
    case .ofOtherManifest: return try signature.message(over: manifest + [0x20])
    case .attached: signature.content = manifest
    case .attachedOther: signature.content = Array("{}".utf8)
    case .noSigningTime: signature.time = nil
    case .inTheFuture: signature.time = (signature.time ?? 0) + 40 * 86_400
    case .severalSigners: signature.signers = 2
    case .noSigner: signature.signers = 0
    case .noCertificates: signature.certificates = []
    case .unknownDigest:
      signature.digestOID = "1.2.3.4"
    case .digestNotAnnounced: signature.announced = ["1.3.14.3.2.26"]
    case .noContentType: signature.contentType = false
    case .byOtherKey: signature.key = try TestAuthority.shared.get().otherKey
    case .sha1: signature.digest = .sha1
    case .sha512: signature.digest = .sha512
    case .indefiniteLengths: signature.hasIndefiniteLengths = true
    case .unsortedAttributes: signature.isSorted = false
    case .byKeyIdentifier: signature.namesKey = true
    case .manyAttributes:
      signature.extraAttributes = [
        TestSignature.attribute(
          "1.2.840.113549.1.9.15",
          DER.sequence(DER.sequence(DER.oid("2.16.840.1.101.3.4.1.42")))),
        TestSignature.attribute("1.2.840.113549.1.9.52", DER.sequence(DER.oid("1.2.3"))),
      ]
    case .namedSHA1WithRSA:
      (signature.digest, signature.signatureOID) = (.sha1, "1.2.840.113549.1.1.5")
    case .namedSHA256WithRSA: signature.signatureOID = "1.2.840.113549.1.1.11"
    case .irregularForm: signature.certificatesTag = 0x80
    case .otherContentType: signature.statedContentType = "1.2.840.113549.1.7.2"
    case .unreadableTime: signature.timeValue = DER.tagged(0x17, Array("261301000000Z".utf8))
    case .emptyTime: signature.timeValue = []
    case .emptyDigest: signature.digestValue = []
    case .unreadableLeaf:
      // A letter in place of a digit in the first date: OpenSSL reads dates only when it needs one.
      signature.certificates[0] = Self.replaced(
        signature.leaf.der, [0x17, 0x0D], at: 2, with: 0x58)
    case .damagedKeyUsage:
      // The key usage is an OCTET STRING: OpenSSL holds the certificate for invalid when it looks
      // for the key identifier, and finds no signer.
      signature.namesKey = true
      signature.certificates[0] = try TestAuthority.shared.get().signedAgain(
        Self.replaced(signature.leaf.der, [0x03, 0x02, 0x07, 0x80], at: 0, with: 0x04))
    case .damagedCertificate:
      // The version is no number any more: our walk passes over it, OpenSSL does not.
      signature.certificates.append(DER.sequence(DER.sequence(DER.integer(1))))
    }
    return nil
  }
}

extension SampleBundle {
  /// The bytes with one of them changed, counted from the first place of a pattern.
  private static func replaced(
    _ bytes: [UInt8], _ pattern: [UInt8], at offset: Int, with byte: UInt8
  ) -> [UInt8] {
    var bytes = bytes
    let start = bytes.indices.first { bytes[$0...].starts(with: pattern) }
    if let start { bytes[start + offset] = byte }
    return bytes
  }
}

/// Values that are made once for each key, from any thread.
private final class Once<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  private let lock = DispatchSemaphore(value: 1)
  private var values: [Key: Value] = [:]

  func value(_ key: Key, make: () throws -> Value) rethrows -> Value {
    lock.wait()
    defer { lock.signal() }
    if let value = values[key] { return value }
    let value = try make()
    values[key] = value
    return value
  }
}

/// The authority of the tests and the certificates examples ask for; keys are made once.
package struct TestAuthority: Sendable {
  /// What a bundle is signed with.
  package struct Signing: Sendable {
    /// The signer's certificate.
    package let leaf: Certificate
    /// The private key of the signer's certificate.
    package let key: PrivateKey
    /// The certificates that go into the signature beside the signer's.
    package let others: [Certificate]
    /// The signing time in seconds since 1970; nil leaves it out of the signature.
    package let time: Int64?
  }

  /// The one authority of a test process, since making its keys takes time.
  package static let shared = Result { try TestAuthority() }

  /// 2026-01-01T00:00:00Z, which is today for the sample.
  package static let today: Int64 = 1_767_225_600
  private static let day: Int64 = 86_400

  /// The authority that tests trust: a root and an intermediate.
  package let authority: ExampleAuthority
  /// Another authority, which nobody trusts.
  package let stranger: ExampleAuthority
  /// A second intermediate under the trusted root.
  package let otherIntermediate: ExampleAuthority.Issuer
  /// The key of every signer's certificate.
  package let key: PrivateKey
  /// A key that belongs to no signer's certificate; odd and untrusted intermediates have it.
  package let otherKey: PrivateKey
  private let strangersKey: PrivateKey

  private init() throws {
    let start = Self.today - 3_000 * Self.day
    let end = Self.today + 3_000 * Self.day
    strangersKey = try PrivateKey.generateRSA2048()
    authority = try ExampleAuthority(notBefore: start, notAfter: end)
    key = try PrivateKey.generateRSA2048()
    otherKey = try PrivateKey.generateRSA2048()
    stranger = try ExampleAuthority(
      name: "Stranger, not Apple", notBefore: start, notAfter: end, rootKey: strangersKey,
      intermediateKey: otherKey)
    otherIntermediate = try ExampleAuthority.makeIntermediate(
      name: "Other WWDR, not Apple", issuer: authority.root, key: otherKey, notBefore: start,
      notAfter: end)
  }

  /// The root and the intermediate, as a file of `--trust` would name them.
  package var trust: Trust {
    Trust(adding: [authority.root.certificate, authority.intermediate.certificate])
  }

  /// Certificates, key and signing time of a kind of signer, the same however often it is asked:
  /// passes of one signer carry one certificate.
  package func identity(_ kind: Example.Signer, today: Int64) throws -> Signing {
    try issued.value(IssuedKey(kind: kind, today: today)) { try issue(kind, today: today) }
  }

  private let issued = Once<IssuedKey, Signing>()

  private struct IssuedKey: Hashable {
    let kind: Example.Signer
    let today: Int64
  }

  // long: a table of all signers, in which each is described in one place.
  private func issue(_ kind: Example.Signer, today: Int64) throws -> Signing {
    let time = today - Self.day
    var request = PassCertificateRequest(
      passTypeIdentifier: "pass.com.example.passc", teamIdentifier: "EXAMPLE123",
      notBefore: today - 300 * Self.day, notAfter: today + 65 * Self.day)
    var issuers = authority
    var others = [authority.intermediate.certificate]
    switch kind {
    case .ordinary: break
    case .nfc: request.isNFC = true
    case .otherPassType:
      request.userID = "pass.com.example.other"
      request.passTypeExtension = "pass.com.example.other"
    case .otherTeam: request.teamIdentifier = "OTHERTEAM1"
    case .displayName: request.passTypeExtension = "Example Library Card"
    case .noExtension: request.passTypeExtension = nil
    case .noTeam: request.teamIdentifier = nil
    case .noUserID: request.userID = nil
    case .noPassPurpose: request.extendedKeyUsages = [.clientAuthentication]
    case .order: request.extendedKeyUsages = [.clientAuthentication, .appleOrderSigning]
    case .expiredSince: request.notAfter = today - Self.day / 2
    case .expiredWhenSigned: request.notAfter = today - 10 * Self.day
    case .notYetValid: request.notBefore = today - Self.day / 2
    case .intermediateExpired:
      issuers = try issuer(notAfter: today - 10 * Self.day)
      others = [issuers.intermediate.certificate]
    case .intermediateExpiredSince:
      issuers = try issuer(notAfter: today - Self.day / 2)
      others = [issuers.intermediate.certificate]
    case .noMarker:
      issuers = try issuer(hasMarker: false)
      others = [issuers.intermediate.certificate]
    case .wrongIntermediate: others = [otherIntermediate.certificate]
    case .noIntermediate: others = []
    case .withRoot: others.append(authority.root.certificate)
    case .untrusted:
      issuers = stranger
      others = [stranger.intermediate.certificate]
    case .directlyByRoot:
      issuers = ExampleAuthority(root: authority.root, intermediate: authority.root)
      others = []
    case .damagedLeaf, .unknownCritical, .appleCritical, .otherKeyIdentifier: break
    case .longChain:
      let issuer = try ExampleAuthority.makeIntermediate(
        name: "Sub WWDR, not Apple", issuer: otherIntermediate, key: strangersKey,
        notBefore: Self.today - 3_000 * Self.day, notAfter: Self.today + 3_000 * Self.day)
      issuers = ExampleAuthority(root: authority.root, intermediate: issuer)
      others = [issuer.certificate, otherIntermediate.certificate, authority.root.certificate]
    case .orderOfItsOwn:
      request.userID = "order.com.example.passc"
      request.passTypeExtension = "order.com.example.passc"
      request.extendedKeyUsages = [.clientAuthentication, .appleOrderSigning]
    case .notCA:
      issuers = try issuer {
        $0.replace("2.5.29.19", with: DER.sequence())
      }
      others = [issuers.intermediate.certificate]
    case .noConstraints:
      issuers = try issuer { extensions in extensions.removeAll { $0.oid == "2.5.29.19" } }
      others = [issuers.intermediate.certificate]
    case .noCertSign:
      // digitalSignature alone.
      issuers = try issuer { $0.replace("2.5.29.15", with: [3, 2, 7, 0x80]) }
      others = [issuers.intermediate.certificate]
    case .forged:
      // Names the trusted intermediate; the stranger's key signed it.
      issuers = ExampleAuthority(
        root: authority.root,
        intermediate: .init(certificate: authority.intermediate.certificate, key: otherKey))
    }
    let leaf = try Self.changed(
      try issuers.issue(request, publicKeyDER: key.publicKeyDER), for: kind, by: issuers)
    return Signing(leaf: leaf, key: key, others: others, time: time)
  }

  /// The certificate with what no request can ask for.
  private static func changed(
    _ leaf: Certificate, for kind: Example.Signer, by issuers: ExampleAuthority
  ) throws -> Certificate {
    switch kind {
    case .unknownCritical:
      try issuers.again(leaf) { $0.append(.init("1.2.3.4.5", isCritical: true, DER.null)) }
    case .appleCritical:
      try issuers.again(leaf) { extensions in
        for index in extensions.indices where extensions[index].oid.hasPrefix("1.2.840.113635.") {
          extensions[index].isCritical = true
        }
      }
    case .otherKeyIdentifier:
      try issuers.again(leaf) { extensions in
        let identifier = [UInt8](repeating: 1, count: 20)
        extensions.replace("2.5.29.35", with: DER.sequence(DER.tagged(0x80, identifier)))
      }
    case .damagedLeaf:
      try Certificate(der: leaf.der.dropLast() + [leaf.der[leaf.der.count - 1] ^ 1])
    default: leaf
    }
  }

  /// The DER of a certificate whose content was changed, with a new signature of the trusted
  /// intermediate.
  package func signedAgain(_ der: [UInt8]) throws -> [UInt8] {
    // Both lengths take two octets: a pass certificate has some 900.
    let length = Int(der[6]) << 8 | Int(der[7])
    let body = Array(der[4..<(8 + length)])
    let value = try authority.intermediate.key.sign(hash: Digest.sha256(body))
    return DER.sequence(
      body, DER.sequence(DER.oid("1.2.840.113549.1.1.11"), DER.null),
      DER.tagged(0x03, [0] + value))
  }

  /// The odd intermediate with other extensions.
  private func issuer(
    changing change: (inout [TestCertificate.Extension]) -> Void
  ) throws -> ExampleAuthority {
    let odd = try issuer().intermediate
    let certificate = try TestCertificate.again(
      odd.certificate, issuer: authority.root, changing: change)
    return ExampleAuthority(
      root: authority.root, intermediate: .init(certificate: certificate, key: odd.key))
  }

  private func issuer(
    notAfter: Int64? = nil, hasMarker: Bool = true
  ) throws -> ExampleAuthority {
    ExampleAuthority(
      root: authority.root,
      intermediate: try ExampleAuthority.makeIntermediate(
        name: "Odd WWDR, not Apple", issuer: authority.root, key: otherKey,
        notBefore: Self.today - 3_000 * Self.day,
        notAfter: notAfter ?? Self.today + 3_000 * Self.day, hasMarker: hasMarker))
  }
}
