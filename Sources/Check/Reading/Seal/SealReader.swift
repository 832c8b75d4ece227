// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
package import PassDiagnostics
import PassJSON
import PassModel
package import PassRules

/// Reads the seals of finished passes: hashes every file, parses the manifest, holds the
/// signature against it and follows its certificates up to an authority.
///
/// One per worker: it remembers what it has verified, and takes a short way for what is equal to
/// that byte for byte. Everything else goes the long way.
package struct SealReader {
  /// A signature without a fault and where its certificates lead.
  private struct Known {
    let shape: VerifiedShape
    let chain: CertificateChain
  }

  private let trust: Trust
  /// The one used last stands first.
  private var known: [Known] = []
  private var digests: [ObjectIdentifier: (content: KnownContent, hash: [UInt8])] = [:]
  private var digestedBytes = 0

  /// Shapes remembered at most: an issuer has one, strangers' bundles one each.
  private static let limitOfShapes = 16
  /// Bytes of contents whose hashes are remembered; the hashes keep the contents alive.
  private static let limitOfDigestedBytes = 12 << 20

  /// A reader that has verified nothing yet, for bundles whose chains may end at `trust`.
  package init(trust: Trust) {
    self.trust = trust
  }

  /// The seal of a pass that was found.
  package mutating func seal(of pass: FoundPass, report: inout Report) -> Seal {
    let manifestFile = pass.file(Seal.manifestPath)
    let (manifest, isInDoubt) = manifestFile.map { Self.manifest($0, &report) } ?? (nil, false)
    return Seal(
      form: pass.form == .bundle ? .bundle : .folder, files: pass.files,
      damagedPaths: Set(pass.damagedPaths),
      hashes: pass.files.map { sha1(of: $0) },
      manifest: isInDoubt ? nil : manifest, doubtfulManifest: isInDoubt ? manifest : nil,
      signature: signature(pass.file(Seal.signaturePath), over: manifestFile))
  }

  /// SHA-1 of a file, remembered for contents that were met before: the same object is the same
  /// bytes.
  private mutating func sha1(of file: PackagedFile) -> [UInt8] {
    guard let content = file.known else { return Digest.sha1(file.bytes) }
    let key = ObjectIdentifier(content)
    if let known = digests[key] { return known.hash }
    digestedBytes += content.bytes.count
    if digestedBytes > Self.limitOfDigestedBytes {
      digests = [:]
      digestedBytes = content.bytes.count
    }
    let hash = Digest.sha1(content.bytes)
    digests[key] = (content, hash)
    return hash
  }

  /// manifest.json, and whether its meaning is in doubt, which was reported.
  private static func manifest(
    _ file: PackagedFile, _ report: inout Report
  ) -> (document: JSONDocument?, isInDoubt: Bool) {
    let before = report.diagnostics.count
    let document = JSONReader.read(
      file.bytes, name: file.name, bundle: file.bundle, mode: .lenient, report: &report)
    let doubts = report.diagnostics[before...].contains {
      $0.severity == .error && $0.finding.losesGround
    }
    return (document, doubts)
  }

  private mutating func signature(
    _ file: PackagedFile?, over manifest: PackagedFile?
  ) -> Seal.Signature {
    guard let file else { return .missing }
    if let manifest, let reading = knownReading(of: file.bytes, over: manifest.bytes) {
      return .read(reading)
    }
    do throws(CMSFault) {
      let message = try CMSMessage(file.bytes)
      let signer = message.signers.first.flatMap { message.certificate(of: $0) }
      let verification = manifest.map { message.verify(content: $0.bytes) }
      let chain = signer.map {
        CertificateChain(leaf: $0, among: message.certificates, trust: trust)
      }
      if let verification, let chain, let shape = VerifiedShape(message, verification) {
        if known.count >= Self.limitOfShapes { known.removeLast() }
        known.insert(Known(shape: shape, chain: chain), at: 0)
      }
      return .read(SignatureReading(message: message, verification: verification, chain: chain))
    } catch {
      guard case .malformed(let reason) = error else { return .unreadable(error) }
      // Where somebody else reads it, what is proven is proven: the form alone is wrong.
      let isProven =
        manifest.map { CMSMessage.isProvenByOpenSSL(file.bytes, content: $0.bytes) } ?? false
      return .unreadable(isProven ? .irregular(reason) : error)
    }
  }

  /// The reading of a signature that is equal to a known one where it matters and proves the
  /// manifest.
  private mutating func knownReading(
    of signature: [UInt8], over manifest: [UInt8]
  ) -> SignatureReading? {
    for (index, candidate) in known.enumerated() {
      guard let message = candidate.shape.message(signature, proving: manifest) else { continue }
      if index > 0 { known.swapAt(0, index) }
      return SignatureReading(
        message: message,
        verification: CMSMessage.Verification(signer: candidate.shape.signer, faults: []),
        chain: candidate.chain)
    }
    return nil
  }
}
