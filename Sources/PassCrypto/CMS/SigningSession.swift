// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// One thread's way to sign many manifests: everything but digest, time and RSA value is laid out
/// once, and key and contexts are this thread's own, so that threads never wait for each other.
///
/// Gives the bytes `CMSSigner.sign` gives, which SigningSessionTests holds equal: a single pass would
/// pay for the layout and the copied key, and EC signatures have no fixed places. Not to be shared
/// between threads.
package final class SigningSession {
  private let signer: CMSSigner
  /// Nil for EC keys, whose signatures have no fixed length, and for keys outside this process.
  private let rsa: RSASigning?
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

  /// A session with a copy of an RSA signer's key; throws when OpenSSL cannot copy the key or sign
  /// with it.
  package init(_ signer: CMSSigner) throws(CryptoError) {
    self.signer = signer
    rsa = try signer.rsaSigning()
  }

  /// How many bytes at the beginning of every signature are the same, whatever it is of and whenever
  /// it is made; 0 when that is not known.
  package var constantLength: Int { layout?.timeInMessage ?? 0 }

  /// The detached signature of a manifest, made at `seconds` (Unix time).
  package func sign(manifest: [UInt8], at seconds: Int64) throws(CryptoError) -> [UInt8] {
    guard let rsa else { return try signer.sign(manifest: manifest, at: seconds) }
    var layout = try takeLayout(rsa, seconds)
    defer { self.layout = layout }
    layout.attributes.withUnsafeMutableBytes { attributes in
      let digest = UnsafeMutableRawBufferPointer(
        rebasing: attributes[layout.digestInAttributes..<layout.digestInAttributes + 32])
      manifest.withUnsafeBytes { digests.sha256($0, into: digest) }
    }
    var hash: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    try withUnsafeMutableBytes(of: &hash) { hash throws(CryptoError) in
      layout.attributes.withUnsafeBytes { digests.sha256($0, into: hash) }
      let isDone = layout.message.withUnsafeMutableBytes { message in
        layout.attributes.withUnsafeBytes { attributes in
          for index in 0..<32 {
            message[layout.digestInMessage + index] =
              attributes[layout.digestInAttributes + index]
          }
        }
        return rsa.sign(
          UnsafeRawBufferPointer(hash),
          into: UnsafeMutableRawBufferPointer(rebasing: message[layout.value...]))
      }
      guard isDone else { throw CryptoError("the key could not sign") }
    }
    return layout.message
  }

  /// A message of that time. The session has none while it is changed: arrays that somebody else
  /// holds are copied first.
  private func takeLayout(_ rsa: RSASigning, _ seconds: Int64) throws(CryptoError) -> Layout {
    if var known = layout {
      layout = nil
      if known.state(seconds) { return known }
    }
    return try Self.layout(signer, rsa, seconds)
  }

  /// Signs once and finds the places that differ.
  private static func layout(
    _ signer: CMSSigner, _ rsa: RSASigning, _ seconds: Int64
  ) throws(CryptoError) -> Layout {
    let (message, attributes) = try signer.message(
      manifestDigest: [UInt8](repeating: 0, count: 32), at: seconds)
    guard
      let layout = Layout(
        message, attributes: attributes, at: seconds, valueLength: rsa.lengthInBytes)
    else { throw CryptoError("the signature could not be laid out") }
    return layout
  }
}

/// An RSA key that signs SHA-256 hashes, its context prepared; for one thread.
final class RSASigning {
  private let key: OpaquePointer
  private let context: OpaquePointer
  let lengthInBytes: Int

