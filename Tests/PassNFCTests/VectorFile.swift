// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassCrypto
import PassNFC
import PassTesting
import Testing

/// Test vectors computed by an independent implementation (`vas-vectors/1`).
struct VectorFile: Decodable {
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    struct Reader: Decodable, Sendable {
      let privateScalar: String
      let privateKeySEC1DER: String
      let privateKeyPKCS8PEM: String
      let publicX: String
      let publicY: String
      let keyIdentifier: String
      let encryptionPublicKey: String
      let encryptionPublicKeyUncompressed: String
    }
    struct Ephemeral: Decodable, Sendable {
      let privateScalar: String
      let publicX: String
    }
    struct Time: Decodable, Sendable {
      let seconds: UInt32
      let iso8601: String
    }
    struct Message: Decodable, Sendable {
      let utf8: String?
      let hex: String
    }
    struct Request: Decodable, Sendable {
      let mode: UInt8
      let terminalNonce: String
      let url: String?
      let filter: String?
      let moreRequestsFollow: Bool
    }
    let id: String
    let description: String
    let algorithm: String
    let passTypeIdentifier: String
    let merchantId: String
    let reader: Reader
    let ephemeral: Ephemeral
    let timestamp: Time
    let message: Message
    let sharedSecret: String
    let sharedInfo: String
    let derivedKey: String
    let iv: String
    let aad: String
    let plaintext: String
    let ciphertext: String
    let tag: String
    let cryptogram: String
    let request: Request
    let deviceNonce: String
    let mobileCapabilities: String
    let mobileToken: String
    let selectCommand: String
    let selectResponse: String
    let getDataCommand: String
    let getDataResponse: String

    var testDescription: String { "\(id), \(description)" }
  }
  struct Negative: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let description: String
    let expectError: String
    let readerPrivateScalars: [String]
    let passTypeIdentifier: String
    let getDataResponse: String
    var testDescription: String { "\(id), \(description)" }
  }
  struct Select: Decodable, Sendable, CustomTestStringConvertible {
    struct Expected: Decodable, Sendable {
      let wallet: String
      let version: String
      let deviceNonce: String
      let capabilities: String
    }
    let id: String
    let response: String
    let expect: Expected?
    let expectError: String?
    var testDescription: String { id }
  }
  struct Command: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let description: String
    let passTypeIdentifier: String?
    let mode: UInt8
    let terminalNonce: String
    let url: String?
    let filter: String?
    let moreRequestsFollow: Bool
    let urlOnly: Bool
    let command: String
    var testDescription: String { "\(id), \(description)" }
  }
  struct PublicKey: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let description: String
    let value: String
    let expect: String
    var testDescription: String { "\(id), \(description)" }
  }
  struct Merchant: Decodable, Sendable {
    let passTypeIdentifier: String
    let merchantId: String
  }

  struct ECPFrame: Decodable, Sendable, CustomTestStringConvertible {
    let mode: UInt8
    let name: String
    let frame: String
    var testDescription: String { name }
  }

  let vectors: [Vector]
  let negative: [Negative]
  let selectResponses: [Select]
  let getDataCommands: [Command]
  let encryptionPublicKeys: [PublicKey]
  let merchantIds: [Merchant]
  let ecpFrames: [ECPFrame]

  static let shared: VectorFile = {
    do {
      return try JSONDecoder().decode(VectorFile.self, from: Fixture.data("vas-vectors.json"))
    } catch {
      fatalError("vas-vectors.json: \(error)")
    }
  }()
}

/// Returns the bytes of hex digits.
func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex), "not hex: \(hex)") }

/// Returns a reader key from its private number in hex.
func readerKey(_ scalar: String) throws -> ReaderKey {
  try #require(ReaderKey(PrivateKey(p256Scalar: bytes(scalar))))
}

/// Returns prepared bytes in order, and throws when they run out. It can be used from any thread.
final class PreparedRandomness: @unchecked Sendable {
  struct Exhausted: Error {}
  private let lock = NSLock()
  private var parts: [[UInt8]]

  init(_ parts: [[UInt8]]) { self.parts = parts }

  func next(_ count: Int) throws -> [UInt8] {
    try lock.withLock {
      guard !parts.isEmpty, parts[0].count == count else { throw Exhausted() }
      return parts.removeFirst()
    }
  }
}
