// SPDX-License-Identifier: Apache-2.0

/// A fast signer of many manifests for one thread. It changes only digest, time and RSA value in a
/// prepared message. Key and contexts are not shared, so threads do not wait for each other.
///
/// The output is that of `CMSSigner.sign`, which SigningSessionTests verifies. For a single pass,
/// preparing the message and copying the key would not pay. EC signatures have no fixed length, so
/// these use `CMSSigner`. An RSA key may be outside this process. Do not share a session between
/// threads.
package final class SigningSession {
  private let signer: CMSSigner
  /// Nil for EC keys, because their signatures have no fixed length, and for an `ExternalKey`.
  private let rsa: (any RSASigning)?
  private let digests = DigestSession()
  /// The last message.
  private var layout: Layout?

  /// A message and the positions of the parts that differ.
  private struct Layout {
    private(set) var seconds: Int64
    var message: [UInt8]
    /// Signed attributes with the tag of a SET, as they are hashed.
    var attributes: [UInt8]
    /// Offsets of the digest.
    let digestInMessage: Int
    let digestInAttributes: Int
    /// Offsets of the time with its tag and length.
    let timeInMessage: Int
    private let timeInAttributes: Int
    /// Offset of the signature value.
    let signatureOffset: Int

    /// Finds the positions in a message.
    ///
    /// - Parameter attributes: its signed attributes with the tag of a SET.
    init?(
      _ message: [UInt8], attributes: [UInt8], at seconds: Int64, valueLength: Int
    ) {
      // The attributes end with the digest. In the message, only their first byte differs (the
      // tag).
      guard let start = Self.position(of: attributes[1...], in: message),
        let time = ASN1Time.encode(seconds),
        let timeInAttributes = Self.position(of: time[...], in: attributes)
      else { return nil }
      self.seconds = seconds
      self.message = message
      self.attributes = attributes
      self.timeInAttributes = timeInAttributes
      timeInMessage = start + timeInAttributes - 1
      digestInAttributes = attributes.count - 32
      digestInMessage = start + digestInAttributes - 1
      // The message ends with the signature value.
      signatureOffset = message.count - valueLength
    }

    /// Changes the time. Returns false if its type or length differs.
    mutating func setTime(_ seconds: Int64) -> Bool {
      guard seconds != self.seconds else { return true }
      guard let time = ASN1Time.encode(seconds),
        attributes[timeInAttributes...].starts(with: time.prefix(2))
      else { return false }
      for (index, byte) in time.enumerated() {
        message[timeInMessage + index] = byte
        attributes[timeInAttributes + index] = byte
      }
      self.seconds = seconds
      return true
    }

    /// Returns the last offset of `part` in `bytes`.
    private static func position(of part: ArraySlice<UInt8>, in bytes: [UInt8]) -> Int? {
      guard part.count <= bytes.count else { return nil }
      for start in stride(from: bytes.count - part.count, through: 0, by: -1)
      where bytes[start..<start + part.count].elementsEqual(part) {
        return start
      }
      return nil
    }
  }

  /// Copies an RSA key, or creates a verifier for a key outside this process. Throws if OpenSSL
  /// fails.
  package init(_ signer: CMSSigner) throws(CryptoError) {
    self.signer = signer
    rsa = try signer.rsaSigning()
  }

  /// Returns the detached signature of a manifest, made at `seconds` (Unix time).
  package func sign(_ manifest: ManifestText, at seconds: Int64) throws(CryptoError) -> [UInt8] {
    guard let rsa else { return try signer.sign(manifest, at: seconds) }
    var layout = try takeLayout(rsa, seconds)
    defer { self.layout = layout }
    layout.attributes.withUnsafeMutableBytes { attributes in
      let digest = UnsafeMutableRawBufferPointer(
        rebasing: attributes[layout.digestInAttributes..<layout.digestInAttributes + 32])
      manifest.bytes.withUnsafeBytes { digests.sha256($0, into: digest) }
    }
    var hash: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    try withUnsafeMutableBytes(of: &hash) { hash throws(CryptoError) in
      layout.attributes.withUnsafeBytes { digests.sha256($0, into: hash) }
      try layout.message.withUnsafeMutableBufferPointer { message throws(CryptoError) in
        layout.attributes.withUnsafeBytes { attributes in
          for index in 0..<32 {
            message[layout.digestInMessage + index] =
              attributes[layout.digestInAttributes + index]
          }
        }
        try rsa.sign(
          UnsafeRawBufferPointer(hash),
          into: UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: message[layout.signatureOffset...])))
      }
    }
    return layout.message
  }

  /// Moves the layout out of the session. With a second reference, changing its arrays would copy
  /// them.
  private func takeLayout(_ rsa: any RSASigning, _ seconds: Int64) throws(CryptoError) -> Layout {
    if var cached = layout {
      layout = nil
      if cached.setTime(seconds) { return cached }
    }
    return try Self.layout(signer, rsa, seconds)
  }

  /// Creates a layout.
  private static func layout(
    _ signer: CMSSigner, _ rsa: any RSASigning, _ seconds: Int64
  ) throws(CryptoError) -> Layout {
    let (message, attributes) = try signer.blankMessage(
      valueLength: rsa.lengthInBytes, at: seconds)
    guard
      let layout = Layout(
        message, attributes: attributes, at: seconds, valueLength: rsa.lengthInBytes)
    else { throw CryptoError("the signature could not be encoded") }
    return layout
  }
}
