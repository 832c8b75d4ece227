// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassCrypto

/// The reader's key as people have it in a file: private or public, in any form.
///
/// What `--nfc-key` of build, check and issue names, and what `passc nfc key` prints.
package enum ReaderKeyFile {
  /// How large a file may be to be taken for a key, in bytes: more than any form of one needs.
  package static let limitInBytes = 1 << 16

  /// Why a file gave no key, beside `EncryptionPublicKeyFault`.
  package enum Fault: Error, Sendable, Hashable {
    /// It is encrypted, and there is no password.
    case needsPassword
    /// It is encrypted, and the password or something else keeps it closed.
    case cannotBeOpened(String)
    /// It holds several keys, and one is wanted.
    case severalKeys(Int)
  }

  /// The key of a file, as `encryptionPublicKey` spells it: 80 characters.
  ///
  /// - Parameter password: asked only for an encrypted key.
  /// - Throws: `FileError`, `EncryptionPublicKeyFault`, `Fault`, and what `password` throws.
  package static func encryptionPublicKey(
    _ file: String, disk: DiskReader = DiskReader(), password: () throws -> Secret?
  ) throws -> String {
    var bytes = try disk.read(file, limit: limitInBytes)
    defer { Secret.wipe(&bytes) }
    return try read(bytes, password: password).key.base64
  }

  /// The key in a file's bytes, which the caller wipes.
  ///
  /// - Throws: `EncryptionPublicKeyFault`, `Fault`, and what `password` throws.
  package static func read(
    _ bytes: [UInt8], password: () throws -> Secret?
  ) throws -> EncryptionPublicKey.Found {
    guard CredentialFile.containsPrivateKey(bytes), try isEncrypted(bytes) else {
      return try one(bytes, password: nil)
    }
    guard let secret = try password() else { throw Fault.needsPassword }
    do {
      _ = try CredentialFile.parse(bytes, password: secret)
    } catch {
      throw Fault.cannotBeOpened("\(error)")
    }
    return try one(bytes, password: secret)
  }

  private static func one(
    _ bytes: [UInt8], password: Secret?
  ) throws -> EncryptionPublicKey.Found {
    let found = try EncryptionPublicKey.read(anyForm: bytes, password: password)
    let count = EncryptionPublicKey.count(in: bytes, password: password)
    guard count <= 1 else { throw Fault.severalKeys(count) }
    return found
  }

  /// Other faults get better names where the key itself is read.
  private static func isEncrypted(_ bytes: [UInt8]) throws -> Bool {
    do {
      _ = try CredentialFile.parse(bytes)
      return false
    } catch CredentialError.needsPassword {
      return true
    } catch CredentialError.legacyProviderMissing {
      throw Fault.cannotBeOpened("\(CredentialError.legacyProviderMissing)")
    } catch {
      return false
    }
  }
}
