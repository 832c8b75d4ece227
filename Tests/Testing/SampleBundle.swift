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
import PassRead
package import PassReport
import PassRules

package struct SampleBundle {
  /// Content and context of the check.
  package var pass: SamplePass
  /// Changes of manifest and signature, in order.
  package var changes: [Example.SignatureChange]

  /// Creates the valid sample.
  package init() {
    pass = SamplePass()
    changes = []
  }

  /// Creates the sample with the changes of an example.
  package init(_ example: Example) throws {
    pass = try SamplePass(example)
    changes = example.signatureChanges ?? []
  }

  // MARK: Checking

  /// Returns the result of the checker with the test certificates trusted.
  package func checked(policy: Policy = Policy()) throws -> CheckedSubject {
    try Self.check(try archive(), options(policy: policy))
  }

  /// Returns the options of the check.
  package func options(policy: Policy = Policy()) throws -> CheckOptions {
    var options = CheckOptions(today: pass.context.today)
    options.trust = try TestAuthority.shared.get().trust
    options.nfcPublicKey = pass.context.nfcPublicKey
    options.lowestIOS = pass.context.lowestIOS
    options.otherWallet = pass.context.otherWallet
    options.policy = policy
    return options
  }

  /// Returns the result of the checker for a bundle.
  package static func check(
    _ bytes: [UInt8], name: String = "sample.pkpass", _ options: CheckOptions
  ) throws -> CheckedSubject {
    try keep(bytes)
    var checker = PassChecker(options)
    let outcomes = checker.check(PassFinder.find(bytes, name: name), name: name)
    guard let first = outcomes.first else { throw BrokenExample("nothing was judged") }
    return first.subject
  }

  /// Writes a bundle and its root certificate to the folder of `Machine.keptBundles`, if it is set.
  private static func keep(_ bytes: [UInt8]) throws {
    guard let folder = Machine.keptBundles else { return }
    let root = try TestAuthority.shared.get().authority.root.certificate.pem
    try Disk.write(Array(root.utf8), to: FilePath.join(folder, "root.pem"))
    try Disk.write(bytes, to: FilePath.join(folder, Digest.sha1Hex(bytes) + ".pkpass"))
  }

  // MARK: Building

  package func archive() throws -> [UInt8] {
    let files = try files()
    return try ArchiveWriter.archive(
      of: files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { try ArchiveEntry(path: $0.key, bytes: $0.value) })
  }

  /// Returns every file by its path, with manifest and signature.
  package func files() throws -> [String: [UInt8]] {
    var files = pass.files
    let manifest = try manifest(of: files)
    files["manifest.json"] = manifest
    files["signature"] = try signature(over: manifest)
    for change in changes {
      switch change {
      case .changedAfterSigning(let path, let content):
        files[path] = try SamplePass.bytes(of: content)
      case .removedAfterSigning(let path): files[path] = nil
      default: continue
      }
    }
    return files
  }

  private func manifest(of files: [String: [UInt8]]) throws -> [UInt8] {
    var manifest = Self.manifest(files.mapValues { Digest.sha1Hex($0) })
    for change in changes {
      switch change {
      case .manifest(let patch): manifest = try Self.patched(manifest, patch)
      case .manifestText(let text): manifest = Array(text.utf8)
      case .upperCaseHashes:
        manifest = Self.manifest(files.mapValues { Digest.sha1Hex($0).uppercased() })
      default: continue
      }
    }
    return manifest
  }

  /// Writes manifest.json in a second way, independent of the one under test.
  private static func manifest(_ digests: [String: String]) -> [UInt8] {
    var builder = JSONBuilder()
    builder.begin(.object, origin: .none)
    for (path, digest) in digests.sorted(by: {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }) where path != "manifest.json" && path != "signature" {
      builder.key(path)
      builder.string(digest)
    }
    builder.end()
    return JSONWriter.bytes(of: builder.document().root)
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
      if kind == .signsPassFile {
        return try signature.message(over: pass.files["pass.json"] ?? [])
      }
      if let bytes = try Self.odd(kind, &signature, manifest) { return bytes }
    }
    return try signature.message(over: manifest)
  }

  // long: a table of all differences, in which each is described in one place.
  /// Changes the signature, or returns bytes that replace it.
  private static func odd(
    _ kind: Example.Signature, _ signature: inout TestSignature, _ manifest: [UInt8]
  ) throws -> [UInt8]? {
    switch kind {
    case .rawRSA: return try signature.key.sign(hash: Digest.sha256(manifest))
    case .pem:
      return Array(PEM.encode("PKCS7", try signature.message(over: manifest)).utf8)
    case .base64: return Array(Base64.encode(try signature.message(over: manifest)).utf8)
    case .trailingByte: return try signature.message(over: manifest) + [0x0A]
    case .truncated: return try signature.message(over: manifest).dropLast(9)
    case .signsOtherManifest: return try signature.message(over: manifest + [0x20])
    case .attached: signature.content = manifest
    case .attachedOtherContent: signature.content = Array("{}".utf8)
    case .noSigningTime: signature.time = nil
    case .futureSigningTime: signature.time = (signature.time ?? 0) + 40 * 86_400
    case .severalSigners: signature.signers = 2
    case .noSigner: signature.signers = 0
    case .noCertificates: signature.certificates = []
    case .unknownDigest:
      signature.digestOID = "1.2.3.4"
    case .unlistedDigestAlgorithm: signature.announced = ["1.3.14.3.2.26"]
    case .noContentType: signature.contentType = false
    case .signedByOtherKey: signature.key = try TestAuthority.shared.get().otherKey
    case .sha1: signature.digest = .sha1
    case .sha512: signature.digest = .sha512
    case .indefiniteLengths: signature.hasIndefiniteLengths = true
    case .unsortedAttributes: signature.isSorted = false
    case .signerByKeyIdentifier: signature.namesKey = true
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
    case .irregularEncoding: signature.certificatesTag = 0x80
    case .otherContentType: signature.statedContentType = "1.2.840.113549.1.7.2"
    case .unreadableTime: signature.timeValue = DER.tagged(0x17, Array("261301000000Z".utf8))
    case .emptyTime: signature.timeValue = []
    case .emptyDigest: signature.digestValue = []
    case .md5: signature.digestOID = "1.2.840.113549.2.5"
    case .readAsUTF8:
      return Array(String(decoding: try signature.message(over: manifest), as: UTF8.self).utf8)
    case .readAsLatin1:
      return try signature.message(over: manifest).flatMap {
        Array(String(UnicodeScalar($0)).utf8)
      }
    case .signsPassFile: break
    case .unreadableLeaf:
      // A letter instead of a digit in the first date. OpenSSL parses dates only when it needs
      // them.
      signature.certificates[0] = Self.replaced(
        signature.leaf.der, [0x17, 0x0D], at: 2, with: 0x58)
    case .damagedKeyUsage:
      // The key usage becomes an OCTET STRING. OpenSSL treats the certificate as invalid when it
      // looks for the key identifier, so it finds no signer.
      signature.namesKey = true
      signature.certificates[0] = try TestAuthority.shared.get().signedAgain(
        Self.replaced(signature.leaf.der, [0x03, 0x02, 0x07, 0x80], at: 0, with: 0x04))
    case .damagedCertificate:
      // The version is not a number. Our parser skips it, OpenSSL does not.
      signature.certificates.append(DER.sequence(DER.sequence(DER.integer(1))))
    }
    return nil
  }
}

