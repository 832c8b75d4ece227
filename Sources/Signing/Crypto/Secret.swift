// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A password or key in memory. It is wiped when it is released, and printing it shows only
/// `<secret>`.
package final class Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  // Written only in `init` and `deinit`, so there is no race.
  nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer

  /// Copies the bytes. The caller must wipe its own copy.
  package init(_ bytes: some Collection<UInt8>) {
    // The extra zero byte terminates a C string, and gives an empty secret an address.
    storage = .allocate(byteCount: bytes.count + 1, alignment: 1)
    var offset = 0
    for byte in bytes {
      storage[offset] = byte
      offset += 1
    }
    storage[offset] = 0
  }

  /// Copies the UTF-8 bytes.
  package convenience init(_ text: String) {
    self.init(text.utf8)
  }

  deinit {
    OPENSSL_cleanse(storage.baseAddress, storage.count)
    storage.deallocate()
  }

  package var count: Int { storage.count - 1 }

  /// Calls `body` with the bytes. A zero byte follows them in memory.
  package func withUnsafeBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
  }

  /// Returns whether both have the same bytes. Constant time prevents a timing attack.
  package func isEqual(to other: Secret) -> Bool {
    count == other.count
      && CRYPTO_memcmp(storage.baseAddress, other.storage.baseAddress, count) == 0
  }

  package var description: String { "<secret>" }
  package var debugDescription: String { "<secret>" }
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Overwrites bytes of a secret in place. If the array has another reference, only a copy is
  /// wiped.
  package static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    bytes.removeAll()
  }
}
