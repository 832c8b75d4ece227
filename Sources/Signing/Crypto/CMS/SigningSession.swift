// SPDX-License-Identifier: Apache-2.0

/// One thread's way to sign many manifests: everything but digest, time and RSA value is laid out
/// once, and key and contexts are this thread's own, so that threads never wait for each other.
///
/// Gives the bytes `CMSSigner.sign` gives, which SigningSessionTests holds equal: a single pass would
/// pay for the layout and the copied key, and EC signatures have no fixed places. An RSA key may be
/// outside this process. Not to be shared between threads.
package final class SigningSession {
  private let signer: CMSSigner
  /// Nil for EC keys, whose signatures have no fixed length, and for keys that are awaited.
  private let rsa: (any RSASigning)?
  private let digests = DigestSession()
  /// The message that was signed last.
  private var layout: Layout?

  /// A message with blanks where passes differ.
  private struct Layout {
    private(set) var seconds: Int64
    var message: [UInt8]
    /// The signed attributes with the tag of a SET, as they are hashed.
    var attributes: [UInt8]
    /// Where the manifest's digest stands in either.
    let digestInMessage: Int
    let digestInAttributes: Int
    /// Where the time stands in either, with its tag and length.
    let timeInMessage: Int
    private let timeInAttributes: Int
    /// Where the signature's value stands.
    let value: Int

    /// Finds the places in a message that states no digest yet.
    ///
    /// - Parameter attributes: the signed ones of the message, with the tag of a SET.
    init?(
      _ message: [UInt8], attributes: [UInt8], at seconds: Int64, valueLength: Int
    ) {
      // The digest is the last thing in the attributes; in the message their first byte is the tag
      // of their place, all others are the same.
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
      // Behind the attributes stand the algorithm and the value, with which the message ends.
      value = message.count - valueLength
    }

    /// States another time; false where that takes another form.
    mutating func state(_ seconds: Int64) -> Bool {
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

    /// Where `part` stands last in `bytes`.
    private static func position(of part: ArraySlice<UInt8>, in bytes: [UInt8]) -> Int? {
      guard part.count <= bytes.count else { return nil }
      for start in stride(from: bytes.count - part.count, through: 0, by: -1)
      where bytes[start..<start + part.count].elementsEqual(part) {
        return start
      }
      return nil
    }
  }

  /// A session with a copy of an RSA signer's key, or with a way of its own to verify what is signed
  /// outside; throws when OpenSSL gives neither.
  package init(_ signer: CMSSigner) throws(CryptoError) {
    self.signer = signer
    rsa = try signer.rsaSigning()
  }

  /// How many bytes at the beginning of every signature are the same, whatever it is of and whenever
  /// it is made; 0 when that is not known.
  package var constantLength: Int { layout?.timeInMessage ?? 0 }

  /// Makes the detached signature of a manifest at `seconds` (Unix time).
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
            UnsafeMutableBufferPointer(rebasing: message[layout.value...])))
      }
    }
    return layout.message
  }

  /// A message of that time. The session has none while it is changed: arrays that somebody else
  /// holds are copied first.
  private func takeLayout(_ rsa: any RSASigning, _ seconds: Int64) throws(CryptoError) -> Layout {
    if var known = layout {
      layout = nil
      if known.state(seconds) { return known }
    }
    return try Self.layout(signer, rsa, seconds)
  }

  /// Finds the places that differ.
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