extension SampleBundle {
  /// Returns the bytes with one byte changed. `offset` counts from the first occurrence of the
  /// pattern.
  private static func replaced(
    _ bytes: [UInt8], _ pattern: [UInt8], at offset: Int, with byte: UInt8
  ) -> [UInt8] {
    var bytes = bytes
    let start = bytes.indices.first { bytes[$0...].starts(with: pattern) }
    if let start { bytes[start + offset] = byte }
    return bytes
  }
}

/// A cache of values by key. It can be used from any thread. `make` runs with the lock held, so
/// each value is made once, and `make` must not use the same cache (deadlock).
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

package struct TestAuthority: Sendable {
  /// Certificates, key and time for signing a bundle.
  package struct Signing: Sendable {
    package let leaf: Certificate
    package let key: PrivateKey
    /// The certificates in the signature besides that of the signer.
    package let others: [Certificate]
    /// Signing time in seconds since 1970, or nil for a signature without it.
    package let time: Int64?
  }

  /// Shared by all tests of a process, because making its keys takes time.
  package static let shared = Result { try TestAuthority() }

  /// 2026-01-01T00:00:00Z, which is the current time for the sample.
  package static let today: Int64 = 1_767_225_600
  private static let day: Int64 = 86_400

  /// The trusted authority: root and intermediate.
  package let authority: ExampleAuthority
  /// Another authority, which is not trusted.
  package let stranger: ExampleAuthority
  /// A second intermediate of the trusted root.
  package let otherIntermediate: ExampleAuthority.Issuer
  /// The key of every signer's certificate.
  package let key: PrivateKey
  /// A key of unusual and untrusted intermediates. No signer's certificate has it.
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

  /// Root and intermediate, as a file of `--trust` would give them.
  package var trust: Trust {
    Trust(adding: [authority.root.certificate, authority.intermediate.certificate])
  }

  /// Returns certificates, key and signing time for a kind of signer. The result is cached, because
  /// all passes of a signer have the same certificate.
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
    case .noPassKeyUsage: request.extendedKeyUsages = [.clientAuthentication]
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
    case .noWWDRExtension:
      issuers = try issuer(hasMarker: false)
      others = [issuers.intermediate.certificate]
    case .wrongIntermediate: others = [otherIntermediate.certificate]
    case .noIntermediate: others = []
    case .withRoot: others.append(authority.root.certificate)
    case .damagedIntermediate:
      var der = authority.intermediate.certificate.der
      der[der.count - 1] ^= 1
      others = [try Certificate(der: der)]
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
    case .orderSelfIssued:
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
      // Only digitalSignature.
      issuers = try issuer { $0.replace("2.5.29.15", with: [3, 2, 7, 0x80]) }
      others = [issuers.intermediate.certificate]
    case .forged:
      // The leaf names the trusted intermediate as issuer, but another key signed it.
      issuers = ExampleAuthority(
        root: authority.root,
        intermediate: .init(certificate: authority.intermediate.certificate, key: otherKey))
    }
    let leaf = try Self.changed(
      try issuers.issue(request, publicKeyDER: key.publicKeyDER), for: kind, by: issuers)
    return Signing(leaf: leaf, key: key, others: others, time: time)
  }

  /// Returns the certificate with changes that a request cannot have.
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

  /// Returns the DER of a changed certificate, signed again by the trusted intermediate.
  package func signedAgain(_ der: [UInt8]) throws -> [UInt8] {
    // Both lengths have two octets, because a signing certificate has about 900 bytes.
    let length = Int(der[6]) << 8 | Int(der[7])
    let body = Array(der[4..<(8 + length)])
    let value = try authority.intermediate.key.sign(hash: Digest.sha256(body))
    return DER.sequence(
      body, DER.sequence(DER.oid("1.2.840.113549.1.1.11"), DER.null),
      DER.tagged(0x03, [0] + value))
  }

  /// Returns the intermediate with other extensions.
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
