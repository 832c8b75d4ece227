// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
package import PassDiagnostics
import PassJSON
import PassModel
package import PassRules

/// A reader of the manifests and signatures of finished passes. It hashes every file, parses the
/// manifest, verifies the signature and follows its certificates to an authority.
///
/// All passes of an issuer have the same certificates, and their signatures differ only in digest,
/// time and signature value. A signature without errors therefore serves as the template
/// (`VerifiedSignatureTemplate`) for verifying the next ones: if all other bytes are equal, parsing and the
/// certificate chain can be reused, and only the digest, the time and the signature value are
/// verified.
///
/// It is not thread-safe, so each worker has one. It remembers what it has verified and skips the
/// work for parts that are equal byte for byte. Everything else is verified completely.
package struct SignedManifestReader {
  /// A signature without errors, and the chain of its certificates.
  private struct CachedSignature {
    let template: VerifiedSignatureTemplate
    let chain: CertificateChain
  }

  private let trust: Trust
  /// The last used one is first.
  private var cachedSignatures: [CachedSignature] = []
  private var digests: [ObjectIdentifier: (content: SharedContent, hash: [UInt8])] = [:]
  private var digestedBytes = 0

  /// The most signatures that are remembered. An issuer needs one, and each untrusted bundle may
  /// add one.
  private static let maxCachedSignatures = 16
  /// The most bytes of contents whose hashes are remembered. The cache keeps the contents alive.
  private static let maxCachedDigestBytes = 12 << 20

  /// Creates a reader with empty caches, for bundles whose chains may end at `trust`.
  package init(trust: Trust) {
    self.trust = trust
  }

  /// Returns manifest and signature of a pass that was found.
  package mutating func signedManifest(of pass: FoundPass, report: inout Report) -> SignedManifest {
    let manifestFile = pass.file(SignedManifest.manifestPath)
    let (manifest, isAmbiguous) = manifestFile.map { Self.manifest($0, &report) } ?? (nil, false)
    return SignedManifest(
      form: pass.form == .bundle ? .bundle : .folder, files: pass.files,
      damagedPaths: Set(pass.damagedPaths),
      hashes: pass.files.map { sha1(of: $0) },
      manifest: isAmbiguous ? nil : manifest, doubtfulManifest: isAmbiguous ? manifest : nil,
      signature: signature(pass.file(SignedManifest.signaturePath), over: manifestFile))
  }

  /// Returns the SHA-1 of a file. Hashes of shared contents are cached by object identity, which
  /// implies equal bytes.
  private mutating func sha1(of file: PackagedFile) -> [UInt8] {
    guard let content = file.sharedContent else { return PackageKind.pass.hash(file.bytes) }
    let key = ObjectIdentifier(content)
    if let cached = digests[key] { return cached.hash }
    digestedBytes += content.bytes.count
    if digestedBytes > Self.maxCachedDigestBytes {
      digests = [:]
      digestedBytes = content.bytes.count
    }
    let hash = PackageKind.pass.hash(content.bytes)
    digests[key] = (content, hash)
    return hash
  }

  /// Returns manifest.json and whether its meaning is in doubt. The doubt has a diagnostic.
  private static func manifest(
    _ file: PackagedFile, _ report: inout Report
  ) -> (document: JSONDocument?, isInDoubt: Bool) {
    let before = report.diagnostics.count
    let document = JSONReader.read(
      file.bytes, name: file.name, bundle: file.bundle, mode: .lenient, report: &report)
    let isAmbiguous = report.diagnostics[before...].contains {
      $0.severity == .error && $0.finding.invalidatesLaterChecks
    }
    return (document, isAmbiguous)
  }

  private mutating func signature(
    _ file: PackagedFile?, over manifest: PackagedFile?
  ) -> SignedManifest.Signature {
    guard let file else { return .missing }
    if let manifest, let reading = cachedReading(of: file.bytes, over: manifest.bytes) {
      return .read(reading)
    }
    do throws(CMSError) {
      let message = try CMSMessage(file.bytes)
      let signer = message.signers.first.flatMap { message.certificate(of: $0) }
      let verification = manifest.map { message.verify(content: $0.bytes) }
      let chain = signer.map {
        CertificateChain(leaf: $0, among: message.certificates, trust: trust)
      }
      if let verification, let chain,
        let template = VerifiedSignatureTemplate(message, verification)
      {
        if cachedSignatures.count >= Self.maxCachedSignatures { cachedSignatures.removeLast() }
        cachedSignatures.insert(CachedSignature(template: template, chain: chain), at: 0)
      }
      return .read(SignatureReading(message: message, verification: verification, chain: chain))
    } catch {
      guard case .malformed(let reason) = error else { return .unreadable(error) }
      // If OpenSSL verifies the signature, only its encoding is irregular.
      let isProven =
        manifest.map { CMSMessage.isProvenByOpenSSL(file.bytes, content: $0.bytes) } ?? false
      return .unreadable(isProven ? .irregular(reason) : error)
    }
  }

  /// Returns the reading of a signature that has a remembered shape and verifies this manifest.
  private mutating func cachedReading(
    of signature: [UInt8], over manifest: [UInt8]
  ) -> SignatureReading? {
    for (index, candidate) in cachedSignatures.enumerated() {
      guard let message = candidate.template.message(signature, proving: manifest) else { continue }
      if index > 0 { cachedSignatures.swapAt(0, index) }
      return SignatureReading(
        message: message,
        verification: CMSMessage.Verification(signer: candidate.template.signer, faults: []),
        chain: candidate.chain)
    }
    return nil
  }
}
