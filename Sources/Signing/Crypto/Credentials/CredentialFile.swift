// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A reader for certificates and keys in common file formats, detected by content and never by
/// name.
package enum CredentialFile {
  /// Reads PEM (any blocks in any order), DER, PKCS #7 and PKCS #12.
  ///
  /// The caller must wipe `bytes`. Encrypted parts throw `needsPassword` if there is no password.
  /// It never prompts on the terminal.
  package static func parse(
    _ bytes: [UInt8], password: Secret? = nil
  ) throws(CredentialError) -> Credentials {
    if PEM.isPresent(in: bytes) { return try parsePEM(bytes, password: password) }
    switch DERKind(bytes) {
    case .certificate:
      var credentials = Credentials(kind: .derCertificate)
      credentials.certificates = [try certificate(bytes)]
      return credentials
    case .pkcs1, .pkcs8, .sec1:
      var credentials = Credentials(kind: .derKey)
      credentials.keys = [try key(bytes)]
      return credentials
    case .encryptedPKCS8:
      var credentials = Credentials(kind: .derKey)
      credentials.keys = [try encryptedKey(bytes, password: password)]
      return credentials
    case .pkcs7:
      var credentials = Credentials(kind: .pkcs7)
      credentials.certificates = try pkcs7Certificates(bytes)
      return credentials
    case .pkcs12:
      return try PKCS12File.parse(bytes, password: password)
    case .certificateRequest:
      throw .unrecognised(looksLike: Credentials.requestName)
    case .publicKey:
      throw .unrecognised(looksLike: "a public key")
    case .unknown:
      if let whole = ASN1Reader.declaredSize(of: bytes), whole > bytes.count {
        throw .damaged("it ends after \(bytes.count) of \(whole) bytes")
      }
      throw .unrecognised(looksLike: FileAppearance.name(of: bytes))
    }
  }

  /// Returns whether the bytes contain PEM.
  package static func isPEM(_ bytes: [UInt8]) -> Bool { PEM.isPresent(in: bytes) }

  /// Returns the certificates that can be read without a password and ignores everything else.
  package static func certificates(in bytes: [UInt8]) -> [Certificate] {
    if PEM.isPresent(in: bytes) {
      return PEM.blocks(in: bytes).flatMap { block -> [Certificate] in
        guard let content = block.content else { return [] }
        if Certificate.labels.contains(block.label) {
          return (try? Certificate(der: content)).map { [$0] } ?? []
        }
        return block.label == "PKCS7" ? (try? pkcs7Certificates(content)) ?? [] : []
      }
    }
    switch DERKind(bytes) {
    case .certificate: return (try? Certificate(der: bytes)).map { [$0] } ?? []
    case .pkcs7: return (try? pkcs7Certificates(bytes)) ?? []
    default: return []
    }
  }

  /// Returns whether the bytes contain a private key, encrypted or not: PEM anywhere, or DER PKCS
  /// #1, PKCS #8, SEC 1 or PKCS #12 at the beginning. The name does not matter.
  package static func containsPrivateKey(_ bytes: [UInt8]) -> Bool {
    switch DERKind(bytes) {
    case .pkcs1, .pkcs8, .encryptedPKCS8, .sec1, .pkcs12: return true
    default: break
    }
    return PEM.contents(of: bytes).containsPrivateKey
  }

  /// Returns whether the bytes contain a certificate: PEM anywhere, or DER X.509, PKCS #7 with
  /// certificates or PKCS #12 at the beginning.
  package static func containsCertificate(_ bytes: [UInt8]) -> Bool {
    switch DERKind(bytes) {
    case .certificate, .pkcs12: return true
    case .pkcs7: return !((try? pkcs7Certificates(bytes)) ?? []).isEmpty
    default: break
    }
    return PEM.contents(of: bytes).containsCertificate
  }

  private static func parsePEM(
    _ bytes: [UInt8], password: Secret?
  ) throws(CredentialError) -> Credentials {
    var credentials = Credentials(kind: .pem)
    var blocks = PEM.blocks(in: bytes)
    for index in blocks.indices {
      // Moved out of the array, so that there is only one copy to wipe.
      let taken = blocks[index].content.take()
      let block = blocks[index]
      guard var content = taken else {
        throw .damaged(
          block.isClosed
            ? "the \(block.label) block at byte \(block.offset) is not Base64"
            : "the \(block.label) block at byte \(block.offset) has no END line")
      }
      defer { Secret.wipe(&content) }
      switch block.label {
      case let label where Certificate.labels.contains(label):
        // OpenSSL's trusted form has extra bytes after the certificate.
        credentials.certificates.append(
          try certificate(label == "TRUSTED CERTIFICATE" ? firstElement(of: content) : content))
      case "PKCS7", "CMS":
        credentials.certificates += try pkcs7Certificates(content)
      case "ENCRYPTED PRIVATE KEY":
        credentials.keys.append(try encryptedKey(content, password: password))
      case let label where label.hasSuffix("PRIVATE KEY"):
        if !block.headers.isEmpty {
          try decryptLegacyPEM(&content, headers: block.headers, password: password)
        }
        credentials.keys.append(try key(content))
      default:
        credentials.otherContents.append(FileAppearance.name(ofLabel: block.label))
      }
    }
    if credentials.certificates.isEmpty, credentials.keys.isEmpty {
      throw .unrecognised(
        looksLike: credentials.otherContents.first ?? "PEM with a damaged BEGIN line")
    }
    return credentials
  }

  static func certificate(_ der: [UInt8]) throws(CredentialError) -> Certificate {
    do {
      return try Certificate(der: der)
    } catch {
      throw .damaged(error.message)
    }
  }

  static func key(_ der: [UInt8]) throws(CredentialError) -> PrivateKey {
    do {
      return try PrivateKey(der: der)
    } catch {
      throw error.message.contains("cannot sign passes")
        ? .unsupported(error.message) : .damaged(error.message)
    }
  }

  static let encryptedKeyName = "the private key"

  private static func encryptedKey(
    _ der: [UInt8], password: Secret?
  ) throws(CredentialError) -> PrivateKey {
    let encryption: PasswordEncryption
    do {
      var outer = ASN1Reader(der, allowsBER: true)
      var info = try outer.enter(ASN1Reader.sequence)
      try outer.finish()
      let algorithm = try info.next(ASN1Reader.sequence)
      encryption = try PasswordEncryption(
        algorithm: algorithm, ciphertext: try info.nextOctets(), in: info)
    } catch {
      throw .damaged("the encrypted private key \(error)")
    }
    guard let password else { throw .needsPassword(encryptedKeyName) }
    return try decryptedKey(encryption, password: password)
  }

  static func decryptedKey(
    _ encryption: PasswordEncryption, password: Secret?
  ) throws(CredentialError) -> PrivateKey {
    // Files without a MAC get here without a password.
    let refusal: CredentialError =
      password == nil ? .needsPassword(encryptedKeyName) : .wrongPassword(encryptedKeyName)
    switch encryption.decrypt(password) {
    case .decrypted(var der):
      defer { Secret.wipe(&der) }
      // A wrong password passes the padding check in one of 256 cases. The result is not a key
      // then.
      guard DERKind(der) == .pkcs8 else { throw refusal }
      return try key(der)
    case .failed:
      throw refusal
    case .legacyProviderMissing:
      throw .legacyProviderMissing
    }
  }

  /// Returns the certificates of a SignedData message. It need not have signers.
  static func pkcs7Certificates(_ bytes: [UInt8]) throws(CredentialError) -> [Certificate] {
    do {
      return try CMSStructure.certificates(in: bytes).map { try Certificate(der: $0) }
    } catch let error as ASN1Error {
      throw .damaged("the PKCS #7 file \(error)")
    } catch let error as CryptoError {
      throw .damaged(error.message)
    } catch {
      throw .damaged("the PKCS #7 file cannot be read")
    }
  }

  private static func firstElement(of bytes: [UInt8]) -> [UInt8] {
    var reader = ASN1Reader(bytes)
    guard let element = try? reader.next() else { return bytes }
    return Array(bytes[element.whole])
  }

  /// Decrypts the old PEM format (`Proc-Type: 4,ENCRYPTED`) with OpenSSL.
  private static func decryptLegacyPEM(
    _ content: inout [UInt8], headers: String, password: Secret?
  ) throws(CredentialError) {
    guard headers.contains("ENCRYPTED") else { return }
    guard let password else { throw .needsPassword(encryptedKeyName) }
    _ = OpenSSL.ready
    var cipher = EVP_CIPHER_INFO()
    var header = headers.utf8CString
    let known = header.withUnsafeMutableBufferPointer {
      PEM_get_EVP_CIPHER_INFO($0.baseAddress, &cipher) == 1
    }
    guard known else {
      OpenSSL.clearErrors()
      throw .damaged("the encryption header of the private key cannot be read")
    }
    guard var length = Int(exactly: content.count), length > 0 else {
      throw .damaged("the private key is empty")
    }
    let opened = password.withUnsafeBytes { password in
      // The callback gets the password through its context. Without a callback, OpenSSL would
      // prompt on the terminal.
      var lent = password
      return content.withUnsafeMutableBufferPointer { content in
        PEM_do_header(
          &cipher, content.baseAddress, &length,
          { buffer, size, _, context in
            guard let buffer,
              let lent = context?.assumingMemoryBound(to: UnsafeRawBufferPointer.self).pointee,
              lent.count <= Int(size)
            else { return -1 }
            UnsafeMutableRawBufferPointer(start: buffer, count: lent.count).copyMemory(from: lent)
            return Int32(lent.count)
          }, &lent) == 1
      }
    }
    guard opened, (0...content.count).contains(length) else {
      OpenSSL.clearErrors()
      throw .wrongPassword(encryptedKeyName)
    }
    content.removeLast(content.count - length)
    switch DERKind(content) {
    case .pkcs1, .sec1, .pkcs8: return
    default: throw .wrongPassword(encryptedKeyName)
    }
  }
}
