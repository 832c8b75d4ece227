// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// One subject of a set of passes, such as serial numbers that must differ.
///
/// Pure like every rule; what it needs of each pass was noted when the pass was judged.
package protocol BatchRule: Sendable {
  /// All findings the rule can report; their proofs stand in the tests of the checker, since a
  /// set is made of several passes.
  var findings: [Finding] { get }

  /// What is wrong with the set.
  func check(_ set: PassSet) -> [Diagnostic]
}

/// Passes that were judged together.
package struct PassSet: Sendable {
  /// How the passes belong together.
  package enum Kind: Sendable {
    /// Rows of one data file.
    case rows
    /// The passes of one .pkpasses.
    case bundleOfPasses
    /// Whatever else was named in one run.
    case loose
  }

  /// What a set needs to know of one pass.
  package struct Member: Sendable {
    /// `passTypeIdentifier`; empty for rows whose template leaves it to the certificate.
    package let passTypeIdentifier: String
    /// `serialNumber`, which is never empty.
    package let serialNumber: String
    /// The same for passes with equal files, whoever signed them and when.
    package let contentHash: [UInt8]
    /// `nfc.message`, if the pass has one.
    package let nfcMessage: String?
    /// `authenticationToken`, if the pass has one.
    package let token: String?
    /// The bundle as the user knows it; for a row the data file.
    package let name: String
    /// Where the serial number was written.
    package let serialPlace: Location?
    /// Where the NFC message was written.
    package let nfcPlace: Location?
    /// Where the authentication token was written.
    package let tokenPlace: Location?
    /// The .pkpasses it lies in, whose passes were compared already.
    package var container: String?
    /// SHA-256 of the bundle, where a ledger is to be asked.
    package var bundleDigest: [UInt8]?

    /// What was noted of a pass while it was judged.
    package init(
      passTypeIdentifier: String, serialNumber: String, contentHash: [UInt8], nfcMessage: String?,
      token: String?, name: String, serialPlace: Location?, nfcPlace: Location?,
      tokenPlace: Location?
    ) {
      self.passTypeIdentifier = passTypeIdentifier
      self.serialNumber = serialNumber
      self.contentHash = contentHash
      self.nfcMessage = nfcMessage
      self.token = token
      self.name = name
      self.serialPlace = serialPlace
      self.nfcPlace = nfcPlace
      self.tokenPlace = tokenPlace
    }
  }

  /// How the passes belong together.
  package let kind: Kind
  /// The passes, in the order they were judged.
  package let members: [Member]

  /// Passes that were judged together, in that order.
  package init(_ kind: Kind, _ members: [Member]) {
    self.kind = kind
    self.members = members
  }

  /// What names a pass on the device.
  struct Key: Hashable {
    let type: String
    let serial: String

    init(_ member: Member) {
      type = member.passTypeIdentifier
      serial = member.serialNumber
    }
  }
}
