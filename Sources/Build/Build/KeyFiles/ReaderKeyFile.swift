// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassCrypto

/// Reads the key of an NFC reader from a file with a private or public key in any form.
///
/// `--nfc-key` of build, check and issue names the file, and `passc nfc key` prints the key.
package enum ReaderKeyFile {
  /// The maximum size of a key file in bytes. No form of a key needs more.
  package static let limitInBytes = 1 << 16

  /// The reasons in addition to `EncryptionPublicKeyError` why a file provides no key.
  package enum ReaderKeyFileError: Error, Sendable, Hashable {
    /// It is encrypted and needs a password.
    case needsPassword
    /// It is encrypted and could not be decrypted, for example because the password is wrong.
    case cannotBeOpened(String)
    /// It contains several keys, and exactly one is expected.
    case severalKeys(Int)
  }

  /// Returns the key of a file in the form of `encryptionPublicKey`, which has 80 characters.
  ///
  /// - Parameter password: called only for an encrypted key.
  /// - Throws: `FileError`, `EncryptionPublicKeyError`, `ReaderKeyFileError`, and errors of `password`.
  package static func encryptionPublicKey(
    _ file: String, disk: DiskReader = DiskReader(), password: () throws -> Secret?
  ) throws -> String {
    var bytes = try disk.read(file, limit: limitInBytes)
    defer { Secret.wipe(&bytes) }
    return try read(bytes, password: password).key.base64
  }

  /// Returns the key in the bytes of a file. The caller wipes the bytes.
  ///
  /// - Throws: `EncryptionPublicKeyError`, `ReaderKeyFileError`, and errors of `password`.
  package static func read(
    _ bytes: [UInt8], password: () throws -> Secret?
  ) throws -> EncryptionPublicKey.Found {
    guard CredentialFile.containsPrivateKey(bytes), try isEncrypted(bytes) else {
      return try one(bytes, password: nil)
    }
    guard let secret = try password() else { throw ReaderKeyFileError.needsPassword }
    do {
      _ = try CredentialFile.parse(bytes, password: secret)
    } catch {
      throw ReaderKeyFileError.cannotBeOpened("\(error)")
    }
    return try one(bytes, password: secret)
  }

  private static func one(
    _ bytes: [UInt8], password: Secret?
  ) throws -> EncryptionPublicKey.Found {
    let found = try EncryptionPublicKey.read(anyForm: bytes, password: password)
    let count = EncryptionPublicKey.count(in: bytes, password: password)
    guard count <= 1 else { throw ReaderKeyFileError.severalKeys(count) }
    return found
  }

  /// Returns whether the file needs a password. For most other errors it returns false, because
  /// reading the key reports them more precisely.
  private static func isEncrypted(_ bytes: [UInt8]) throws -> Bool {
    do {
      _ = try CredentialFile.parse(bytes)
      return false
    } catch CredentialError.needsPassword {
      return true
    } catch CredentialError.legacyProviderMissing {
      throw ReaderKeyFileError.cannotBeOpened("\(CredentialError.legacyProviderMissing)")
    } catch {
      return false
    }
  }
}
