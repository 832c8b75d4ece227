// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
import PassDiagnostics
package import PassJSON
package import PassModel

/// The seal of a finished pass as it was read: its files with their hashes, the manifest over
/// them, the signature over that.
package struct Seal: Sendable {
  /// What the files were found in.
  package enum Form: Sendable {
    case bundle, folder
  }

  /// What there is in place of a signature.
  package enum Signature: Sendable {
    case missing
    /// Something else, or CMS nobody can read.
    case unreadable(CMSFault)
    case read(SignatureReading)
  }

  /// What the files were found in.
  package let form: Form
  /// Every intact file, sorted by path, manifest.json and signature among them.
  package let files: [PackagedFile]
  /// Paths of entries that cannot be read, which was reported.
  package let damagedPaths: Set<String>
  /// SHA-1 of each of `files`, 20 bytes.
  package let hashes: [[UInt8]]
  /// The bytes of manifest.json; nil when there is no such file.
  package let manifestFile: PackagedFile?
  /// manifest.json; nil when it is missing, beyond reading or its meaning is in doubt.
  package let manifest: JSONDocument?
  /// What manifest.json seems to say where its meaning is in doubt: to be shown, no ground to judge
  /// files on.
  package let doubtfulManifest: JSONDocument?
  /// The bytes of `signature`; nil when there is no such file.
  package let signatureFile: PackagedFile?
  /// What was made of `signature`.
  package let signature: Signature
  /// Positions of files the archive spells in another way, by that name: a manifest of the same
  /// program spells them so too.
  let spelled: [String: Int]

  /// What was read of a pass.
  ///
  /// - Parameter files: sorted by their paths; `hashes` has one for each.
  package init(
    form: Form, files: [PackagedFile], damagedPaths: Set<String>, hashes: [[UInt8]],
    manifest: JSONDocument?, doubtfulManifest: JSONDocument?, signature: Signature
  ) {
    self.form = form
    self.files = files
    self.damagedPaths = damagedPaths
    self.hashes = hashes
    self.manifest = manifest
    self.doubtfulManifest = doubtfulManifest
    self.signature = signature
    manifestFile = files.first { $0.path == Self.manifestPath }
    signatureFile = files.first { $0.path == Self.signaturePath }
    spelled = Dictionary(
      files.enumerated().filter { $1.bundle != nil && $1.name != $1.path }
        .map { ($1.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// The path of the manifest in a pass.
  package static let manifestPath = "manifest.json"
  /// The path of the signature in a pass.
  package static let signaturePath = "signature"

  /// Where complaints about the signature stand.
  var signaturePlace: Place {
    signatureFile?.place ?? manifestFile.map { Place(file: Self.signaturePath, bundle: $0.bundle) }
      ?? files.first.map { Place(file: Self.signaturePath, bundle: $0.bundle) } ?? .nowhere
  }

  /// Where complaints about a manifest that is not there stand.
  var manifestPlace: Place {
    manifestFile?.place
      ?? files.first.map { Place(file: Self.manifestPath, bundle: $0.bundle) } ?? .nowhere
  }

  /// The signature where it is CMS that could be read.
  package var reading: SignatureReading? {
    if case .read(let reading) = signature { reading } else { nil }
  }
}

/// A CMS signature, held against the manifest and followed up to an authority.
package struct SignatureReading: Sendable {
  /// The message as it was read.
  package let message: CMSMessage
  /// nil when there is no manifest.json the signature could be held against.
  package let verification: CMSMessage.Verification?
  /// nil when the signer's certificate is not known.
  package let chain: CertificateChain?

  /// What became of one message.
  package init(
    message: CMSMessage, verification: CMSMessage.Verification?, chain: CertificateChain?
  ) {
    self.message = message
    self.verification = verification
    self.chain = chain
  }

  /// Seconds since 1970.
  package var signingTime: Int64? { message.signers.first?.signingTime }

  /// Digest and signature value prove the manifest.
  package var provesManifest: Bool { verification?.provesContent ?? false }
}
