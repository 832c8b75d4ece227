// SPDX-License-Identifier: Apache-2.0

/// A signature that was found faultless, as the mould of others.
///
/// One signer's messages differ in three places only: digest, signing time, signature value. A
/// message that equals this one in every other byte has the same structure, the same certificates
/// and the same key, so that only those three have to be judged. Anything else takes the long way.
package struct VerifiedShape: Sendable {
  /// The message the shape was taken from; what it says beside the three places holds for all.
  package let model: CMSMessage
  /// Its signer's certificate.
  package let signer: Certificate
  private let key: PublicKey
  private let digest: DigestAlgorithm
  private let scheme: SignatureAlgorithm.Scheme
  private let places: CMSMessage.Signer.Places

  /// The shape of a message that was verified without a fault; nil where a part of it is not
  /// written in one piece or the content is inside.
  package init?(_ message: CMSMessage, _ verification: CMSMessage.Verification) {
    guard verification.faults.isEmpty, message.isDetached, message.signers.count == 1,
      let certificate = verification.signer, let places = message.signers[0].places,
      let digest = message.signers[0].digest,
      let scheme = CMSMessage.scheme(of: message.signers[0].signatureOID),
      let key = try? PublicKey(der: certificate.publicKeyDER)
    else { return nil }
    model = message
    signer = certificate
    self.key = key
    self.digest = digest
    self.scheme = scheme
    self.places = places
  }

  /// The message those bytes are, when it has this shape and proves the content; nil says
  /// nothing, the bytes have to be read and judged then.
  package func message(_ bytes: [UInt8], proving content: [UInt8]) -> CMSMessage? {
    guard bytes.count == model.bytes.count, equalsOutsidePlaces(bytes) else { return nil }
    guard digest.hash(content).elementsEqual(bytes[places.digest]) else { return nil }
    let time = ASN1Time.decode(tag: places.timeTag, text: bytes[places.time])
    guard let time else { return nil }
    var attributes = Array(bytes[places.attributes])
    // What is signed is the attributes as they stand, under the tag of a SET.
    attributes[0] = ASN1Reader.set
    let value = Array(bytes[places.value])
    guard
      key.verifies(value, ofHash: digest.hash(attributes), digest: digest, scheme: scheme)
    else { return nil }
    return model.changed(
      bytes: bytes, time: time, digest: Array(bytes[places.digest]), attributes: attributes,
      value: value)
  }

  private func equalsOutsidePlaces(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      model.bytes.withUnsafeBytes { model in
        var start = 0
        for place in places.inOrder {
          guard Memory.areEqual(bytes, model, start..<place.lowerBound) else { return false }
          start = place.upperBound
        }
        return Memory.areEqual(bytes, model, start..<model.count)
      }
    }
  }
}
