// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A reader for PKCS #12 (RFC 7292). It parses the structure itself and uses OpenSSL for passwords
/// and ciphers.
enum PKCS12File {
  private static let name = "the PKCS #12 file"

  static func parse(
    _ bytes: [UInt8], password: Secret?
  ) throws(CredentialError) -> Credentials {
    do {
      return try read(bytes, password: password)
    } catch let error as CredentialError {
      throw error
    } catch {
      throw .damaged("\(name) \(error)")
    }
  }

  private static func read(_ bytes: [UInt8], password: Secret?) throws -> Credentials {
    var outer = ASN1Reader(bytes, allowsBER: true)
    var pfx = try outer.enter(ASN1Reader.sequence)
    try outer.finish()
    _ = try pfx.nextSmallInteger()
    guard let safes = try data(&pfx) else {
      throw CredentialError.unsupported(
        "\(name) is encrypted with a public key, not with a password")
    }
    let opener = try verify(&pfx, bytes, password: password)

    var credentials = Credentials(kind: .pkcs12)
    var list = ASN1Reader(safes, allowsBER: true)
    var contents = try list.enter(ASN1Reader.sequence)
    while !contents.isAtEnd {
      if let element = try encrypted(contents) {
        _ = try contents.next()
        credentials.wasLegacyRC2 = credentials.wasLegacyRC2 || element.usesLegacyCipher
        switch element.decrypt(opener) {
        case .decrypted(var bags):
          defer { Secret.wipe(&bags) }
          // Without a MAC, only this check detects a wrong password.
          guard bags.first == ASN1Reader.sequence else {
            throw password == nil
              ? CredentialError.needsPassword(name) : CredentialError.wrongPassword(name)
          }
          try readBags(bags, into: &credentials, password: opener, depth: 0)
        case .failed:
          throw password == nil
            ? CredentialError.needsPassword(name) : CredentialError.wrongPassword(name)
        case .legacyProviderMissing:
          throw CredentialError.legacyProviderMissing
        }
      } else if var bags = try data(&contents) {
        defer { Secret.wipe(&bags) }
        try readBags(bags, into: &credentials, password: opener, depth: 0)
      } else {
        throw CredentialError.unsupported(
          "\(name) contains a part that is encrypted with a public key")
      }
    }
    return credentials
  }

  /// Returns the octets of a ContentInfo of type data. For another type it returns nil and reads
  /// nothing.
  private static func data(_ reader: inout ASN1Reader) throws(ASN1Error) -> [UInt8]? {
    let start = reader
    var info = try reader.enter(ASN1Reader.sequence)
    guard try info.nextOID() == .cmsData else {
      reader = start
      return nil
    }
    var wrapper = try info.enter(0xa0)
    return Array(try wrapper.nextOctets())
  }

  /// Returns an EncryptedData content, or nil for another type.
  private static func encrypted(_ contents: ASN1Reader) throws(ASN1Error) -> PasswordEncryption? {
    var contents = contents
    var info = try contents.enter(ASN1Reader.sequence)
    guard try info.nextOID() == .cmsEncryptedData else { return nil }
    var wrapper = try info.enter(0xa0)
    var data = try wrapper.enter(ASN1Reader.sequence)
    _ = try data.nextSmallInteger()
    var content = try data.enter(ASN1Reader.sequence)
    _ = try content.nextOID()
    let algorithm = try content.next(ASN1Reader.sequence)
    return try PasswordEncryption(
      algorithm: algorithm, ciphertext: try content.nextOctets(tag: 0x80), in: content)
  }

  /// Checks the MAC and returns the password that matches. Files without a password have an empty
  /// one or none, depending on the program that wrote them.
  private static func verify(
    _ pfx: inout ASN1Reader, _ bytes: [UInt8], password: Secret?
  ) throws -> Secret? {
    guard let macData = try pfx.nextIf(ASN1Reader.sequence) else { return password }
    var mac = try pfx.inside(macData)
    _ = try mac.next(ASN1Reader.sequence)
    _ = try mac.nextOctets()
    let iterations = mac.isAtEnd ? 1 : try mac.nextSmallInteger()
    guard (1...PasswordEncryption.iterationLimit).contains(iterations) else {
      throw mac.validationError(
        .malformed("requires \(iterations) rounds of key derivation"), at: macData.start)
    }

    _ = OpenSSL.ready
    let parsed = bytes.withUnsafeBufferPointer { bytes in
      var cursor = bytes.baseAddress
      return d2i_PKCS12(nil, &cursor, bytes.count)
    }
    guard let parsed else {
      throw CredentialError.damaged(CryptoError("\(name) is not well formed").description)
    }
    defer {
      PKCS12_free(parsed)
      OpenSSL.clearErrors()
    }
    func fits(_ secret: Secret?) -> Bool {
      guard let secret else { return PKCS12_verify_mac(parsed, nil, 0) == 1 }
      return secret.withUnsafeBytes { bytes in
        PKCS12_verify_mac(
          parsed, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count)) == 1
      }
    }
    if let password, password.count > 0 {
      guard fits(password) else { throw CredentialError.wrongPassword(name) }
      return password
    }
    let empty = Secret([])
    if fits(empty) { return empty }
    if fits(nil) { return nil }
    throw password == nil
      ? CredentialError.needsPassword(name) : CredentialError.wrongPassword(name)
  }

  private static func readBags(
    _ bytes: [UInt8], into credentials: inout Credentials, password: Secret?, depth: Int
  ) throws {
    var outer = ASN1Reader(bytes, allowsBER: true)
    var bags = try outer.enter(ASN1Reader.sequence)
    while !bags.isAtEnd {
      var bag = try bags.enter(ASN1Reader.sequence)
      let type = try bag.nextOID()
      var value = try bag.enter(0xa0)
      switch type {
      case .certificateBag:
        var certificate = try value.enter(ASN1Reader.sequence)
        guard try certificate.nextOID() == .x509Certificate else { continue }
        var wrapper = try certificate.enter(0xa0)
        credentials.certificates.append(
          try CredentialFile.certificate(Array(try wrapper.nextOctets())))
      case .shroudedKeyBag:
        var info = try value.enter(ASN1Reader.sequence)
        let algorithm = try info.next(ASN1Reader.sequence)
        let encryption = try PasswordEncryption(
          algorithm: algorithm, ciphertext: try info.nextOctets(), in: info)
        credentials.wasLegacyRC2 = credentials.wasLegacyRC2 || encryption.usesLegacyCipher
        credentials.keys.append(
          try CredentialFile.decryptedKey(encryption, password: password))
      case .keyBag:
        var der = Array(value.bytes[try value.next(ASN1Reader.sequence).whole])
        defer { Secret.wipe(&der) }
        credentials.keys.append(try CredentialFile.key(der))
      default:
        continue  // CRLs and secrets of other programs
      }
    }
  }
}
