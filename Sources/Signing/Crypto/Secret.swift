// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A password or key in memory: wiped when it is let go, and never shown by any way of printing.
package final class Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  // Written in the initialiser and wiped in deinit; in between only read.
  nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer

  /// Copies the bytes; the caller's own copy stays the caller's to wipe.
  package init(_ bytes: some Collection<UInt8>) {
    // One byte more, so that C gets a terminated string and an empty secret an address.
    storage = .allocate(byteCount: bytes.count + 1, alignment: 1)
    var offset = 0
    for byte in bytes {
      storage[offset] = byte
      offset += 1
    }
    storage[offset] = 0
  }

  /// The UTF-8 bytes of a text.
  package convenience init(_ text: String) {
    self.init(text.utf8)
  }

  deinit {
    OPENSSL_cleanse(storage.baseAddress, storage.count)
    storage.deallocate()
  }

  /// Length in bytes.
  package var count: Int { storage.count - 1 }

  /// Lends the bytes; a zero byte follows them in memory.
  package func withUnsafeBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
  }

  /// Whether both hold the same bytes, compared in constant time.
  package func isEqual(to other: Secret) -> Bool {
    count == other.count
      && CRYPTO_memcmp(storage.baseAddress, other.storage.baseAddress, count) == 0
  }

  package var description: String { "<secret>" }
  package var debugDescription: String { "<secret>" }
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Overwrites bytes that held a secret. Works on the array in place: keep no copy of it.
  package static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    bytes.removeAll()
  }
}