  /// Works on a copy of the key: OpenSSL keeps blinding numbers with it, for which threads that
  /// share a key wait.
  init(copying shared: OpaquePointer) throws(CryptoError) {
    guard let key = EVP_PKEY_dup(shared) else { throw CryptoError("the key cannot be copied") }
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
      EVP_PKEY_free(key)
      throw CryptoError("the key cannot sign")
    }
    self.key = key
    self.context = context
    lengthInBytes = Int(EVP_PKEY_get_size(key))
    guard EVP_PKEY_sign_init(context) == 1,
      EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1,
      EVP_PKEY_CTX_set_signature_md(context, DigestAlgorithm.sha256.handle) == 1
    else { throw CryptoError("the key cannot sign with PKCS #1 padding") }
  }

  deinit {
    EVP_PKEY_CTX_free(context)
    EVP_PKEY_free(key)
  }

  /// Whether the whole of `value` was filled.
  func sign(_ hash: UnsafeRawBufferPointer, into value: UnsafeMutableRawBufferPointer) -> Bool {
    var length = value.count
    let done = EVP_PKEY_sign(
      context, value.bindMemory(to: UInt8.self).baseAddress, &length,
      hash.bindMemory(to: UInt8.self).baseAddress, hash.count)
    return done == 1 && length == value.count
  }
}

/// Hashes with a context that is used again: making one takes as long as hashing 300 bytes.
/// For one thread.
package final class DigestSession {
  private let context: OpaquePointer
  private let sha1Algorithm = DigestAlgorithm.sha1.handle
  private let sha256Algorithm = DigestAlgorithm.sha256.handle

  /// A session with a hash context of its own.
  package init() {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("no memory for a hash") }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Writes the 20 bytes of a SHA-1.
  package func sha1(_ bytes: UnsafeRawBufferPointer, into hash: UnsafeMutableRawBufferPointer) {
    digest(bytes, sha1Algorithm, 20, hash)
  }

  /// Writes the 32 bytes of a SHA-256.
  package func sha256(_ bytes: UnsafeRawBufferPointer, into hash: UnsafeMutableRawBufferPointer) {
    digest(bytes, sha256Algorithm, 32, hash)
  }

  /// The 32 bytes of a SHA-256.
  package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { hash, count in
      bytes.withUnsafeBytes { sha256($0, into: UnsafeMutableRawBufferPointer(hash)) }
      count = 32
    }
  }

  /// The 32 bytes of the SHA-256 of a beginning that was hashed before and of the parts that
  /// follow.
  package func sha256(
    from start: PartialSHA256, _ parts: ArraySlice<UnsafeRawBufferPointer>
  ) -> [UInt8] {
    var done = EVP_MD_CTX_copy_ex(context, start.context)
    for part in parts where done == 1 {
      done = EVP_DigestUpdate(context, part.baseAddress, part.count)
    }
    let hash = [UInt8](unsafeUninitializedCapacity: 32) { hash, count in
      if done == 1 { done = EVP_DigestFinal_ex(context, hash.baseAddress, nil) }
      count = 32
    }
    precondition(done == 1, "OpenSSL could not compute SHA-256")
    return hash
  }

  private func digest(
    _ bytes: UnsafeRawBufferPointer, _ algorithm: OpaquePointer, _ length: Int,
    _ hash: UnsafeMutableRawBufferPointer
  ) {
    precondition(hash.count == length)
    // No input can make these fail, only a lack of memory.
    let done =
      EVP_DigestInit_ex(context, algorithm, nil) == 1
      && EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
      && EVP_DigestFinal_ex(context, hash.bindMemory(to: UInt8.self).baseAddress, nil) == 1
    precondition(done, "OpenSSL could not hash")
  }
}

/// How far SHA-256 has come after a beginning that many inputs have in common. Only read once made.
package final class PartialSHA256 {
  fileprivate let context: OpaquePointer

  /// Hashes a beginning, which is given in pieces.
  package init(_ parts: ArraySlice<UnsafeRawBufferPointer>) {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("no memory for a hash") }
    self.context = context
    var done = EVP_DigestInit_ex(context, DigestAlgorithm.sha256.handle, nil)
    for part in parts where done == 1 {
      done = EVP_DigestUpdate(context, part.baseAddress, part.count)
    }
    precondition(done == 1, "OpenSSL could not compute SHA-256")
  }

  deinit { EVP_MD_CTX_free(context) }
}
