// SPDX-License-Identifier: Apache-2.0

import PassCrypto
package import PassFiles
import PassValues

/// The secret authentication tokens are derived from, so that a pass has the same token whenever
/// and wherever it is built.
package struct AuthenticationTokenKey: Sendable {
  private let key: [UInt8]

  /// Why a file is no token key.
  package struct Invalid: Error, CustomStringConvertible {
    package let description: String
  }

  /// Reads a file of 64 hex digits; blanks and line ends between them do not count.
  ///
  /// - Throws: `FileError`, or `Invalid` when the file holds anything else.
  package init(file: String, disk: DiskReader = DiskReader()) throws {
    var bytes = try disk.read(file, limit: 1 << 16)
    defer { Secret.wipe(&bytes) }
    let text = bytes.filter { $0 > 0x20 }
    guard text.count == 64, let key = Hex.decode(String(decoding: text, as: UTF8.self)) else {
      throw Invalid(
        description: "\(file) is no token key, expected 64 hex digits: openssl rand -hex 32")
    }
    self.key = key
  }

  /// The authentication token of a pass: HMAC-SHA-256 over pass type, NUL and serial number, as 64
  /// hex digits.
  package func token(passTypeIdentifier: String, serialNumber: String) -> String {
    Hex.encode(
      Digest.hmacSHA256(
        key: key, message: Array(passTypeIdentifier.utf8) + [0] + Array(serialNumber.utf8)))
  }
}
