// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// A rule about a set of passes, for example about serial numbers that must differ.
///
/// It is pure like every rule. Its input was collected when each pass was checked.
package protocol BatchRule: Sendable {
  /// All findings that the rule can report. Their tests are in PassCheckTests because a set needs
  /// several passes.
  var findings: [Finding] { get }

  /// Returns the problems of the set.
  func check(_ set: PassSet) -> [Diagnostic]
}

/// Passes that were checked together.
package struct PassSet: Sendable {
  /// The relation between the passes.
  package enum Kind: Sendable {
    /// Rows of one data file.
    case rows
    /// The passes of one .pkpasses.
    case bundleOfPasses
    /// All other passes of one run.
    case loose
  }

  /// The data of one pass that rules on sets need.
  package struct Member: Sendable {
    /// `passTypeIdentifier`. It is empty for rows if the template leaves it to the certificate.
    package let passTypeIdentifier: String
    /// `serialNumber`. It is never empty.
    package let serialNumber: String
    /// The SHA-1 over the files. It is equal for passes with equal files, whatever certificate
    /// signed them and when.
    package let contentHash: [UInt8]
    /// `nfc.message`, if the pass has one.
    package let nfcMessage: String?
    /// `authenticationToken`, if the pass has one.
    package let token: String?
    /// The bundle as the user knows it. For a row it is the data file.
    package let name: String
    /// The place of the serial number.
    package let serialPlace: Location?
    /// The place of the NFC message.
    package let nfcPlace: Location?
    /// The place of the authentication token.
    package let tokenPlace: Location?
    /// The .pkpasses that contains it. The passes in it were already compared with each other.
    package var container: String?
    /// The SHA-256 of the bundle, if it is compared with a ledger.
    package var bundleDigest: [UInt8]?

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

  /// The relation between the passes.
  package let kind: Kind
  /// The passes, in the order in which they were checked.
  package let members: [Member]

  /// Creates a set of passes in the order in which they were checked.
  package init(_ kind: Kind, _ members: [Member]) {
    self.kind = kind
    self.members = members
  }

  /// The identity of a pass on a device.
  struct Key: Hashable {
    let type: String
    let serial: String

    init(_ member: Member) {
      type = member.passTypeIdentifier
      serial = member.serialNumber
    }
  }
}
