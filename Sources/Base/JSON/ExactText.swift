// SPDX-License-Identifier: Apache-2.0

import PassBasics

extension String {
  /// Returns whether both strings have the same UTF-8 bytes.
  ///
  /// `==` of Swift also accepts canonically equivalent strings, but Wallet and our rules compare
  /// bytes.
  package func hasBytes(of other: String) -> Bool {
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    let areEqual = utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { other -> Bool in
        guard let first = one.baseAddress, let second = other.baseAddress else { return true }
        return memcmp(first, second, count) == 0
      }
    }
    return (areEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

/// A string that is compared by bytes, as Wallet does. The letter é as one code point and as two
/// are different.
package struct ExactText: Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: Self, other: Self) -> Bool { one.text.hasBytes(of: other.text) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
