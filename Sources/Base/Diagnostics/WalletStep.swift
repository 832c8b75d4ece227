// SPDX-License-Identifier: Apache-2.0

/// Where on its way through a bundle Wallet meets a fault, as far as that is known: of several
/// faults the one on the earliest step is the one the device log speaks of.
package enum WalletStep: Int, Sendable, Comparable, CaseIterable {
  // The archive.
  /// Reading the archive.
  case archive
  /// Telling a pass from other archives.
  case kind

  // The seal.
  /// Looking for the file `signature`.
  case signatureFile
  /// Looking for manifest.json.
  case manifestFile
  /// Taking manifest.json for an object.
  case manifestObject
  /// Reading manifest.json as JSON.
  case manifestText
  /// Comparing the files with their hashes.
  case manifestEntries
  /// Reading the signature as CMS.
  case signatureForm
  /// Comparing manifest.json with the digest that was signed.
  case signedManifest
  /// Verifying the signature value.
  case signatureValue
  /// Looking for the one signer and its certificate.
  case signer
  /// Reading the certificates in the signature.
  case certificateForm
  /// Choosing the algorithms.
  case algorithm
  /// Computing the digest.
  case digest
  /// Reading the signed attributes.
  case attributes
  /// Looking at content inside the signature.
  case signedContent
  /// Looking for the signing time.
  case signingTimePresence

  // The certificate.
  /// Following the certificate to Apple's root.
  case chain
  /// Comparing the signing time with the certificate's.
  case signingTime
  /// Apple's conditions on the certificate and its issuer.
  case certificate

  // The content.
  /// Looking for pass.json.
  case passFile
  /// Reading pass.json as JSON.
  case passText
  /// Taking pass.json for an object.
  case passObject
  /// Comparing `nfc` with the certificate.
  case nfcCertificate
  /// Comparing the identifiers with the certificate.
  case identity
  /// Looking for the icon.
  case icon
  /// Required keys, their types and values.
  case keys
  /// The style of the pass.
  case style
  /// Web service and token.
  case webService
  /// Dates.
  case dates
  /// Colours.
  case colours
  /// Barcodes.
  case barcodes
  /// Upcoming events.
  case upcoming
  /// What is handed to a reader.
  case nfc
  /// Addresses.
  case urls
  /// Fields.
  case fields

  /// Nobody knows: after everything else.
  case unknown

  package static func < (a: WalletStep, b: WalletStep) -> Bool { a.rawValue < b.rawValue }
}
