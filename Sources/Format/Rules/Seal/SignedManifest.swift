// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
import PassDiagnostics
package import PassJSON
package import PassModel

/// Manifest and signature of a finished pass: its files with their hashes, the manifest, and the
/// signature of the manifest.
package struct SignedManifest: Sendable {
  /// The kind of source of the files.
  package enum Form: Sendable {
    case bundle, folder
  }

  /// The result of reading `signature`.
  package enum Signature: Sendable {
    case missing
    /// The file is not CMS, or is CMS that cannot be read.
    case unreadable(CMSError)
    case read(SignatureReading)
  }

  /// The kind of source of the files.
  package let form: Form
  /// Every intact file, sorted by path, including manifest.json and signature.
  package let files: [PackagedFile]
  /// The paths of entries that cannot be read. Each has a diagnostic.
  package let damagedPaths: Set<String>
  /// The SHA-1 of each of `files`, 20 bytes.
  package let hashes: [[UInt8]]
  /// The file manifest.json, or nil if there is none.
  package let manifestFile: PackagedFile?
  /// The parsed manifest.json, or nil if it is missing, unreadable or its meaning is in doubt.
  package let manifest: JSONDocument?
  /// The parsed manifest.json if its meaning is in doubt. It may be shown, but files must not be
  /// checked against it.
  package let ambiguousManifest: JSONDocument?
  /// The file `signature`, or nil if there is none.
  package let signatureFile: PackagedFile?
  /// The result of reading `signature`.
  package let signature: Signature
  /// The indices of files whose path was normalized, by their spelling in the archive. A manifest
  /// of the same program has that spelling too.
  let spelled: [String: Int]

  /// Creates a value from the parts of a pass.
  ///
  /// - Parameter files: sorted by path. `hashes` has one element for each.
  package init(
    form: Form, files: [PackagedFile], damagedPaths: Set<String>, hashes: [[UInt8]],
    manifest: JSONDocument?, doubtfulManifest: JSONDocument?, signature: Signature
  ) {
    self.form = form
    self.files = files
    self.damagedPaths = damagedPaths
    self.hashes = hashes
    self.manifest = manifest
    self.ambiguousManifest = doubtfulManifest
    self.signature = signature
    manifestFile = files.first { $0.path == Self.manifestPath }
    signatureFile = files.first { $0.path == Self.signaturePath }
    spelled = Dictionary(
      files.enumerated().filter { $1.bundle != nil && $1.name != $1.path }
        .map { ($1.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// The path of the manifest in a pass.
  package static let manifestPath = PackageKind.pass.manifest
  /// The path of the signature in a pass.
  package static let signaturePath = PackageKind.pass.signature

  /// The place for diagnostics about the signature.
  var signaturePlace: Place {
    signatureFile?.place ?? manifestFile.map { Place(file: Self.signaturePath, bundle: $0.bundle) }
      ?? files.first.map { Place(file: Self.signaturePath, bundle: $0.bundle) } ?? .nowhere
  }

  /// The place for diagnostics about a missing manifest.
  var manifestPlace: Place {
    manifestFile?.place
      ?? files.first.map { Place(file: Self.manifestPath, bundle: $0.bundle) } ?? .nowhere
  }

  /// The signature, or nil if it is not CMS that could be read.
  package var reading: SignatureReading? {
    if case .read(let reading) = signature { reading } else { nil }
  }
}

/// A CMS signature that was verified against the manifest, with its chain to an authority.
package struct SignatureReading: Sendable {
  /// The parsed message.
  package let message: CMSMessage
  /// The result of the verification, or nil if there is no manifest.json to verify.
  package let verification: CMSMessage.Verification?
  /// The chain, or nil if the signer's certificate is not known.
  package let chain: CertificateChain?

  package init(
    message: CMSMessage, verification: CMSMessage.Verification?, chain: CertificateChain?
  ) {
    self.message = message
    self.verification = verification
    self.chain = chain
  }

  /// The signing time of the first signer, in seconds since 1970.
  package var signingTime: Int64? { message.signers.first?.signingTime }

  /// Whether digest and signature value verify the manifest.
  package var provesManifest: Bool { verification?.provesContent ?? false }
}
