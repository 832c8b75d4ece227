// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassFiles
import PassNFC

/// Readers' keys in files.
enum NFCKeyFile {
  static let limitInBytes = 1 << 16

  /// A key in any form; an encrypted one is opened with the password, which may be asked for.
  ///
  /// - Throws: `EncryptionPublicKeyFault`; `Failure` without the right password.
  static func publicKey(
    in bytes: [UInt8], name: String, password file: String?
  ) throws -> EncryptionPublicKey.Found {
    // Says whether a password is needed; other faults get better names below.
    if CredentialFile.containsPrivateKey(bytes) {
      do {
        _ = try CredentialFile.parse(bytes)
      } catch CredentialError.needsPassword {
        let password = try Self.password(for: name, file)
        do {
          _ = try CredentialFile.parse(bytes, password: password)
        } catch {
          throw Failure.environment("\(name): \(error)")
        }
        return try EncryptionPublicKey.read(anyForm: bytes, password: password)
      } catch {}
    }
    return try EncryptionPublicKey.read(anyForm: bytes)
  }

  /// The private keys of a reader.
  static func keyRing(_ files: [String], password: String?) throws -> KeyRing {
    KeyRing(try files.map { try privateKey($0, password: password) })
  }

  private static func privateKey(_ file: String, password: String?) throws -> ReaderKey {
    var bytes = try Disk.read(file, limit: limitInBytes)
    defer { Secret.wipe(&bytes) }
    let credentials: Credentials
    do {
      credentials = try CredentialFile.parse(bytes)
    } catch CredentialError.needsPassword {
      do {
        credentials = try CredentialFile.parse(bytes, password: Self.password(for: file, password))
      } catch let error as CredentialError {
        throw Failure.environment("\(file): \(error)")
      }
    } catch {
      let isPublic = (try? EncryptionPublicKey.read(anyForm: bytes))?.wasPrivate == false
      throw isPublic ? notPrivate(file) : Failure.environment("\(file): \(error)")
    }
    guard let key = credentials.keys.first else { throw notPrivate(file) }
    guard let readerKey = ReaderKey(key) else {
      throw Failure.environment(
        "\(file) holds an \(key.kind) key, expected P-256",
        help: "passc nfc keygen -o reader.pem makes one")
    }
    return readerKey
  }

  private static func notPrivate(_ file: String) -> Failure {
    .environment("\(file) holds no private key", help: "decrypting needs the reader's private key")
  }

  private static func password(for name: String, _ file: String?) throws -> Secret {
    guard let password = try PasswordPrompt(file: file).password(for: name) else {
      throw Failure.environment(
        "\(name) is encrypted and there is no password",
        help: "set PASSC_PASSWORD or give --password-file FILE")
    }
    return password
  }
}
