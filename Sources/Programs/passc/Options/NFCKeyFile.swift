// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics
import PassJSON
import PassNFC
import PassReport
import PassTemplate

/// Reading of reader keys from files.
enum NFCKeyFile {
  /// Reads `--nfc-key` in the form of `encryptionPublicKey`, for build, check and issue.
  ///
  /// - Parameters:
  ///   - disk: records the files that were read, for `--depfile`.
  ///   - password: the value of `--password-file`, for an encrypted key.
  static func encryptionPublicKey(
    _ file: String, disk: DiskReader = DiskReader(), password: String? = nil
  ) throws -> String {
    do {
      return try ReaderKeyFile.encryptionPublicKey(file, disk: disk) {
        try PasswordPrompt(file: password).password(for: file)
      }
    } catch let fault as EncryptionPublicKeyError {
      let kind = (try? disk.read(file, limit: ReaderKeyFile.limitInBytes))
        .flatMap { Self.kind(in: $0) }
      throw CommandFailureError.environment(
        "\(file) \(fault.fileDescription(kind)) [nfc.key.\(fault.rawValue)]",
        help: fault.helpForAFile
          ?? "give the reader's key as PEM or DER, private or public, or its Base64")
    } catch let fault as ReaderKeyFile.ReaderKeyFileError {
      throw failure(fault, file)
    }
  }

  /// Warns if `--nfc-key` has no effect, because the template has no `nfc`.
  static func warnUnlessUsed(in template: Template, _ path: String) {
    guard template.document["nfc"] == nil else { return }
    Console.printLine(
      TextWriter.printable("passc: warning: \(path) has no nfc, --nfc-key does nothing"))
    Console.printLine("help: add nfc with a message to pass.json, or leave --nfc-key out")
  }

  /// Reads a key in any form. If it is encrypted, the password comes from the file or the prompt.
  ///
  /// - Throws: `EncryptionPublicKeyError` for an invalid key, `CommandFailureError` without the right password.
  static func publicKey(
    in bytes: [UInt8], name: String, password file: String?
  ) throws -> EncryptionPublicKey.Found {
    do {
      return try ReaderKeyFile.read(bytes) {
        try PasswordPrompt(file: file).password(for: name)
      }
    } catch let fault as ReaderKeyFile.ReaderKeyFileError {
      throw failure(fault, name)
    }
  }

  private static func failure(_ fault: ReaderKeyFile.ReaderKeyFileError, _ name: String)
    -> CommandFailureError
  {
    switch fault {
    case .needsPassword: noPassword(name)
    case .cannotBeOpened(let reason): .environment("\(name): \(reason)")
    case .severalKeys(let count):
      .environment(
        "\(name) has \(count) different keys, expected one",
        help: "a pass has one encryptionPublicKey; put the other keys into separate files")
    }
  }

  /// Reads the private keys of a reader from files.
  static func keyRing(_ files: [String], password: String?) throws -> KeyRing {
    KeyRing(try files.flatMap { try privateKeys($0, password: password) })
  }

  /// Reads every P-256 key of the file. Other keys in the file are ignored.
  private static func privateKeys(_ file: String, password: String?) throws -> [ReaderKey] {
    var bytes = try Disk.read(file, limit: ReaderKeyFile.limitInBytes)
    defer { Secret.wipe(&bytes) }
    let credentials: Credentials
    do {
      credentials = try CredentialFile.parse(bytes)
    } catch CredentialError.needsPassword {
      do {
        credentials = try CredentialFile.parse(bytes, password: Self.password(for: file, password))
      } catch let error as CredentialError {
        throw CommandFailureError.environment("\(file): \(error)")
      }
    } catch CredentialError.unsupported {
      throw otherKind(file, kind(in: bytes) ?? "another kind")
    } catch {
      let isPublic = (try? EncryptionPublicKey.read(anyForm: bytes))?.wasPrivate == false
      throw isPublic ? notPrivate(file) : CommandFailureError.environment("\(file): \(error)")
    }
    guard let first = credentials.keys.first else { throw notPrivate(file) }
    let keys = credentials.keys.compactMap { ReaderKey($0) }
    guard !keys.isEmpty else { throw otherKind(file, "\(first.kind)") }
    return keys
  }

  /// Returns the kind of the key in a file or text for messages, such as `RSA 2048`.
  static func kind(in bytes: [UInt8]) -> String? {
    EncryptionPublicKey.kind(anyForm: bytes).map { "\($0)" }
  }

  private static func otherKind(_ file: String, _ kind: String) -> CommandFailureError {
    .environment(
      "\(file) has a key of kind \(kind), expected EC P-256",
      help: "to make one, run: passc nfc keygen -o reader.pem")
  }

  private static func notPrivate(_ file: String) -> CommandFailureError {
    .environment("\(file) has no private key", help: "decrypting needs the reader's private key")
  }

  private static func password(for name: String, _ file: String?) throws -> Secret {
    guard let password = try PasswordPrompt(file: file).password(for: name) else {
      throw noPassword(name)
    }
    return password
  }

  private static func noPassword(_ name: String) -> CommandFailureError {
    .environment(
      "\(name) is encrypted and needs a password",
      help: "set PASSC_PASSWORD or give --password-file FILE")
  }
}

extension EncryptionPublicKeyError {
  /// Returns the error of a key from a file, as the end of a sentence that begins with the file.
  ///
  /// - Parameter kind: the kind of the key if it is known, such as `RSA 2048`.
  func fileDescription(_ kind: String? = nil) -> String {
    switch self {
    case .empty: "is empty, expected a key"
    case .invalidBase64: "is neither PEM nor DER nor Base64 in the standard alphabet"
    case .pemArmour: "has PEM armour"
    case .whitespaceInBase64: "has blanks inside its Base64"
    case .malformedSPKI: "holds no key that can be read"
    case .trailingData: "has bytes after the end of the key"
    case .wrongAlgorithm, .wrongCurve:
      "holds a key of kind \(kind ?? "other than EC P-256"), expected EC P-256"
    case .pointNotOnCurve: "is no point of P-256"
    case .uncompressedPoint: "has an uncompressed point"
    case .privateKeyInPass: "is a private key that cannot be read"
    }
  }

  /// The action that the user can take.
  var helpForAFile: String? {
    switch self {
    case .empty, .wrongAlgorithm, .wrongCurve, .pointNotOnCurve:
      "to make a key, run: passc nfc keygen -o reader.pem"
    case .trailingData: "copy the whole key again, and nothing after it"
    case .malformedSPKI, .invalidBase64, .privateKeyInPass:
      "give the file itself, or the Base64 of a SubjectPublicKeyInfo (openssl ec -pubout)"
    case .pemArmour, .whitespaceInBase64, .uncompressedPoint: nil
    }
  }
}
