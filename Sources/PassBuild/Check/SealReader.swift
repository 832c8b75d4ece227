// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
package import PassDiagnostics
import PassJSON
import PassModel
package import PassRules

/// Reads the seals of finished passes: hashes every file, parses the manifest, holds the
/// signature against it and follows its certificates up to an authority.
///
/// One per worker: it remembers chains it has verified, compared byte for byte.
package struct SealReader {
  private let trust: Trust
  private var chains: [[Certificate]: CertificateChain] = [:]

  /// Chains remembered at most: issuers have a handful, strangers' bundles one each.
  private static let limitOfChains = 64

  package init(trust: Trust) {
    self.trust = trust
  }

  /// The seal of a pass that was found.
  package mutating func seal(of pass: FoundPass, report: inout Report) -> Seal {
    let manifestFile = pass.file(Seal.manifestPath)
    return Seal(
      form: pass.form == .bundle ? .bundle : .folder, files: pass.files,
      damagedPaths: Set(pass.damagedPaths), hashes: pass.files.map { Digest.sha1($0.bytes) },
      manifest: manifestFile.flatMap { Self.manifest($0, &report) },
      signature: signature(pass.file(Seal.signaturePath), over: manifestFile))
  }

  /// manifest.json; nil when its meaning is in doubt, which was reported.
  private static func manifest(_ file: PackagedFile, _ report: inout Report) -> JSONDocument? {
    let before = report.diagnostics.count
    let document = JSONReader.read(
      file.bytes, name: file.name, bundle: file.bundle, mode: .lenient, report: &report)
    let doubts = report.diagnostics[before...].contains {
      $0.severity == .error && !JSONFindings.harmless.contains($0.code)
    }
    return doubts ? nil : document
  }

  private mutating func signature(
    _ file: PackagedFile?, over manifest: PackagedFile?
  ) -> Seal.Signature {
    guard let file else { return .missing }
    do {
      let message = try CMSMessage(file.bytes)
      let signer = message.signers.first.flatMap { message.certificate(of: $0) }
      return .read(
        SignatureReading(
          message: message, verification: manifest.map { message.verify(content: $0.bytes) },
          chain: signer.map { chain(from: $0, in: message) }))
    } catch {
      return .unreadable(error)
    }
  }

  private mutating func chain(
    from leaf: Certificate, in message: CMSMessage
  ) -> CertificateChain {
    let key = [leaf] + message.certificates
    if let known = chains[key] { return known }
    let chain = CertificateChain(leaf: leaf, among: message.certificates, trust: trust)
    if chains.count >= Self.limitOfChains { chains = [:] }
    chains[key] = chain
    return chain
  }
}
