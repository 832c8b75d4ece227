// SPDX-License-Identifier: Apache-2.0

/// The proof inside a finding: a small change to a valid sample, as data.
///
/// Data and not code, so that `passc explain` can print it; keys and certificates an example
/// needs are made by the tests.
package struct Example: Sendable {
  /// The content of a file an example adds.
  package enum Content: Sendable {
    case text(String)
    case bytes([UInt8])
    /// A plain PNG of that size in pixels.
    case png(width: Int, height: Int)
    /// A PEM private key, made when the example runs.
    case privateKey
    /// A PEM certificate, made when the example runs.
    case certificate
  }

  /// One change to the sample.
  package enum Change: Sendable {
    /// A JSON merge patch of pass.json.
    case patch(String)
    /// A file that is added or replaced, pass.json included.
    case file(String, Content)
    /// A file that is taken away.
    case remove(String)
  }

  /// What the sample is signed with and judged by.
  package enum Setting: Sendable {
    /// The certificate's kind: ordinary, or enabled for NFC.
    case ordinaryCertificate, nfcCertificate
    /// No certificate is known, as in `check` of a template.
    case noCertificate
    /// The reader's key of `--nfc-key`, as `encryptionPublicKey` spells it.
    case nfcPublicKey(String)
    /// Today, as YYYY-MM-DD.
    case today(String)
    /// The sample is a template: pass.json is its source and a row of data may be given as JSON.
    case template(row: String)
    /// The lowest iOS version the pass is for, `--ios`.
    case lowestIOS(Int)
    /// The sample is somebody else's bundle, read leniently.
    case bundle
    /// A further option of the command line, as it is written there.
    case option(String)
  }

  /// One change to the seal of the sample, made after all others.
  package enum SealChange: Sendable {
    /// A JSON merge patch of manifest.json, before it is signed.
    case manifest(String)
    /// The hashes spelled with capital letters.
    case upperCaseHashes
    /// Another text as manifest.json, before it is signed.
    case manifestText(String)
    /// A file that is added or replaced after the manifest was written and signed.
    case changedLater(String, Content)
    /// A file that is taken away after the manifest was written and signed.
    case removedLater(String)
    /// What stands as signature.
    case signature(Signature)
    /// What it is signed with.
    case signed(by: Signer)
  }

  /// How a signature differs from the ordinary one.
  package enum Signature: String, Sendable, CaseIterable {
    case rawRSA, pem, base64, trailingByte, cut
    case attached, attachedOther, noSigningTime, inTheFuture, severalSigners, noSigner
    case noCertificates, unknownDigest, digestNotAnnounced, noContentType, ofOtherManifest
    case byOtherKey, sha1, sha512, indefiniteLengths, unsortedAttributes, byKeyIdentifier
    case manyAttributes, damagedCertificate, irregularForm, unreadableLeaf, damagedKeyUsage
    case namedSHA1WithRSA, namedSHA256WithRSA
    case otherContentType, unreadableTime, emptyTime, emptyDigest
  }

  /// How the signer's certificate or its chain differs from the ordinary one.
  package enum Signer: String, Sendable, CaseIterable {
    case ordinary, nfc, otherPassType, otherTeam, displayName, noExtension, noPassPurpose, order
    case noTeam, noUserID
    case expiredSince, expiredWhenSigned, notYetValid, intermediateExpired, intermediateExpiredSince
    case noMarker, wrongIntermediate, noIntermediate, withRoot, untrusted, directlyByRoot
    case forged, damagedLeaf, longChain, orderOfItsOwn
    case notCA, noConstraints, noCertSign, unknownCritical, appleCritical, otherKeyIdentifier
  }

  /// What is done to the sample before it is signed, in this order.
  package var changes: [Change]
  /// What happens to the seal; nil for examples that are judged without one.
  package var seal: [SealChange]?
  /// The JSON pointer the diagnostic must stand at; nil when it is about a file or the whole.
  package var pointer: String?
  /// The file the diagnostic must stand in, where that is not pass.json.
  package var file: String?
  /// What the sample is judged by, where that is not the ordinary certificate and day.
  package var settings: [Setting] = []
  /// The file of the sample that patches change.
  package var document = "pass.json"

  /// Changes to the sample, and where the diagnostic must stand.
  package init(
    _ changes: [Change], at pointer: String? = nil, file: String? = nil, settings: [Setting] = []
  ) {
    self.changes = changes
    self.pointer = pointer
    self.file = file
    self.settings = settings
  }

  /// A JSON merge patch of the sample's pass.json.
  package static func json(
    _ patch: String, at pointer: String? = nil, _ settings: Setting...
  ) -> Example {
    Example([.patch(patch)], at: pointer, settings: settings)
  }

  /// A JSON merge patch of a sample that is no pass: a payment request, a notification.
  ///
  /// - Parameter document: the name of the sample, which the diagnostic must stand in.
  package static func json(
    _ patch: String, of document: String, at pointer: String? = nil, _ settings: Setting...
  ) -> Example {
    var example = Example([.patch(patch)], at: pointer, file: document, settings: settings)
    example.document = document
    return example
  }

  /// The sample without one of its files.
  package static func without(_ file: String) -> Example { Example([.remove(file)]) }

  /// The sample with one more file.
  package static func with(
    _ file: String, _ content: Content, at pointer: String? = nil, _ settings: Setting...
  ) -> Example {
    Example([.file(file, content)], at: pointer, file: file, settings: settings)
  }

  /// The sample signed and packed, with changes to its seal and perhaps to its files.
  package static func sealed(
    _ seal: SealChange..., changes: [Change] = [], at pointer: String? = nil,
    file: String? = nil, settings: [Setting] = []
  ) -> Example {
    var example = Example(changes, at: pointer, file: file, settings: settings)
    example.seal = seal
    return example
  }
}
