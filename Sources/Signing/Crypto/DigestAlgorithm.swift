// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A hash algorithm of certificates and CMS messages.
package enum DigestAlgorithm: String, Sendable, CaseIterable {
  case sha1 = "SHA-1"
  case sha224 = "SHA-224"
  case sha256 = "SHA-256"
  case sha384 = "SHA-384"
  case sha512 = "SHA-512"

  /// Returns nil for unsupported algorithms, such as MD5.
  package init?(oid: OID) {
    switch oid {
    case .sha1: self = .sha1
    case .sha224: self = .sha224
    case .sha256: self = .sha256
    case .sha384: self = .sha384
    case .sha512: self = .sha512
    default: return nil
    }
  }

  /// Returns a name such as `SHA-256` or `MD5`, or a dotted OID.
  static func name(of oid: OID) -> String {
    DigestAlgorithm(oid: oid)?.rawValue ?? (oid == .md5 ? "MD5" : oid.dotted)
  }

  package var lengthInBytes: Int {
    switch self {
    case .sha1: 20
    case .sha224: 28
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  package func hash(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { hash($0) }
  }

  package func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.withUnsafeBytes { hash($0) }
  }

  /// Returns the hash, `lengthInBytes` long.
  package func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let algorithm = handle
    return [UInt8](unsafeUninitializedCapacity: lengthInBytes) { hash, count in
      let done = EVP_Digest(bytes.baseAddress, bytes.count, hash.baseAddress, nil, algorithm, nil)
      // This fails only if memory is exhausted, whatever the input is.
      precondition(done == 1, "OpenSSL could not compute \(rawValue)")
      count = lengthInBytes
    }
  }

  /// The OpenSSL object for this algorithm. It is fetched once, because a fetch takes longer than a
  /// short hash.
  var handle: OpaquePointer {
    switch self {
    case .sha1: Self.fetchedSHA1
    case .sha224: Self.fetchedSHA224
    case .sha256: Self.fetchedSHA256
    case .sha384: Self.fetchedSHA384
    case .sha512: Self.fetchedSHA512
    }
  }

  // Immutable after the fetch and never freed, so threads can share them.
  nonisolated(unsafe) private static let fetchedSHA1 = fetch("SHA1")
  nonisolated(unsafe) private static let fetchedSHA224 = fetch("SHA224")
  nonisolated(unsafe) private static let fetchedSHA256 = fetch("SHA256")
  nonisolated(unsafe) private static let fetchedSHA384 = fetch("SHA384")
  nonisolated(unsafe) private static let fetchedSHA512 = fetch("SHA512")

  private static func fetch(_ name: String) -> OpaquePointer {
    _ = OpenSSL.ready
    guard let algorithm = EVP_MD_fetch(nil, name, nil) else {
      preconditionFailure("this OpenSSL has no \(name)")
    }
    return algorithm
  }
}
