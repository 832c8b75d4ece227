// SPDX-License-Identifier: Apache-2.0

/// A valid signature as a template for verifying others quickly.
///
/// Messages of one signer differ only in digest, signing time and signature value. If a message
/// equals this one in all other bytes, it has the same structure, certificates and key. Then only
/// these three must be verified. Other messages need the full verification.
package struct VerifiedSignatureTemplate: Sendable {
  /// The verified message. Its other parts are the same in all messages with this shape.
  package let reference: CMSMessage
  /// Certificate of its signer.
  package let signer: Certificate
  private let key: PublicKey
  private let digest: DigestAlgorithm
  private let scheme: SignatureAlgorithm.Scheme
  private let variableRanges: CMSMessage.Signer.Places

  /// Creates a shape from a valid message. Returns nil if a part of it is split (BER) or the
  /// content is attached.
  package init?(_ message: CMSMessage, _ verification: CMSMessage.Verification) {
    guard verification.faults.isEmpty, message.isDetached, message.signers.count == 1,
      let certificate = verification.signer, let places = message.signers[0].places,
      let digest = message.signers[0].digest,
      let scheme = CMSMessage.scheme(of: message.signers[0].signatureOID),
      let key = try? PublicKey(der: certificate.publicKeyDER)
    else { return nil }
    reference = message
    signer = certificate
    self.key = key
    self.digest = digest
    self.scheme = scheme
    self.variableRanges = places
  }

  /// Returns the message if it has this shape and its signature is valid for the content. Otherwise
  /// returns nil, and the bytes need the full verification.
  package func message(_ bytes: [UInt8], proving content: [UInt8]) -> CMSMessage? {
    guard bytes.count == reference.bytes.count, equalsOutsideVariableRanges(bytes) else {
      return nil
    }
    guard digest.hash(content).elementsEqual(bytes[variableRanges.digest]) else { return nil }
    let time = ASN1Time.decode(tag: variableRanges.timeTag, text: bytes[variableRanges.time])
    guard let time else { return nil }
    var attributes = Array(bytes[variableRanges.attributes])
    // The signed octets are the attributes with the tag of a SET.
    attributes[0] = ASN1Reader.set
    let value = Array(bytes[variableRanges.value])
    guard
      key.verifies(value, ofHash: digest.hash(attributes), digest: digest, scheme: scheme)
    else { return nil }
    return reference.changed(
      bytes: bytes, time: time, digest: Array(bytes[variableRanges.digest]), attributes: attributes,
      value: value)
  }

  private func equalsOutsideVariableRanges(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      reference.bytes.withUnsafeBytes { model in
        var start = 0
        for place in variableRanges.inOrder {
          guard MemoryComparison.areEqual(bytes, model, start..<place.lowerBound) else {
            return false
          }
          start = place.upperBound
        }
        return MemoryComparison.areEqual(bytes, model, start..<model.count)
      }
    }
  }
}
