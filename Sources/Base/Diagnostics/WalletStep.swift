// SPDX-License-Identifier: Apache-2.0

/// The steps of Wallet when it opens a pass, as far as they are known. If there are several errors,
/// the device log mentions the one at the earliest step.
package enum WalletStep: Int, Sendable, Comparable, CaseIterable {
  // The archive.
  /// Reading the archive.
  case archive
  /// Distinguishing a pass from other archives.
  case kind

  // The manifest and the signature.
  /// Looking for the file `signature`.
  case signatureFile
  /// Looking for manifest.json.
  case manifestFile
  /// Checking that manifest.json is an object.
  case manifestObject
  /// Reading manifest.json as JSON.
  case manifestText
  /// Comparing the files with their checksums.
  case manifestEntries
  /// Reading the signature as CMS.
  case signatureForm
  /// Comparing manifest.json with the digest that was signed.
  case signedManifest
  /// Verifying the signature value.
  case signatureValue
  /// Finding the only signer and its certificate.
  case signer
  /// Reading the certificates in the signature.
  case certificateForm
  /// Choosing the algorithms.
  case algorithm
  /// Computing the digest.
  case digest
  /// Reading the signed attributes.
  case attributes
  /// Checking for content inside the signature.
  case signedContent
  /// Checking that there is a signing time.
  case signingTimePresence

  // The certificate.
  /// Verifying the chain to Apple's root.
  case chain
  /// Comparing the signing time with the validity of the certificate.
  case signingTime
  /// Checking Apple's conditions for the certificate and its issuer.
  case certificate

  // The content.
  /// Looking for pass.json.
  case passFile
  /// Reading pass.json as JSON.
  case passText
  /// Checking that pass.json is an object.
  case passObject
  /// Comparing `nfc` with the certificate.
  case nfcCertificate
  /// Comparing the identifiers with the certificate.
  case identity
  /// Looking for the icon.
  case icon
  /// Checking the required keys, their types and values.
  case keys
  case style
  case webService
  case dates
  case colours
  case barcodes
  case upcoming
  /// Checking the data for an NFC reader.
  case nfc
  case urls
  case fields

  /// An unknown step, after all others.
  case unknown

  package static func < (a: WalletStep, b: WalletStep) -> Bool { a.rawValue < b.rawValue }
}
