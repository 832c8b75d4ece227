// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Password-based decryption for encrypted PKCS #8 and PKCS #12 (PBES1, PBES2).
struct PasswordEncryption {
  /// Maximum number of iterations. A file with more is damaged or an attack, and would take seconds
  /// to minutes.
  static let iterationLimit = 5_000_000

  /// DER of the AlgorithmIdentifier.
  let algorithm: [UInt8]
  let ciphertext: [UInt8]
  let usesLegacyCipher: Bool

  init(algorithm element: ASN1Element, ciphertext: ArraySlice<UInt8>, in reader: ASN1Reader)
    throws(ASN1Error)
  {
    algorithm = Array(reader.bytes[element.whole])
    self.ciphertext = Array(ciphertext)
    var parts = try reader.inside(element)
    let scheme = try parts.nextOID()
    usesLegacyCipher = Self.legacySchemes.contains(scheme)
    let iterations = try Self.iterations(scheme, &parts)
    guard (1...Self.iterationLimit).contains(iterations) else {
      throw reader.validationError(
        .malformed("requires \(iterations) rounds of key derivation"), at: element.start)
    }
  }

  /// RC4 and RC2 with keys of 128 and 40 bits (RFC 7292, appendix C).
  private static let legacySchemes: Set<OID> = Set(
    [1, 2, 5, 6].map {
      OID(content: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01, $0])
    })

  private static func iterations(
    _ scheme: OID, _ parts: inout ASN1Reader
  ) throws(ASN1Error) -> Int {
    var parameters = try parts.enter(ASN1Reader.sequence)
    guard scheme == .pbes2 else {
      _ = try parameters.nextOctets()
      return try parameters.nextSmallInteger()
    }
    var derivation = try parameters.enter(ASN1Reader.sequence)
    let kind = try derivation.nextOID()
    guard kind == .pbkdf2 || kind == .scrypt else {
      throw parts.validationError(
        .malformed("derives its key in an unknown way"), at: parts.position)
    }
    var numbers = try derivation.enter(ASN1Reader.sequence)
    _ = try numbers.nextOctets()
    let rounds = try numbers.nextSmallInteger()
    guard kind == .scrypt else { return rounds }
    // Cost, block size and parallelization. The work is their product.
    let (block, parallel) = (try numbers.nextSmallInteger(), try numbers.nextSmallInteger())
    let (size, isTooLarge) = rounds.multipliedReportingOverflow(by: block)
    let (work, isTooMuch) = size.multipliedReportingOverflow(by: parallel)
    return isTooLarge || isTooMuch ? .max : work
  }

  enum Outcome {
    case decrypted([UInt8])
    case failed
    case legacyProviderMissing
  }

  /// Returns `failed` both for a wrong password and for damage, because these cannot be
  /// distinguished reliably.
  func decrypt(_ password: Secret?) -> Outcome {
    _ = OpenSSL.ready
    guard usesLegacyCipher else { return decryptInDefaultContext(password) }
    guard let context = LibraryContext.legacy else { return .legacyProviderMissing }
    return OpenSSL.with(context) { decryptInDefaultContext(password) }
  }

  private func decryptInDefaultContext(_ password: Secret?) -> Outcome {
    let parsed = algorithm.withUnsafeBufferPointer { bytes in
      var cursor = bytes.baseAddress
      return d2i_X509_ALGOR(nil, &cursor, bytes.count)
    }
    defer { X509_ALGOR_free(parsed) }
    guard let parsed, let length = Int32(exactly: ciphertext.count) else {
      OpenSSL.clearErrors()
      return .failed
    }
    var output: UnsafeMutablePointer<UInt8>?
    var outputLength: Int32 = 0
    func run(_ bytes: UnsafePointer<CChar>?, _ count: Int32) -> Bool {
      PKCS12_pbe_crypt(parsed, bytes, count, ciphertext, length, &output, &outputLength, 0) != nil
    }
    let done =
      password?.withUnsafeBytes { bytes in
        run(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
      } ?? run(nil, 0)
    guard done, let output else {
      OpenSSL.clearErrors()
      return .failed
    }
    defer { CRYPTO_clear_free(output, Int(outputLength), "", 0) }
    return .decrypted(Array(UnsafeBufferPointer(start: output, count: Int(outputLength))))
  }
}
